//! The position of a step: a position of chess, or pieces alone.

use game::Game;
use rules::{Board, Color, IllegalMoveReason, Move, MoveList, Position, Role, Setup, Square};

/// A position of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scene {
    /// A position of chess with both kings.
    Full(Position),
    /// Pieces without kings, for the first lessons: they only move and capture.
    Pieces(Setup),
}

impl Scene {
    /// The scene of a setup: pieces alone if there is no king; `None` if the setup is illegal.
    #[must_use]
    pub fn new(setup: &Setup) -> Option<Scene> {
        if setup.board.role(Role::King).is_empty() {
            return Some(Scene::Pieces(*setup));
        }
        setup.position().ok().map(Scene::Full)
    }

    /// The setup.
    #[must_use]
    pub fn setup(&self) -> Setup {
        match self {
            Scene::Full(position) => position.setup(),
            Scene::Pieces(setup) => *setup,
        }
    }

    /// The pieces.
    #[must_use]
    pub fn board(&self) -> &Board {
        match self {
            Scene::Full(position) => position.board(),
            Scene::Pieces(setup) => &setup.board,
        }
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        match self {
            Scene::Full(position) => position.turn(),
            Scene::Pieces(setup) => setup.turn,
        }
    }

    /// The position of chess; `None` without kings.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        match self {
            Scene::Full(position) => Some(position),
            Scene::Pieces(_) => None,
        }
    }

    /// The legal moves.
    #[must_use]
    pub fn moves(&self) -> MoveList {
        match self {
            Scene::Full(position) => position.legal_moves(),
            Scene::Pieces(setup) => setup.pseudo_legal_moves(),
        }
    }

    /// The scene after one of [`moves`](Scene::moves); meaningless for any other.
    #[must_use]
    pub fn after(&self, m: Move) -> Scene {
        match self {
            Scene::Full(position) => Scene::Full(position.play_unchecked(m)),
            Scene::Pieces(setup) => Scene::Pieces(setup.play_pseudo_unchecked(m)),
        }
    }

    /// The scene with the other side to move; `None` if the side to move is in check, which it must answer.
    #[must_use]
    pub fn passed(&self) -> Option<Scene> {
        match self {
            Scene::Full(position) => position.null_move().map(Scene::Full),
            Scene::Pieces(setup) => {
                Some(Scene::Pieces(Setup { turn: !setup.turn, en_passant: None, ..*setup }))
            }
        }
    }

    /// Returns true if the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.position().is_some_and(Position::is_check)
    }

    /// Returns true if the side to move is checkmated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.position().is_some_and(Position::is_checkmate)
    }

    /// Returns true if the side to move is stalemated.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        self.position().is_some_and(Position::is_stalemate)
    }

    /// Returns the move between two squares, or the reason why it is illegal.
    ///
    /// # Errors
    /// The reason. Without kings it is about the movement of the piece only.
    pub fn explain(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, IllegalMoveReason> {
        self.game().explain(from, to, promotion)
    }

    /// A game that starts here, for a board.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            Scene::Full(position) => Game::from_position(*position),
            Scene::Pieces(setup) => Game::without_kings(setup),
        }
    }

    /// The scene without counters, by which searches recognise it.
    pub(crate) fn key(&self) -> Setup {
        let start = Setup::empty();
        Setup { halfmoves: start.halfmoves, fullmoves: start.fullmoves, ..self.setup() }
    }
}
