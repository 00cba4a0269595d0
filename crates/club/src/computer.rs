//! A game against the computer: who is played, and how its moves come to the board.
//!
//! The game itself is the client's, with the computer in the seat elsewhere. Whenever it is the computer's turn the worker
//! is asked; nothing else has to be remembered, so that after a reload or a takeback everything goes on by itself.

mod advice;
mod choose;
mod kept;
mod play;

use std::time::Duration;

use client::{Deed, Effect, Event, Field, Screen, Seat};
use engine::{DRAW_NODES, Level, Time, accepts_draw};
use game::{Bonus, Offer};
use leptos::prelude::*;
use rules::{Color, Position};
use thinker::{Answer, Question, Wish};
use web::app::App;
use web::lazy::{effect, part};
use web::world::time;

pub(crate) use choose::Choosing;

use crate::worker::Worker;
use advice::Advice;

/// Somebody to play against: a level, and what its character follows from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rival {
    pub(crate) level: Level,
    pub(crate) seed: u64,
}

/// A handle to the game against the computer; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct Computer {
    /// Who is played; nobody while one is being chosen.
    pub(crate) rival: RwSignal<Option<Rival>>,
    /// What the computer would do in the place of whoever sits here.
    pub(crate) advice: RwSignal<Advice>,
    /// Whether there is no worker to be had.
    pub(crate) is_lost: RwSignal<bool>,
    /// After how many plies a draw was declined last.
    pub(crate) declined: RwSignal<Option<usize>>,
    worker: StoredValue<Worker, LocalStorage>,
    /// Who judges draws.
    judge: StoredValue<Worker, LocalStorage>,
    /// The number of the last question; answers to others come too late.
    asked: StoredValue<u32>,
}

/// What is looked at for a hint: enough to be right, soon enough to be of use.
const HINT: u64 = 60_000;

impl Computer {
    pub(crate) fn new() -> Computer {
        Computer {
            rival: RwSignal::new(None),
            advice: RwSignal::new(Advice::default()),
            is_lost: RwSignal::new(false),
            declined: RwSignal::new(None),
            worker: StoredValue::new_local(Worker::default()),
            judge: StoredValue::new_local(Worker::default()),
            asked: StoredValue::new(0),
        }
    }

    pub(crate) fn here() -> Computer {
        expect_context()
    }

    /// Sits down with somebody at what the form says. `own` is the side of whoever sits here.
    fn begin(self, app: App, rival: Rival, own: Color) {
        let name = app.words_now().opponent(rival.level.word());
        for (color, seat, name) in [(own, Seat::Here, String::new()), (!own, Seat::Elsewhere, name)] {
            app.send(Event::Fill(Field::Seat(color, seat)));
            app.send(Event::Fill(Field::Name(color, name)));
        }
        self.advice.set(Advice::default());
        self.rival.set(Some(rival));
        app.send(Event::Start { seed: rival.seed });
    }

    /// Gets up from the table, for another opponent.
    fn leave(self) {
        self.rest();
        kept::forget();
    }

    /// Leaves the game as it stands.
    fn rest(self) {
        self.worker.update_value(Worker::stop);
        self.rival.set(None);
    }

    /// The game that was kept goes on.
    fn resume(self, app: App) {
        if self.rival.with_untracked(Option::is_none)
            && let Some((rival, game)) = kept::read()
        {
            self.rival.set(Some(rival));
            app.send(Event::Found(game));
            app.send(Event::Continue);
        }
    }

    /// Takes what concerns the computer of what the client wants done.
    pub(crate) fn errand(self, app: App, effect: Effect) -> Option<Effect> {
        let Some(rival) = self.rival.get_untracked() else { return Some(effect) };
        match effect {
            Effect::Save(game) => kept::write(rival, &game),
            Effect::Forget => kept::forget(),
            Effect::Tell(Deed::Offer(Offer::Takeback)) => self.reply(app, Deed::Accept(Offer::Takeback)),
            Effect::Tell(Deed::Offer(Offer::Draw)) => self.consider(app),
            Effect::Tell(_) => {}
            other => return Some(other),
        }
        None
    }

    /// Says something as soon as the client has finished what it is doing.
    fn reply(self, app: App, deed: Deed) {
        set_timeout(move || app.send(Event::Told(deed)), Duration::ZERO);
    }

    /// Judges a draw that was offered. Somebody else is asked than who thinks about the move.
    fn consider(self, app: App) {
        let decline = move || self.reply(app, Deed::Decline(Offer::Draw));
        let wish = Wish::Judge { nodes: DRAW_NODES };
        let asked = app.peek(|view| {
            let game = view.table().game();
            let question = Question::new(0, wish, *game.position_at(0)?, game.moves()).ok()?;
            Some((question, game.plies(), game.board().occupied().count(), view.table().is_here(game.turn())))
        });
        let Some((question, plies, men, is_own_turn)) = asked else { return decline() };
        let hear = move |answer: Answer| {
            let Answer::Line(line) = answer else { return };
            let score = if is_own_turn { line.score.turned() } else { line.score };
            // It may have moved in the meantime, and has answered thereby.
            if app.peek(|view| view.table().game().pending(Offer::Draw).is_some()) {
                let accepts = accepts_draw(score, plies, men);
                self.declined.set((!accepts).then_some(plies));
                let deed = if accepts { Deed::Accept } else { Deed::Decline };
                app.send(Event::Told(deed(Offer::Draw)));
            }
        };
        if self.judge.try_update_value(|worker| worker.ask(&question, hear)) != Some(true) {
            decline();
        }
    }

    /// Asks the worker whenever there is something to ask.
    fn follow(self, app: App) {
        let turn = app.watch(|view| {
            let game = view.table().game();
            let is_on = game.outcome().is_none();
            is_on.then(|| (game.plies(), view.table().is_here(game.turn())))
        });
        effect(move || match (self.rival.get(), turn.get()) {
            (Some(rival), Some((_, false))) => {
                self.ask(app, |time| Wish::Play { level: rival.level, seed: rival.seed, time })
            }
            (Some(_), Some((_, true))) => self.ask(app, |_| Wish::Judge { nodes: HINT }),
            _ => self.worker.update_value(Worker::stop),
        });
    }

    /// Asks about the position on the board.
    fn ask(self, app: App, wish: impl FnOnce(Time) -> Wish) {
        let id = self.asked.try_update_value(|id| {
            *id += 1;
            *id
        });
        let question = app.peek(|view| {
            let game = view.table().game();
            let start: Position = *game.position_at(0)?;
            let wish = wish(clock(view.table(), game.turn()));
            Question::new(id.unwrap_or_default(), wish, start, game.moves()).ok()
        });
        let Some(question) = question else { return };
        let asked_at = time::now();
        let hear = move |answer: Answer| self.hear(app, answer, asked_at);
        let is_asked = self.worker.try_update_value(|worker| worker.ask(&question, hear));
        self.is_lost.set(is_asked == Some(false));
    }

    fn hear(self, app: App, answer: Answer, asked_at: game::Timestamp) {
        if Some(answer.id()) != self.asked.try_get_value() {
            return;
        }
        match answer {
            Answer::Move { id, m: Some(m), pause } => {
                let spent = Duration::from_millis(time::now().0.saturating_sub(asked_at.0));
                let play = move || {
                    // Something else may have been asked while it seemed to think.
                    if self.asked.try_get_value() == Some(id) && self.rival.get_untracked().is_some() {
                        app.send(Event::Told(Deed::Move(m)));
                    }
                };
                set_timeout(play, pause.saturating_sub(spent));
            }
            Answer::Line(line) => self.advice.update(|advice| advice.note(app, &line)),
            Answer::Move { m: None, .. } | Answer::Done { .. } => {}
        }
    }
}

/// What the clock of a side says.
fn clock(table: &client::Table, side: Color) -> Time {
    let Some(left) = table.clock().left(side, time::now()) else { return Time::Unlimited };
    let increment = match table.clock().control().bonus(side) {
        Bonus::Increment(more) | Bonus::Bronstein(more) | Bonus::Delay(more) => Duration::from_millis(more.0),
        Bonus::None => Duration::ZERO,
    };
    let overhead = Duration::from_millis(60);
    Time::Clock { left: Duration::from_millis(left.0), increment, moves_to_go: None, overhead }
}

/// The page: a table with somebody, or the choice of who it should be.
#[component]
pub(crate) fn ComputerPage() -> impl IntoView {
    let app = App::here();
    let computer = Computer::here();
    computer.resume(app);
    computer.follow(app);
    // The game is kept; on other pages there are other games.
    on_cleanup(move || computer.rest());
    // Whoever asks for a new game chooses an opponent first.
    let wants_another = app.watch(|view| view.screen() == Screen::Form);
    effect(move || {
        if wants_another.get() {
            computer.leave();
        }
    });
    let is_chosen = Memo::new(move |_| computer.rival.with(Option::is_some));
    part(move || {
        Some(match is_chosen.get() {
            true => view! { <play::Play /> }.into_any(),
            false => view! { <Choosing /> }.into_any(),
        })
    })
}
