//! Concatenates the style sheets.

use std::path::{Path, PathBuf};

use crate::error::{BundleError, read};

/// Concatenates the style sheets of the folders, in alphabetical order each, without comments and indentation.
pub(crate) fn join(folders: &[&Path]) -> Result<String, BundleError> {
    let mut sheets: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(folder).map_err(|error| BundleError::file(folder, error))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "css"));
        paths.sort();
        sheets.append(&mut paths);
    }
    let mut joined = String::new();
    for sheet in sheets {
        let text = read(&sheet)?;
        let bare =
            without_comments(&text).ok_or_else(|| BundleError::file(&sheet, "unterminated comment"))?;
        for line in bare.lines().map(str::trim).filter(|line| !line.is_empty()) {
            joined.push_str(line);
            joined.push('\n');
        }
    }
    Ok(joined)
}

/// Replaces each comment outside strings with a space. Returns `None` if a comment is unterminated.
fn without_comments(text: &str) -> Option<String> {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, from) = rest.split_at(at);
        bare.push_str(before);
        let length = if let Some(comment) = from.strip_prefix("/*") {
            bare.push(' ');
            comment.find("*/")? + 4
        } else if from.starts_with('/') {
            bare.push('/');
            1
        } else {
            let length = string_length(from);
            bare.push_str(&from[..length]);
            length
        };
        rest = &from[length..];
    }
    bare.push_str(rest);
    Some(bare)
}

/// Length of the string literal at the start of the text, quotes included; the whole text if it does not end.
fn string_length(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, quote)) = characters.next() else { return 0 };
    while let Some((at, c)) = characters.next() {
        if c == '\\' {
            characters.next();
        } else if c == quote {
            return at + c.len_utf8();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_removed_except_in_strings() {
        let check = |text, expected| assert_eq!(without_comments(text).as_deref(), expected, "{text}");
        check("a{b:c}", Some("a{b:c}"));
        check("a/* b */{c:d}/**/", Some("a {c:d} "));
        check("a{content:'/* b */'}", Some("a{content:'/* b */'}"));
        check(r#"a{content:"\"/*"}/*b*/"#, Some(r#"a{content:"\"/*"} "#));
        check("a{b:c/d}", Some("a{b:c/d}"));
        check("/* 한판 */a{content:'판'}", Some(" a{content:'판'}"));
        check("'open", Some("'open"));
        check("a/*/", None);
        check("a/* b", None);
    }
}
