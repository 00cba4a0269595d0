//! Arguments shared by several commands: a position and the castling notation.

use rules::{CastlingStyle, Position, Setup, SetupFault, SetupFaults};

use crate::error::CommandError;
use crate::parse_errors::fen_error_message;

/// A position and the notation of its moves. Accepts positions that no game can reach.
#[derive(clap::Args, Debug)]
pub(crate) struct PositionArgs {
    /// The position as FEN, X-FEN or Shredder-FEN, or startpos [default: startpos]
    #[arg(long, value_name = "FEN", default_value = "startpos", hide_default_value = true)]
    fen: String,
    /// Write castling as king takes rook (Chess960 notation)
    #[arg(long)]
    chess960: bool,
}

impl PositionArgs {
    /// Parses the position, accepting unreachable ones: their legal moves are well defined.
    pub(crate) fn position(&self) -> Result<Position, CommandError> {
        parse_position(&self.fen, SetupFaults::UNREACHABLE)
    }

    pub(crate) fn style(&self) -> CastlingStyle {
        if self.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    }
}

/// A position that must be reachable unless `--lenient` is given.
#[derive(clap::Args, Debug)]
pub(crate) struct StrictPositionArgs {
    /// The position as FEN, X-FEN or Shredder-FEN, or startpos
    fen: String,
    /// Accept a position that no game can reach: too many pieces, an impossible check, castling rights from
    /// two different starting positions
    #[arg(long)]
    lenient: bool,
}

impl StrictPositionArgs {
    pub(crate) fn position(&self) -> Result<Position, CommandError> {
        let composed = SetupFaults::from(SetupFault::TooMuchMaterial);
        parse_position(&self.fen, if self.lenient { SetupFaults::UNREACHABLE } else { composed })
    }
}

/// Parses a FEN or `startpos`, accepting the faults in `waived`.
pub(crate) fn parse_position(text: &str, waived: SetupFaults) -> Result<Position, CommandError> {
    if text.trim() == "startpos" {
        return Ok(Position::start());
    }
    let bad = |error: &dyn std::fmt::Display| CommandError::BadInput(format!("'{}': {error}", excerpt(text)));
    let setup = Setup::from_fen(text.as_bytes()).map_err(|error| bad(&fen_error_message(error)))?;
    setup.position_waiving(waived).map_err(|error| bad(&error))
}

/// Escapes control characters and truncates to 120 characters, so that user input can be quoted in a one-line
/// message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 120;
    let mut line: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_parsed_or_refused_with_a_reason() {
        let check = |fen: &str, waived, expected: Result<usize, &str>| match (
            parse_position(fen, waived),
            expected,
        ) {
            (Ok(found), Ok(moves)) => assert_eq!(found.legal_moves().len(), moves, "{fen}"),
            (Err(failure), Err(part)) => {
                let message = failure.message().unwrap();
                assert!(message.contains(part) && !message.contains('\n'), "{message}");
            }
            (found, _) => panic!("{fen}: {found:?}"),
        };
        let (strict, lenient) = (SetupFaults::NONE, SetupFaults::UNREACHABLE);
        check("startpos", strict, Ok(20));
        check(" startpos\n", strict, Ok(20));
        check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", strict, Ok(5));
        check("QQQQQQQk/QQ6/8/8/8/8/PPPPPPPP/6K1 b - - 0 1", strict, Err("more than sixteen"));
        check("QQQQQQQk/QQ6/8/8/8/8/PPPPPPPP/6K1 b - - 0 1", lenient, Ok(0));
        check("4k3/8/8/8/8/8/8/8 w - - 0 1", lenient, Err("White has no king"));
        check("4k3/8/8/8/8/8/8/4K3 w K - 0 1", lenient, Err("castling"));
        check("nonsense\n", lenient, Err("'nonsense\\n': FEN, column 2"));
    }

    #[test]
    fn long_text_is_truncated() {
        assert_eq!(excerpt("a\tb'"), "a\\tb\\'");
        assert_eq!(excerpt(&"x".repeat(200)).chars().count(), 121);
    }
}
