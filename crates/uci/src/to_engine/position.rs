//! `position`: start position and moves.

use std::fmt;

use rules::{CastlingStyle, IllegalPositionError, Move, Position, Setup, SetupFaults, UciMove, UciMoveError};

use crate::ParseError;
use crate::tokens::Tokens;

/// A start position and moves as written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PositionCommand {
    /// Start position.
    pub start: Setup,
    /// Moves from the start.
    pub moves: Vec<UciMove>,
}

/// Error of resolving a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The start position is illegal.
    Start(IllegalPositionError),
    /// A move is illegal.
    Move {
        /// Index of the move, from 0.
        ply: usize,
        /// The error.
        error: UciMoveError,
    },
}

impl PositionCommand {
    /// The command for a game.
    #[must_use]
    pub fn new(start: &Position, moves: &[Move], style: CastlingStyle) -> PositionCommand {
        PositionCommand { start: start.setup(), moves: moves.iter().map(|m| m.uci(style)).collect() }
    }

    /// Resolves the start position and the moves. Faults of GUIs are waived: unreachable starts are accepted,
    /// impossible en-passant squares and castling rights dropped.
    pub fn resolve(&self) -> Result<(Position, Vec<Move>), PositionError> {
        let start = self.start.position_waiving(SetupFaults::WAIVABLE).map_err(PositionError::Start)?;
        let mut position = start;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (ply, uci) in self.moves.iter().enumerate() {
            let m = uci.resolve(&position).map_err(|error| PositionError::Move { ply, error })?;
            position = position.play(m).unwrap_or(position);
            moves.push(m);
        }
        Ok((start, moves))
    }

    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<PositionCommand, ParseError> {
        let start = loop {
            match tokens.next() {
                Some("startpos") => {
                    tokens.take_until("moves");
                    break Setup::start();
                }
                Some("fen") => {
                    let fen = tokens.take_until("moves");
                    break Setup::from_fen(fen.as_bytes()).map_err(ParseError::Fen)?;
                }
                Some(_) => {}
                None => return Err(ParseError::Incomplete { command: "position" }),
            }
        };
        let moves = tokens.map(|token| {
            UciMove::parse(token.as_bytes())
                .map_err(|error| ParseError::Move { token: token.to_owned(), error })
        });
        Ok(PositionCommand { start, moves: moves.collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for PositionCommand {
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

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Start(error) => error.fmt(f),
            PositionError::Move { ply, error } => write!(f, "move {}: {error}", ply + 1),
        }
    }
}

impl std::error::Error for PositionError {}

#[cfg(test)]
mod tests {
    use rules::Square;

    use super::*;
    use crate::ToEngine;

    fn parse(text: &str) -> PositionCommand {
        match text.parse() {
            Ok(ToEngine::Position(line)) => line,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn moves_are_resolved_in_order() {
        let (start, moves) = parse("position startpos moves e2e4 e7e5 g1f3").resolve().unwrap();
        assert_eq!((start, moves.len()), (Position::start(), 3));
        let castled = parse("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1").resolve().unwrap().1;
        assert!(castled[0].is_castle());
    }

    #[test]
    fn an_illegal_move_is_reported_with_its_ply() {
        let error = parse("position startpos moves e2e4 e2e4").resolve().unwrap_err();
        let told = UciMoveError::Illegal { from: Square::E2, to: Square::E4, promotion: None };
        assert_eq!(error, PositionError::Move { ply: 1, error: told });
    }

    #[test]
    fn waivable_faults_are_accepted_and_illegal_positions_rejected() {
        let sloppy = "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e6 0 1";
        assert!(parse(sloppy).resolve().is_ok());
        let kingless = parse("position fen 8/8/8/8/8/8/8/8 w - - 0 1").resolve();
        assert!(matches!(kingless, Err(PositionError::Start(_))));
    }
}
