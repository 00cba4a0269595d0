//! One advisory of the list.

use super::version::Version;

/// What is known about a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Advisory {
    pub(super) id: String,
    pub(super) title: String,
    library: String,
    /// Versions in which it is mended, and versions that never had it.
    sound: Vec<String>,
    /// It is no hole: nobody looks after the library any more, or the like.
    is_informational: bool,
    is_withdrawn: bool,
}

impl Advisory {
    /// Reads an advisory: Markdown that begins with a block of TOML.
    pub(super) fn read(text: &str) -> Option<Advisory> {
        let (_, rest) = text.split_once("```toml\n")?;
        let (head, rest) = rest.split_once("\n```")?;
        let word = |key: &str| Some(value(head, key)?.trim_matches('"').to_owned());
        let title = rest.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        let mut sound = list(value(head, "patched")?);
        sound.extend(value(head, "unaffected").map(list).unwrap_or_default());
        Some(Advisory {
            id: word("id")?,
            title: title.to_owned(),
            library: word("package")?,
            sound,
            is_informational: value(head, "informational").is_some(),
            is_withdrawn: value(head, "withdrawn").is_some(),
        })
    }

    /// Whether it is about this version of a library. What cannot be understood counts as if it were.
    pub(super) fn concerns(&self, library: &str, version: &Version) -> bool {
        let is_sound = |requirement: &String| version.fulfils(requirement) == Some(true);
        self.library == library && !self.is_withdrawn && !self.sound.iter().any(is_sound)
    }

    /// Whether it is something that has to be mended.
    pub(super) fn is_a_hole(&self) -> bool {
        !self.is_informational
    }
}

/// The value of a key, which may be a list over several lines.
fn value<'a>(head: &'a str, key: &str) -> Option<&'a str> {
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

/// The words of a list in brackets.
fn list(text: &str) -> Vec<String> {
    // Every other piece between quotation marks is a word.
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
    fn it_concerns_the_versions_between() {
        let advisory = Advisory::read(TEXT).unwrap_or_else(|| panic!("it cannot be read"));
        assert_eq!(
            (advisory.id.as_str(), advisory.title.as_str()),
            ("RUSTSEC-2020-0001", "Reads past the end")
        );
        assert!(advisory.is_a_hole());
        let check = |library: &str, version: &str, expected: bool| {
            let version = Version::read(version).unwrap_or_else(|| panic!("{version}"));
            assert_eq!(advisory.concerns(library, &version), expected, "{library} {version}");
        };
        check("demo", "1.0.0", true);
        check("demo", "0.5.0", true);
        check("demo", "0.4.9", false);
        check("demo", "1.1.9", false);
        check("demo", "2.0.0", false);
        check("other", "1.0.0", false);
    }

    #[test]
    fn notes_and_withdrawn_ones_are_told_apart() {
        let with = |line: &str| Advisory::read(&TEXT.replace("date = ", &format!("{line}\ndate = ")));
        let note = with("informational = \"unmaintained\"").unwrap_or_else(|| panic!("it cannot be read"));
        assert!(!note.is_a_hole());
        let withdrawn = with("withdrawn = \"2021-01-01\"").unwrap_or_else(|| panic!("it cannot be read"));
        assert_eq!(Version::read("1.0.0").map(|version| withdrawn.concerns("demo", &version)), Some(false));
        assert_eq!(Advisory::read("# Nothing"), None);
    }
}
