//! Maps letters of the Korean two-set keyboard layout to the Latin letters on the same keys, so that commands
//! work while the input method is set to Hangul.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// Latin letters and the Hangul letters on the same keys, row by row; the shifted ones last.
const LATIN: &str = "qwertyuiopasdfghjklzxcvbnmQWERTOP";
const HANGUL: &str = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ";

/// The Latin letter on the key of a Hangul letter; other letters are unchanged.
pub(crate) fn hangul_to_latin(letter: char) -> char {
    let under = HANGUL.chars().zip(LATIN.chars()).find(|(hangul, _)| *hangul == letter);
    under.map_or(letter, |(_, latin)| latin)
}

/// The key event in a Latin layout.
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
