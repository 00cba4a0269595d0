//! Who sits in the seat [elsewhere](client::Seat::Elsewhere). The game knows only the trait [`Opponent`]: another kind of
//! opponent is another file beside [`engine`](mod@engine), another [`Who`], and one line in [`seat`].

mod computer;
mod uci_opponent;

use std::fmt;
use std::time::Duration;

use client::{LocalGame, PlayerAction};
use game::{Bonus, Millis, Timestamp};
use rules::{ByColor, Color};

use self::uci_opponent::UciOpponent;
use crate::OpponentKind;
use crate::platform::environment;
use crate::texts::TerminalLocale;
pub(crate) use computer::{ComputerOpponent, MoveDelay};

/// Lets somebody take their seat. Both ways to play come here.
pub(crate) fn start(
    who: &OpponentKind,
    texts: TerminalLocale,
    pace: MoveDelay,
    reports: OpponentEventSink,
) -> Box<dyn Opponent> {
    match who {
        OpponentKind::Computer(level) => {
            let name = texts.level_name(*level);
            Box::new(ComputerOpponent::start(*level, name, pace, environment::time_seed(), reports))
        }
        OpponentKind::Engine(options) => Box::new(UciOpponent::start(options, reports)),
    }
}

/// Somebody who plays one side and is not at this keyboard.
///
/// Nothing here waits. What an opponent does it reports when it is ready, from whatever thread it likes.
pub trait Opponent: fmt::Debug + Send {
    /// The name to be shown beside the board.
    fn name(&self) -> &str;

    /// It is its turn at this table. Asked once for each position; the question before this one is not wanted any more.
    fn request_move(&mut self, question: MoveRequestId, table: &LocalGame, now: Timestamp);

    /// The person here has done something other than moving at this table: offered, accepted, resigned.
    fn handle_action(&mut self, action: &PlayerAction, table: &LocalGame);

    /// What it was asked is not wanted any more: the game is over, or another one has begun.
    fn cancel(&mut self);

    /// Another game comes to the table: what it remembers of the last one is of no use.
    fn new_game(&mut self);
}

/// A position that an opponent was asked about. Answers name it, so that one that comes too late is told from one that is
/// waited for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveRequestId(pub u64);

/// What an opponent lets the game know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpponentEvent {
    /// It answers a question, usually with a move.
    Answered(MoveRequestId, PlayerAction),
    /// It does something unasked: accepts, declines, offers.
    Acted(PlayerAction),
    /// It has been asked to start and takes its time for it.
    Starting,
    /// It is no longer fit to play. It will not report again.
    Failed(OpponentError),
}

/// Why an opponent cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpponentError {
    /// It could not be started, in the system's words.
    NotStarted(String),
    /// It stopped running, after these last words.
    Exited(Option<String>),
    /// It does not answer.
    Timeout,
    /// It said what cannot be: a move that is not legal, a line that is not of its protocol.
    InvalidReply(String),
    /// It cannot play games of this kind.
    Unsupported,
}

impl OpponentError {
    /// The opponent did something that cannot be.
    pub(crate) fn invalid_reply(action: &PlayerAction) -> OpponentError {
        OpponentError::InvalidReply(match action {
            PlayerAction::Move { uci, .. } => uci.0.to_string(),
            _ => format!("{action:?}"),
        })
    }
}

/// Whether a deed was honest when it was done, but has been overtaken: the game is over, or the offer that it answers is
/// not on the table any more.
pub(crate) fn is_stale(action: &PlayerAction, table: &LocalGame) -> bool {
    let game = table.game();
    let answers_nothing = match action {
        PlayerAction::Accept { offer } | PlayerAction::Decline { offer } => {
            offer.to_game_offer().is_some_and(|offer| game.pending(offer).is_none())
        }
        _ => false,
    };
    game.outcome().is_some() || answers_nothing
}

/// What both clocks show and what each side gets for a move, if there are clocks.
fn clocks(table: &LocalGame, now: Timestamp) -> Option<(ByColor<Duration>, ByColor<Duration>)> {
    let duration = |span: Millis| Duration::from_millis(span.0);
    let left = |color: Color| table.clock().left(color, now).map(duration);
    let bonus = |color: Color| match table.clock().control().bonus(color) {
        Bonus::None => Duration::ZERO,
        bonus => duration(bonus.amount()),
    };
    let time = ByColor { white: left(Color::White)?, black: left(Color::Black)? };
    Some((time, ByColor::new_with(bonus)))
}

/// Where an opponent's reports go.
pub struct OpponentEventSink(Box<dyn Fn(OpponentEvent) + Send + Sync>);

impl OpponentEventSink {
    /// Reports that are handed to a function.
    pub fn new(receive: impl Fn(OpponentEvent) + Send + Sync + 'static) -> OpponentEventSink {
        OpponentEventSink(Box::new(receive))
    }

    /// Hands over a report.
    pub fn send(&self, report: OpponentEvent) {
        (self.0)(report);
    }
}

impl fmt::Debug for OpponentEventSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reports")
    }
}
