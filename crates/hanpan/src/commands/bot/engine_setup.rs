//! The engine that plays: its program and options.

use std::ffi::OsString;
use std::fmt;
use std::time::{Duration, Instant};

use engine::Level;
use rules::Position;
use uci::{Engine, EngineError, Program, SetOptionError};

use crate::error::{CommandError, one_line};

/// Time for an engine to start, or to be ready for a game.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// Time for an engine to exit.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Program and options of an engine; every game runs one of its own.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct EngineSetup {
    program: Program,
    options: Vec<(String, String)>,
}

/// Reason why an engine does not start.
#[derive(Debug)]
pub(super) enum SetupError {
    Engine(EngineError),
    Option(SetOptionError),
}

impl EngineSetup {
    /// An engine from the command line: the program with its arguments, or this program at a level.
    pub(super) fn new(
        command: &[OsString],
        level: Level,
        options: Vec<(String, String)>,
    ) -> Result<EngineSetup, CommandError> {
        if let Some((path, args)) = command.split_first() {
            let program = Program { path: path.into(), args: args.to_vec(), folder: None };
            return Ok(EngineSetup { program, options });
        }
        let path = std::env::current_exe().map_err(CommandError::bad_input)?;
        let program = Program { path, args: vec!["uci".into()], folder: None };
        let strength = level.rating().map(|rating| {
            let limits = [("UCI_LimitStrength", "true".to_owned()), ("UCI_Elo", rating.to_string())];
            limits.map(|(name, value)| (name.to_owned(), value))
        });
        Ok(EngineSetup { program, options: strength.into_iter().flatten().chain(options).collect() })
    }

    /// Starts the engine once to learn its name and to check its options.
    pub(super) fn probe(&self) -> Result<String, CommandError> {
        let path = self.program.path.display();
        let engine = self.start().map_err(|error| CommandError::BadInput(format!("{path}: {error}")))?;
        let name = match engine.name() {
            "" => path.to_string(),
            name => one_line(name),
        };
        quit(engine);
        Ok(name)
    }

    /// Starts the engine for a game.
    pub(super) fn start_game(&self, start: &Position) -> Result<Engine, SetupError> {
        let mut engine = self.start()?;
        engine.new_game(start, Instant::now() + START_TIMEOUT).map_err(SetupError::Engine)?;
        Ok(engine)
    }

    fn start(&self) -> Result<Engine, SetupError> {
        let mut engine =
            Engine::start(&self.program, Instant::now() + START_TIMEOUT).map_err(SetupError::Engine)?;
        for (name, value) in &self.options {
            engine.set_option(name, value).map_err(SetupError::Option)?;
        }
        Ok(engine)
    }
}

/// Lets an engine exit by itself; one that does not is killed.
pub(super) fn quit(engine: Engine) {
    // The exit status does not matter.
    engine.quit(Instant::now() + QUIT_TIMEOUT).ok();
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Engine(error) => error.fmt(f),
            SetupError::Option(error) => error.fmt(f),
        }
    }
}
