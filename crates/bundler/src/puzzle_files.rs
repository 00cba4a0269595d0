//! The files of the puzzles: the set in two parts, so that a page needs only the first, and the list of them.

use std::path::Path;

use crate::error::{BundleError, read};
use crate::output::Output;

/// Number of puzzles in the first file.
const FIRST_PUZZLES: usize = 2_000;

/// Adds the files and their list. Returns the paths of the files.
pub(crate) fn add(output: &mut Output, set: &Path) -> Result<Vec<String>, BundleError> {
    let mut paths = Vec::new();
    for (name, text) in ["puzzles-first", "puzzles-rest"].into_iter().zip(split(&read(set)?, FIRST_PUZZLES)) {
        paths.push(output.add_hashed(name, "txt", text.as_bytes())?);
    }
    let list: String = paths.iter().map(|path| format!("{path}\n")).collect();
    output.add_named(routes::PUZZLE_FILES.trim_start_matches('/'), list.as_bytes())?;
    Ok(paths)
}

/// Splits a set after a number of puzzles. Each part begins with the header; there is no second part without puzzles.
fn split(set: &str, first: usize) -> Vec<String> {
    let Some((header, puzzles)) = set.split_once('\n') else { return vec![set.to_owned()] };
    let end =
        puzzles.match_indices('\n').nth(first.saturating_sub(1)).map_or(puzzles.len(), |(at, _)| at + 1);
    let (first, rest) = puzzles.split_at(end);
    let parts = [first, rest].into_iter().enumerate().filter(|(index, part)| *index == 0 || !part.is_empty());
    parts.map(|(_, part)| format!("{header}\n{part}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parts_begin_with_the_header() {
        let check = |set: &str, expected: &[&str]| assert_eq!(split(set, 2), expected, "{set:?}");
        check("h\n1\n2\n3\n4\n", &["h\n1\n2\n", "h\n3\n4\n"]);
        check("h\n1\n2\n", &["h\n1\n2\n"]);
        check("h\n1\n", &["h\n1\n"]);
        check("h\n", &["h\n"]);
        check("h", &["h"]);
    }
}
