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
        Ok(self.maybe(name)?.unwrap_or(default))
    }

    /// An option's value, if it was given.
    pub(crate) fn maybe<T: FromStr>(&self, name: &str) -> Result<Option<T>, String> {
        let Some(text) = self.0.get(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| format!("--{name} cannot be {text}"))
    }

    /// The value of a required option.
    pub(crate) fn need(&self, name: &str) -> Result<&str, String> {
        self.0.get(name).map(String::as_str).ok_or(format!("--{name} is missing"))
    }

    /// Rejects options other than the command's.
    pub(crate) fn finish(&self, known: &[&str]) -> Result<(), String> {
        let unknown = self.0.keys().find(|name| !known.contains(&name.as_str()));
        unknown.map_or(Ok(()), |name| Err(format!("there is no option --{name}")))
    }
}
