//! A UCI engine as an opponent. A thread talks to the engine process, so that the board never blocks on a
//! slow start, a long search or a hang.

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

/// A UCI engine with the thread that talks to it.
#[derive(Debug)]
pub(crate) struct UciOpponent {
    name: String,
    move_time: Option<Duration>,
    commands: Option<Sender<UciCommand>>,
    events: Arc<OpponentEventSink>,
    /// Set on drop; also read while the thread waits for the engine.
    is_cancelled: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A command for the thread.
#[derive(Debug)]
enum UciCommand {
    Search(MoveRequestId, Box<UciSearch>),
    Stop,
    NewGame,
}

/// A position with its search limits.
#[derive(Debug)]
struct UciSearch {
    start: Position,
    moves: Vec<Move>,
    go: Go,
    /// Time after which the engine counts as hung.
    timeout: Duration,
}

/// Timeout for start and `isready`.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(20);

/// Time after which a slow start is reported.
const SLOW_START: Duration = Duration::from_secs(2);

/// Move time without a clock or a configured limit.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Tolerance beyond the allowed time before the engine counts as hung.
const MOVE_TIMEOUT_GRACE: Duration = Duration::from_secs(5);

/// Time that the engine gets to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Interval at which the thread checks for new commands.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl UciOpponent {
    /// Starts the engine; errors are reported as events.
    pub(crate) fn start(options: &EngineOptions, events: OpponentEventSink) -> UciOpponent {
        let (commands, receiver) = channel();
        let (events, is_over) = (Arc::new(events), Arc::new(AtomicBool::new(false)));
        let thread = {
            let (options, events, is_over) = (options.clone(), Arc::clone(&events), Arc::clone(&is_over));
            std::thread::spawn(move || {
                let mut end = ReportOnDrop { events: &events, error: Some(OpponentError::Exited(None)) };
                end.error = run_engine(&options, &receiver, &events, &is_over).err();
            })
        };
        UciOpponent {
            name: options.name(),
            move_time: options.move_time,
            commands: Some(commands),
            events,
            is_cancelled: is_over,
            thread: Some(thread),
        }
    }

    fn send_command(&self, command: UciCommand) {
        if let Some(commands) = &self.commands {
            // A thread that has ended has already reported why.
            let _ = commands.send(command);
        }
    }

    fn search(&self, local_game: &LocalGame, now: Timestamp) -> Option<UciSearch> {
        let game = local_game.game();
        if game.ruleset() == Ruleset::KingCapture {
            return None;
        }
        let start = game.start().position().ok()?;
        let (go, allowed) = match (self.move_time, clocks(local_game, now)) {
            (Some(time), _) => (Go::for_time(time), time),
            (None, Some((time, bonus))) => {
                // The bonus is granted before it is added to the clock.
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

    fn request_move(&mut self, id: MoveRequestId, local_game: &LocalGame, now: Timestamp) {
        match self.search(local_game, now) {
            Some(search) => self.send_command(UciCommand::Search(id, Box::new(search))),
            None => self.events.send(OpponentEvent::Failed(OpponentError::Unsupported)),
        }
    }

    /// Accepts takebacks and declines draws.
    fn handle_action(&mut self, action: &PlayerAction, _local_game: &LocalGame) {
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

/// Asks the engine to quit and kills it if it does not.
impl Drop for UciOpponent {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Release);
        self.commands = None;
        let _ended = self.thread.take().map(JoinHandle::join);
    }
}

/// Reports the error when the thread ends, even by a panic.
struct ReportOnDrop<'a> {
    events: &'a OpponentEventSink,
    error: Option<OpponentError>,
}

impl Drop for ReportOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(error) = self.error.take() {
            self.events.send(OpponentEvent::Failed(error));
        }
    }
}

/// Talks to the engine until the command channel is closed.
fn run_engine(
    options: &EngineOptions,
    receiver: &Receiver<UciCommand>,
    events: &OpponentEventSink,
    is_over: &AtomicBool,
) -> Result<(), OpponentError> {
    let mut engine = uci::Engine::spawn(&options.program)?;
    wait_until_ready(is_over, events, |until| engine.poll_uciok(until))?;
    for (name, value) in &options.uci_options {
        engine.set_option(name, value).map_err(|error| OpponentError::NotStarted(error.to_string()))?;
    }
    let mut start = None;
    let mut open: Option<(MoveRequestId, Ply, Instant)> = None;
    loop {
        let command = if engine.is_searching() {
            receiver.try_recv()
        } else {
            receiver.recv().map_err(|_| TryRecvError::Disconnected)
        };
        match command {
            Ok(UciCommand::Search(id, search)) => {
                if start != Some(search.start) {
                    engine.start_new_game(&search.start)?;
                    wait_until_ready(is_over, events, |until| engine.poll_readyok(until))?;
                    start = Some(search.start);
                }
                open = Some((id, Ply::new(search.moves.len()), Instant::now() + search.timeout));
                engine.go(&search.start, &search.moves, search.go);
            }
            Ok(UciCommand::Stop) => {
                open = None;
                engine.stop();
            }
            Ok(UciCommand::NewGame) => start = None,
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                // Killed if it does not quit in time.
                let _ended = engine.quit(Instant::now() + QUIT_TIMEOUT);
                return Ok(());
            }
        }
        if let Some(EngineEvent::BestMove(answer)) = engine.next_event(Instant::now() + POLL_INTERVAL)?
            && let Some((id, ply, _)) = open.take()
        {
            let uci = answer.best.uci(CastlingStyle::Chess960);
            events.send(OpponentEvent::Answered(id, PlayerAction::play(ply, uci)));
        }
        // Only `bestmove` counts, however much info the engine sends.
        if open.is_some_and(|(.., deadline)| Instant::now() > deadline) {
            return Err(OpponentError::Timeout);
        }
    }
}

/// Waits for `uciok` or `readyok`, until the timeout or cancellation.
fn wait_until_ready(
    is_over: &AtomicBool,
    events: &OpponentEventSink,
    mut has_done: impl FnMut(Instant) -> Result<bool, EngineError>,
) -> Result<(), OpponentError> {
    let (began, mut is_reported) = (Instant::now(), false);
    let deadline = began + STARTUP_TIMEOUT;
    while !is_over.load(Ordering::Acquire) {
        if has_done(Instant::now() + POLL_INTERVAL)? {
            return Ok(());
        }
        if !is_reported && began.elapsed() > SLOW_START {
            is_reported = true;
            events.send(OpponentEvent::Starting);
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
