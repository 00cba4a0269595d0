//! An engine that speaks UCI, as an opponent. A thread of its own talks to it, so that the board never waits: for its
//! start, for its moves, or for one that hangs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use client::{LocalGame, OfferKind, PlayerAction};
use game::{Offer, Ply, Ruleset, Timestamp};
use rules::{CastlingStyle, Move, Position};
use uci::{EngineError, EngineEvent, Go};

use super::{MoveRequestId, Opponent, OpponentError, OpponentEvent, OpponentEventSink, clocks};
use crate::EngineOptions;

/// An engine, and the thread that talks to it.
#[derive(Debug)]
pub(crate) struct UciOpponent {
    name: String,
    move_time: Option<Duration>,
    commands: Option<Sender<UciCommand>>,
    events: Arc<OpponentEventSink>,
    /// Nobody asks any more: also a thread that waits for the engine looks at this.
    is_cancelled: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread is to do.
#[derive(Debug)]
enum UciCommand {
    Search(MoveRequestId, Box<UciSearch>),
    Stop,
    NewGame,
}

/// A position, and how long to think about it.
#[derive(Debug)]
struct UciSearch {
    start: Position,
    moves: Vec<Move>,
    go: Go,
    /// An engine that has not moved after this long never will.
    timeout: Duration,
}

/// How long an engine may take to start and to get ready.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(20);

/// An engine that has not started after this long is said to be waited for.
const SLOW_START: Duration = Duration::from_secs(2);

/// How long one may think where there is neither a clock nor a limit.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// How much longer than allowed an engine may take before it is given up.
const MOVE_TIMEOUT_GRACE: Duration = Duration::from_secs(5);

/// How long one that is told to end may take for it.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// How often the thread looks up from listening.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl UciOpponent {
    /// Starts a program. What goes wrong is reported, like everything else.
    pub(crate) fn start(options: &EngineOptions, reports: OpponentEventSink) -> UciOpponent {
        let (asks, asked) = channel();
        let (reports, is_over) = (Arc::new(reports), Arc::new(AtomicBool::new(false)));
        let thread = {
            let (options, reports, is_over) = (options.clone(), Arc::clone(&reports), Arc::clone(&is_over));
            std::thread::spawn(move || {
                let mut end = ReportOnDrop { events: &reports, error: Some(OpponentError::Exited(None)) };
                end.error = run_engine(&options, &asked, &reports, &is_over).err();
            })
        };
        UciOpponent {
            name: options.name(),
            move_time: options.move_time,
            commands: Some(asks),
            events: reports,
            is_cancelled: is_over,
            thread: Some(thread),
        }
    }

    fn send_command(&self, ask: UciCommand) {
        if let Some(asks) = &self.commands {
            // A thread that has ended has reported why.
            let _ = asks.send(ask);
        }
    }

    fn search(&self, table: &LocalGame, now: Timestamp) -> Option<UciSearch> {
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
            (None, None) => (Go::for_time(DEFAULT_MOVE_TIME), DEFAULT_MOVE_TIME),
        };
        Some(UciSearch { start, moves: game.moves().collect(), go, timeout: allowed + MOVE_TIMEOUT_GRACE })
    }
}

impl Opponent for UciOpponent {
    fn name(&self) -> &str {
        &self.name
    }

    fn request_move(&mut self, question: MoveRequestId, table: &LocalGame, now: Timestamp) {
        match self.search(table, now) {
            Some(task) => self.send_command(UciCommand::Search(question, Box::new(task))),
            None => self.events.send(OpponentEvent::Failed(OpponentError::Unsupported)),
        }
    }

    /// It lets moves be taken back and does not agree to draws, as engines do not.
    fn handle_action(&mut self, action: &PlayerAction, _table: &LocalGame) {
        match action {
            PlayerAction::Offer { offer: OfferKind::Takeback } => {
                self.events.send(OpponentEvent::Acted(PlayerAction::accept(Offer::Takeback)))
            }
            PlayerAction::Offer { offer: OfferKind::Draw } => {
                self.events.send(OpponentEvent::Acted(PlayerAction::decline(Offer::Draw)))
            }
            _ => {}
        }
    }

    fn cancel(&mut self) {
        self.send_command(UciCommand::Stop);
    }

    fn new_game(&mut self) {
        self.send_command(UciCommand::NewGame);
    }
}

/// The engine ends with the game: it is asked to, and killed if it does not.
impl Drop for UciOpponent {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Release);
        self.commands = None;
        let _ended = self.thread.take().map(JoinHandle::join);
    }
}

/// Reports why the conversation is over when it is, also if the thread dies in the middle of it.
struct ReportOnDrop<'a> {
    events: &'a OpponentEventSink,
    error: Option<OpponentError>,
}

impl Drop for ReportOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(trouble) = self.error.take() {
            self.events.send(OpponentEvent::Failed(trouble));
        }
    }
}

/// Talks to the engine until nobody asks any more.
fn run_engine(
    options: &EngineOptions,
    asked: &Receiver<UciCommand>,
    reports: &OpponentEventSink,
    is_over: &AtomicBool,
) -> Result<(), OpponentError> {
    let mut engine = uci::Engine::spawn(&options.program)?;
    wait_until_ready(is_over, reports, |until| engine.poll_uciok(until))?;
    for (name, value) in &options.uci_options {
        engine.set_option(name, value).map_err(|error| OpponentError::NotStarted(error.to_string()))?;
    }
    let mut start = None;
    let mut open: Option<(MoveRequestId, Ply, Instant)> = None;
    loop {
        let ask = if engine.is_searching() {
            asked.try_recv()
        } else {
            asked.recv().map_err(|_| TryRecvError::Disconnected)
        };
        match ask {
            Ok(UciCommand::Search(question, task)) => {
                if start != Some(task.start) {
                    engine.start_new_game(&task.start)?;
                    wait_until_ready(is_over, reports, |until| engine.poll_readyok(until))?;
                    start = Some(task.start);
                }
                open = Some((question, Ply::new(task.moves.len()), Instant::now() + task.timeout));
                engine.go(&task.start, &task.moves, task.go);
            }
            Ok(UciCommand::Stop) => {
                open = None;
                engine.stop();
            }
            Ok(UciCommand::NewGame) => start = None,
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                // It is over; an engine that does not end is killed.
                let _ended = engine.quit(Instant::now() + QUIT_TIMEOUT);
                return Ok(());
            }
        }
        if let Some(EngineEvent::BestMove(answer)) = engine.next_event(Instant::now() + POLL_INTERVAL)?
            && let Some((question, ply, _)) = open.take()
        {
            let uci = answer.best.uci(CastlingStyle::Chess960);
            reports.send(OpponentEvent::Answered(question, PlayerAction::play(ply, uci)));
        }
        // However much it talks: what counts is the answer.
        if open.is_some_and(|(.., deadline)| Instant::now() > deadline) {
            return Err(OpponentError::Timeout);
        }
    }
}

/// Waits until the engine has done what it was asked, but no longer than anybody wants to play against it.
fn wait_until_ready(
    is_over: &AtomicBool,
    reports: &OpponentEventSink,
    mut has_done: impl FnMut(Instant) -> Result<bool, EngineError>,
) -> Result<(), OpponentError> {
    let (began, mut is_told) = (Instant::now(), false);
    let deadline = began + STARTUP_TIMEOUT;
    while !is_over.load(Ordering::Acquire) {
        if has_done(Instant::now() + POLL_INTERVAL)? {
            return Ok(());
        }
        if !is_told && began.elapsed() > SLOW_START {
            is_told = true;
            reports.send(OpponentEvent::Starting);
        }
        if Instant::now() > deadline {
            return Err(OpponentError::Timeout);
        }
    }
    Ok(())
}

impl From<EngineError> for OpponentError {
    fn from(failure: EngineError) -> OpponentError {
        match failure {
            EngineError::Spawn { error, .. } => OpponentError::NotStarted(error.to_string()),
            EngineError::Timeout { .. } => OpponentError::Timeout,
            EngineError::Crashed { stderr_tail: mut last_words, .. } => {
                OpponentError::Exited(last_words.pop())
            }
            EngineError::IllegalMove { text: said } | EngineError::Protocol { text: said } => {
                OpponentError::InvalidReply(said)
            }
            EngineError::NoChess960 => OpponentError::Unsupported,
        }
    }
}
