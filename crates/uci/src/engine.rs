//! An engine: a program that speaks UCI, run as a process.

mod failure;
mod group;
mod options;
mod pipes;
mod program;
mod search;

use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rules::{CastlingSide, CastlingStyle, Color, File, Position};

pub use failure::{Failure, Stage};
pub use options::SetError;
pub use program::{BadCommand, Program};
pub use search::{Answer, Heard};

use crate::{Declaration, Text, ToEngine, ToGui};
use pipes::{Complaints, Spoken};
use search::{Search, garbage};

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
    ears: Option<Sender<String>>,
    mouth: Receiver<Spoken>,
    /// A line that came after the moment until which was listened.
    late: Option<Spoken>,
    complaints: Complaints,
    name: Text,
    author: Text,
    options: Vec<Declaration>,
    style: CastlingStyle,
    search: Option<Search>,
    /// Searches given up whose answers are still to come.
    given_up: u32,
}

/// The option that makes an engine play Chess960.
const CHESS960: &str = "UCI_Chess960";

impl Engine {
    /// Starts a program and waits until it has introduced itself.
    ///
    /// # Errors
    /// It cannot be started, has not introduced itself by the deadline, or does not speak the protocol.
    pub fn start(program: &Program, deadline: Instant) -> Result<Engine, Failure> {
        let mut engine = Engine::spawn(program)?;
        engine.wait_for(Stage::Greeting, deadline)?;
        Ok(engine)
    }

    /// Starts a program and asks it to introduce itself, but does not wait for that: [`greets`](Engine::greets) does.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn spawn(program: &Program) -> Result<Engine, Failure> {
        let cannot = |error| Failure::CannotStart { path: program.path.clone(), error };
        let mut process = program.command().spawn().map_err(cannot)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(cannot(std::io::ErrorKind::BrokenPipe.into()));
        };
        let engine = Engine {
            process,
            ears: Some(pipes::write_to(stdin)),
            mouth: pipes::read_from(stdout),
            late: None,
            complaints: pipes::complaints_of(stderr),
            name: Text::default(),
            author: Text::default(),
            options: Vec::new(),
            style: CastlingStyle::Standard,
            search: None,
            given_up: 0,
        };
        engine.tell(&ToEngine::Uci);
        Ok(engine)
    }

    /// Whether it has introduced itself by this moment. Asked until it has, it is waited for piece by piece.
    ///
    /// # Errors
    /// It has crashed, or does not speak the protocol.
    pub fn greets(&mut self, until: Instant) -> Result<bool, Failure> {
        self.hears_of(Stage::Greeting, until)
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
    pub fn new_game(&mut self, start: &Position, deadline: Instant) -> Result<(), Failure> {
        self.prepare(start)?;
        self.wait_for(Stage::Ready, deadline)
    }

    /// Asks it to get ready for a game from this start, but does not wait for that: [`is_ready`](Engine::is_ready) does.
    /// What was being thought about is given up.
    ///
    /// # Errors
    /// It does not know Chess960 and has to.
    pub fn prepare(&mut self, start: &Position) -> Result<(), Failure> {
        self.give_up();
        let style = if castles_as_usual(start) { CastlingStyle::Standard } else { CastlingStyle::Chess960 };
        if style != self.style {
            let value = if style == CastlingStyle::Chess960 { "true" } else { "false" };
            self.set(CHESS960, value).map_err(|_| Failure::NoChess960)?;
            self.style = style;
        }
        self.tell(&ToEngine::NewGame);
        self.tell(&ToEngine::IsReady);
        Ok(())
    }

    /// Whether it has got ready by this moment. Asked until it has, it is waited for piece by piece.
    ///
    /// # Errors
    /// It has crashed, or does not speak the protocol.
    pub fn is_ready(&mut self, until: Instant) -> Result<bool, Failure> {
        self.hears_of(Stage::Ready, until)
    }

    /// Waits until it has done all it was told.
    ///
    /// # Errors
    /// It has crashed, or does not answer by the deadline.
    pub fn ready(&mut self, deadline: Instant) -> Result<(), Failure> {
        self.tell(&ToEngine::IsReady);
        self.wait_for(Stage::Ready, deadline)
    }

    /// Asks it to end, and waits for that.
    ///
    /// # Errors
    /// It has not ended by the deadline, and was killed.
    pub fn quit(mut self, deadline: Instant) -> Result<ExitStatus, Failure> {
        let began = Instant::now();
        self.tell(&ToEngine::Quit);
        // Its input ends, too: what does not understand `quit` may understand that.
        self.ears = None;
        self.ended(deadline).ok_or(Failure::Silent { stage: Stage::Quitting, waited: began.elapsed() })
    }

    fn tell(&self, message: &ToEngine) {
        if let Some(ears) = &self.ears {
            // An engine that has closed its ears is found out by its silence.
            let _ = ears.send(format!("{message}\n"));
        }
    }

    fn wait_for(&mut self, stage: Stage, deadline: Instant) -> Result<(), Failure> {
        let began = Instant::now();
        match self.hears_of(stage, deadline)? {
            true => Ok(()),
            false => Err(Failure::Silent { stage, waited: began.elapsed() }),
        }
    }

    /// Whether it has said by this moment what is waited for.
    fn hears_of(&mut self, stage: Stage, until: Instant) -> Result<bool, Failure> {
        while let Some(spoken) = self.listen(until)? {
            match ToGui::parse(&spoken.line) {
                Ok(ToGui::Name(name)) => self.name = name,
                Ok(ToGui::Author(author)) => self.author = author,
                Ok(ToGui::Option(option)) => self.remember(option),
                Ok(ToGui::UciOk) if stage == Stage::Greeting => return Ok(true),
                Ok(ToGui::ReadyOk) if stage == Stage::Ready => return Ok(true),
                // The answer to a question that was given up.
                Ok(ToGui::BestMove(_)) => self.given_up = self.given_up.saturating_sub(1),
                // What else it says belongs to nothing that was asked.
                _ => {}
            }
        }
        Ok(false)
    }

    /// The next line, or `None` if none has come by the deadline. A line that comes later waits for the next time, so
    /// that an engine that never stops talking does not keep anybody.
    fn listen(&mut self, deadline: Instant) -> Result<Option<Spoken>, Failure> {
        let patience = deadline.saturating_duration_since(Instant::now());
        let next = self.late.take().map_or_else(|| self.mouth.recv_timeout(patience), Ok);
        match next {
            Ok(spoken) if spoken.at > deadline => {
                self.late = Some(spoken);
                Ok(None)
            }
            Ok(Spoken { is_whole: false, line, .. }) => Err(garbage(&line)),
            Ok(spoken) => Ok(Some(spoken)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let deadline = Instant::now() + LAST_BREATH;
                let status = self.ended(deadline);
                Err(Failure::Crashed { status, last_words: self.complaints.last_words(deadline) })
            }
        }
    }

    /// How the process ended, if it does so by the deadline.
    fn ended(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => sleep(A_MOMENT),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

/// Between the last line of a process and its end.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// How often a process is looked at that is about to end.
const A_MOMENT: Duration = Duration::from_millis(2);

/// Whether all castling that is still possible starts from the e-file and the corners.
fn castles_as_usual(start: &Position) -> bool {
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
        group::kill(&mut self.process);
    }
}
