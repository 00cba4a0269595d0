//! `position`: what is on the board, and how it came about.

use std::fmt;

use rules::{CastlingStyle, Faults, IllegalPosition, Move, Position, Setup, UciMove, UciMoveError};

use crate::ParseError;
use crate::words::Words;

/// A start and the moves from there, as they were written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    /// Where the game started.
    pub start: Setup,
    /// The moves since.
    pub moves: Vec<UciMove>,
}

/// Why a line cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineError {
    /// The start is no position.
    Start(IllegalPosition),
    /// A move is not legal where it was made.
    Move {
        /// Its place in the line, from 0.
        ply: usize,
        /// What is wrong.
        error: UciMoveError,
    },
}

impl Line {
    /// The line of a game.
    #[must_use]
    pub fn new(start: &Position, moves: &[Move], style: CastlingStyle) -> Line {
        Line { start: start.setup(), moves: moves.iter().map(|m| m.uci(style)).collect() }
    }

    /// The start and the moves as ones that can be played. Boards send starts that no game brings about, and name
    /// en-passant squares and castling rights without sense; those are dropped.
    ///
    /// # Errors
    /// The start cannot be played at all, or a move is not legal.
    pub fn resolve(&self) -> Result<(Position, Vec<Move>), LineError> {
        let start = self.start.position_waiving(Faults::WAIVABLE).map_err(LineError::Start)?;
        let mut position = start;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (ply, said) in self.moves.iter().enumerate() {
            let m = said.resolve(&position).map_err(|error| LineError::Move { ply, error })?;
            position = position.play(m).unwrap_or(position);
            moves.push(m);
        }
        Ok((start, moves))
    }

    pub(crate) fn read(words: &mut Words<'_>) -> Result<Line, ParseError> {
        let start = loop {
            match words.next() {
                Some("startpos") => {
                    words.until("moves");
                    break Setup::start();
                }
                Some("fen") => {
                    let fen = words.until("moves");
                    break Setup::from_fen(fen.as_bytes()).map_err(ParseError::Fen)?;
                }
                Some(_) => {}
                None => return Err(ParseError::Incomplete { command: "position" }),
            }
        };
        let moves = words.map(|said| {
            UciMove::parse(said.as_bytes()).map_err(|error| ParseError::Move { said: said.to_owned(), error })
        });
        Ok(Line { start, moves: moves.collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("position ")?;
        if self.start == Setup::start() {
            f.write_str("startpos")?;
        } else {
            write!(f, "fen {}", self.start)?;
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|m| write!(f, " {m}"))
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Start(error) => error.fmt(f),
            LineError::Move { ply, error } => write!(f, "move {}: {error}", ply + 1),
        }
    }
}

impl std::error::Error for LineError {}

#[cfg(test)]
mod tests {
    use rules::Square;

    use super::*;
    use crate::ToEngine;

    fn line(text: &str) -> Line {
        match text.parse() {
            Ok(ToEngine::Position(line)) => line,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_line_is_played_move_by_move() {
        let (start, moves) = line("position startpos moves e2e4 e7e5 g1f3").resolve().unwrap();
        assert_eq!((start, moves.len()), (Position::start(), 3));
        let castled = line("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1").resolve().unwrap().1;
        assert!(castled[0].is_castle());
    }

    #[test]
    fn a_move_that_is_not_legal_is_named() {
        let error = line("position startpos moves e2e4 e2e4").resolve().unwrap_err();
        let told = UciMoveError::Illegal { from: Square::E2, to: Square::E4, promotion: None };
        assert_eq!(error, LineError::Move { ply: 1, error: told });
    }

    #[test]
    fn sloppy_starts_are_played_and_impossible_ones_are_not() {
        let sloppy = "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e6 0 1";
        assert!(line(sloppy).resolve().is_ok());
        let kingless = line("position fen 8/8/8/8/8/8/8/8 w - - 0 1").resolve();
        assert!(matches!(kingless, Err(LineError::Start(_))));
    }
}
