//! Runs one request at a time, in time slices.

use std::fmt;
use std::num::NonZeroUsize;

use engine::{
    Bound, Engine, Level, Limits, NeverStop, Opponent, Options, PvInfo, SearchControl, SearchInfo,
    SearchPosition,
};

use crate::table_worker::TableWorker;
use crate::{WorkerJob, WorkerRequest, WorkerResponse};

/// Works on the latest request.
pub struct SearchWorker {
    /// Size of the transposition table in MiB.
    hash: usize,
    /// Created with the first search: a worker that is asked for endgame tables only needs no transposition table.
    engine: Option<Box<Engine>>,
    tables: TableWorker,
    opponent: Option<(Level, u64, Opponent)>,
    pending: Option<PendingRequest>,
}

/// A request that is not completed.
struct PendingRequest {
    request: WorkerRequest,
    /// Next depth of an analysis.
    depth: u8,
    nodes: u64,
}

/// Depth at which an analysis ends.
const MAX_DEPTH: u8 = 60;

impl SearchWorker {
    /// A worker with a transposition table of `hash` MiB for analysis.
    #[must_use]
    pub fn new(hash: usize) -> SearchWorker {
        SearchWorker { hash, engine: None, tables: TableWorker::default(), opponent: None, pending: None }
    }

    fn engine(&mut self) -> &mut Engine {
        let hash = self.hash;
        self.engine.get_or_insert_with(|| Box::new(Engine::new(Options { hash, ..Options::default() })))
    }

    /// Replaces the current request.
    pub fn submit(&mut self, request: WorkerRequest) {
        self.pending = Some(PendingRequest { request, depth: 1, nodes: 0 });
    }

    /// Cancels the current request.
    pub fn stop(&mut self) {
        self.pending = None;
    }

    /// True while a request is not completed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Searches until `control` says stop and returns new responses. A level's move is searched in one go:
    /// its level or clock bounds the time.
    pub fn run_slice(&mut self, control: &dyn SearchControl) -> Vec<WorkerResponse> {
        let Some(PendingRequest { request, depth, nodes }) = self.pending.take() else { return Vec::new() };
        let id = request.id;
        match request.job {
            WorkerJob::Play { level, seed, time } => {
                let opponent = match self.opponent.take() {
                    Some((old, from, opponent)) if (old, from) == (level, seed) => opponent,
                    _ => Opponent::new(level, seed),
                };
                let (_, _, opponent) = self.opponent.insert((level, seed, opponent));
                // A level's move is never stopped by the end of a slice.
                let choice = opponent.choose(&request.search_position, time, &WithoutStop(control));
                vec![WorkerResponse::from_choice(id, choice)]
            }
            WorkerJob::Evaluate { nodes } => {
                self.engine().clear();
                self.evaluate(&request, &Limits::nodes(nodes))
            }
            WorkerJob::Review { nodes, excluded } => {
                let position = request.search_position.position();
                let excluded = excluded.and_then(|m| m.resolve(position).ok());
                // An empty list stands for all moves.
                let search_moves = match excluded {
                    None => Vec::new(),
                    Some(m) => position.legal_moves().into_iter().filter(|&other| other != m).collect(),
                };
                if excluded.is_some() && search_moves.is_empty() {
                    return vec![WorkerResponse::Done { id }];
                }
                self.evaluate(&request, &Limits { search_moves, ..Limits::nodes(nodes) })
            }
            WorkerJob::Table(job) => {
                let (response, is_done) =
                    self.tables.run_slice(id, request.search_position.position(), job, control);
                if !is_done {
                    self.pending = Some(PendingRequest { request, depth, nodes });
                }
                vec![response]
            }
            WorkerJob::Analyse { multi_pv } => {
                self.analyse(PendingRequest { request, depth, nodes }, multi_pv, control)
            }
        }
    }

    /// Searches in one go, bounded by nodes.
    fn evaluate(&mut self, request: &WorkerRequest, limits: &Limits) -> Vec<WorkerResponse> {
        let (pvs, nodes) = self.search(&request.search_position, limits, &NeverStop);
        let response = pvs.first().map(|pv| WorkerResponse::pv(request.id, pv, nodes));
        response.into_iter().chain([WorkerResponse::Done { id: request.id }]).collect()
    }

    fn analyse(
        &mut self,
        pending: PendingRequest,
        multi_pv: NonZeroUsize,
        control: &dyn SearchControl,
    ) -> Vec<WorkerResponse> {
        let PendingRequest { request, depth, nodes } = pending;
        let id = request.id;
        let limits = Limits { multi_pv, start_depth: depth, ..Limits::depth(depth) };
        let (pvs, new_nodes) = self.search(&request.search_position, &limits, control);
        let nodes = nodes + new_nodes;
        let mut responses: Vec<WorkerResponse> =
            pvs.iter().map(|pv| WorkerResponse::pv(id, pv, nodes)).collect();
        let is_complete = pvs.first().is_some_and(|pv| pv.depth == depth);
        let is_over =
            request.search_position.position().legal_moves().is_empty() || is_complete && depth >= MAX_DEPTH;
        if is_over {
            responses.push(WorkerResponse::Done { id });
        } else {
            // A stopped iteration is repeated; the transposition table makes that fast.
            let depth = if is_complete { depth + 1 } else { depth };
            self.pending = Some(PendingRequest { request, depth, nodes });
        }
        responses
    }

    fn search(
        &mut self,
        search_position: &SearchPosition,
        limits: &Limits,
        control: &dyn SearchControl,
    ) -> (Vec<engine::PvInfo>, u64) {
        let mut collector = PvCollector::default();
        let result =
            self.engine().search(search_position, limits, control, &mut |report| collector.push(report));
        (collector.pvs, result.nodes)
    }
}

/// Principal variations of the last completed iteration, by rank.
#[derive(Default)]
struct PvCollector {
    pvs: Vec<PvInfo>,
}

impl PvCollector {
    /// Keeps exact principal variations.
    fn push(&mut self, info: SearchInfo) {
        let SearchInfo::Pv(pv) = info else { return };
        if pv.bound != Bound::Exact {
            return;
        }
        if pv.multi_pv == 1 {
            self.pvs.clear();
        }
        self.pvs.push(pv);
    }
}

/// A control with the clock of another that never stops.
struct WithoutStop<'a>(&'a dyn SearchControl);

impl SearchControl for WithoutStop<'_> {
    fn elapsed(&self) -> Option<std::time::Duration> {
        self.0.elapsed()
    }

    fn should_stop(&self) -> bool {
        false
    }
}

impl fmt::Debug for SearchWorker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchWorker").field("is_busy", &self.is_busy()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use std::time::Duration;

    use super::*;
    use engine::Score;

    /// Stops after a number of checks.
    struct Slice(AtomicU32);

    impl SearchControl for Slice {
        fn elapsed(&self) -> Option<Duration> {
            None
        }

        fn should_stop(&self) -> bool {
            self.0.fetch_sub(1, Relaxed) <= 1
        }
    }

    fn slice() -> Slice {
        Slice(AtomicU32::new(20))
    }

    const MATE_IN_TWO: &str = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 17";

    #[test]
    fn analysis_deepens_slice_by_slice_until_stopped() {
        let mut worker = SearchWorker::new(4);
        worker.submit(format!("1;analyse 2;{MATE_IN_TWO};").parse().unwrap());
        let mut last = None;
        for _ in 0..60 {
            for response in worker.run_slice(&slice()) {
                if let WorkerResponse::Pv(line) = response {
                    assert_eq!(line.id, 1);
                    last = if line.multi_pv == 1 { Some(line) } else { last };
                }
            }
        }
        let line = last.unwrap();
        assert!(line.depth >= 6, "{line:?}");
        assert_eq!(line.score, Score::Mate(2));
        assert!(worker.is_busy());
        worker.stop();
        assert!(!worker.is_busy() && worker.run_slice(&slice()).is_empty());
    }

    #[test]
    fn play_and_evaluate_finish_in_one_slice() {
        let mut worker = SearchWorker::new(1);
        worker.submit(
            "2;play mina 5;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;e2e4".parse().unwrap(),
        );
        let responses = worker.run_slice(&slice());
        assert!(
            matches!(responses.as_slice(), [WorkerResponse::Move { id: 2, m: Some(_), .. }]),
            "{responses:?}"
        );
        assert!(!worker.is_busy());
        worker.submit(format!("3;judge 3000;{MATE_IN_TWO};").parse().unwrap());
        let responses = worker.run_slice(&slice());
        assert!(
            matches!(responses.as_slice(), [WorkerResponse::Pv(_), WorkerResponse::Done { id: 3 }]),
            "{responses:?}"
        );
    }

    #[test]
    fn excluded_move_is_not_searched() {
        let mut worker = SearchWorker::new(1);
        let best_line = |worker: &mut SearchWorker, job: &str| {
            worker.submit(format!("6;{job};{MATE_IN_TWO};").parse().unwrap());
            match worker.run_slice(&slice()).as_slice() {
                [WorkerResponse::Pv(line), WorkerResponse::Done { id: 6 }] => line.clone(),
                other => panic!("{other:?}"),
            }
        };
        let best = best_line(&mut worker, "review 60000");
        assert_eq!((best.score, best.moves[0].to_string().as_str()), (Score::Mate(2), "b3b8"));
        let other = best_line(&mut worker, "review 60000 b3b8");
        assert_ne!(other.moves[0], best.moves[0]);
        let forced = "6;review 100 h1h2;7k/8/8/8/8/8/r7/4r2K w - - 0 1;";
        worker.submit(forced.parse().unwrap());
        assert_eq!(worker.run_slice(&slice()), [WorkerResponse::Done { id: 6 }]);
    }

    #[test]
    fn finished_games_are_answered_at_once() {
        let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
        let mut worker = SearchWorker::new(1);
        for wish in ["analyse 1", "judge 100", "review 100"] {
            worker.submit(format!("4;{wish};{mated};").parse().unwrap());
            assert_eq!(worker.run_slice(&slice()), [WorkerResponse::Done { id: 4 }], "{wish}");
        }
        worker.submit(format!("5;play haru 1;{mated};").parse().unwrap());
        assert!(matches!(worker.run_slice(&slice()).as_slice(), [WorkerResponse::Move { m: None, .. }]));
    }
}
