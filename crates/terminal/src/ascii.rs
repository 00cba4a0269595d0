//! ASCII substitutes.

/// Replaces typographic characters by ASCII ones. Letters of other scripts have no substitute and stay.
pub(crate) fn to_ascii(text: &str) -> String {
    text.chars().map(|letter| substitute(letter).unwrap_or(letter)).collect()
}

/// The ASCII substitute of a character, of the same width.
pub(crate) const fn substitute(sign: char) -> Option<char> {
    Some(match sign {
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        '…' => '.',
        '·' | '•' | '–' | '—' | '─' => '-',
        '×' => 'x',
        '←' | '‹' => '<',
        '→' | '›' => '>',
        '↑' => '^',
        '↓' => 'v',
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_become_ascii_and_letters_stay() {
        for (text, expected) in [
            ("y yes · n no", "y yes - n no"),
            ("“Nf9” …", "\"Nf9\" ."),
            ("40 × 20", "40 x 20"),
            ("↑ ↓ 고르기", "^ v 고르기"),
            ("♘f3", "Nf3"),
        ] {
            assert_eq!(to_ascii(text), expected);
        }
    }
}
