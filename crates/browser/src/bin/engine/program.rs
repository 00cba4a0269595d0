//! A program that speaks UCI.

use std::time::{Duration, Instant};

use browser::{Error, Outcome};
use rules::Position;
use uci::{Engine, Failure, Go, Heard};

use crate::pace::Pace;

/// As much memory as the worker has, in mebibytes.
const HASH: &str = "16";

/// Whoever is silent for so long has gone.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Program(Engine);

impl Program {
    pub(crate) fn start(program: &uci::Program) -> Outcome<Program> {
        let failed = |why: String| Error::Start { what: program.to_string(), why };
        let mut engine = Engine::start(program, deadline()).map_err(|error| failed(error.to_string()))?;
        for (name, value) in [("Hash", HASH), ("Threads", "1")] {
            engine.set(name, value).map_err(|error| failed(error.to_string()))?;
        }
        Ok(Program(engine))
    }

    /// What it calls itself.
    pub(crate) fn name(&self) -> &str {
        self.0.name()
    }

    /// Lets it look at a position that it has never seen.
    pub(crate) fn search(&mut self, position: &Position, nodes: u64) -> Outcome<Pace> {
        let failed = |error: Failure| Error::Start { what: "a search".to_owned(), why: error.to_string() };
        self.0.new_game(position, deadline()).map_err(failed)?;
        self.0.go(position, &[], Go { nodes: Some(nodes), ..Go::default() });
        let mut looked_at = None;
        while let Some(heard) = self.0.hear(deadline()).map_err(failed)? {
            match heard {
                Heard::Info(info) => looked_at = info.nodes.or(looked_at),
                Heard::Answer(answer) => {
                    return looked_at.map(|nodes| Pace::new(nodes, answer.thought)).ok_or(nothing());
                }
            }
        }
        Err(nothing())
    }
}

fn deadline() -> Instant {
    Instant::now() + PATIENCE
}

fn nothing() -> Error {
    Error::Waited { wanted: "a move and its nodes".to_owned(), seen: "silence".to_owned() }
}
