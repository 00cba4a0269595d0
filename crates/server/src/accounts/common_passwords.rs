//! Passwords that are guessed first.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Source and licence are in the file.
const LIST: &str = include_str!("common_passwords.txt");

static COMMON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| LIST.lines().filter(|line| !line.starts_with('#')).collect());

/// Passwords of Korean players that the list lacks: common words, and such words typed with the keyboard in Latin mode.
const KOREAN: &[&str] = &[
    "비밀번호",
    "안녕하세요",
    "사랑해요",
    "사랑합니다",
    "감사합니다",
    "대한민국",
    "암호",
    "체스",
    "한판",
    "dkssud",
    "dkssudgktpdy",
    "tkfkdgo",
    "tkfkdgody",
    "qlalfqjsgh",
    "eogksalsrnr",
    "rkatkgkqslek",
    "cptm",
    "gksvks",
];

/// Length of a number or mark at the end of a word that makes it no better.
const SHORT_END: usize = 4;

/// Words of this server.
const OWN_WORDS: &[&str] = &["hanpan", "chess"];

/// Returns true if a password is on the list, ignoring case, invisible characters and full-width forms, if it repeats one
/// character or one common word, or if it is a common word with a short number or mark at its end.
pub(super) fn is_common(password: &str) -> bool {
    let password = as_typed(password);
    let mut characters = password.chars();
    let first = characters.next();
    let word = password.trim_end_matches(|character: char| !character.is_alphabetic());
    let is_word = || {
        let is_repeated = |common: &&str| word.replace(*common, "").is_empty();
        COMMON.contains(word) || KOREAN.iter().chain(OWN_WORDS).any(is_repeated)
    };
    characters.all(|character| Some(character) == first)
        || COMMON.contains(password.as_str())
        || (!word.is_empty() && password.chars().count() - word.chars().count() <= SHORT_END && is_word())
}

/// Returns true if a password is the name of its account, perhaps with digits or marks around it.
pub(super) fn is_name(password: &str, name: &str) -> bool {
    let (password, name) = (as_typed(password), as_typed(name));
    let letters = |text: &str| text.trim_matches(|character: char| !character.is_alphabetic()).to_owned();
    // A name of digits alone has no letters to compare.
    password == name || (!letters(&name).is_empty() && letters(&password) == letters(&name))
}

/// Lower case, with ASCII for full-width forms, without invisible characters and blanks around the text.
fn as_typed(text: &str) -> String {
    let plain = |character: char| match character {
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}'
        | '\u{feff}'
        | '\u{ad}'
        | '\u{3164}' => None,
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0),
        character => Some(character),
    };
    text.trim().chars().filter_map(plain).collect::<String>().to_lowercase()
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

    #[test]
    fn disguised_common_passwords_are_common() {
        for common in [
            "ｐａｓｓｗｏｒｄ",
            "p\u{200b}assword",
            "PASSWORD1!",
            "비밀번호비밀번호",
            "dkssudgktpdy",
            "hanpan123",
            "hanpan!!",
            "chesschess",
            "안녕하세요1234",
            "        ",
        ] {
            assert!(is_common(common), "{common:?}");
        }
        for fine in [
            "correct horse battery",
            "e4e5 나이트가 좋아",
            "kxq7-vbn2",
            "73829164",
            "password8273645",
            "비숍은대각선으로간다",
        ] {
            assert!(!is_common(fine), "{fine:?}");
        }
        assert!(is_name("Magnus2024", "magnus") && is_name("ｍagnus!", "Magnus"));
        assert!(!is_name("magnus plays e4", "Magnus"));
        assert!(is_name("20242024", "20242024") && !is_name("73829164", "2024"));
    }
}
