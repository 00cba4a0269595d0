//! A UCI engine process.

use std::time::{Duration, Instant};

use e2e::{Error, TestResult};
use rules::{Move, Position};
use uci::{Engine, EngineError, EngineEvent, Go};

use crate::speed::SearchSpeed;

/// Hash size of the worker in MiB.
const HASH_MIB: &str = "16";

/// Timeout for any reply.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct UciEngine(Engine);

impl UciEngine {
    pub(crate) fn start(program: &uci::Program) -> TestResult<UciEngine> {
        let failed = |why: String| Error::Start { what: program.to_string(), why };
        let mut engine = Engine::start(program, deadline()).map_err(|error| failed(error.to_string()))?;
        for (name, value) in [("Hash", HASH_MIB), ("Threads", "1")] {
            engine.set_option(name, value).map_err(|error| failed(error.to_string()))?;
        }
        Ok(UciEngine(engine))
    }

    /// Name from the UCI handshake.
    pub(crate) fn name(&self) -> &str {
        self.0.name()
    }

    /// Searches a position with an empty hash game.
    pub(crate) fn search(&mut self, position: &Position, nodes: u64) -> TestResult<SearchSpeed> {
        let failed =
            |error: EngineError| Error::Start { what: "a search".to_owned(), why: error.to_string() };
        self.0.new_game(position, deadline()).map_err(failed)?;
        self.0.go(position, &[], Go { nodes: Some(nodes), ..Go::default() });
        let mut looked_at = None;
        while let Some(heard) = self.0.next_event(deadline()).map_err(failed)? {
            match heard {
                EngineEvent::Info(info) => looked_at = info.nodes.or(looked_at),
                EngineEvent::BestMove(answer) => {
                    return looked_at.map(|nodes| SearchSpeed::new(nodes, answer.elapsed)).ok_or(no_result());
                }
            }
        }
        Err(no_result())
    }

    /// The move chosen with an empty hash table.
    pub(crate) fn best_move(&mut self, position: &Position, nodes: u64) -> TestResult<Move> {
        let failed =
            |error: EngineError| Error::Start { what: "a search".to_owned(), why: error.to_string() };
        self.0.new_game(position, deadline()).map_err(failed)?;
        let go = Go { nodes: Some(nodes), ..Go::default() };
        Ok(self.0.search(position, &[], go, deadline()).map_err(failed)?.best)
    }
}

fn deadline() -> Instant {
    Instant::now() + TIMEOUT
}

fn no_result() -> Error {
    Error::Timeout { wanted: "a move and its nodes".to_owned(), seen: "silence".to_owned() }
}
