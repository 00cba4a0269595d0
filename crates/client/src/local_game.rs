//! The game on the board with its clock, players and orientation.

mod import;
mod actions;
mod fen_pgn;
mod clock_view;

use game::pgn::PgnResult;
use game::{Clock, Ending, Game, Millis, Ruleset, TimeControl, Timestamp};
use rules::{ByColor, Color};

use crate::{AutoFlip, Date, Orientation, Player, PlayerLocation};

pub use clock_view::ClockView;
pub(crate) use fen_pgn::{playable_position, playable_setup};
pub use import::Imported;

/// Estimated time for forty moves from which a game is classical.
const CLASSICAL: Millis = Millis::seconds(25 * 60);

/// A game with clock, players and orientation.
///
/// The clock starts with the first move. A paused clock resumes with the next move or on request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalGame {
    pub(crate) game: Game,
    pub(crate) clock: Clock,
    pub(crate) players: ByColor<Player>,
    pub(crate) orientation: Orientation,
    pub(crate) auto_flip: AutoFlip,
    /// Sides that were warned about low time.
    pub(crate) low_time_warned: ByColor<bool>,
    /// Date on which the game started.
    pub(crate) date: Option<Date>,
    /// Result recorded in an imported PGN, until the game is continued.
    pub(crate) recorded_result: Option<PgnResult>,
    /// Imported PGN with its tags and comments.
    pub(crate) source_pgn: Option<Box<game::pgn::PgnGame>>,
    pub(crate) authority: Authority,
}

/// Authority over clock and outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Authority {
    /// This client.
    #[default]
    Client,
    /// The server; only its events change the game.
    Server,
}

impl LocalGame {
    /// Creates a game, possibly in progress. The local side is at the bottom; White if both are local.
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

    /// A game of two local players without a clock.
    #[must_use]
    pub fn untimed(game: Game) -> LocalGame {
        LocalGame::new(game, TimeControl::Unlimited, ByColor::default(), AutoFlip::Never)
    }

    /// The same game with this side at the bottom.
    #[must_use]
    pub fn with_bottom(self, bottom: Color) -> LocalGame {
        LocalGame { orientation: Orientation::of(bottom), ..self }
    }

    /// The same game with a clock kept by the server.
    pub(crate) fn with_server_clock(self, clock: Clock) -> LocalGame {
        LocalGame { clock, authority: Authority::Server, ..self }
    }

    /// The same game with a date.
    #[must_use]
    pub fn with_date(self, date: Option<Date>) -> LocalGame {
        LocalGame { date, ..self }
    }

    /// The rematch: same start position, colors and times swapped.
    #[must_use]
    pub fn rematch(&self) -> LocalGame {
        let ByColor { white, black } = self.players.clone();
        let control = match *self.clock.control() {
            TimeControl::Clock(times) => {
                TimeControl::Clock(ByColor { white: times.black, black: times.white })
            }
            control @ (TimeControl::Unlimited | TimeControl::Correspondence { .. }) => control,
        };
        // The start position was valid for this game.
        let game = Game::new(self.game.ruleset(), &self.game.start()).unwrap_or_else(|_| Game::standard());
        let local_game =
            LocalGame::new(game, control, ByColor { white: black, black: white }, self.auto_flip);
        match self.auto_flip {
            AutoFlip::Never => local_game.with_bottom(!self.orientation.bottom),
            AutoFlip::AfterMove => local_game,
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Move number as in the move list. In King capture a move number counts one move of each side, whichever
    /// began.
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

    /// Players.
    #[must_use]
    pub fn players(&self) -> &ByColor<Player> {
        &self.players
    }

    /// Orientation.
    #[must_use]
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Automatic flipping of the board.
    #[must_use]
    pub fn auto_flip(&self) -> AutoFlip {
        self.auto_flip
    }

    /// Result recorded in an imported PGN that was not continued.
    #[must_use]
    pub fn recorded_result(&self) -> Option<PgnResult> {
        self.recorded_result
    }

    /// True if the game ended before it was imported: it was not continued here.
    #[must_use]
    pub fn is_finished_import(&self) -> bool {
        let Some(source) = self.source_pgn.as_ref().filter(|_| self.is_finished()) else { return false };
        let is_over_on_board =
            |outcome: game::Outcome| matches!(outcome.ending(), Ending::Checkmate | Ending::Stalemate);
        (source.result != PgnResult::Unknown || self.game.outcome().is_some_and(is_over_on_board))
            && source.moves().eq(self.game.moves())
    }

    /// True if the game is over: by its moves and actions, or by the result recorded in an imported PGN.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.game.outcome().is_some() || self.recorded_result.is_some()
    }

    /// True for a game on a server.
    #[must_use]
    pub fn is_online(&self) -> bool {
        self.authority == Authority::Server
    }

    /// True if the game has a time control.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        *self.clock.control() != TimeControl::Unlimited
    }

    /// True if the players have long to think: without a clock on a server, days for a move, or a classical time control
    /// (25 minutes for forty moves).
    #[must_use]
    pub fn is_long(&self) -> bool {
        match self.clock.control() {
            TimeControl::Unlimited => self.is_online(),
            TimeControl::Correspondence { .. } => true,
            TimeControl::Clock(times) => {
                let side = times[self.local_side()];
                side.base() + Millis(40 * side.bonus().amount().0) >= CLASSICAL
            }
        }
    }

    /// True if a side is played at this screen.
    #[must_use]
    pub fn is_local(&self, color: Color) -> bool {
        self.players[color].location() == PlayerLocation::Local
    }

    /// True if both sides are played at this screen.
    #[must_use]
    pub fn is_all_local(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.is_local(color))
    }

    /// The local side for which commands are given: the side to move, if it is local.
    #[must_use]
    pub fn local_side(&self) -> Color {
        let turn = self.game.turn();
        if self.is_local(turn) { turn } else { !turn }
    }

    /// Time that the side to move has spent on the current move.
    pub(crate) fn thinking_time(&self, now: Timestamp) -> Millis {
        clock_view::thinking_time(&self.clock, now)
    }
}
