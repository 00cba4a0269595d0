//! SAN parser: a fast path for strict SAN, then the lenient parser.

use super::{ParseSanError, PieceMove, San, SanKind, SanReason, SanSuffix};
use crate::{CastlingSide, File, Rank, Role, Square};

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn parse(text: &[u8]) -> Result<San, ParseSanError> {
    match strict(text) {
        Some(san) => Ok(san),
        None => lenient(text),
    }
}

/// Parses the common forms `e4`, `exd5`, `Nf3`, `Nbxd2+` from the end, where the target is; `None` for any
/// other text. Free of branches on the length of the move, which is unpredictable.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn strict(text: &[u8]) -> Option<San> {
    let (&first, &last) = (text.first()?, text.last()?);
    let suffix = match last {
        b'+' => Some(SanSuffix::Check),
        b'#' => Some(SanSuffix::Checkmate),
        _ => None,
    };
    let head = text.len().checked_sub(2 + usize::from(suffix.is_some()))?;
    let to = Square::from_ascii(text.get(head..head + 2)?)?;
    let role = BYTE_MEANINGS[usize::from(first)].role?;
    let has_letter = role != Role::Pawn;
    // If nothing precedes the target, this byte is its file, which is not `x`.
    let captures = text[head.saturating_sub(1)] == b'x';
    let origin = head.checked_sub(usize::from(has_letter) + usize::from(captures))?;
    // A pawn has a file only if it captures.
    let fits = if has_letter { origin <= 1 } else { origin == usize::from(captures) };
    let named = if origin == 0 { 0 } else { text[usize::from(has_letter)] };
    let ByteMeaning { file, rank, .. } = BYTE_MEANINGS[usize::from(named)];
    if !fits || origin == 1 && file.is_none() && rank.is_none() {
        return None;
    }
    let piece = PieceMove { role, file, rank, captures, to, promotion: None };
    Some(San { action: SanKind::Piece(piece), suffix })
}

/// Meanings of a byte in a SAN move.
#[derive(Clone, Copy)]
struct ByteMeaning {
    /// As the first byte: the moving piece.
    role: Option<Role>,
    /// As disambiguation.
    file: Option<File>,
    rank: Option<Rank>,
}

static BYTE_MEANINGS: [ByteMeaning; 256] = {
    let mut letters = [ByteMeaning { role: None, file: None, rank: None }; 256];
    let mut byte = 0;
    while byte < 256 {
        let letter = &mut letters[byte];
        letter.file = File::from_letter(byte as u8);
        letter.rank = Rank::from_digit(byte as u8);
        letter.role = match byte as u8 {
            b'a'..=b'h' => Some(Role::Pawn),
            upper @ (b'N' | b'B' | b'R' | b'Q' | b'K') => Role::from_letter(upper),
            _ => None,
        };
        byte += 1;
    }
    letters
};

#[cold]
fn lenient(text: &[u8]) -> Result<San, ParseSanError> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_blanks();
    match cursor.peek() {
        Some(b'a'..=b'h') => piece(cursor, Role::Pawn),
        Some(b'O' | b'o' | b'0') => castle(cursor),
        None => Err(cursor.error(SanReason::Empty)),
        Some(_) if [b"--", b"Z0", b"null".as_slice()].into_iter().any(|null| cursor.skip(null)) => {
            finish(cursor, SanKind::Null)
        }
        Some(_) => match cursor.role() {
            Some(role) => piece(cursor, role),
            None => Err(cursor.error(SanReason::NotAMove)),
        },
    }
}

/// Parses the rest after the piece letter: one or two squares, the first perhaps partial, and a separator. A
/// single square is the target.
#[inline]
fn piece(mut cursor: Cursor<'_>, role: Role) -> Result<San, ParseSanError> {
    let start = cursor.at;
    let first = (cursor.file(), cursor.rank());
    let captures = cursor.separator();
    let second = (cursor.file(), cursor.rank());
    let (file, rank, to) = match (first, second, captures) {
        ((file, rank), (Some(to_file), Some(to_rank)), _) => (file, rank, Square::new(to_file, to_rank)),
        ((Some(to_file), Some(to_rank)), (None, None), None) => (None, None, Square::new(to_file, to_rank)),
        (_, (Some(_), None), _) | ((Some(_), None), _, None) => {
            return Err(cursor.error(SanReason::NotARank));
        }
        _ => return Err(cursor.error(SanReason::NotAFile)),
    };
    if role == Role::Pawn && file.is_none() && (rank.is_some() || captures == Some(Separator::Captures)) {
        // Disambiguation of a pawn begins with its file.
        return Err(ParseSanError { at: start, reason: SanReason::NotAFile });
    }
    let promotion = cursor.promotion(role, to.rank())?;
    let captures = captures == Some(Separator::Captures);
    finish(cursor, SanKind::Piece(PieceMove { role, file, rank, captures, to, promotion }))
}

fn castle(mut cursor: Cursor<'_>) -> Result<San, ParseSanError> {
    if !cursor.skip_castling_letter() {
        return Err(cursor.error(SanReason::BadCastling));
    }
    let mut steps = 0;
    while steps < 2 && cursor.skip(b"-") {
        if !cursor.skip_castling_letter() {
            return Err(cursor.error(SanReason::BadCastling));
        }
        steps += 1;
    }
    let side = match steps {
        1 => CastlingSide::King,
        2 => CastlingSide::Queen,
        _ => return Err(cursor.error(SanReason::BadCastling)),
    };
    finish(cursor, SanKind::Castle(side))
}

/// Parses `+`, `#`, `!`, `?` and `e.p.` in any order up to the end of the text.
#[inline]
fn finish(mut cursor: Cursor<'_>, action: SanKind) -> Result<San, ParseSanError> {
    let mut suffix = None;
    while let Some(byte) = cursor.peek() {
        match byte {
            b'+' => suffix = suffix.or(Some(SanSuffix::Check)),
            b'#' => suffix = Some(SanSuffix::Checkmate),
            b'!' | b'?' => {}
            b'e' if matches!(action, SanKind::Piece(PieceMove { role: Role::Pawn, .. })) => {
                if !cursor.skip(b"e.p.") && !cursor.skip(b"ep") {
                    return Err(cursor.error(SanReason::TooLong));
                }
                continue;
            }
            _ if byte.is_ascii_whitespace() => {}
            _ => return Err(cursor.error(SanReason::TooLong)),
        }
        cursor.at += 1;
    }
    Ok(San { action, suffix })
}

/// Separator between two squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Moves,
    Captures,
}

#[derive(Clone, Copy)]
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn error(&self, reason: SanReason) -> ParseSanError {
        ParseSanError { at: self.at, reason }
    }

    fn skip(&mut self, word: &[u8]) -> bool {
        let found = self.text[self.at..].starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn skip_castling_letter(&mut self) -> bool {
        let found = matches!(self.peek(), Some(b'O' | b'o' | b'0'));
        self.at += usize::from(found);
        found
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn file(&mut self) -> Option<File> {
        let file = File::from_letter(self.peek()?)?;
        self.at += 1;
        Some(file)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rank(&mut self) -> Option<Rank> {
        let rank = Rank::from_digit(self.peek()?)?;
        self.at += 1;
        Some(rank)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn separator(&mut self) -> Option<Separator> {
        let sign = match self.peek()? {
            b'x' | b':' => Separator::Captures,
            b'-' => Separator::Moves,
            _ => return None,
        };
        self.at += 1;
        Some(sign)
    }

    /// A piece letter or figurine.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn role(&mut self) -> Option<Role> {
        let byte = self.peek()?;
        if let Some(role) = Role::from_letter(byte) {
            self.at += 1;
            return Some(role);
        }
        self.figurine()
    }

    /// `♔` to `♟`, U+2654 to U+265F, perhaps followed by a text or emoji variation selector.
    #[cold]
    fn figurine(&mut self) -> Option<Role> {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        let &[0xE2, 0x99, last @ 0x94..=0x9F, ..] = &self.text[self.at..] else { return None };
        self.at += 3;
        let _ = self.skip("\u{FE0E}".as_bytes()) || self.skip("\u{FE0F}".as_bytes());
        Some([King, Queen, Rook, Bishop, Knight, Pawn][usize::from(last - 0x94) % 6])
    }

    /// `=Q`, `/Q`, `(Q)` or `Q`.
    #[inline]
    fn promotion(&mut self, role: Role, rank: Rank) -> Result<Option<Role>, ParseSanError> {
        let start = self.at;
        let Some(byte) = self.peek() else { return Ok(None) };
        let is_marked = matches!(byte, b'=' | b'/' | b'(');
        self.at += usize::from(is_marked);
        let Some(promotion) = self.role() else {
            return if is_marked { Err(self.error(SanReason::NotAPromotion)) } else { Ok(None) };
        };
        if role != Role::Pawn || !matches!(rank, Rank::First | Rank::Eighth) {
            return Err(ParseSanError { at: start, reason: SanReason::UnexpectedPromotion });
        }
        if !promotion.is_promotion() {
            let at = start + usize::from(is_marked);
            return Err(ParseSanError { at, reason: SanReason::NotAPromotion });
        }
        if byte == b'(' && !self.skip(b")") {
            return Err(self.error(SanReason::NotAPromotion));
        }
        Ok(Some(promotion))
    }
}
