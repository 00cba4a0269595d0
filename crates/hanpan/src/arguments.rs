//! What several commands take: a position, a way to spell castling.

use rules::{CastlingStyle, Fault, Faults, Position, Setup};

use crate::columns::fen_words;
use crate::failure::Failure;

/// The position to look at, and how its moves are spelled.
#[derive(clap::Args, Debug)]
pub(crate) struct PositionArgs {
    /// The position, as FEN, X-FEN or Shredder-FEN, or startpos; the starting position when left out
    #[arg(long, value_name = "FEN", default_value = "startpos", hide_default_value = true)]
    fen: String,
    /// Spell castling as king takes rook, as Chess960 programs do
    #[arg(long)]
    chess960: bool,
}

impl PositionArgs {
    /// The position, also one that no game can bring about: what is asked for here is its moves, and those it has.
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        read(&self.fen, Faults::FANTASTIC)
    }

    pub(crate) fn style(&self) -> CastlingStyle {
        if self.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    }
}

/// A position to be judged.
#[derive(clap::Args, Debug)]
pub(crate) struct JudgedPosition {
    /// The position as FEN, X-FEN or Shredder-FEN, or startpos
    fen: String,
    /// Accept a position that no game can bring about: too many men, an impossible check, castling rights from
    /// two different starting positions
    #[arg(long)]
    lenient: bool,
}

impl JudgedPosition {
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        let composed = Faults::from(Fault::TooMuchMaterial);
        read(&self.fen, if self.lenient { Faults::FANTASTIC } else { composed })
    }
}

/// The position that a FEN or `startpos` names.
pub(crate) fn read(text: &str, waived: Faults) -> Result<Position, Failure> {
    if text.trim() == "startpos" {
        return Ok(Position::start());
    }
    let bad = |error: &dyn std::fmt::Display| Failure::BadInput(format!("'{}': {error}", shown(text)));
    let setup = Setup::from_fen(text.as_bytes()).map_err(|error| bad(&fen_words(error)))?;
    setup.position_waiving(waived).map_err(|error| bad(&error))
}

/// Text from outside, made safe to print in one line and cut where it goes on and on.
pub(crate) fn shown(text: &str) -> String {
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
    fn positions() {
        let check = |fen: &str, waived, expected: Result<usize, &str>| match (read(fen, waived), expected) {
            (Ok(found), Ok(moves)) => assert_eq!(found.legal_moves().len(), moves, "{fen}"),
            (Err(failure), Err(part)) => {
                let message = failure.message().unwrap();
                assert!(message.contains(part) && !message.contains('\n'), "{message}");
            }
            (found, _) => panic!("{fen}: {found:?}"),
        };
        let (strict, lenient) = (Faults::NONE, Faults::FANTASTIC);
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
    fn long_text_is_cut() {
        assert_eq!(shown("a\tb'"), "a\\tb\\'");
        assert_eq!(shown(&"x".repeat(200)).chars().count(), 121);
    }
}
