//! An engine that speaks UCI, as an opponent. A thread of its own talks to it, so that the board never waits: for its
//! start, for its moves, or for one that hangs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use client::{Deed, Table};
use game::{Offer, Ruleset, Timestamp};
use rules::{CastlingStyle, Move, Position};
use uci::{Failure, Go, Heard};

use super::{Opponent, Question, Report, Reports, Trouble, clocks};
use crate::EngineOptions;

/// An engine, and the thread that talks to it.
#[derive(Debug)]
pub(crate) struct Engine {
    name: String,
    move_time: Option<Duration>,
    asks: Option<Sender<Ask>>,
    reports: Arc<Reports>,
    /// Nobody asks any more: also a thread that waits for the engine looks at this.
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread is to do.
#[derive(Debug)]
enum Ask {
    Think(Question, Box<Task>),
    Rest,
    Begin,
}

/// A position, and how long to think about it.
#[derive(Debug)]
struct Task {
    start: Position,
    moves: Vec<Move>,
    go: Go,
    /// An engine that has not moved after this long never will.
    patience: Duration,
}

/// How long an engine may take to start and to get ready.
const GREETING: Duration = Duration::from_secs(20);

/// An engine that has not started after this long is said to be waited for.
const A_WHILE: Duration = Duration::from_secs(2);

/// How long one may think where there is neither a clock nor a limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// How much longer than allowed an engine may take before it is given up.
const GRACE: Duration = Duration::from_secs(5);

/// How long one that is told to end may take for it.
const LAST_MOMENT: Duration = Duration::from_millis(500);

/// How often the thread looks up from listening.
const A_MOMENT: Duration = Duration::from_millis(50);

impl Engine {
    /// Starts a program. What goes wrong is reported, like everything else.
    pub(crate) fn start(options: &EngineOptions, reports: Reports) -> Engine {
        let (asks, asked) = channel();
        let (reports, is_over) = (Arc::new(reports), Arc::new(AtomicBool::new(false)));
        let thread = {
            let (options, reports, is_over) = (options.clone(), Arc::clone(&reports), Arc::clone(&is_over));
            std::thread::spawn(move || {
                let mut end = End { reports: &reports, trouble: Some(Trouble::Gone(None)) };
                end.trouble = converse(&options, &asked, &reports, &is_over).err();
            })
        };
        Engine {
            name: options.name(),
            move_time: options.move_time,
            asks: Some(asks),
            reports,
            is_over,
            thread: Some(thread),
        }
    }

    fn ask(&self, ask: Ask) {
        if let Some(asks) = &self.asks {
            // A thread that has ended has reported why.
            let _ = asks.send(ask);
        }
    }

    fn task(&self, table: &Table, now: Timestamp) -> Option<Task> {
        let game = table.game();
        if game.ruleset() == Ruleset::KingCapture {
            return None;
        }
        let start = game.start().position().ok()?;
        let (go, allowed) = match (self.move_time, clocks(table, now)) {
            (Some(time), _) => (Go::for_time(time), time),
            (None, Some((time, bonus))) => {
                // Also what is not taken from the clock may be thought through.
                (Go::by_clock(time, bonus), time[game.turn()] + bonus[game.turn()])
            }
            (None, None) => (Go::for_time(USUAL_TIME), USUAL_TIME),
        };
        Some(Task { start, moves: game.moves().collect(), go, patience: allowed + GRACE })
    }
}

impl Opponent for Engine {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, question: Question, table: &Table, now: Timestamp) {
        match self.task(table, now) {
            Some(task) => self.ask(Ask::Think(question, Box::new(task))),
            None => self.reports.send(Report::Fails(Trouble::Unfit)),
        }
    }

    /// It lets moves be taken back and does not agree to draws, as engines do not.
    fn hear(&mut self, deed: Deed, _table: &Table) {
        match deed {
            Deed::Offer(Offer::Takeback) => self.reports.send(Report::Does(Deed::Accept(Offer::Takeback))),
            Deed::Offer(Offer::Draw) => self.reports.send(Report::Does(Deed::Decline(Offer::Draw))),
            _ => {}
        }
    }

    fn rest(&mut self) {
        self.ask(Ask::Rest);
    }

    fn begin(&mut self) {
        self.ask(Ask::Begin);
    }
}

/// The engine ends with the game: it is asked to, and killed if it does not.
impl Drop for Engine {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        self.asks = None;
        let _ended = self.thread.take().map(JoinHandle::join);
    }
}

/// Reports why the conversation is over when it is, also if the thread dies in the middle of it.
struct End<'a> {
    reports: &'a Reports,
    trouble: Option<Trouble>,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        if let Some(trouble) = self.trouble.take() {
            self.reports.send(Report::Fails(trouble));
        }
    }
}

/// Talks to the engine until nobody asks any more.
fn converse(
    options: &EngineOptions,
    asked: &Receiver<Ask>,
    reports: &Reports,
    is_over: &AtomicBool,
) -> Result<(), Trouble> {
    let mut engine = uci::Engine::spawn(&options.program)?;
    wait(is_over, reports, |until| engine.greets(until))?;
    for (name, value) in &options.settings {
        engine.set(name, value).map_err(|error| Trouble::NotStarted(error.to_string()))?;
    }
    let mut start = None;
    let mut open: Option<(Question, Instant)> = None;
    loop {
        let ask = if engine.is_thinking() {
            asked.try_recv()
        } else {
            asked.recv().map_err(|_| TryRecvError::Disconnected)
        };
        match ask {
            Ok(Ask::Think(question, task)) => {
                if start != Some(task.start) {
                    engine.prepare(&task.start)?;
                    wait(is_over, reports, |until| engine.is_ready(until))?;
                    start = Some(task.start);
                }
                open = Some((question, Instant::now() + task.patience));
                engine.go(&task.start, &task.moves, task.go);
            }
            Ok(Ask::Rest) => {
                open = None;
                engine.stop();
            }
            Ok(Ask::Begin) => start = None,
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                // It is over; an engine that does not end is killed.
                let _ended = engine.quit(Instant::now() + LAST_MOMENT);
                return Ok(());
            }
        }
        if let Some(Heard::Answer(answer)) = engine.hear(Instant::now() + A_MOMENT)?
            && let Some((question, _)) = open.take()
        {
            let uci = answer.best.uci(CastlingStyle::Chess960);
            reports.send(Report::Answers(question, Deed::Move(uci)));
        }
        // However much it talks: what counts is the answer.
        if open.is_some_and(|(_, deadline)| Instant::now() > deadline) {
            return Err(Trouble::Silent);
        }
    }
}

/// Waits until the engine has done what it was asked, but no longer than anybody wants to play against it.
fn wait(
    is_over: &AtomicBool,
    reports: &Reports,
    mut has_done: impl FnMut(Instant) -> Result<bool, Failure>,
) -> Result<(), Trouble> {
    let (began, mut is_told) = (Instant::now(), false);
    let deadline = began + GREETING;
    while !is_over.load(Ordering::Acquire) {
        if has_done(Instant::now() + A_MOMENT)? {
            return Ok(());
        }
        if !is_told && began.elapsed() > A_WHILE {
            is_told = true;
            reports.send(Report::Waits);
        }
        if Instant::now() > deadline {
            return Err(Trouble::Silent);
        }
    }
    Ok(())
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        match failure {
            Failure::CannotStart { error, .. } => Trouble::NotStarted(error.to_string()),
            Failure::Silent { .. } => Trouble::Silent,
            Failure::Crashed { mut last_words, .. } => Trouble::Gone(last_words.pop()),
            Failure::IllegalMove { said } | Failure::Garbage { said } => Trouble::Lied(said),
            Failure::NoChess960 => Trouble::Unfit,
        }
    }
}
