//! An engine that speaks UCI, as an opponent. A thread of its own talks to it, so that the board never waits: for its
//! start, for its moves, or for one that hangs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use client::{Deed, Table};
use game::{Bonus, Millis, Offer, Ruleset, Timestamp};
use rules::{ByColor, CastlingStyle, Color, Move, Position};
use uci::{Failure, Go, Heard, Program};

use super::{Opponent, Question, Report, Reports, Trouble};
use crate::EngineOptions;

/// An engine, and the thread that talks to it.
#[derive(Debug)]
pub(crate) struct Engine {
    name: String,
    move_time: Option<Duration>,
    asks: Option<Sender<Ask>>,
    reports: Arc<Reports>,
    /// Whether it has introduced itself: only then does it understand that it is to end.
    is_up: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread is to do.
#[derive(Debug)]
enum Ask {
    Think(Question, Box<Task>),
    Rest,
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

/// How long one may think where there is neither a clock nor a limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// How much longer than allowed an engine may take before it is given up.
const GRACE: Duration = Duration::from_secs(5);

/// How often the thread looks up from listening.
const A_MOMENT: Duration = Duration::from_millis(50);

impl Engine {
    /// Starts a program. What goes wrong is reported, like everything else.
    pub(crate) fn start(options: &EngineOptions, reports: Reports) -> Engine {
        let (asks, asked) = channel();
        let (reports, is_up) = (Arc::new(reports), Arc::new(AtomicBool::new(false)));
        let thread = {
            let (options, reports, is_up) = (options.clone(), Arc::clone(&reports), Arc::clone(&is_up));
            std::thread::spawn(move || {
                if let Err(trouble) = converse(&options, &asked, &reports, &is_up) {
                    reports.send(Report::Fails(trouble));
                }
            })
        };
        let name = options.program.file_stem().unwrap_or(Path::new("UCI").as_os_str());
        Engine {
            name: name.to_string_lossy().into_owned(),
            move_time: options.move_time,
            asks: Some(asks),
            reports,
            is_up,
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
            (None, Some((time, increment))) => (Go::by_clock(time, increment), time[game.turn()]),
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
    fn hear(&mut self, deed: Deed) {
        match deed {
            Deed::Offer(Offer::Takeback) => self.reports.send(Report::Does(Deed::Accept(Offer::Takeback))),
            Deed::Offer(Offer::Draw) => self.reports.send(Report::Does(Deed::Decline(Offer::Draw))),
            _ => {}
        }
    }

    fn rest(&mut self) {
        self.ask(Ask::Rest);
    }
}

/// The engine ends with the game. One that has not even introduced itself is not waited for.
impl Drop for Engine {
    fn drop(&mut self) {
        self.asks = None;
        if self.is_up.load(Ordering::Acquire) {
            let _ended = self.thread.take().map(JoinHandle::join);
        }
    }
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

/// Talks to the engine until nobody asks any more.
fn converse(
    options: &EngineOptions,
    asked: &Receiver<Ask>,
    reports: &Reports,
    is_up: &AtomicBool,
) -> Result<(), Trouble> {
    let mut engine = uci::Engine::start(&Program::new(&options.program), Instant::now() + GREETING)?;
    is_up.store(true, Ordering::Release);
    for (name, value) in &options.settings {
        engine.set(name, value).map_err(|error| Trouble::NotStarted(error.to_string()))?;
    }
    let mut start = None;
    let mut open: Option<(Question, Instant)> = None;
    loop {
        let ask = if engine.is_thinking() {
            asked.try_recv().map_err(|error| match error {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            })
        } else {
            asked.recv().map_err(|_| RecvTimeoutError::Disconnected)
        };
        match ask {
            Ok(Ask::Think(question, task)) => {
                if start != Some(task.start) {
                    engine.new_game(&task.start, Instant::now() + GREETING)?;
                    start = Some(task.start);
                }
                open = Some((question, Instant::now() + task.patience));
                engine.go(&task.start, &task.moves, task.go);
            }
            Ok(Ask::Rest) => {
                open = None;
                engine.stop();
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                // It is over; an engine that does not end is killed.
                let _ended = engine.quit(Instant::now() + Duration::from_millis(500));
                return Ok(());
            }
        }
        match engine.hear(Instant::now() + A_MOMENT)? {
            Some(Heard::Answer(answer)) => {
                if let Some((question, _)) = open.take() {
                    let uci = answer.best.uci(CastlingStyle::Chess960);
                    reports.send(Report::Answers(question, Deed::Move(uci)));
                }
            }
            Some(Heard::Info(_)) => {}
            None if open.is_some_and(|(_, deadline)| Instant::now() > deadline) => {
                return Err(Trouble::Silent);
            }
            None => {}
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        match failure {
            Failure::CannotStart { error, .. } => Trouble::NotStarted(error.to_string()),
            Failure::Silent { .. } => Trouble::Silent,
            Failure::Crashed { .. } => Trouble::Gone,
            Failure::IllegalMove { said } | Failure::Garbage { said } => Trouble::Lied(said),
            Failure::NoChess960 => Trouble::Unfit,
        }
    }
}
