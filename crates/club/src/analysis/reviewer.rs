//! Game review: a worker evaluates all positions of a game, one after another.

use client::View;
use client::review::{PositionAnalysis, Review};
use engine_worker::{WorkerJob, WorkerRequest, WorkerResponse};
use game::pgn::EvalScore;
use game::{Game, Ply};
use leptos::prelude::*;
use rules::{Move, Setup};
use web::app::App;
use web::boxed::{BoxedMemo, effect};

use crate::engine_line::{EngineLine, resolve};
use crate::worker::Worker;

/// Nodes searched per position: enough to judge human mistakes.
const NODES_PER_POSITION: u64 = 100_000;

/// Handle to the review; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct Reviewer {
    app: App,
    job: RwSignal<Option<ReviewJob>>,
    /// The review of the positions evaluated so far.
    review: BoxedMemo<Option<Review>>,
    /// True if the game has moves to review.
    pub(crate) has_moves: BoxedMemo<bool>,
    worker: StoredValue<Worker, LocalStorage>,
}

/// A game and the evaluations of its positions, indexed by ply.
#[derive(Clone, PartialEq, Debug)]
struct ReviewJob {
    game: Game,
    lines: Vec<Option<EngineLine>>,
    is_stopped: bool,
}

impl ReviewJob {
    fn evaluated(&self) -> usize {
        self.lines.iter().flatten().count()
    }

    fn review(&self) -> Review {
        let opinion = |engine_line: &Option<EngineLine>| {
            engine_line.as_ref().map(|engine_line| engine_line.opinion.clone())
        };
        Review::new(&self.game, &self.lines.iter().map(opinion).collect::<Vec<_>>())
    }

    /// The first position without an evaluation.
    fn next_ply(&self) -> Option<usize> {
        self.lines.iter().position(Option::is_none).filter(|_| !self.is_stopped)
    }

    /// Returns true if `moves` are the moves of this game, possibly with more after them.
    fn matches(&self, start: &Setup, moves: &[Move]) -> bool {
        let own: Vec<Move> = self.game.moves().collect();
        *start == self.game.start() && moves.starts_with(&own)
    }
}

impl Reviewer {
    /// A review that has not been started.
    pub(crate) fn new(app: App) -> Reviewer {
        let job: RwSignal<Option<ReviewJob>> = RwSignal::new(None);
        let reviewer = Reviewer {
            app,
            job,
            review: BoxedMemo::new(move || job.with(|job| job.as_ref().map(ReviewJob::review))),
            has_moves: app.memo(|view| view.study().is_some_and(|study| !study.main_line().is_empty())),
            worker: StoredValue::new_local(Worker::default()),
        };
        // The review is discarded when the main line is replaced or shortened.
        let game = app.memo(main_line);
        effect(move || {
            let (start, moves) = &*game.read();
            let is_gone =
                job.with_untracked(|job| job.as_ref().is_some_and(|job| !job.matches(start, moves)));
            if is_gone {
                reviewer.worker.update_value(Worker::stop);
                job.set(None);
            }
        });
        on_cleanup(move || reviewer.worker.update_value(Worker::stop));
        reviewer
    }

    /// Starts the review, or continues a stopped one.
    pub(crate) fn start(self) {
        let game = self.app.with_view_untracked(main_game);
        self.job.update(|job| match job {
            Some(job) if job.game == game => job.is_stopped = false,
            _ => *job = Some(ReviewJob { lines: vec![None; game.plies() + 1], game, is_stopped: false }),
        });
        self.request_next();
    }

    /// Stops the review; what is known stays.
    pub(crate) fn stop(self) {
        self.worker.update_value(Worker::stop);
        self.job.update(|job| {
            if let Some(job) = job {
                job.is_stopped = true;
            }
        });
    }

    /// Number of evaluated positions and of all positions; `None` while it is not running.
    pub(crate) fn progress(self) -> Option<(usize, usize)> {
        self.job.with(|job| {
            let job = job.as_ref().filter(|job| job.next_ply().is_some())?;
            Some((job.evaluated(), job.lines.len()))
        })
    }

    /// Reads the review; `None` before it has been started.
    pub(crate) fn with_review<T>(self, f: impl FnOnce(&Review) -> T) -> Option<T> {
        (*self.review.read()).as_ref().map(f)
    }

    /// Returns true if all positions are evaluated.
    pub(crate) fn is_done(self) -> bool {
        self.job.with(|job| job.as_ref().is_some_and(|job| job.evaluated() == job.lines.len()))
    }

    /// The engine's line after `ply` half-moves.
    pub(crate) fn line_at(self, ply: Ply) -> Option<EngineLine> {
        self.job.with(|job| job.as_ref()?.lines.get(ply.index())?.clone())
    }

    /// The game under review.
    pub(crate) fn game(self) -> Option<Game> {
        self.job.with(|job| job.as_ref().map(|job| job.game.clone()))
    }

    /// Requests the evaluation of the next position.
    fn request_next(self) {
        let request = self.job.with_untracked(|job| {
            let job = job.as_ref()?;
            let ply = job.next_ply()?;
            let (start, task) =
                (*job.game.position_at(0)?, WorkerJob::Evaluate { nodes: NODES_PER_POSITION });
            WorkerRequest::new(u32::try_from(ply).ok()?, task, start, job.game.moves().take(ply)).ok()
        });
        let Some(request) = request else { return };
        let reviewed_game = self.game_untracked();
        let on_message = move |answer: WorkerResponse| self.on_answer(reviewed_game.as_ref(), answer);
        if self.worker.try_update_value(|worker| worker.request(&request, on_message)) == Some(false) {
            self.stop();
        }
    }

    fn game_untracked(self) -> Option<Game> {
        self.job.with_untracked(|job| job.as_ref().map(|job| job.game.clone()))
    }

    fn on_answer(self, reviewed_game: Option<&Game>, answer: WorkerResponse) {
        // By then the page may have been left, or the game replaced.
        let is_other = self.job.try_with_untracked(|job| job.as_ref().map(|job| &job.game) != reviewed_game);
        if is_other != Some(false) {
            return;
        }
        match answer {
            WorkerResponse::Pv(line) => self.job.update(|job| {
                let Some(job) = job else { return };
                let ply = line.id as usize;
                let engine_line = job.game.position_at(ply).map(|position| resolve(position, &line));
                if let Some(slot) = job.lines.get_mut(ply) {
                    *slot = engine_line;
                }
            }),
            WorkerResponse::Done { id } => {
                self.job.update(|job| mark_without_line(job.as_mut(), id as usize));
                self.request_next();
            }
            WorkerResponse::Move { .. } => {}
        }
    }
}

/// Records an empty line for a position without legal moves, for which the engine reports none.
fn mark_without_line(job: Option<&mut ReviewJob>, ply: usize) {
    if let Some(slot) = job.and_then(|job| job.lines.get_mut(ply)).filter(|slot| slot.is_none()) {
        let opinion = PositionAnalysis { evaluation: EvalScore::Centipawns(0), pv: Vec::new() };
        *slot = Some(EngineLine { depth: 0, nodes: 0, opinion, sans: Vec::new() });
    }
}

/// Start and moves of the main line.
fn main_line(view: View<'_>) -> (Setup, Vec<Move>) {
    view.study().map_or_else(|| (Setup::start(), Vec::new()), |study| (*study.start(), study.main_moves()))
}

fn main_game(view: View<'_>) -> Game {
    view.study().map_or_else(Game::standard, client::study::Study::main_game)
}
