//! Typographic characters that word processors, books and programs write for those of PGN.

use super::Nag;

/// Longest word with typographic characters that is converted.
const MAX_WORD_BYTES: usize = 16;

/// A word with dashes as `-` and `½` as `1/2`, cut at the maximum length.
pub(super) struct PlainWord {
    bytes: [u8; MAX_WORD_BYTES],
    len: usize,
}

impl PlainWord {
    pub(super) fn new(mut word: &[u8]) -> PlainWord {
        let mut plain = PlainWord { bytes: [0; MAX_WORD_BYTES], len: 0 };
        while let Some(&byte) = word.first() {
            let (len, text) = match dash_len(word) {
                0 => match word {
                    [0xC2, 0xBD, ..] => (2, &b"1/2"[..]),
                    [0xBD, ..] => (1, &b"1/2"[..]),
                    _ => (1, &[byte][..]),
                },
                len => (len, &b"-"[..]),
            };
            let Some(room) = plain.bytes.get_mut(plain.len..plain.len + text.len()) else {
                return plain;
            };
            room.copy_from_slice(text);
            plain.len += text.len();
            word = &word[len..];
        }
        plain
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// Length of the dash at the beginning, in UTF-8 or Windows-1252; 0 if there is none.
pub(super) fn dash_len(text: &[u8]) -> usize {
    match text {
        [0xE2, 0x80, 0x90..=0x95, ..] | [0xE2, 0x88, 0x92, ..] => 3,
        [0x96 | 0x97, ..] => 1,
        _ => 0,
    }
}

/// Length of the blank or ellipsis at the beginning; 0 if there is none.
pub(super) fn blank_len(text: &[u8]) -> usize {
    match text {
        // Spaces of all widths, zero-width ones, and the ellipsis.
        [0xE2, 0x80, 0x80..=0x8F | 0xA6 | 0xAF, ..] | [0xE2, 0x81, 0xA0, ..] | [0xE3, 0x80, 0x80, ..] => 3,
        [0xC2, 0xA0, ..] => 2,
        // No-break space in Latin-1, ellipsis in Windows-1252.
        [0xA0 | 0x85, ..] => 1,
        _ => 0,
    }
}

/// Returns true if the text begins with a chess piece such as `♘`.
pub(super) fn is_figurine(text: &[u8]) -> bool {
    matches!(text, [0xE2, 0x99, 0x94..=0x9F, ..])
}

/// The evaluation sign at the beginning, with its length.
pub(super) fn evaluation_sign(text: &[u8]) -> Option<(usize, Nag)> {
    Some(match text {
        [0xB1, ..] => (1, Nag(16)),
        [0xC2, 0xB1, ..] => (2, Nag(16)),
        // ∓ ⩲ ⩱ ∞ □
        [0xE2, 0x88, 0x93, ..] => (3, Nag(17)),
        [0xE2, 0xA9, 0xB2, ..] => (3, Nag(14)),
        [0xE2, 0xA9, 0xB1, ..] => (3, Nag(15)),
        [0xE2, 0x88, 0x9E, ..] => (3, Nag(13)),
        [0xE2, 0x96, 0xA1, ..] => (3, Nag(7)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_and_halves_become_ascii() {
        let check = |text: &[u8], expected: &str| {
            assert_eq!(PlainWord::new(text).as_bytes(), expected.as_bytes(), "{text:?}");
        };
        check("1–0".as_bytes(), "1-0");
        check("½−½".as_bytes(), "1/2-1/2");
        check(b"\xBD-\xBD", "1/2-1/2");
        check(b"0\x961", "0-1");
        check("+−".as_bytes(), "+-");
        check(b"12345678901234567", "1234567890123456");
    }
}
