//! Lighthouse: performance, accessibility and best practices, on a phone and on a desktop.

use std::path::{Path, PathBuf};
use std::process::Command;

use e2e::{Error, TestResult};
use serde_json::Value;

/// Requested categories.
const CATEGORIES: [&str; 3] = [PERFORMANCE, "accessibility", "best-practices"];
const PERFORMANCE: &str = "performance";

/// Runs per device; the median counts.
const RUNS: usize = 3;

/// Flags for the Chromium that Lighthouse starts.
const CHROME_FLAGS: &str = "--headless=new --no-sandbox --disable-dev-shm-usage";

/// Device that Lighthouse emulates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Device {
    /// A mid-range phone on a slow network: Lighthouse's default, and the stricter one.
    Phone,
    /// A desktop computer.
    Desktop,
}

/// Score of one category, 0 to 100, on each device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Score {
    pub(crate) category: &'static str,
    pub(crate) phone: u8,
    pub(crate) desktop: u8,
}

/// The Lighthouse program.
pub(crate) struct Lighthouse {
    program: PathBuf,
}

impl Score {
    /// The lower score.
    pub(crate) fn worst(self) -> u8 {
        self.phone.min(self.desktop)
    }
}

impl Lighthouse {
    pub(crate) fn new(modules: &Path) -> Lighthouse {
        Lighthouse { program: modules.join("lighthouse").join("cli").join("index.js") }
    }

    /// Scores of the page at this URL, in the order of the categories.
    pub(crate) fn scores(&self, address: &str) -> TestResult<[Score; 3]> {
        let phone = self.median(address, Device::Phone)?;
        let desktop = self.median(address, Device::Desktop)?;
        Ok(CATEGORIES.map(|category| Score {
            category,
            phone: score(&phone, category),
            desktop: score(&desktop, category),
        }))
    }

    fn median(&self, address: &str, device: Device) -> TestResult<Value> {
        let mut results = Vec::new();
        for run in 1..=RUNS {
            // Lighthouse sometimes loses its connection to the browser and must be run again.
            let result = self.run(address, device).or_else(|_| self.run(address, device))?;
            let scores = CATEGORIES.map(|category| format!("{category} {}", score(&result, category)));
            println!("lighthouse: {device:?}, run {run} of {RUNS}: {}", scores.join(", "));
            results.push(result);
        }
        results.sort_by_key(|result| score(result, PERFORMANCE));
        let median = results.swap_remove(RUNS / 2);
        for fault in failed_audits(&median) {
            println!("  {fault}");
        }
        Ok(median)
    }

    fn run(&self, address: &str, device: Device) -> TestResult<Value> {
        let mut command = Command::new("node");
        command.arg(&self.program).arg(address);
        command.args(["--quiet", "--output=json", "--output-path=stdout", "--no-enable-error-reporting"]);
        command.arg(format!("--only-categories={}", CATEGORIES.join(",")));
        command.arg(format!("--chrome-flags={CHROME_FLAGS}"));
        if device == Device::Desktop {
            command.arg("--preset=desktop");
        }
        let failed = |why: String| Error::WebDriver { command: "lighthouse".to_owned(), why };
        let output = command.output().map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        serde_json::from_slice(&output.stdout).map_err(|error| failed(error.to_string()))
    }
}

/// Score of a category; 0 if it is missing.
fn score(result: &Value, category: &str) -> u8 {
    let part = result["categories"][category]["score"].as_f64().unwrap_or_default();
    (part * 100.0).round() as u8
}

/// Descriptions of the audits that cost points.
fn failed_audits(result: &Value) -> Vec<String> {
    let references = CATEGORIES.iter().flat_map(|category| {
        result["categories"][category]["auditRefs"]
            .as_array()
            .into_iter()
            .flatten()
            .map(move |it| (category, it))
    });
    let counting = references.filter(|(_, reference)| reference["weight"].as_f64() > Some(0.0));
    let fault = |(category, reference): (&&str, &Value)| {
        let audit = &result["audits"][reference["id"].as_str()?];
        let words = |name: &str| audit[name].as_str().unwrap_or_default().to_owned();
        let is_fault = audit["score"].as_f64().is_some_and(|score| score < 1.0);
        is_fault.then(|| {
            format!("{category}: {} {}", words("title"), words("displayValue")).trim_end().to_owned()
        })
    };
    counting.filter_map(fault).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn scores_and_failed_audits_are_parsed_from_a_result() {
        let result = json!({
            "categories": {
                "performance": { "score": 0.974, "auditRefs": [
                    { "id": "first-paint", "weight": 10 }, { "id": "hints", "weight": 0 },
                ] },
                "accessibility": { "score": 1, "auditRefs": [{ "id": "contrast", "weight": 7 }] },
                "best-practices": { "score": null, "auditRefs": [] },
            },
            "audits": {
                "first-paint": { "score": 0.93, "title": "First paint", "displayValue": "1.1 s" },
                "hints": { "score": 0, "title": "Hints" },
                "contrast": { "score": 1, "title": "Contrast" },
            },
        });
        assert_eq!(CATEGORIES.map(|category| score(&result, category)), [97, 100, 0]);
        assert_eq!(failed_audits(&result), ["performance: First paint 1.1 s"]);
    }
}
