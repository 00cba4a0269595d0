//! An engine: a program that speaks UCI, run as a process.

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

/// A running engine. It is killed when it is dropped, with all that it has started; [`quit`](Engine::quit) lets it end by itself.
///
/// Nothing it does can block its owner for longer than asked: it is written to and read from by threads, in lines of
/// bounded length, a bounded number of which are kept.
///
/// ```no_run
/// use std::time::{Duration, Instant};
/// use uci::{Engine, Go, Program};
///
/// let soon = || Instant::now() + Duration::from_secs(10);
/// let mut engine = Engine::start(&Program::new("stockfish"), soon())?;
/// engine.set("Hash", "64").ok();
/// let start = rules::Position::start();
/// engine.new_game(&start, soon())?;
/// let answer = engine.think(&start, &[], Go::for_time(Duration::from_secs(1)), soon())?;
/// println!("{} plays {:?}", engine.name(), answer.best);
/// # Ok::<(), uci::Failure>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    process: Child,
    stdin: Option<Sender<String>>,
    stdout: Receiver<OutputLine>,
    /// A line that came after the moment until which was listened.
    late_line: Option<OutputLine>,
    stderr: StderrReader,
    name: Text,
    author: Text,
    options: Vec<OptionDeclaration>,
    style: CastlingStyle,
    search: Option<PendingSearch>,
    /// Searches given up whose answers are still to come.
    abandoned_searches: u32,
}

/// The option that makes an engine play Chess960.
const CHESS960: &str = "UCI_Chess960";

impl Engine {
    /// Starts a program and waits until it has introduced itself.
    ///
    /// # Errors
    /// It cannot be started, has not introduced itself by the deadline, or does not speak the protocol.
    pub fn start(program: &Program, deadline: Instant) -> Result<Engine, EngineError> {
        let mut engine = Engine::spawn(program)?;
        engine.wait_for(WaitStage::UciOk, deadline)?;
        Ok(engine)
    }

    /// Starts a program and asks it to introduce itself, but does not wait for that: [`greets`](Engine::greets) does.
    ///
    /// # Errors
    /// It cannot be started.
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

    /// Whether it has introduced itself by this moment. Asked until it has, it is waited for piece by piece.
    ///
    /// # Errors
    /// It has crashed, or does not speak the protocol.
    pub fn poll_uciok(&mut self, until: Instant) -> Result<bool, EngineError> {
        self.poll_for(WaitStage::UciOk, until)
    }

    /// What it calls itself; may be empty.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// Who wrote it; may be empty.
    #[must_use]
    pub fn author(&self) -> &str {
        self.author.as_str()
    }

    /// Gets ready for a game from this start. Where castling cannot be told in the usual way, the engine is asked to
    /// play Chess960.
    ///
    /// # Errors
    /// It does not know Chess960 and has to, or it has not got ready by the deadline.
    pub fn new_game(&mut self, start: &Position, deadline: Instant) -> Result<(), EngineError> {
        self.start_new_game(start)?;
        self.wait_for(WaitStage::ReadyOk, deadline)
    }

    /// Asks it to get ready for a game from this start, but does not wait for that: [`is_ready`](Engine::is_ready) does.
    /// What was being thought about is given up.
    ///
    /// # Errors
    /// It does not know Chess960 and has to.
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

    /// Whether it has got ready by this moment. Asked until it has, it is waited for piece by piece.
    ///
    /// # Errors
    /// It has crashed, or does not speak the protocol.
    pub fn poll_readyok(&mut self, until: Instant) -> Result<bool, EngineError> {
        self.poll_for(WaitStage::ReadyOk, until)
    }

    /// Waits until it has done all it was told.
    ///
    /// # Errors
    /// It has crashed, or does not answer by the deadline.
    pub fn wait_ready(&mut self, deadline: Instant) -> Result<(), EngineError> {
        self.send(&ToEngine::IsReady);
        self.wait_for(WaitStage::ReadyOk, deadline)
    }

    /// Asks it to end, and waits for that.
    ///
    /// # Errors
    /// It has not ended by the deadline, and was killed.
    pub fn quit(mut self, deadline: Instant) -> Result<ExitStatus, EngineError> {
        let began = Instant::now();
        self.send(&ToEngine::Quit);
        // Its input ends, too: what does not understand `quit` may understand that.
        self.stdin = None;
        self.wait_exit(deadline)
            .ok_or(EngineError::Timeout { stage: WaitStage::Exit, waited: began.elapsed() })
    }

    fn send(&self, message: &ToEngine) {
        if let Some(ears) = &self.stdin {
            // An engine that has closed its ears is found out by its silence.
            let _ = ears.send(format!("{message}\n"));
        }
    }

    fn wait_for(&mut self, stage: WaitStage, deadline: Instant) -> Result<(), EngineError> {
        let began = Instant::now();
        match self.poll_for(stage, deadline)? {
            true => Ok(()),
            false => Err(EngineError::Timeout { stage, waited: began.elapsed() }),
        }
    }

    /// Whether it has said by this moment what is waited for.
    fn poll_for(&mut self, stage: WaitStage, until: Instant) -> Result<bool, EngineError> {
        while let Some(spoken) = self.next_line(until)? {
            match ToGui::parse(&spoken.line) {
                Ok(ToGui::Name(name)) => self.name = name,
                Ok(ToGui::Author(author)) => self.author = author,
                Ok(ToGui::Option(option)) => self.add_option(option),
                Ok(ToGui::UciOk) if stage == WaitStage::UciOk => return Ok(true),
                Ok(ToGui::ReadyOk) if stage == WaitStage::ReadyOk => return Ok(true),
                // The answer to a question that was given up.
                Ok(ToGui::BestMove(_)) => self.abandoned_searches = self.abandoned_searches.saturating_sub(1),
                // What else it says belongs to nothing that was asked.
                _ => {}
            }
        }
        Ok(false)
    }

    /// The next line, or `None` if none has come by the deadline. A line that comes later waits for the next time, so
    /// that an engine that never stops talking does not keep anybody.
    fn next_line(&mut self, deadline: Instant) -> Result<Option<OutputLine>, EngineError> {
        let patience = deadline.saturating_duration_since(Instant::now());
        let next = self.late_line.take().map_or_else(|| self.stdout.recv_timeout(patience), Ok);
        match next {
            Ok(spoken) if spoken.received > deadline => {
                self.late_line = Some(spoken);
                Ok(None)
            }
            Ok(OutputLine { is_complete: false, line, .. }) => Err(protocol_error(&line)),
            Ok(spoken) => Ok(Some(spoken)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let deadline = Instant::now() + EXIT_GRACE;
                let status = self.wait_exit(deadline);
                Err(EngineError::Crashed { status, stderr_tail: self.stderr.tail(deadline) })
            }
        }
    }

    /// How the process ended, if it does so by the deadline.
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

/// Between the last line of a process and its end.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// How often a process is looked at that is about to end.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Whether all castling that is still possible starts from the e-file and the corners.
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
