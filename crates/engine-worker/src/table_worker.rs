//! Answers from the endgame tables.

use engine::SearchControl;
use rules::Position;
use tablebase::{TableBuilder, Tablebase};

use crate::response::to_uci;
use crate::{TableJob, TableOutcomes, WorkerResponse};

/// The endgame tables; a table is built when a position first needs it.
#[derive(Debug, Default)]
pub(crate) struct TableWorker {
    tables: Tablebase,
    /// The tables that are being built. They are kept while other requests come in between.
    builder: Option<TableBuilder>,
}

impl TableWorker {
    /// Builds what is missing until `control` says stop. Returns the answer, or the progress, and whether the request is done.
    pub(crate) fn run_slice(
        &mut self,
        id: u32,
        position: &Position,
        job: TableJob,
        control: &dyn SearchControl,
    ) -> (WorkerResponse, bool) {
        let Some(builder) = self.tables.builder(position) else { return (WorkerResponse::Done { id }, true) };
        let wanted = builder.material();
        let mut builder =
            self.builder.take().filter(|builder| builder.material() == wanted).unwrap_or(builder);
        while !builder.is_ready() {
            builder.step(&self.tables);
            if control.should_stop() && !builder.is_ready() {
                let percent = builder.percent();
                self.builder = Some(builder);
                return (WorkerResponse::Building { id, percent }, false);
            }
        }
        (self.answer(id, position, job).unwrap_or(WorkerResponse::Done { id }), true)
    }

    fn answer(&self, id: u32, position: &Position, job: TableJob) -> Option<WorkerResponse> {
        Some(match job {
            TableJob::Probe => {
                let outcome = self.tables.probe(position)?;
                let moves = self.tables.moves(position)?;
                let moves = moves.into_iter().map(|rated| (to_uci(rated.m), rated.outcome)).collect();
                WorkerResponse::Outcomes(TableOutcomes { id, outcome, moves })
            }
            TableJob::Play { seed } => WorkerResponse::Move {
                id,
                m: self.tables.perfect_move(position, seed).map(to_uci),
                wants_draw: false,
                think_time: std::time::Duration::ZERO,
            },
            TableJob::Similar { seed } => {
                let position = Box::new(self.tables.similar(position, seed)?);
                WorkerResponse::Similar { id, position }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchWorker;
    use tablebase::Outcome;

    /// Stops at every check.
    struct Now;

    impl SearchControl for Now {
        fn elapsed(&self) -> Option<std::time::Duration> {
            None
        }

        fn should_stop(&self) -> bool {
            true
        }
    }

    /// Runs a request slice by slice; returns the reports of progress and the answer.
    fn run(worker: &mut SearchWorker, request: &str) -> (Vec<u8>, WorkerResponse) {
        worker.submit(request.parse().unwrap());
        let mut progress = Vec::new();
        loop {
            let responses = worker.run_slice(&Now);
            match responses.as_slice() {
                [WorkerResponse::Building { percent, .. }] => progress.push(*percent),
                [answer] => {
                    assert!(!worker.is_busy());
                    return (progress, answer.clone());
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_missing_table_is_built_in_slices_and_kept() {
        let mut worker = SearchWorker::new(1);
        let (progress, answer) = run(&mut worker, "1;table probe;8/8/8/4k3/8/8/8/R3K3 w - - 0 1;");
        assert!(progress.is_sorted() && progress.len() > 5, "{progress:?}");
        let WorkerResponse::Outcomes(found) = answer else { panic!("{answer:?}") };
        assert_eq!((found.id, found.outcome, found.moves.len()), (1, Outcome::Win(27), 15));
        assert_eq!(found.moves[0].1, Outcome::Win(27));
        let (progress, answer) = run(&mut worker, "2;table play 5;8/8/8/4k3/8/8/8/R3K3 w - - 0 1;e1e2");
        assert!(progress.is_empty());
        assert!(matches!(answer, WorkerResponse::Move { id: 2, m: Some(_), .. }), "{answer:?}");
        let (_, answer) = run(&mut worker, "3;table similar 5;8/8/8/4k3/8/8/8/R3K3 w - - 0 1;");
        assert!(matches!(answer, WorkerResponse::Similar { id: 3, .. }), "{answer:?}");
    }

    #[test]
    fn other_requests_do_not_lose_a_table_that_is_being_built() {
        let mut worker = SearchWorker::new(1);
        let probe = "1;table probe;8/8/8/4k3/8/8/4P3/4K3 w - - 0 1;";
        let (all, _) = run(&mut worker, probe);
        let mut worker = SearchWorker::new(1);
        worker.submit(probe.parse().unwrap());
        for _ in 0..all.len() / 2 {
            worker.run_slice(&Now);
        }
        worker.submit("2;judge 100;8/8/8/4k3/8/8/4P3/4K3 w - - 0 1;".parse().unwrap());
        worker.run_slice(&Now);
        let (rest, _) = run(&mut worker, probe);
        assert!(rest.len() <= all.len() / 2 + 1, "{} of {}", rest.len(), all.len());
    }

    #[test]
    fn five_men_are_answered_with_done() {
        let mut worker = SearchWorker::new(1);
        for job in ["probe", "play 1", "similar 1"] {
            let (progress, answer) =
                run(&mut worker, &format!("4;table {job};7k/8/8/8/8/8/PPP5/K7 w - - 0 1;"));
            assert_eq!((progress.len(), answer), (0, WorkerResponse::Done { id: 4 }), "{job}");
        }
    }
}
