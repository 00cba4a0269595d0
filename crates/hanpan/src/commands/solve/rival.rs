//! Another engine that solves the same positions, for `--compare`.

use std::time::{Duration, Instant};

use engine::Score;
use uci::{Engine, EngineError, Go, Program};

use super::Args;
use super::test_position::TestPosition;
use crate::error::{CommandError, one_line};

/// A UCI engine and the positions it has solved so far.
pub(super) struct Rival {
    engine: Engine,
    pub(super) name: String,
    pub(super) solved: usize,
    pub(super) elapsed: Duration,
}

/// Time for the handshake, and for a move beyond its limit.
const PATIENCE: Duration = Duration::from_secs(60);

/// Speed of the slowest engine that is waited for.
const MIN_NODES_PER_SECOND: u64 = 1000;

impl Rival {
    /// Starts the engine with the hash size and threads of the comparison.
    pub(super) fn start(program: &Program, args: &Args) -> Result<Rival, CommandError> {
        let failed = |error: EngineError| CommandError::BadInput(format!("{program}: {error}"));
        let mut engine = Engine::start(program, Instant::now() + PATIENCE).map_err(failed)?;
        for (option, value) in [("Hash", args.hash.to_string()), ("Threads", args.threads.to_string())] {
            // An engine without the option keeps its default.
            engine.set_option(option, &value).ok();
        }
        let name = match engine.name() {
            "" => program.to_string(),
            name => one_line(name),
        };
        Ok(Rival { engine, name, solved: 0, elapsed: Duration::ZERO })
    }

    /// Searches a position within the limits; returns the move and the verdict.
    pub(super) fn solve(
        &mut self,
        test_position: &TestPosition,
        args: &Args,
    ) -> Result<String, CommandError> {
        let position = &test_position.position;
        let go = Go {
            depth: args.depth.map(u32::from),
            nodes: args.nodes,
            move_time: args.move_time(),
            ..Go::default()
        };
        let by_nodes = Duration::from_secs(args.nodes.unwrap_or(0) / MIN_NODES_PER_SECOND);
        let search_time = match (go.move_time, args.depth) {
            (Some(time), _) => time,
            // A depth takes as long as it takes.
            (None, Some(_)) => Duration::from_secs(24 * 60 * 60),
            (None, None) => by_nodes,
        };
        let failed = |error: EngineError| CommandError::BadInput(format!("{}: {error}", test_position.name));
        self.engine.new_game(position, Instant::now() + PATIENCE).map_err(failed)?;
        let deadline = Instant::now() + PATIENCE + search_time;
        let answer = self.engine.search(position, &[], go, deadline).map_err(failed)?;
        self.elapsed += answer.elapsed;
        let score = match answer.info.and_then(|info| info.evaluation).map(|evaluation| evaluation.score) {
            Some(uci::Score::Mate(moves)) => Score::Mate(moves),
            Some(uci::Score::Centipawns(centipawns)) => Score::Centipawns(centipawns),
            None => Score::Centipawns(0),
        };
        let is_solved = test_position.is_solved_by(answer.best, score);
        self.solved += usize::from(is_solved);
        let verdict = if is_solved { "solved" } else { "failed" };
        Ok(format!("{:<8} {verdict}", position.san(answer.best).to_string()))
    }

    /// The last two lines: the rival's score, and the engine's score divided by it.
    pub(super) fn summary(&self, solved: usize, positions: usize) -> String {
        let seconds = self.elapsed.as_secs_f64();
        let ratio = solved as f64 / self.solved.max(1) as f64;
        format!("{} solved {} of {positions}, seconds {seconds:.1}\nratio {ratio:.3}", self.name, self.solved)
    }
}
