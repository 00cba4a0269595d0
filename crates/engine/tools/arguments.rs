//! Command-line options as `--name value`.

use std::collections::HashMap;
use std::str::FromStr;

/// The options given.
pub(crate) struct Arguments(HashMap<String, String>);

impl Arguments {
    /// Parses the command line.
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut found = HashMap::new();
        while let Some(name) = words.next() {
            let name = name.strip_prefix("--").ok_or(format!("expected --name, found {name}"))?.to_owned();
            let value = words.next().ok_or(format!("--{name} needs a value"))?;
            found.insert(name, value);
        }
        Ok(Arguments(found))
    }

    /// An option's value, or its default.
    pub(crate) fn get<T: FromStr>(&self, name: &str, default: T) -> Result<T, String> {
        match self.0.get(name) {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| format!("--{name} cannot be {text}")),
        }
    }

    /// A comma-separated list of numbers; empty if not given.
    pub(crate) fn list(&self, name: &str) -> Result<Vec<u16>, String> {
        let Some(text) = self.0.get(name) else { return Ok(Vec::new()) };
        text.split(',').map(|part| part.parse().map_err(|_| format!("--{name} cannot be {text}"))).collect()
    }

    /// The value of a required option.
    pub(crate) fn need(&self, name: &str) -> Result<&str, String> {
        self.0.get(name).map(String::as_str).ok_or(format!("--{name} is missing"))
    }
}
