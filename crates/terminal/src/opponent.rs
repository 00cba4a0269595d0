//! Opponents: engines as players of the remote side
//! ([`PlayerLocation::Remote`](client::PlayerLocation::Remote)). The game knows only the trait [`Opponent`].
//! A new kind needs a file here, a variant of [`OpponentKind`] and a line in [`start`].

mod computer;
mod uci_opponent;

use std::fmt;
use std::time::Duration;

use client::{LocalGame, PlayerAction};
use game::{Bonus, Millis, Timestamp};
use rules::{ByColor, Color};

use self::uci_opponent::UciOpponent;
use crate::OpponentKind;
use crate::locale::TerminalLocale;
use crate::platform::environment;
pub(crate) use computer::{ComputerOpponent, MoveDelay};

/// Starts an opponent. Used by both modes.
pub(crate) fn start(
    kind: &OpponentKind,
    texts: TerminalLocale,
    delay: MoveDelay,
    events: OpponentEventSink,
) -> Box<dyn Opponent> {
    match kind {
        OpponentKind::Computer(level) => {
            let name = texts.level_name(*level);
            Box::new(ComputerOpponent::start(*level, name, delay, environment::time_seed(), events))
        }
        OpponentKind::Engine(options) => Box::new(UciOpponent::start(options, events)),
    }
}

/// A player of the remote side.
///
/// No method blocks. Moves and other actions are reported later as [`OpponentEvent`]s, from any thread.
pub trait Opponent: fmt::Debug + Send {
    /// Name shown beside the board.
    fn name(&self) -> &str;

    /// Requests a move, once per position; cancels the previous request.
    fn request_move(&mut self, id: MoveRequestId, local_game: &LocalGame, now: Timestamp);

    /// Notifies the opponent of an action of the local player other than a move: offer, answer, resignation.
    fn handle_action(&mut self, action: &PlayerAction, local_game: &LocalGame);

    /// Cancels the current request.
    fn cancel(&mut self);

    /// Notifies the opponent of a new game.
    fn new_game(&mut self);
}

/// Identifies a move request, so that late answers can be told apart from the expected one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveRequestId(pub u64);

/// An event reported by an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpponentEvent {
    /// Answer to a move request, usually a move.
    Answered(MoveRequestId, PlayerAction),
    /// An action without a request: acceptance, refusal or offer.
    Acted(PlayerAction),
    /// The opponent takes long to start.
    Starting,
    /// The opponent failed and reports nothing more.
    Failed(OpponentError),
}

/// Reason for the failure of an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpponentError {
    /// It could not be started: the system's reason.
    NotStarted(String),
    /// It exited; its last output, if any.
    Exited(Option<String>),
    /// It did not answer in time.
    Timeout,
    /// It sent an illegal move or a line that violates its protocol.
    InvalidReply(String),
    /// It does not support this variant.
    Unsupported,
}

impl OpponentError {
    /// An error for an illegal action.
    pub(crate) fn invalid_reply(action: &PlayerAction) -> OpponentError {
        OpponentError::InvalidReply(match action {
            PlayerAction::Move { uci, .. } => uci.0.to_string(),
            _ => format!("{action:?}"),
        })
    }
}

/// True if an action was valid when it was sent but no longer is: the game is over, or the offer it answers
/// is gone.
pub(crate) fn is_stale(action: &PlayerAction, local_game: &LocalGame) -> bool {
    let game = local_game.game();
    let answers_nothing = match action {
        PlayerAction::Accept { offer } | PlayerAction::Decline { offer } => {
            offer.to_game_offer().is_some_and(|offer| game.pending(offer).is_none())
        }
        _ => false,
    };
    game.outcome().is_some() || answers_nothing
}

/// Remaining time and bonus per move of both sides, if the game is timed.
fn clocks(local_game: &LocalGame, now: Timestamp) -> Option<(ByColor<Duration>, ByColor<Duration>)> {
    let duration = |span: Millis| Duration::from_millis(span.0);
    let left = |color: Color| local_game.clock().left(color, now).map(duration);
    let bonus = |color: Color| match local_game.clock().control().bonus(color) {
        Bonus::None => Duration::ZERO,
        bonus => duration(bonus.amount()),
    };
    let time = ByColor { white: left(Color::White)?, black: left(Color::Black)? };
    Some((time, ByColor::new_with(bonus)))
}

/// Receives the events of an opponent.
pub struct OpponentEventSink(Box<dyn Fn(OpponentEvent) + Send + Sync>);

impl OpponentEventSink {
    /// Creates a sink that passes events to a function.
    pub fn new(receive: impl Fn(OpponentEvent) + Send + Sync + 'static) -> OpponentEventSink {
        OpponentEventSink(Box::new(receive))
    }

    /// Sends an event.
    pub fn send(&self, event: OpponentEvent) {
        (self.0)(event);
    }
}

impl fmt::Debug for OpponentEventSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reports")
    }
}
