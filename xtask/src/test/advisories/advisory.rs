//! Parser for one advisory.

use super::version::Version;

/// An advisory for a package.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Advisory {
    pub(super) id: String,
    pub(super) title: String,
    package: String,
    /// Version requirements of patched and of never affected versions.
    unaffected: Vec<String>,
    /// Informational (for example unmaintained), not a vulnerability.
    is_informational: bool,
    is_withdrawn: bool,
}

impl Advisory {
    /// Parses an advisory: Markdown with a TOML front matter.
    pub(super) fn parse(text: &str) -> Option<Advisory> {
        let (_, rest) = text.split_once("```toml\n")?;
        let (head, rest) = rest.split_once("\n```")?;
        let word = |key: &str| Some(toml_value(head, key)?.trim_matches('"').to_owned());
        let title = rest.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        let mut sound = quoted_strings(toml_value(head, "patched")?);
        sound.extend(toml_value(head, "unaffected").map(quoted_strings).unwrap_or_default());
        Some(Advisory {
            id: word("id")?,
            title: title.to_owned(),
            package: word("package")?,
            unaffected: sound,
            is_informational: toml_value(head, "informational").is_some(),
            is_withdrawn: toml_value(head, "withdrawn").is_some(),
        })
    }

    /// Returns true if the advisory applies to this version. Requirements that cannot be parsed count as
    /// affected.
    pub(super) fn affects(&self, library: &str, version: &Version) -> bool {
        let is_sound = |requirement: &String| version.satisfies(requirement) == Some(true);
        self.package == library && !self.is_withdrawn && !self.unaffected.iter().any(is_sound)
    }

    /// Returns true for vulnerabilities, which fail the check.
    pub(super) fn is_vulnerability(&self) -> bool {
        !self.is_informational
    }
}

/// Value of a TOML key; a list may span several lines.
fn toml_value<'a>(head: &'a str, key: &str) -> Option<&'a str> {
    let mut rest = head;
    loop {
        let is_key = rest.strip_prefix(key).map(str::trim_start).and_then(|rest| rest.strip_prefix('='));
        if let Some(value) = is_key {
            let value = value.trim_start();
            let end = if value.starts_with('[') {
                value.find(']')? + 1
            } else {
                value.find('\n').unwrap_or(value.len())
            };
            return Some(value[..end].trim_end());
        }
        rest = rest.split_once('\n')?.1;
    }
}

/// Strings of a TOML list.
fn quoted_strings(text: &str) -> Vec<String> {
    // Every other part between quotation marks is a string.
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"```toml
[advisory]
id = "RUSTSEC-2020-0001"
package = "demo"
date = "2020-01-01"
keywords = ["a", "b"]

[versions]
patched = [
    ">= 1.2.3",
    "^1.1.9",
]
unaffected = ["< 0.5.0"]
```

# Reads past the end

It does.
"#;

    #[test]
    fn only_versions_outside_patched_and_unaffected_are_affected() {
        let advisory = Advisory::parse(TEXT).unwrap_or_else(|| panic!("it cannot be read"));
        assert_eq!(
            (advisory.id.as_str(), advisory.title.as_str()),
            ("RUSTSEC-2020-0001", "Reads past the end")
        );
        assert!(advisory.is_vulnerability());
        let check = |library: &str, version: &str, expected: bool| {
            let version = Version::parse(version).unwrap_or_else(|| panic!("{version}"));
            assert_eq!(advisory.affects(library, &version), expected, "{library} {version}");
        };
        check("demo", "1.0.0", true);
        check("demo", "0.5.0", true);
        check("demo", "0.4.9", false);
        check("demo", "1.1.9", false);
        check("demo", "2.0.0", false);
        check("other", "1.0.0", false);
    }

    #[test]
    fn informational_and_withdrawn_advisories_are_not_vulnerabilities() {
        let with = |line: &str| Advisory::parse(&TEXT.replace("date = ", &format!("{line}\ndate = ")));
        let note = with("informational = \"unmaintained\"").unwrap_or_else(|| panic!("it cannot be read"));
        assert!(!note.is_vulnerability());
        let withdrawn = with("withdrawn = \"2021-01-01\"").unwrap_or_else(|| panic!("it cannot be read"));
        assert_eq!(Version::parse("1.0.0").map(|version| withdrawn.affects("demo", &version)), Some(false));
        assert_eq!(Advisory::parse("# Nothing"), None);
    }
}
