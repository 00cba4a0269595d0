//! Passwords that are guessed first.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Source and licence are in the file.
const LIST: &str = include_str!("common_passwords.txt");

static COMMON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| LIST.lines().filter(|line| !line.starts_with('#')).collect());

/// Returns true if a password is on the list, ignoring case and blanks around it, or repeats one character.
pub(super) fn is_common(password: &str) -> bool {
    let password = password.trim();
    let mut characters = password.chars();
    let first = characters.next();
    characters.all(|character| Some(character) == first) || COMMON.contains(password.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_thousands_of_valid_entries() {
        assert_eq!(COMMON.len(), 5_000);
        for entry in COMMON.iter() {
            let fits = entry.len() >= 8
                && entry.bytes().all(|byte| byte.is_ascii_graphic() && !byte.is_ascii_uppercase());
            assert!(fits, "{entry:?}");
        }
    }
}
