//! The game at the table: the game itself, its clock, who plays, and which way the board lies.

mod brought;
mod conduct;
mod documents;
mod pace;

use game::{Clock, Game, Millis, Ruleset, TimeControl, Timestamp};
use rules::{ByColor, Color};

use crate::{Date, Orientation, Player, Seat, Turning};

pub use brought::Brought;
pub use pace::ClockFace;

/// A game with all that stands around it.
///
/// The clock begins with the first move, so that nobody loses time before sitting down; a clock that is paused goes on
/// with the next move, or when it is told to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub(crate) game: Game,
    pub(crate) clock: Clock,
    pub(crate) players: ByColor<Player>,
    pub(crate) orientation: Orientation,
    pub(crate) turning: Turning,
    /// Which sides have been warned that their time is short.
    pub(crate) warned: ByColor<bool>,
    /// The day the game was begun, if anybody said.
    pub(crate) date: Option<Date>,
    /// What a file says of the result, until somebody plays on.
    pub(crate) recorded: Option<game::pgn::Score>,
    /// The file that the game came from, with all that it says beside the moves.
    pub(crate) source: Option<Box<game::pgn::PgnGame>>,
    pub(crate) authority: Authority,
}

/// Who keeps the time and says how the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Authority {
    /// This program.
    #[default]
    Here,
    /// A server: what it has not told has not happened.
    Server,
}

impl Table {
    /// A table for a game that is about to begin, or goes on from where it stands. The side that sits here is at the
    /// bottom: White if both do.
    #[must_use]
    pub fn new(game: Game, control: TimeControl, players: ByColor<Player>, turning: Turning) -> Table {
        let only_black_here = players.white.seat() == Seat::Elsewhere && players.black.seat() == Seat::Here;
        let bottom = match turning {
            Turning::AfterMove => game.turn(),
            Turning::Fixed if only_black_here => Color::Black,
            Turning::Fixed => Color::White,
        };
        Table {
            game,
            clock: Clock::new(control),
            players,
            orientation: Orientation::of(bottom),
            turning,
            warned: ByColor::default(),
            date: None,
            recorded: None,
            source: None,
            authority: Authority::Here,
        }
    }

    /// Two people at one screen without a clock.
    #[must_use]
    pub fn plain(game: Game) -> Table {
        Table::new(game, TimeControl::Unlimited, ByColor::default(), Turning::Fixed)
    }

    /// The same table as that side sees it.
    #[must_use]
    pub fn seen_by(self, bottom: Color) -> Table {
        Table { orientation: Orientation::of(bottom), ..self }
    }

    /// The same table for a game on a server, which keeps the clock.
    #[cfg(feature = "online")]
    pub(crate) fn kept_by_server(self, clock: Clock) -> Table {
        Table { clock, authority: Authority::Server, ..self }
    }

    /// The same table with the day on which the game began.
    #[must_use]
    pub fn begun_on(self, date: Option<Date>) -> Table {
        Table { date, ..self }
    }

    /// The next game of the same players: colours changed, each with the time that was theirs, from the same start.
    #[must_use]
    pub fn rematch(&self) -> Table {
        let ByColor { white, black } = self.players.clone();
        let control = match *self.clock.control() {
            TimeControl::Clock(times) => {
                TimeControl::Clock(ByColor { white: times.black, black: times.white })
            }
            control @ (TimeControl::Unlimited | TimeControl::Correspondence { .. }) => control,
        };
        // The start was good enough for this game, so it is for the next.
        let game = Game::new(self.game.ruleset(), &self.game.start()).unwrap_or_else(|_| Game::standard());
        let table = Table::new(game, control, ByColor { white: black, black: white }, self.turning);
        match self.turning {
            Turning::Fixed => table.seen_by(!self.orientation.bottom),
            Turning::AfterMove => table,
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The round that is being played, as the list of moves numbers it. In King capture it is one move of each side,
    /// whoever began.
    #[must_use]
    pub fn round(&self) -> usize {
        match self.game.ruleset() {
            Ruleset::KingCapture => self.game.round(),
            Ruleset::Standard | Ruleset::Chess960 | Ruleset::FromPosition => {
                usize::try_from(self.game.setup().fullmoves.get()).unwrap_or(usize::MAX)
            }
        }
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Who plays.
    #[must_use]
    pub fn players(&self) -> &ByColor<Player> {
        &self.players
    }

    /// Which way the board lies.
    #[must_use]
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Whether the board turns after each move.
    #[must_use]
    pub fn turning(&self) -> Turning {
        self.turning
    }

    /// What a file says of the result, for a game that was opened from one and not played on.
    #[must_use]
    pub fn recorded(&self) -> Option<game::pgn::Score> {
        self.recorded
    }

    /// Whether the game is played on a server.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        self.authority == Authority::Server
    }

    /// Whether there is a clock.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        *self.clock.control() != TimeControl::Unlimited
    }

    /// Whether a side is played from this screen.
    #[must_use]
    pub fn is_here(&self, color: Color) -> bool {
        self.players[color].seat() == Seat::Here
    }

    /// Whether both sides are played from this screen.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.is_here(color))
    }

    /// The side that speaks for the people here: the one to move, if it is here.
    #[must_use]
    pub fn speaker(&self) -> Color {
        let turn = self.game.turn();
        if self.is_here(turn) { turn } else { !turn }
    }

    /// How long the side to move has thought about its move.
    pub(crate) fn thinking(&self, now: Timestamp) -> Millis {
        pace::thinking(&self.clock, now)
    }
}
