//! A UCI engine run as a process.

mod error;
mod process_group;
mod options;
mod pipes;
mod program;
mod search;

use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rules::{CastlingSide, CastlingStyle, Color, File, Position};

pub use error::{EngineError, WaitStage};
pub use options::SetOptionError;
pub use program::{ParseCommandError, Program};
pub use search::{EngineEvent, EngineMove};

use crate::{OptionDeclaration, Text, ToEngine, ToGui};
use pipes::{OutputLine, StderrReader};
use search::{PendingSearch, protocol_error};

/// A running engine. Dropping it kills its process group; [`quit`](Engine::quit) lets it exit by itself.
///
/// No behaviour of the engine can block the caller for longer than the deadline: threads write to and read
/// from its pipes, lines have a maximum length, and queues are bounded.
///
/// ```no_run
/// use std::time::{Duration, Instant};
/// use hanpan_uci::{Engine, Go, Program};
///
/// let deadline = || Instant::now() + Duration::from_secs(10);
/// let mut engine = Engine::start(&Program::new("stockfish"), deadline())?;
/// engine.set_option("Hash", "64").ok();
/// let start = hanpan_uci::rules::Position::start();
/// engine.new_game(&start, deadline())?;
/// let answer = engine.search(&start, &[], Go::for_time(Duration::from_secs(1)), deadline())?;
/// println!("{} plays {:?}", engine.name(), answer.best);
/// # Ok::<(), hanpan_uci::EngineError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    process: Child,
    stdin: Option<Sender<String>>,
    stdout: Receiver<OutputLine>,
    /// A line that arrived after the last deadline.
    late_line: Option<OutputLine>,
    stderr: StderrReader,
    name: Text,
    author: Text,
    options: Vec<OptionDeclaration>,
    style: CastlingStyle,
    search: Option<PendingSearch>,
    /// Abandoned searches whose `bestmove` is still to come.
    abandoned_searches: u32,
}

/// Option that switches an engine to Chess960.
const CHESS960: &str = "UCI_Chess960";

impl Engine {
    /// Starts a program and waits for `uciok`.
    pub fn start(program: &Program, deadline: Instant) -> Result<Engine, EngineError> {
        let mut engine = Engine::spawn(program)?;
        engine.wait_for(WaitStage::UciOk, deadline)?;
        Ok(engine)
    }

    /// Starts a program and sends `uci` without waiting; [`poll_uciok`](Engine::poll_uciok) waits.
    pub fn spawn(program: &Program) -> Result<Engine, EngineError> {
        let cannot = |error| EngineError::Spawn { path: program.path.clone(), error };
        let mut process = program.command().spawn().map_err(cannot)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(cannot(std::io::ErrorKind::BrokenPipe.into()));
        };
        let engine = Engine {
            process,
            stdin: Some(pipes::spawn_writer(stdin)),
            stdout: pipes::spawn_reader(stdout),
            late_line: None,
            stderr: pipes::spawn_stderr_reader(stderr),
            name: Text::default(),
            author: Text::default(),
            options: Vec::new(),
            style: CastlingStyle::Standard,
            search: None,
            abandoned_searches: 0,
        };
        engine.send(&ToEngine::Uci);
        Ok(engine)
    }

    /// Waits for `uciok` until a deadline; returns whether it came. May be called repeatedly.
    pub fn poll_uciok(&mut self, until: Instant) -> Result<bool, EngineError> {
        self.poll_for(WaitStage::UciOk, until)
    }

    /// Name from `id name`; may be empty.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// Author from `id author`; may be empty.
    #[must_use]
    pub fn author(&self) -> &str {
        self.author.as_str()
    }

    /// Starts a new game and waits for `readyok`. Sets `UCI_Chess960` if the castling rights need it.
    pub fn new_game(&mut self, start: &Position, deadline: Instant) -> Result<(), EngineError> {
        self.start_new_game(start)?;
        self.wait_for(WaitStage::ReadyOk, deadline)
    }

    /// Starts a new game without waiting; [`poll_readyok`](Engine::poll_readyok) waits. A running search is
    /// abandoned.
    pub fn start_new_game(&mut self, start: &Position) -> Result<(), EngineError> {
        self.abandon_search();
        let style =
            if is_standard_castling(start) { CastlingStyle::Standard } else { CastlingStyle::Chess960 };
        if style != self.style {
            let value = if style == CastlingStyle::Chess960 { "true" } else { "false" };
            self.set_option(CHESS960, value).map_err(|_| EngineError::NoChess960)?;
            self.style = style;
        }
        self.send(&ToEngine::NewGame);
        self.send(&ToEngine::IsReady);
        Ok(())
    }

    /// Waits for `readyok` until a deadline; returns whether it came. May be called repeatedly.
    pub fn poll_readyok(&mut self, until: Instant) -> Result<bool, EngineError> {
        self.poll_for(WaitStage::ReadyOk, until)
    }

    /// Sends `isready` and waits for `readyok`.
    pub fn wait_ready(&mut self, deadline: Instant) -> Result<(), EngineError> {
        self.send(&ToEngine::IsReady);
        self.wait_for(WaitStage::ReadyOk, deadline)
    }

    /// Sends `quit` and waits for the process to exit.
    pub fn quit(mut self, deadline: Instant) -> Result<ExitStatus, EngineError> {
        let started = Instant::now();
        self.send(&ToEngine::Quit);
        // Closing stdin also ends engines that ignore `quit`.
        self.stdin = None;
        self.wait_exit(deadline)
            .ok_or(EngineError::Timeout { stage: WaitStage::Exit, waited: started.elapsed() })
    }

    fn send(&self, message: &ToEngine) {
        if let Some(ears) = &self.stdin {
            // A closed pipe shows up as a timeout or a crash.
            let _ = ears.send(format!("{message}\n"));
        }
    }

    fn wait_for(&mut self, stage: WaitStage, deadline: Instant) -> Result<(), EngineError> {
        let started = Instant::now();
        match self.poll_for(stage, deadline)? {
            true => Ok(()),
            false => Err(EngineError::Timeout { stage, waited: started.elapsed() }),
        }
    }

    /// Handles lines until the reply of this stage arrives; returns false at the deadline.
    fn poll_for(&mut self, stage: WaitStage, until: Instant) -> Result<bool, EngineError> {
        while let Some(line) = self.next_line(until)? {
            match ToGui::parse(&line.line) {
                Ok(ToGui::Name(name)) => self.name = name,
                Ok(ToGui::Author(author)) => self.author = author,
                Ok(ToGui::Option(option)) => self.add_option(option),
                Ok(ToGui::UciOk) if stage == WaitStage::UciOk => return Ok(true),
                Ok(ToGui::ReadyOk) if stage == WaitStage::ReadyOk => return Ok(true),
                // The reply of an abandoned search.
                Ok(ToGui::BestMove(_)) => self.abandoned_searches = self.abandoned_searches.saturating_sub(1),
                // Unrelated output is ignored.
                _ => {}
            }
        }
        Ok(false)
    }

    /// The next line, or `None` at the deadline. A line received later is kept for the next call, so that an
    /// engine that floods its output cannot delay the caller.
    fn next_line(&mut self, deadline: Instant) -> Result<Option<OutputLine>, EngineError> {
        let timeout = deadline.saturating_duration_since(Instant::now());
        let next = self.late_line.take().map_or_else(|| self.stdout.recv_timeout(timeout), Ok);
        match next {
            Ok(line) if line.received > deadline => {
                self.late_line = Some(line);
                Ok(None)
            }
            Ok(OutputLine { is_complete: false, line, .. }) => Err(protocol_error(&line)),
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let deadline = Instant::now() + EXIT_GRACE;
                let status = self.wait_exit(deadline);
                Err(EngineError::Crashed { status, stderr_tail: self.stderr.tail(deadline) })
            }
        }
    }

    /// Waits for the process to exit until the deadline.
    fn wait_exit(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => sleep(POLL_INTERVAL),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

/// Time for a process to exit after it closed its output.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// Interval at which an exiting process is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// True if all castling rights are those of standard chess: king on the e-file, rooks in the corners.
fn is_standard_castling(start: &Position) -> bool {
    let rooks = Color::ALL.into_iter().flat_map(|color| {
        let sides = CastlingSide::ALL.into_iter();
        sides.filter_map(move |side| Some((start.king(color), side, start.castling_rook(color, side)?)))
    });
    rooks.into_iter().all(|(king, side, rook)| {
        let corner = if side == CastlingSide::King { File::H } else { File::A };
        king.file() == File::E && rook.file() == corner
    })
}

impl Drop for Engine {
    fn drop(&mut self) {
        process_group::kill(&mut self.process);
    }
}
