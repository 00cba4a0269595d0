//! Who sits in the seat [elsewhere](client::Seat::Elsewhere). The game knows only the trait [`Opponent`]: another kind of
//! opponent is another file beside [`engine`](mod@engine), another [`Who`], and one line in [`seat`].

mod computer;
mod engine;

use std::fmt;
use std::time::Duration;

use client::{Deed, Table};
use game::{Bonus, Millis, Timestamp};
use rules::{ByColor, Color};

use self::engine::Engine;
use crate::Who;
use crate::texts::Texts;
use crate::world::environment;
pub(crate) use computer::{Computer, Pace};

/// Lets somebody take their seat. Both ways to play come here.
pub(crate) fn seat(who: &Who, texts: Texts, pace: Pace, reports: Reports) -> Box<dyn Opponent> {
    match who {
        Who::Computer(level) => {
            let name = texts.level(*level);
            Box::new(Computer::start(*level, name, pace, environment::seed(), reports))
        }
        Who::Engine(options) => Box::new(Engine::start(options, reports)),
    }
}

/// Somebody who plays one side and is not at this keyboard.
///
/// Nothing here waits. What an opponent does it reports when it is ready, from whatever thread it likes.
pub trait Opponent: fmt::Debug + Send {
    /// The name to be shown beside the board.
    fn name(&self) -> &str;

    /// It is its turn at this table. Asked once for each position; the question before this one is not wanted any more.
    fn think(&mut self, question: Question, table: &Table, now: Timestamp);

    /// The person here has done something other than moving at this table: offered, accepted, resigned.
    fn hear(&mut self, deed: Deed, table: &Table);

    /// What it was asked is not wanted any more: the game is over, or another one has begun.
    fn rest(&mut self);

    /// Another game comes to the table: what it remembers of the last one is of no use.
    fn begin(&mut self);
}

/// A position that an opponent was asked about. Answers name it, so that one that comes too late is told from one that is
/// waited for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Question(pub u64);

/// What an opponent lets the game know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// It answers a question, usually with a move.
    Answers(Question, Deed),
    /// It does something unasked: accepts, declines, offers.
    Does(Deed),
    /// It has been asked to start and takes its time for it.
    Waits,
    /// It is no longer fit to play. It will not report again.
    Fails(Trouble),
}

/// Why an opponent cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It could not be started, in the system's words.
    NotStarted(String),
    /// It stopped running, after these last words.
    Gone(Option<String>),
    /// It does not answer.
    Silent,
    /// It said what cannot be: a move that is not legal, a line that is not of its protocol.
    Lied(String),
    /// It cannot play games of this kind.
    Unfit,
}

impl Trouble {
    /// The opponent did something that cannot be.
    pub(crate) fn lie(deed: Deed) -> Trouble {
        Trouble::Lied(match deed {
            Deed::Move(uci) => uci.to_string(),
            _ => format!("{deed:?}"),
        })
    }
}

/// Whether a deed was honest when it was done, but has been overtaken: the game is over, or the offer that it answers is
/// not on the table any more.
pub(crate) fn is_too_late(deed: Deed, table: &Table) -> bool {
    let game = table.game();
    let answers_nothing = match deed {
        Deed::Accept(offer) | Deed::Decline(offer) => game.pending(offer).is_none(),
        _ => false,
    };
    game.outcome().is_some() || answers_nothing
}

/// What both clocks show and what each side gets for a move, if there are clocks.
fn clocks(table: &Table, now: Timestamp) -> Option<(ByColor<Duration>, ByColor<Duration>)> {
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
pub struct Reports(Box<dyn Fn(Report) + Send + Sync>);

impl Reports {
    /// Reports that are handed to a function.
    pub fn new(receive: impl Fn(Report) + Send + Sync + 'static) -> Reports {
        Reports(Box::new(receive))
    }

    /// Hands over a report.
    pub fn send(&self, report: Report) {
        (self.0)(report);
    }
}

impl fmt::Debug for Reports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reports")
    }
}
