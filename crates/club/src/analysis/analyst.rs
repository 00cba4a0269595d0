//! The engine that looks at what is on the board, for as long as it is there.

use std::num::NonZeroUsize;

use client::View;
use leptos::prelude::*;
use rules::{Move, Position};
use thinker::{Answer, Question, Wish};
use web::app::App;
use web::lazy::{Kept, effect};

use crate::opinion::{Told, read};
use crate::worker::Worker;

/// How many lines can be wanted.
pub(crate) const MOST: usize = 5;

/// A handle to the engine; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct Analyst {
    /// Whether it looks.
    pub(crate) is_on: RwSignal<bool>,
    /// How many lines are wanted.
    pub(crate) count: RwSignal<usize>,
    /// Whether there is no worker to be had.
    pub(crate) is_lost: RwSignal<bool>,
    found: RwSignal<Found>,
    /// What is on the board.
    pub(crate) scene: Kept<Scene>,
    worker: StoredValue<Worker, LocalStorage>,
    /// The number of the last question; answers to others come too late.
    asked: StoredValue<u32>,
}

/// A position with the moves that led to it: the same position may be worth something else after others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Scene {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    pub(crate) position: Position,
}

/// The lines that have been found, and where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Found {
    at: Option<Scene>,
    lines: Vec<Told>,
}

impl Scene {
    fn of(view: View<'_>) -> Scene {
        let game = view.table().game();
        Scene {
            start: game.position_at(0).copied().unwrap_or_default(),
            moves: game.moves().collect(),
            position: game.position().copied().unwrap_or_default(),
        }
    }
}

impl Analyst {
    /// An engine that looks at the board whenever it is on.
    pub(crate) fn new(app: App) -> Analyst {
        let analyst = Analyst {
            is_on: RwSignal::new(false),
            count: RwSignal::new(1),
            is_lost: RwSignal::new(false),
            found: RwSignal::new(Found::default()),
            scene: app.watch(Scene::of),
            worker: StoredValue::new_local(Worker::default()),
            asked: StoredValue::new(0),
        };
        effect(move || match analyst.is_on.get() {
            true => analyst.ask(&analyst.scene.read(), analyst.count.get()),
            false => analyst.rest(),
        });
        on_cleanup(move || analyst.rest());
        analyst
    }

    /// The lines for what is on the board, the best first; none while there are none.
    pub(crate) fn lines(self) -> Vec<Told> {
        let scene = self.scene.read();
        self.found.with(|found| match &found.at {
            Some(at) if *at == *scene => found.lines.clone(),
            _ => Vec::new(),
        })
    }

    /// Nothing that was asked is wanted any more.
    fn rest(self) {
        self.asked.update_value(|id| *id += 1);
        self.worker.update_value(Worker::stop);
    }

    fn ask(self, scene: &Scene, count: usize) {
        let id = self.asked.try_update_value(|id| {
            *id += 1;
            *id
        });
        let (Some(id), Some(lines)) = (id, NonZeroUsize::new(count.min(MOST))) else { return };
        let wish = Wish::Analyse { lines };
        let Ok(question) = Question::new(id, wish, scene.start, scene.moves.clone()) else { return };
        let scene = scene.clone();
        let hear = move |answer: Answer| self.hear(&scene, answer);
        let is_asked = self.worker.try_update_value(|worker| worker.ask(&question, hear));
        self.is_lost.set(is_asked == Some(false));
    }

    fn hear(self, scene: &Scene, answer: Answer) {
        let Answer::Line(line) = answer else { return };
        if self.asked.try_get_value() != Some(line.id) {
            return;
        }
        let told = read(&scene.position, &line);
        self.found.update(|found| {
            if found.at.as_ref() != Some(scene) {
                *found = Found { at: Some(scene.clone()), lines: Vec::new() };
            }
            // They come in the order of their ranks, round after round.
            match found.lines.get_mut(line.rank.saturating_sub(1)) {
                Some(old) => *old = told,
                None => found.lines.push(told),
            }
        });
    }
}
