//! Games against the computer.
//!
//! The client plays the game with the computer as remote player. Whenever it is the computer's turn the
//! worker is asked for a move. This depends on the position only, so it works after a reload or a takeback
//! without further state.

mod advice;
mod opponent_form;
mod kept_game;
mod saved_game;
mod game_view;

use std::time::Duration;

use crate::app::App;
use crate::boxed::{effect, show};
use crate::platform::time;
use client::{BoardCommand, Effect, Event, FormField, OfferKind, PlayerAction, PlayerLocation, Screen};
use engine::{DRAW_OFFER_NODES, Level, TimeLimit, is_draw_acceptable};
use engine_worker::{WorkerJob, WorkerRequest, WorkerResponse};
use game::{Bonus, Offer};
use leptos::prelude::*;
use rules::{Color, Position};

pub(crate) use opponent_form::OpponentForm;

use crate::pages::{PageContext, start_position};
use crate::route::Route;
use crate::worker::Worker;
use advice::Advice;

/// An opponent: its level, and the seed that its play follows from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Opponent {
    pub(crate) level: Level,
    pub(crate) seed: u64,
}

/// Handle to the game against the computer; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct Computer {
    /// The opponent; `None` while one is being chosen.
    pub(crate) opponent: RwSignal<Option<Opponent>>,
    /// Hints and lessons for the user.
    pub(crate) advice: RwSignal<Advice>,
    /// True if the worker cannot be started.
    pub(crate) is_unavailable: RwSignal<bool>,
    /// The ply at which the computer last declined a draw.
    pub(crate) declined: RwSignal<Option<usize>>,
    worker: StoredValue<Worker, LocalStorage>,
    /// Worker that evaluates draw offers.
    draw_worker: StoredValue<Worker, LocalStorage>,
    /// Id of the last request; answers to earlier ones are ignored.
    request_id: StoredValue<u32>,
}

/// Nodes searched for a hint: strong enough, and fast enough to be useful.
const HINT_NODES: u64 = 60_000;

impl Computer {
    pub(crate) fn new() -> Computer {
        Computer {
            opponent: RwSignal::new(None),
            advice: RwSignal::new(Advice::default()),
            is_unavailable: RwSignal::new(false),
            declined: RwSignal::new(None),
            worker: StoredValue::new_local(Worker::default()),
            draw_worker: StoredValue::new_local(Worker::default()),
            request_id: StoredValue::new(0),
        }
    }

    pub(crate) fn from_context() -> Computer {
        expect_context()
    }

    /// Starts a game with the form's settings; `own` is the user's side.
    fn start_game(self, app: App, opponent: Opponent, own: Color) {
        let name = app.locale_untracked().computer_opponent(opponent.level.name());
        for (color, seat, name) in
            [(own, PlayerLocation::Local, String::new()), (!own, PlayerLocation::Remote, name)]
        {
            app.send(Event::EditForm(FormField::Location(color, seat)));
            app.send(Event::EditForm(FormField::Name(color, name)));
        }
        self.advice.set(Advice::default());
        self.opponent.set(Some(opponent));
        app.send(Event::StartGame { seed: opponent.seed });
    }

    /// Ends the game and removes it from storage.
    fn discard_game(self) {
        self.stop();
        saved_game::remove();
    }

    /// Leaves an unfinished game for the list of opponents: it stays in storage with its clock paused.
    fn leave_game(self, app: App) {
        app.send(Event::Command(BoardCommand::Pause));
        self.stop();
    }

    /// Leaves the game; it stays in storage.
    fn stop(self) {
        self.worker.update_value(Worker::stop);
        self.opponent.set(None);
    }

    /// Continues the stored game.
    fn resume(self, app: App) {
        if self.opponent.with_untracked(Option::is_none)
            && let Some((opponent, game)) = saved_game::load()
        {
            self.opponent.set(Some(opponent));
            app.send(Event::SavedGameFound(game));
            app.send(Event::ResumeSavedGame);
        }
    }

    /// Handles the effects that concern the computer; returns all others.
    pub(crate) fn handle_effect(self, app: App, effect: Effect) -> Option<Effect> {
        let Some(opponent) = self.opponent.get_untracked() else { return Some(effect) };
        match effect {
            Effect::SaveGame(game) => saved_game::save(opponent, &game),
            Effect::DeleteSavedGame => saved_game::remove(),
            Effect::SendAction(PlayerAction::Offer { offer: OfferKind::Takeback }) => {
                self.reply(app, PlayerAction::accept(Offer::Takeback))
            }
            Effect::SendAction(PlayerAction::Offer { offer: OfferKind::Draw }) => self.decide_draw(app),
            Effect::SendAction(_) => {}
            other => return Some(other),
        }
        None
    }

    /// Sends the computer's action after the current update is done.
    fn reply(self, app: App, action: PlayerAction) {
        set_timeout(move || app.send(Event::RemoteAction(action.clone())), Duration::ZERO);
    }

    /// Accepts or declines a draw offer. A second worker evaluates it, so that the search for a move is not
    /// interrupted.
    fn decide_draw(self, app: App) {
        let decline = move || self.reply(app, PlayerAction::decline(Offer::Draw));
        let job = WorkerJob::Evaluate { nodes: DRAW_OFFER_NODES };
        let draw_request = app.with_view_untracked(|view| {
            let game = view.local_game().game();
            let request = WorkerRequest::new(0, job, *game.position_at(0)?, game.moves()).ok()?;
            Some((
                request,
                game.plies(),
                game.board().occupied().count(),
                view.local_game().is_local(game.turn()),
            ))
        });
        let Some((request, plies, pieces, is_own_turn)) = draw_request else { return decline() };
        let on_message = move |answer: WorkerResponse| {
            let WorkerResponse::Pv(line) = answer else { return };
            let score = if is_own_turn { line.score.negated() } else { line.score };
            // A move in the meantime has declined the offer already.
            if app.with_view_untracked(|view| view.local_game().game().pending(Offer::Draw).is_some()) {
                let accepts = is_draw_acceptable(score, plies, pieces);
                self.declined.set((!accepts).then_some(plies));
                let answer = if accepts { PlayerAction::accept } else { PlayerAction::decline };
                app.send(Event::RemoteAction(answer(Offer::Draw)));
            }
        };
        let sent = self.draw_worker.try_update_value(|worker| worker.request(&request, on_message, decline));
        if sent != Some(true) {
            decline();
        }
    }

    /// Requests a move, or a hint for the user, at each turn.
    fn request_on_each_turn(self, app: App) {
        let turn = app.memo(|view| {
            let game = view.local_game().game();
            let is_on = game.outcome().is_none();
            is_on.then(|| (game.plies(), view.local_game().is_local(game.turn())))
        });
        effect(move || match (self.opponent.get(), turn.get()) {
            (Some(opponent), Some((_, false))) => {
                self.request(app, |time| WorkerJob::Play { level: opponent.level, seed: opponent.seed, time })
            }
            (Some(_), Some((_, true))) => self.request(app, |_| WorkerJob::Evaluate { nodes: HINT_NODES }),
            _ => self.worker.update_value(Worker::stop),
        });
    }

    /// Sends a request about the position on the board.
    fn request(self, app: App, job: impl FnOnce(TimeLimit) -> WorkerJob) {
        let id = self.request_id.try_update_value(|id| {
            *id += 1;
            *id
        });
        let request = app.with_view_untracked(|view| {
            let game = view.local_game().game();
            let start: Position = *game.position_at(0)?;
            let job = job(time_left(view.local_game(), game.turn()));
            WorkerRequest::new(id.unwrap_or_default(), job, start, game.moves()).ok()
        });
        let Some(request) = request else { return };
        let requested_at = time::now();
        let on_message = move |answer: WorkerResponse| self.on_answer(app, answer, requested_at);
        let on_failure = move || self.is_unavailable.set(true);
        let is_sent = self.worker.try_update_value(|worker| worker.request(&request, on_message, on_failure));
        self.is_unavailable.set(is_sent == Some(false));
    }

    fn on_answer(self, app: App, answer: WorkerResponse, requested_at: game::Timestamp) {
        if Some(answer.id()) != self.request_id.try_get_value() {
            return;
        }
        match answer {
            WorkerResponse::Move { id, m: Some(m), wants_draw, think_time } => {
                let spent = Duration::from_millis(time::now().0.saturating_sub(requested_at.0));
                let play = move || {
                    // The request may be outdated after the pause.
                    if self.request_id.try_get_value() == Some(id) && self.opponent.get_untracked().is_some()
                    {
                        let action = app.with_view_untracked(|view| {
                            let game = view.local_game().game();
                            if wants_draw {
                                PlayerAction::play_or_claim(game, m)
                            } else {
                                PlayerAction::play(game.ply(), m)
                            }
                        });
                        app.send(Event::RemoteAction(action));
                    }
                };
                set_timeout(play, think_time.saturating_sub(spent));
            }
            WorkerResponse::Pv(line) => self.advice.update(|advice| advice.record(app, &line)),
            // Without a legal move there is none; the other answers belong to requests of other pages.
            _ => {}
        }
    }
}

/// The clock of a side, for the engine.
fn time_left(local_game: &client::LocalGame, side: Color) -> TimeLimit {
    let Some(left) = local_game.clock().left(side, time::now()) else { return TimeLimit::Unlimited };
    let increment = match local_game.clock().control().bonus(side) {
        Bonus::Increment(bonus) | Bonus::Bronstein(bonus) | Bonus::Delay(bonus) => {
            Duration::from_millis(bonus.0)
        }
        Bonus::None => Duration::ZERO,
    };
    let overhead = Duration::from_millis(60);
    TimeLimit::Clock { remaining: Duration::from_millis(left.0), increment, moves_to_go: None, overhead }
}

/// The page at `/computer`: the game, or the form to choose an opponent.
#[component]
pub(crate) fn ComputerPage() -> impl IntoView {
    let app = App::from_context();
    let (computer, context) = (Computer::new(), PageContext::from_context());
    provide_context(computer);
    app.add_effect_handler(move |app, effect| computer.handle_effect(app, effect));
    effect(move || context.is_computer_playing.set(computer.opponent.with(Option::is_some)));
    if !start_position::enter(app, &Route::Computer) {
        computer.resume(app);
    }
    computer.request_on_each_turn(app);
    // The game stays in storage.
    on_cleanup(move || computer.stop());
    // A new game begins with the choice of an opponent.
    let wants_another = app.memo(|view| view.screen() == Screen::Form);
    effect(move || {
        if wants_another.get() && computer.opponent.with_untracked(Option::is_some) {
            match app.with_view_untracked(|view| view.local_game().is_finished()) {
                true => computer.discard_game(),
                false => computer.leave_game(app),
            }
        }
    });
    let is_chosen = Memo::new(move |_| computer.opponent.with(Option::is_some));
    show(move || {
        Some(match is_chosen.get() {
            true => view! { <game_view::ComputerGame /> }.into_any(),
            false => view! { <OpponentForm /> }.into_any(),
        })
    })
}
