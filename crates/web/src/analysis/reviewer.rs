//! Game review: a worker evaluates all positions of a game, from the last to the first.

use crate::app::App;
use crate::boxed::{BoxedMemo, effect};
use client::review::{NODES_PER_POSITION, Review, ReviewJob};
use client::study::StudyCommand;
use client::{Event, View};
use engine_worker::WorkerResponse;
use game::{Game, Ply};
use leptos::prelude::*;
use rules::{Move, Setup};

use super::review_job;
use crate::engine_line::EngineLine;
use crate::platform::storage;
use crate::worker::Worker;

/// Handle to the review; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct Reviewer {
    app: App,
    job: RwSignal<Option<ReviewJob>>,
    /// The review of the positions evaluated so far.
    review: BoxedMemo<Option<Review>>,
    /// True if the game has moves to review.
    pub(crate) has_moves: BoxedMemo<bool>,
    /// True if the worker cannot be started.
    pub(crate) is_unavailable: RwSignal<bool>,
    worker: StoredValue<Worker, LocalStorage>,
}

impl Reviewer {
    /// The stored review of the game, or one that has not been started.
    pub(crate) fn new(app: App) -> Reviewer {
        let stored = storage::review().and_then(|text| {
            ReviewJob::restore(&text, &app.with_view_untracked(main_game), NODES_PER_POSITION)
        });
        let job: RwSignal<Option<ReviewJob>> = RwSignal::new(stored);
        let reviewer = Reviewer {
            app,
            job,
            review: BoxedMemo::new(move || job.with(|job| job.as_ref().map(ReviewJob::review))),
            has_moves: app.memo(|view| view.study().is_some_and(|study| !study.main_line().is_empty())),
            is_unavailable: RwSignal::new(false),
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
                storage::save_review(None);
            }
        });
        on_cleanup(move || reviewer.worker.update_value(Worker::stop));
        reviewer
    }

    /// Starts the review, or continues a stopped one.
    pub(crate) fn start(self) {
        self.is_unavailable.set(false);
        let game = self.app.with_view_untracked(main_game);
        self.job.update(|job| match job {
            Some(job) if job.game == game => job.is_stopped = false,
            _ => {
                // Another worker has an empty transposition table: the same game gets the same review.
                self.worker.set_value(Worker::default());
                *job = Some(ReviewJob::new(game, NODES_PER_POSITION));
            }
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
            let job = job.as_ref().filter(|job| !job.is_done() && !job.is_stopped)?;
            Some(job.progress())
        })
    }

    /// Reads the review; `None` before it has been started.
    pub(crate) fn with_review<T>(self, f: impl FnOnce(&Review) -> T) -> Option<T> {
        (*self.review.read()).as_ref().map(f)
    }

    /// Returns true if all positions are evaluated.
    pub(crate) fn is_done(self) -> bool {
        self.job.with(|job| job.as_ref().is_some_and(ReviewJob::is_done))
    }

    /// The engine's line after `ply` half-moves.
    pub(crate) fn line_at(self, ply: Ply) -> Option<EngineLine> {
        self.job.with(|job| review_job::line_at(job.as_ref()?, ply.index()))
    }

    /// The game under review.
    pub(crate) fn game(self) -> Option<Game> {
        self.job.with(|job| job.as_ref().map(|job| job.game.clone()))
    }

    /// Requests the evaluation of the next position.
    fn request_next(self) {
        let request = self.job.with_untracked(|job| review_job::next_request(job.as_ref()?));
        let Some(request) = request else { return };
        let reviewed_game = self.game_untracked();
        let on_message = move |answer: WorkerResponse| self.on_answer(reviewed_game.as_ref(), answer);
        let on_failure = move || self.fail();
        if self.worker.try_update_value(|worker| worker.request(&request, on_message, on_failure))
            == Some(false)
        {
            self.fail();
        }
    }

    /// Stops because the engine cannot be loaded.
    fn fail(self) {
        self.stop();
        self.is_unavailable.set(true);
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
            // The line is shown once the search is over.
            WorkerResponse::Pv(line) => self.job.update_untracked(|job| {
                if let Some(job) = job {
                    review_job::on_line(job, &line);
                }
            }),
            WorkerResponse::Done { id } => {
                self.job.update(|job| {
                    if let Some(job) = job {
                        job.on_done(id as usize);
                    }
                });
                storage::save_review(self.job.with_untracked(|job| job.as_ref()?.to_save_text()));
                let nags = self
                    .job
                    .with_untracked(|job| job.as_ref().filter(|job| job.is_done()).map(ReviewJob::nags));
                match nags {
                    Some(nags) => self.app.send(Event::Study(StudyCommand::Annotate(nags))),
                    None => self.request_next(),
                }
            }
            // Answers to requests of other pages.
            _ => {}
        }
    }
}

/// Start and moves of the main line.
fn main_line(view: View<'_>) -> (Setup, Vec<Move>) {
    view.study().map_or_else(|| (Setup::start(), Vec::new()), |study| (*study.start(), study.main_moves()))
}

fn main_game(view: View<'_>) -> Game {
    view.study().map_or_else(Game::standard, client::study::Study::main_game)
}
