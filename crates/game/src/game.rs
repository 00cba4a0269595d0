//! A game from its start to its result.

use rules::{Board, Color, IllegalPositionError, Move, MoveList, Position, Setup, SetupFaults, Square};

use crate::offers::Offers;
use crate::variant_position::VariantPosition;
use crate::{Chess960, Outcome, Ruleset, king_capture};

/// A game: where it started, the moves so far, what the players have proposed, how it ended.
///
/// ```
/// use game::{Ending, Game};
/// let mut game = Game::standard();
/// for text in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"] {
///     game.play(game.read_move(text)?)?;
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

/// A move that was made, and what it led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlayedMove {
    pub(crate) m: Move,
    pub(crate) after: VariantPosition,
}

/// How a game begins.
impl Game {
    /// Chess from its starting position.
    #[must_use]
    pub fn standard() -> Game {
        Game::with_start(Ruleset::Standard, VariantPosition::Standard(Position::start()))
    }

    /// Chess from one of the 960 starts.
    #[must_use]
    pub fn chess960(start: Chess960) -> Game {
        Game::with_start(Ruleset::Chess960, VariantPosition::Standard(start.position()))
    }

    /// Chess from any position. It may be over before it begins: a checkmate stays one.
    #[must_use]
    pub fn from_position(position: Position) -> Game {
        Game::with_start(Ruleset::FromPosition, VariantPosition::Standard(position))
    }

    /// King capture from the starting position. There, Black usually moves first.
    ///
    /// Nobody is forced out of check; whoever takes the king wins. Checkmate wins too, unless the side in check can
    /// take the enemy king instead. [`Game::position`] is `None`, for most of what a position can tell does not hold;
    /// everything else works as in any game.
    #[must_use]
    pub fn king_capture(first: Color) -> Game {
        Game::with_start(
            Ruleset::KingCapture,
            VariantPosition::KingCapture(Setup { turn: first, ..Setup::start() }),
        )
    }

    /// Any ruleset from any setup that it can be played from: for games that come from a file, a database or a form.
    /// Standard chess that does not begin at its starting position is a game from a position; one that no game brings about
    /// will do.
    ///
    /// # Errors
    /// Gives all that is wrong with the setup.
    pub fn new(ruleset: Ruleset, setup: &Setup) -> Result<Game, IllegalPositionError> {
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
        Ok(Game::with_start(ruleset, start))
    }

    fn with_start(ruleset: Ruleset, start: VariantPosition) -> Game {
        let mut game = Game { ruleset, start, history: Vec::new(), outcome: None, offers: Offers::default() };
        game.outcome = game.automatic_outcome();
        game
    }
}

/// Where a game stands.
impl Game {
    /// The rules it is played by.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// How it ended; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The side to move; once the game is over, the side that would be.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.state().turn()
    }

    /// The pieces.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.state().board()
    }

    /// What is on the board, with rights and counters, as FEN would say it.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.state().setup()
    }

    /// The position, in games that follow the Laws; `None` in King capture.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.state().position()
    }

    /// The moves that may be made; none once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        if self.outcome.is_some() { MoveList::new() } else { self.state().moves() }
    }

    /// The moves that the piece on a square may make; none once the game is over.
    #[must_use]
    pub fn moves_from(&self, from: Square) -> MoveList {
        let mut moves = self.legal_moves();
        moves.retain(|m| m.from() == from);
        moves
    }

    /// The king of the side to move, if it is attacked.
    #[must_use]
    pub fn checked_king(&self) -> Option<Square> {
        self.state().checked_king()
    }

    pub(crate) fn state(&self) -> &VariantPosition {
        self.history.last().map_or(&self.start, |ply| &ply.after)
    }

    /// The state so many plies after the start.
    pub(crate) fn state_at(&self, plies: usize) -> Option<&VariantPosition> {
        match plies.checked_sub(1) {
            None => Some(&self.start),
            Some(index) => self.history.get(index).map(|ply| &ply.after),
        }
    }

    /// All states, the present one first.
    pub(crate) fn states_backwards(&self) -> impl Iterator<Item = &VariantPosition> {
        self.history.iter().rev().map(|ply| &ply.after).chain([&self.start])
    }

    /// How the game ends by itself where it stands.
    pub(crate) fn automatic_outcome(&self) -> Option<Outcome> {
        self.state().outcome().or_else(|| self.automatic_draw())
    }
}
