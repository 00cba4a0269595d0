//! Games.

use rules::{Board, Color, IllegalPositionError, Move, MoveList, Position, Role, Setup, SetupFaults, Square};

use crate::offers::Offers;
use crate::variant_position::{SEARCH_BUDGET, VariantPosition};
use crate::{Chess960, Ending, Outcome, Ruleset, king_capture};

/// A game: starting position, moves, offers, outcome.
///
/// ```
/// use hanpan_game::{Ending, Game};
/// let mut game = Game::standard();
/// for text in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"] {
///     game.play(game.parse_move(text)?)?;
/// }
/// let outcome = game.outcome().unwrap();
/// assert_eq!((outcome.ending(), outcome.result()), (Ending::Checkmate, "1-0"));
/// assert_eq!(game.sans().last().as_deref(), Some("Qxf7#"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    ruleset: Ruleset,
    pub(crate) start: VariantPosition,
    pub(crate) history: Vec<PlayedMove>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) offers: Offers,
}

/// A played move and the position after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlayedMove {
    pub(crate) m: Move,
    pub(crate) after: VariantPosition,
}

/// Constructors.
impl Game {
    /// Standard chess.
    #[must_use]
    pub fn standard() -> Game {
        Game::with_start(Ruleset::Standard, VariantPosition::Standard(Position::start()))
    }

    /// Chess960.
    #[must_use]
    pub fn chess960(start: Chess960) -> Game {
        Game::with_start(Ruleset::Chess960, VariantPosition::Standard(start.position()))
    }

    /// Standard rules from any position. The game may be over already.
    #[must_use]
    pub fn from_position(position: Position) -> Game {
        Game::with_start(Ruleset::FromPosition, VariantPosition::Standard(position))
    }

    /// King capture from the starting position, in which Black usually moves first.
    ///
    /// No side has to get out of check, and capturing the king wins. Checkmate wins too, unless the side in
    /// check can capture the enemy king instead. [`Game::position`] is `None`, because most queries of a
    /// position do not apply; all other methods work as in any game.
    #[must_use]
    pub fn king_capture(first: Color) -> Game {
        Game::with_start(
            Ruleset::KingCapture,
            VariantPosition::KingCapture(Setup { turn: first, ..Setup::start() }),
        )
    }

    /// Pieces without kings, for exercises. They move and capture as in [`Ruleset::KingCapture`], and nothing ends the game; kings
    /// are removed.
    #[must_use]
    pub fn without_kings(setup: &Setup) -> Game {
        let mut setup = *setup;
        for king in setup.board.role(Role::King) {
            setup.board.remove(king);
        }
        Game::with_recorded_start(Ruleset::KingCapture, VariantPosition::KingCapture(setup))
    }

    /// A game under any ruleset from any playable setup, for games from files, databases or forms. Standard
    /// chess from another starting position becomes [`Ruleset::FromPosition`]. Positions that no game reaches
    /// are accepted.
    ///
    /// # Errors
    /// Returns all faults of the setup.
    pub fn new(ruleset: Ruleset, setup: &Setup) -> Result<Game, IllegalPositionError> {
        let mut game = Game::recorded(ruleset, setup)?;
        game.end_if_dead();
        Ok(game)
    }

    /// A game whose moves and outcome come from a record, such as a log or a PGN. Dead positions are left to
    /// the record, because programs recognise different ones: see [`play_recorded`](Game::play_recorded),
    /// [`end_recorded`](Game::end_recorded) and [`end_if_dead`](Game::end_if_dead).
    ///
    /// # Errors
    /// Returns all faults of the setup.
    pub fn recorded(ruleset: Ruleset, setup: &Setup) -> Result<Game, IllegalPositionError> {
        let start = match ruleset {
            Ruleset::Standard | Ruleset::Chess960 | Ruleset::FromPosition => {
                VariantPosition::Standard(setup.position_waiving(SetupFaults::UNREACHABLE)?)
            }
            Ruleset::KingCapture => {
                king_capture::validate_setup(setup)?;
                VariantPosition::KingCapture(*setup)
            }
        };
        let ruleset = match ruleset {
            Ruleset::Standard if *setup != Setup::start() => Ruleset::FromPosition,
            _ => ruleset,
        };
        Ok(Game::with_recorded_start(ruleset, start))
    }

    fn with_start(ruleset: Ruleset, start: VariantPosition) -> Game {
        let mut game = Game::with_recorded_start(ruleset, start);
        game.end_if_dead();
        game
    }

    fn with_recorded_start(ruleset: Ruleset, start: VariantPosition) -> Game {
        let mut game = Game { ruleset, start, history: Vec::new(), outcome: None, offers: Offers::default() };
        game.outcome = game.automatic_outcome();
        game
    }
}

/// Queries.
impl Game {
    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The outcome; `None` while the game is going on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The side to move, also after the end of the game.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.state().turn()
    }

    /// The pieces.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.state().board()
    }

    /// The current position as a setup.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.state().setup()
    }

    /// The current position; `None` in King capture.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.state().position()
    }

    /// The legal moves; none once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        if self.outcome.is_some() { MoveList::new() } else { self.state().moves() }
    }

    /// The legal moves of the piece on a square; none once the game is over.
    #[must_use]
    pub fn moves_from(&self, from: Square) -> MoveList {
        let mut moves = self.legal_moves();
        moves.retain(|m| m.from() == from);
        moves
    }

    /// The king of the side to move, if it is in check.
    #[must_use]
    pub fn checked_king(&self) -> Option<Square> {
        self.state().checked_king()
    }

    pub(crate) fn state(&self) -> &VariantPosition {
        self.history.last().map_or(&self.start, |ply| &ply.after)
    }

    /// The position after `plies` plies.
    pub(crate) fn state_at(&self, plies: usize) -> Option<&VariantPosition> {
        match plies.checked_sub(1) {
            None => Some(&self.start),
            Some(index) => self.history.get(index).map(|ply| &ply.after),
        }
    }

    /// All positions, the current one first.
    pub(crate) fn states_backwards(&self) -> impl Iterator<Item = &VariantPosition> {
        self.history.iter().rev().map(|ply| &ply.after).chain([&self.start])
    }

    /// Draw by dead position, if the game is not over and it is proven that no series of legal moves leads to
    /// checkmate.
    #[must_use]
    pub fn dead_position(&self) -> Option<Outcome> {
        self.dead_position_within(&mut { SEARCH_BUDGET })
    }

    /// Like [`dead_position`](Game::dead_position), but sees at most `budget` positions, and takes them from it.
    pub fn dead_position_within(&self, budget: &mut u32) -> Option<Outcome> {
        let is_dead = self.outcome.is_none() && self.state().is_dead(budget);
        is_dead.then(|| Outcome::without_winner(Ending::Dead))
    }

    /// The outcome by the board, repetition and move count, except dead positions.
    pub(crate) fn automatic_outcome(&self) -> Option<Outcome> {
        self.state().outcome().or_else(|| self.automatic_draw())
    }
}
