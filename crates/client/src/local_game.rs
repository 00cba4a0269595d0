//! The game at the table: the game itself, its clock, who plays, and which way the board lies.

mod import;
mod actions;
mod fen_pgn;
mod clock_view;

use game::{Clock, Game, Millis, Ruleset, TimeControl, Timestamp};
use rules::{ByColor, Color};

use crate::{AutoFlip, Date, Orientation, Player, PlayerLocation};

pub use clock_view::ClockView;
pub use import::Imported;

/// A game with all that stands around it.
///
/// The clock begins with the first move, so that nobody loses time before sitting down; a clock that is paused goes on
/// with the next move, or when it is told to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalGame {
    pub(crate) game: Game,
    pub(crate) clock: Clock,
    pub(crate) players: ByColor<Player>,
    pub(crate) orientation: Orientation,
    pub(crate) auto_flip: AutoFlip,
    /// Which sides have been warned that their time is short.
    pub(crate) low_time_warned: ByColor<bool>,
    /// The day the game was begun, if anybody said.
    pub(crate) date: Option<Date>,
    /// What a file says of the result, until somebody plays on.
    pub(crate) recorded_result: Option<game::pgn::PgnResult>,
    /// The file that the game came from, with all that it says beside the moves.
    pub(crate) source_pgn: Option<Box<game::pgn::PgnGame>>,
    pub(crate) authority: Authority,
}

/// Who keeps the time and says how the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Authority {
    /// This program.
    #[default]
    Client,
    /// A server: what it has not told has not happened.
    Server,
}

impl LocalGame {
    /// A table for a game that is about to begin, or goes on from where it stands. The side that sits here is at the
    /// bottom: White if both do.
    #[must_use]
    pub fn new(game: Game, control: TimeControl, players: ByColor<Player>, turning: AutoFlip) -> LocalGame {
        let only_black_here = players.white.location() == PlayerLocation::Remote
            && players.black.location() == PlayerLocation::Local;
        let bottom = match turning {
            AutoFlip::AfterMove => game.turn(),
            AutoFlip::Never if only_black_here => Color::Black,
            AutoFlip::Never => Color::White,
        };
        LocalGame {
            game,
            clock: Clock::new(control),
            players,
            orientation: Orientation::of(bottom),
            auto_flip: turning,
            low_time_warned: ByColor::default(),
            date: None,
            recorded_result: None,
            source_pgn: None,
            authority: Authority::Client,
        }
    }

    /// Two people at one screen without a clock.
    #[must_use]
    pub fn untimed(game: Game) -> LocalGame {
        LocalGame::new(game, TimeControl::Unlimited, ByColor::default(), AutoFlip::Never)
    }

    /// The same table as that side sees it.
    #[must_use]
    pub fn with_bottom(self, bottom: Color) -> LocalGame {
        LocalGame { orientation: Orientation::of(bottom), ..self }
    }

    /// The same table for a game on a server, which keeps the clock.
    #[cfg(feature = "online")]
    pub(crate) fn with_server_clock(self, clock: Clock) -> LocalGame {
        LocalGame { clock, authority: Authority::Server, ..self }
    }

    /// The same table with the day on which the game began.
    #[must_use]
    pub fn with_date(self, date: Option<Date>) -> LocalGame {
        LocalGame { date, ..self }
    }

    /// The next game of the same players: colours changed, each with the time that was theirs, from the same start.
    #[must_use]
    pub fn rematch(&self) -> LocalGame {
        let ByColor { white, black } = self.players.clone();
        let control = match *self.clock.control() {
            TimeControl::Clock(times) => {
                TimeControl::Clock(ByColor { white: times.black, black: times.white })
            }
            control @ (TimeControl::Unlimited | TimeControl::Correspondence { .. }) => control,
        };
        // The start was good enough for this game, so it is for the next.
        let game = Game::new(self.game.ruleset(), &self.game.start()).unwrap_or_else(|_| Game::standard());
        let table = LocalGame::new(game, control, ByColor { white: black, black: white }, self.auto_flip);
        match self.auto_flip {
            AutoFlip::Never => table.with_bottom(!self.orientation.bottom),
            AutoFlip::AfterMove => table,
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
    pub fn move_number(&self) -> usize {
        match self.game.ruleset() {
            Ruleset::KingCapture => self.game.move_number(),
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
    pub fn auto_flip(&self) -> AutoFlip {
        self.auto_flip
    }

    /// What a file says of the result, for a game that was opened from one and not played on.
    #[must_use]
    pub fn recorded_result(&self) -> Option<game::pgn::PgnResult> {
        self.recorded_result
    }

    /// Whether the game is played on a server.
    #[must_use]
    pub fn is_online(&self) -> bool {
        self.authority == Authority::Server
    }

    /// Whether there is a clock.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        *self.clock.control() != TimeControl::Unlimited
    }

    /// Whether a side is played from this screen.
    #[must_use]
    pub fn is_local(&self, color: Color) -> bool {
        self.players[color].location() == PlayerLocation::Local
    }

    /// Whether both sides are played from this screen.
    #[must_use]
    pub fn is_all_local(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.is_local(color))
    }

    /// The side that speaks for the people here: the one to move, if it is here.
    #[must_use]
    pub fn local_side(&self) -> Color {
        let turn = self.game.turn();
        if self.is_local(turn) { turn } else { !turn }
    }

    /// How long the side to move has thought about its move.
    pub(crate) fn thinking_time(&self, now: Timestamp) -> Millis {
        clock_view::thinking_time(&self.clock, now)
    }
}
