//! EPD: a position without counters, and operations.

mod parse;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::fmt::Write as _;
use core::num::NonZeroU32;
use core::str::FromStr;

use crate::{FenReason, Setup, fen};

/// A position with EPD operations.
///
/// ```
/// use hanpan_rules::Epd;
/// let epd: Epd = r#"4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id "two; moves"; hmvc 7;"#.parse().unwrap();
/// assert_eq!(epd.operands("bm"), Some(["O-O".to_string(), "Rh8+".to_string()].as_slice()));
/// assert_eq!(epd.setup.halfmoves, 7);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Epd {
    /// The position, with the counters that `hmvc` and `fmvn` give.
    pub setup: Setup,
    /// All other operations, in their order.
    pub operations: Vec<Operation>,
}

/// An opcode with its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// A letter, then letters, digits and `_`.
    pub opcode: String,
    /// Operands without quotation marks.
    pub operands: Vec<String>,
}

/// Syntax error in an EPD record, with its location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseEpdError {
    /// Byte offset of the error, from 0.
    pub at: usize,
    /// Reason of the error.
    pub reason: EpdReason,
}

/// Reason why a text is not an EPD record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EpdReason {
    /// The position fields are invalid.
    Position(FenReason),
    /// Fewer than four fields.
    MissingField,
    /// An opcode that is not a letter followed by letters, digits and `_`.
    BadOpcode,
    /// A quoted operand that is not closed or not followed by a blank or `;`.
    BadText,
    /// An `hmvc` or `fmvn` without exactly one number, or with one above 65535 or 4294967295.
    BadCounter,
    /// Not UTF-8.
    NotUtf8,
}

impl Epd {
    /// Parses one EPD record.
    ///
    /// The first four fields are those of FEN, and all are required. Operations follow: an opcode, its
    /// operands, and `;`. An operand is a word without blanks, or text in quotation marks. Accepted beyond
    /// the standard:
    /// - the two counters of a FEN between the fields and the operations;
    /// - a missing `;` at the end, and extra ones anywhere, as in `;D1 20 ;D2 400` of perft files;
    /// - opcodes of any length, and repeated opcodes;
    /// - `\"` and `\\` inside quotation marks.
    ///
    /// `hmvc` and `fmvn` set the counters of the setup and are not listed among the operations.
    ///
    /// # Errors
    /// Returns byte offset and reason of the first error.
    pub fn parse(text: &[u8]) -> Result<Epd, ParseEpdError> {
        parse::parse(text)
    }

    /// The operands of the first operation with this opcode.
    #[must_use]
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let operation = self.operations.iter().find(|operation| operation.opcode == opcode)?;
        Some(&operation.operands)
    }
}

impl FromStr for Epd {
    type Err = ParseEpdError;

    fn from_str(text: &str) -> Result<Epd, ParseEpdError> {
        Epd::parse(text.as_bytes())
    }
}

/// Parses back to the same value. Counters are written only if they are not 0 and 1.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write_position_fields(&self.setup, f)?;
        if self.setup.halfmoves != 0 {
            write!(f, " hmvc {};", self.setup.halfmoves)?;
        }
        if self.setup.fullmoves != NonZeroU32::MIN {
            write!(f, " fmvn {};", self.setup.fullmoves)?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            if is_quoted_opcode(&self.opcode) || !is_word(operand) {
                write_quoted(operand, f)?;
            } else {
                write!(f, " {operand}")?;
            }
        }
        f.write_char(';')
    }
}

/// Returns true for opcodes whose operands the standard requires in quotation marks: comments, names, opening
/// codes.
fn is_quoted_opcode(opcode: &str) -> bool {
    match opcode.as_bytes() {
        [b'c' | b'v', b'0'..=b'9'] => true,
        _ => matches!(opcode, "id" | "eco" | "nic"),
    }
}

/// Returns true if an operand needs no quotation marks.
fn is_word(operand: &str) -> bool {
    let is_plain = |byte: u8| !byte.is_ascii_whitespace() && byte != b';' && byte != b'"';
    !operand.is_empty() && operand.bytes().all(is_plain)
}

fn write_quoted(operand: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(" \"")?;
    for character in operand.chars() {
        if matches!(character, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(character)?;
    }
    f.write_char('"')
}

impl fmt::Display for ParseEpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EPD, byte {}: {}", self.at, self.reason)
    }
}

impl fmt::Display for EpdReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EpdReason::Position(reason) => return reason.fmt(f),
            EpdReason::MissingField => "expected board, turn, castling rights and en passant",
            EpdReason::BadOpcode => "expected an opcode: a letter, then letters, digits or _",
            EpdReason::BadText => "expected quotation marks at the end of the text, then a blank or ;",
            EpdReason::BadCounter => "expected one number",
            EpdReason::NotUtf8 => "expected UTF-8",
        })
    }
}

impl core::error::Error for ParseEpdError {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    /// Parses operations and compares what they are written as.
    fn check(operations: &str, again: &str) {
        let epd: Epd = alloc::format!("{KINGS}{operations}").parse().unwrap();
        assert_eq!(epd.to_string(), alloc::format!("{KINGS}{again}"), "{operations}");
        assert_eq!(epd.to_string().parse(), Ok(epd), "{operations}");
    }

    #[test]
    fn operations_round_trip() {
        for (text, again) in [
            ("", ""),
            ("  ", ""),
            (" bm Nf3;", " bm Nf3;"),
            ("  bm  Nf3   e4 ;", " bm Nf3 e4;"),
            (" bm Nf3", " bm Nf3;"),
            (" draw_reject;", " draw_reject;"),
            (r#" id "x;y"; c0 plain;"#, r#" id "x;y"; c0 "plain";"#),
            (r#" c0 "a \"b\" \\ \n";"#, r#" c0 "a \"b\" \\ \\n";"#),
            (r#" x "word" "two words" "";"#, r#" x word "two words" "";"#),
            (" hmvc 3; fmvn 7;", " hmvc 3; fmvn 7;"),
            (" bm e4; fmvn 0; hmvc 0;", " bm e4;"),
            (" 3 7 bm e4;", " hmvc 3; fmvn 7; bm e4;"),
            (" 0 1 ;D1 20 ;D2 400", " D1 20; D2 400;"),
            (" 0 1;D1 20", " D1 20;"),
            (" ;;; a;;b;", " a; b;"),
            (" id \"\u{265e}\";", " id \"\u{265e}\";"),
        ] {
            check(text, again);
        }
    }

    #[test]
    fn errors_have_byte_offset_and_reason() {
        use EpdReason::*;
        for (text, at, reason) in [
            ("", 0, Position(FenReason::Empty)),
            ("8/8/8/8/8/8/8/7 w - -", 15, Position(FenReason::RankTooShort(crate::Rank::First))),
            ("8/8/8/8/8/8/8/8 w -", 19, MissingField),
            ("8/8/8/8/8/8/8/8 w - - 1x 2", 23, Position(FenReason::BadHalfmoves)),
            ("8/8/8/8/8/8/8/8 w - - 1", 23, MissingField),
            ("8/8/8/8/8/8/8/8 w - - a; 9b;", 25, BadOpcode),
            ("8/8/8/8/8/8/8/8 w - - a-b;", 23, BadOpcode),
            ("8/8/8/8/8/8/8/8 w - - id \"x", 27, BadText),
            ("8/8/8/8/8/8/8/8 w - - id \"x\"y;", 28, BadText),
            ("8/8/8/8/8/8/8/8 w - - id x\"y;", 26, BadText),
            ("8/8/8/8/8/8/8/8 w - - hmvc;", 22, BadCounter),
            ("8/8/8/8/8/8/8/8 w - - hmvc 1 2;", 22, BadCounter),
            ("8/8/8/8/8/8/8/8 w - - hmvc 65536;", 22, BadCounter),
        ] {
            assert_eq!(text.parse::<Epd>(), Err(ParseEpdError { at, reason }), "{text}");
        }
        assert_eq!(
            Epd::parse(b"8/8/8/8/8/8/8/8 w - - id \"a\xff\";"),
            Err(ParseEpdError { at: 27, reason: NotUtf8 })
        );
    }
}
