//! The engine that goes through a whole game in the background, one position after another.

use client::View;
use client::review::{Opinion, Review};
use game::Game;
use game::pgn::Verdict;
use leptos::prelude::*;
use rules::{Move, Setup};
use thinker::{Answer, Question, Wish};
use web::app::App;
use web::lazy::{Kept, effect};

use crate::opinion::{Told, read};
use crate::worker::Worker;

/// How many positions are looked at for a verdict: enough to be right about what people overlook.
const NODES: u64 = 100_000;

/// A handle to the review; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct Reviewer {
    app: App,
    work: RwSignal<Option<Work>>,
    /// What is known so far.
    review: Kept<Option<Review>>,
    /// Whether the game has moves to be looked at.
    pub(crate) has_moves: Kept<bool>,
    worker: StoredValue<Worker, LocalStorage>,
}

/// A game with what is thought of its positions.
#[derive(Clone, PartialEq, Debug)]
struct Work {
    game: Game,
    told: Vec<Option<Told>>,
    is_stopped: bool,
}

impl Work {
    fn done(&self) -> usize {
        self.told.iter().flatten().count()
    }

    fn review(&self) -> Review {
        let opinion = |told: &Option<Told>| told.as_ref().map(|told| told.opinion.clone());
        Review::of(&self.game, &self.told.iter().map(opinion).collect::<Vec<_>>())
    }

    /// The first position that nobody has judged.
    fn next(&self) -> Option<usize> {
        self.told.iter().position(Option::is_none).filter(|_| !self.is_stopped)
    }

    /// Whether these are the moves of the game, be it that it goes on.
    fn is_about(&self, start: &Setup, moves: &[Move]) -> bool {
        let own: Vec<Move> = self.game.moves().collect();
        *start == self.game.start() && moves.starts_with(&own)
    }
}

impl Reviewer {
    /// Somebody who has not begun.
    pub(crate) fn new(app: App) -> Reviewer {
        let work: RwSignal<Option<Work>> = RwSignal::new(None);
        let reviewer = Reviewer {
            app,
            work,
            review: Kept::new(move || work.with(|work| work.as_ref().map(Work::review))),
            has_moves: app.watch(|view| view.study().is_some_and(|study| !study.main_line().is_empty())),
            worker: StoredValue::new_local(Worker::default()),
        };
        // Another game, or one whose moves are gone, is not the one that was looked at.
        let game = app.watch(main_line);
        effect(move || {
            let (start, moves) = &*game.read();
            let is_gone =
                work.with_untracked(|work| work.as_ref().is_some_and(|work| !work.is_about(start, moves)));
            if is_gone {
                reviewer.worker.update_value(Worker::stop);
                work.set(None);
            }
        });
        on_cleanup(move || reviewer.worker.update_value(Worker::stop));
        reviewer
    }

    /// Looks at the game from its beginning, or goes on where it stopped.
    pub(crate) fn begin(self) {
        let game = self.app.peek(main_game);
        self.work.update(|work| match work {
            Some(work) if work.game == game => work.is_stopped = false,
            _ => *work = Some(Work { told: vec![None; game.plies() + 1], game, is_stopped: false }),
        });
        self.go_on();
    }

    /// Leaves it at what is known.
    pub(crate) fn stop(self) {
        self.worker.update_value(Worker::stop);
        self.work.update(|work| {
            if let Some(work) = work {
                work.is_stopped = true;
            }
        });
    }

    /// How many positions have been judged, and of how many; nothing when it is not at work.
    pub(crate) fn progress(self) -> Option<(usize, usize)> {
        self.work.with(|work| {
            let work = work.as_ref().filter(|work| work.next().is_some())?;
            Some((work.done(), work.told.len()))
        })
    }

    /// Reads what is known; nothing before it has begun.
    pub(crate) fn read<T>(self, f: impl FnOnce(&Review) -> T) -> Option<T> {
        (*self.review.read()).as_ref().map(f)
    }

    /// Whether there is nothing left to look at.
    pub(crate) fn is_done(self) -> bool {
        self.work.with(|work| work.as_ref().is_some_and(|work| work.done() == work.told.len()))
    }

    /// What is thought of the game after so many plies.
    pub(crate) fn told(self, ply: usize) -> Option<Told> {
        self.work.with(|work| work.as_ref()?.told.get(ply)?.clone())
    }

    /// The game that is looked at.
    pub(crate) fn game(self) -> Option<Game> {
        self.work.with(|work| work.as_ref().map(|work| work.game.clone()))
    }

    /// Asks about the next position.
    fn go_on(self) {
        let question = self.work.with_untracked(|work| {
            let work = work.as_ref()?;
            let ply = work.next()?;
            let (start, wish) = (*work.game.position_at(0)?, Wish::Judge { nodes: NODES });
            Question::new(u32::try_from(ply).ok()?, wish, start, work.game.moves().take(ply)).ok()
        });
        let Some(question) = question else { return };
        let about = self.game_now();
        let hear = move |answer: Answer| self.hear(about.as_ref(), answer);
        if self.worker.try_update_value(|worker| worker.ask(&question, hear)) == Some(false) {
            self.stop();
        }
    }

    fn game_now(self) -> Option<Game> {
        self.work.with_untracked(|work| work.as_ref().map(|work| work.game.clone()))
    }

    fn hear(self, about: Option<&Game>, answer: Answer) {
        // By then the page may be gone, or another game be looked at.
        let is_other = self.work.try_with_untracked(|work| work.as_ref().map(|work| &work.game) != about);
        if is_other != Some(false) {
            return;
        }
        match answer {
            Answer::Line(line) => self.work.update(|work| {
                let Some(work) = work else { return };
                let ply = line.id as usize;
                let told = work.game.position_at(ply).map(|position| read(position, &line));
                if let Some(place) = work.told.get_mut(ply) {
                    *place = told;
                }
            }),
            Answer::Done { id } => {
                self.work.update(|work| close(work.as_mut(), id as usize));
                self.go_on();
            }
            Answer::Move { .. } => {}
        }
    }
}

/// Where there was nothing to say there will not be: a position without moves speaks for itself.
fn close(work: Option<&mut Work>, ply: usize) {
    if let Some(place) = work.and_then(|work| work.told.get_mut(ply)).filter(|place| place.is_none()) {
        let opinion = Opinion { verdict: Verdict::Centipawns(0), line: Vec::new() };
        *place = Some(Told { depth: 0, nodes: 0, opinion, words: Vec::new() });
    }
}

/// The moves of the game itself, and where they begin.
fn main_line(view: View<'_>) -> (Setup, Vec<Move>) {
    view.study().map_or_else(|| (Setup::start(), Vec::new()), |study| (*study.start(), study.main_moves()))
}

fn main_game(view: View<'_>) -> Game {
    view.study().map_or_else(Game::standard, client::study::Study::main_game)
}
