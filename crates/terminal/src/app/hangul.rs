//! Letters of a Korean keyboard that is left in Hangul: on the layout that everybody uses (two-set), each lies on a Latin
//! letter, and is taken for it wherever a key is a command.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// The letters of the keyboard, row by row, and what lies on them in Hangul; those with Shift follow.
const LATIN: &str = "qwertyuiopasdfghjklzxcvbnmQWERTOP";
const HANGUL: &str = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ";

/// The Latin letter under a Hangul one; any other letter is itself.
pub(crate) fn hangul_to_latin(letter: char) -> char {
    let under = HANGUL.chars().zip(LATIN.chars()).find(|(hangul, _)| *hangul == letter);
    under.map_or(letter, |(_, latin)| latin)
}

/// The key as it would be on a keyboard in Latin.
pub(super) fn to_latin_key(key: KeyEvent) -> KeyEvent {
    match key.code {
        KeyCode::Char(letter) => KeyEvent { code: KeyCode::Char(hangul_to_latin(letter)), ..key },
        _ => key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hangul_letters_map_to_latin_keys() {
        assert_eq!(HANGUL.chars().count(), LATIN.chars().count());
        for (hangul, expected) in
            [('ㅂ', 'q'), ('ㅛ', 'y'), ('ㅜ', 'n'), ('ㅡ', 'm'), ('ㄲ', 'R'), ('e', 'e'), ('?', '?')]
        {
            assert_eq!(hangul_to_latin(hangul), expected, "{hangul}");
        }
    }
}
