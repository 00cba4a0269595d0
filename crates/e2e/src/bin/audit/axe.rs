//! axe-core: accessibility rules, checked inside the page.

use std::fmt;
use std::fs;
use std::path::Path;

use e2e::{Browser, Error, TestResult};
use serde_json::Value;

/// Runs all rules, including best practices, experimental rules and level AAA.
const CHECK: &str = "
    const rules = axe.getRules().map((rule) => [rule.ruleId, { enabled: true }]);
    return axe.run(document, { rules: Object.fromEntries(rules), resultTypes: ['violations'] })
        .then((results) => results.violations);
";

/// The axe-core script.
pub(crate) struct Axe {
    script: String,
}

/// A violated rule with the selectors of its elements.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Violation {
    rule: String,
    help: String,
    selectors: Vec<String>,
}

impl Axe {
    /// Reads the script from the npm modules.
    pub(crate) fn read(modules: &Path) -> TestResult<Axe> {
        let path = modules.join("axe-core").join("axe.min.js");
        let script =
            fs::read_to_string(&path).map_err(|error| Error::File(format!("{}: {error}", path.display())))?;
        Ok(Axe { script })
    }

    /// Violations on the current page. WebDriver injects the script, so the Content-Security-Policy stays in
    /// force.
    pub(crate) fn violations(&self, browser: &Browser) -> TestResult<Vec<Violation>> {
        browser.run(&self.script, &[])?;
        let found = browser.run(CHECK, &[])?;
        Ok(found.as_array().into_iter().flatten().map(Violation::read).collect())
    }
}

impl Violation {
    fn read(found: &Value) -> Violation {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let nodes = found["nodes"].as_array().into_iter().flatten();
        // Elements inside frames have several selectors.
        let place = |node: &Value| {
            let selectors = node["target"].as_array().into_iter().flatten().map(text);
            selectors.collect::<Vec<_>>().join(" ")
        };
        Violation {
            rule: text(&found["id"]),
            help: text(&found["help"]),
            selectors: nodes.map(place).collect(),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {}: {}", self.rule, self.help)?;
        self.selectors.iter().try_for_each(|place| write!(f, "\n    {place}"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn violation_shows_its_rule_and_selectors() {
        let found = json!({
            "id": "color-contrast", "help": "Elements must be readable",
            "nodes": [{ "target": [".clock"] }, { "target": ["#frame", ".name"] }],
        });
        let expected = "  color-contrast: Elements must be readable\n    .clock\n    #frame .name";
        assert_eq!(Violation::read(&found).to_string(), expected);
    }
}
