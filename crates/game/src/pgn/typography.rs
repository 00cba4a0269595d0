//! Typographic characters that word processors, books and programs write for those of PGN.

use super::bytes::{is_blank, is_delimiter};
use super::{Nag, PgnResult};

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
                    // Its last byte can be that of a dash in Windows-1252.
                    [0xE2, 0x99, ..] if is_figurine(word) => (3, &word[..3]),
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

/// A move with hyphens: those of `O–O` and `Ng1–f3` are converted into `room`, those missing in `OO` and `000` are
/// added. Longer words stay as they are.
pub(super) fn plain_move<'a>(text: &'a [u8], room: &'a mut PlainWord) -> &'a [u8] {
    *room = PlainWord::new(text);
    match without_check(room.as_bytes()) {
        b"OO" | b"oo" | b"00" => b"O-O",
        b"OOO" | b"ooo" | b"000" => b"O-O-O",
        _ if text.len() > MAX_WORD_BYTES => text,
        _ => room.as_bytes(),
    }
}

/// Returns true for castling without hyphens.
pub(super) fn is_castling_without_hyphens(word: &[u8]) -> bool {
    matches!(without_check(word), b"OO" | b"oo" | b"00" | b"OOO" | b"ooo" | b"000")
}

fn without_check(word: &[u8]) -> &[u8] {
    word.strip_suffix(b"+").or(word.strip_suffix(b"#")).unwrap_or(word)
}

/// The result at the beginning in a spelling such as `1:0`, `1 - 0` or `0.5-0.5`, with its length.
pub(super) fn unusual_result(text: &[u8]) -> Option<(usize, PgnResult)> {
    let (white, rest) = half_points(text)?;
    let rest = skip_blanks(rest);
    let separator = match rest {
        [b'-' | b':', ..] => 1,
        _ => dash_len(rest),
    };
    let (black, rest) = half_points(skip_blanks(&rest[separator..])).filter(|_| separator > 0)?;
    let result = match (white, black) {
        (2, 0) => PgnResult::WhiteWins,
        (0, 2) => PgnResult::BlackWins,
        (1, 1) => PgnResult::Draw,
        _ => return None,
    };
    let ends = rest.first().is_none_or(|&byte| is_delimiter(byte));
    ends.then_some((text.len() - rest.len(), result))
}

/// The score of a player in half points, and the text after it.
fn half_points(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [b'1', b'/', b'2', rest @ ..]
        | [b'0', b'.' | b',', b'5', rest @ ..]
        | [0xC2, 0xBD, rest @ ..]
        | [0xBD, rest @ ..] => Some((1, rest)),
        [b'1', rest @ ..] => Some((2, rest)),
        [b'0', rest @ ..] => Some((0, rest)),
        _ => None,
    }
}

fn skip_blanks(mut text: &[u8]) -> &[u8] {
    loop {
        text = match (text, blank_len(text)) {
            ([first, rest @ ..], _) if is_blank(*first) => rest,
            (_, 0) => return text,
            (_, len) => &text[len..],
        };
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

/// Returns true if a word contains a dash that is not the end of a figurine.
pub(super) fn has_dash(word: &[u8]) -> bool {
    (0..word.len()).any(|at| dash_len(&word[at..]) > 0 && !(at >= 2 && is_figurine(&word[at - 2..])))
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
        check("♗g1–h2".as_bytes(), "♗g1-h2");
    }

    #[test]
    fn moves_get_hyphens() {
        let check = |text: &[u8], expected: &str| {
            let mut room = PlainWord::new(b"");
            assert_eq!(plain_move(text, &mut room), expected.as_bytes(), "{text:?}");
        };
        check("O–O—O+".as_bytes(), "O-O-O+");
        check(b"0\x960", "0-0");
        check(b"OO#", "O-O");
        check(b"000", "O-O-O");
        check("♖a1−h1".as_bytes(), "♖a1-h1");
        check(b"Nf3", "Nf3");
        check("–long–word–that–is–no–move".as_bytes(), "–long–word–that–is–no–move");
    }

    #[test]
    fn unusual_results_are_read_up_to_their_end() {
        let check = |text: &str, expected: Option<(usize, PgnResult)>| {
            assert_eq!(unusual_result(text.as_bytes()), expected, "{text:?}");
        };
        check("1:0", Some((3, PgnResult::WhiteWins)));
        check("0 : 1\n", Some((5, PgnResult::BlackWins)));
        check("1 - 0 {x}", Some((5, PgnResult::WhiteWins)));
        check("0.5-0,5 ", Some((7, PgnResult::Draw)));
        check("1/2 – 1/2", Some((11, PgnResult::Draw)));
        check("½\u{A0}-\u{3000}½", Some((10, PgnResult::Draw)));
        for text in ["", "1", "1 0", "1 - e4", "1-1", "0 - 0", "1:00", "1. 0-0", "0.5", "1 -", "10 - 0"] {
            check(text, None);
        }
    }
}
