//! An attempt at an exercise: the game on the board, the worker that defends, and what the tables say.

use std::time::Duration;

use client::practice::{Exercise, KnownPosition, Practice};
use client::{AutoFlip, Effect, Event, LocalGame, Player, PlayerAction, PlayerLocation, PracticeMessageKey};
use engine::{Level, TimeLimit};
use engine_worker::{TableJob, TableOutcomes, WorkerJob, WorkerRequest, WorkerResponse};
use game::{Game, TimeControl};
use leptos::prelude::*;
use rules::{ByColor, Move, Position, UciMove};
use tablebase::Tablebase;

use crate::app::App;
use crate::boxed::effect;
use crate::platform::time;
use crate::worker::Worker;

/// Time of the engine for a move, where there is no table.
const ENGINE_TIME: Duration = Duration::from_millis(800);

/// The opponent's answer comes after the player's piece has arrived.
const PAUSE: Duration = Duration::from_millis(450);

/// Handle to an attempt; cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    pub(super) app: App,
    pub(super) exercise: Exercise,
    pub(super) practice: RwSignal<Practice>,
    /// The position that was set up.
    start: RwSignal<Position>,
    /// Number of set-ups: the worker is asked again even if the board looks the same.
    set_ups: RwSignal<u32>,
    /// Share of the tables that is built, in percent, while they are.
    pub(super) building: RwSignal<Option<u8>>,
    /// True if the worker cannot be started.
    pub(super) is_unavailable: RwSignal<bool>,
    /// True if no similar position was found.
    pub(super) is_unique: RwSignal<bool>,
    /// True once the position that was set up has been counted as solved.
    is_counted: StoredValue<bool>,
    worker: StoredValue<Worker, LocalStorage>,
    /// Id of the last request; answers to earlier ones are ignored.
    request_id: StoredValue<u32>,
}

impl Attempt {
    /// Sets up the position of the exercise; the worker answers from now on.
    pub(super) fn begin(app: App, exercise: Exercise) -> Attempt {
        let start = exercise.position();
        let attempt = Attempt {
            app,
            exercise,
            practice: RwSignal::new(Practice::new(exercise.goal, start.turn())),
            start: RwSignal::new(start),
            set_ups: RwSignal::new(0),
            building: RwSignal::new(None),
            is_unavailable: RwSignal::new(false),
            is_unique: RwSignal::new(false),
            is_counted: StoredValue::new(false),
            worker: StoredValue::new_local(Worker::default()),
            request_id: StoredValue::new(0),
        };
        app.add_effect_handler(|_, effect| match effect {
            // The opponent is the worker, which looks at the board.
            Effect::SendAction(_) => None,
            effect => Some(effect),
        });
        attempt.set_up(start);
        let turn = app.memo(|view| {
            let game = view.local_game().game();
            game.outcome().is_none().then(|| (game.plies(), game.position().copied()))
        });
        effect(move || {
            attempt.set_ups.track();
            match turn.get() {
                Some((_, Some(position))) => attempt.ask(&position),
                _ => attempt.stop(),
            }
        });
        on_cleanup(move || attempt.stop());
        attempt
    }

    /// Sets up a position and forgets the attempt so far.
    pub(super) fn set_up(self, position: Position) {
        self.start.set(position);
        self.is_counted.set_value(false);
        self.practice.set(Practice::new(self.exercise.goal, position.turn()));
        self.show(position, &[]);
        self.set_ups.update(|number| *number += 1);
    }

    /// Returns true the first time after a position was set up.
    pub(super) fn count(self) -> bool {
        let was_counted = self.is_counted.get_value();
        self.is_counted.set_value(true);
        !was_counted
    }

    /// Begins again with the same position.
    pub(super) fn restart(self) {
        self.set_up(self.start.get_untracked());
    }

    /// Sets up another position of the same endgame.
    pub(super) fn next_position(self) {
        let job = WorkerJob::Table(TableJob::Similar { seed: time::random_seed() });
        self.request(&self.exercise.position(), job);
    }

    /// Takes back to the position after some half-moves.
    pub(super) fn take_back(self, plies: usize) {
        let moves: Vec<Move> =
            self.app.with_view_untracked(|view| view.local_game().game().moves().take(plies).collect());
        self.practice.update(|practice| practice.take_back(plies));
        self.show(self.start.get_untracked(), &moves);
    }

    /// Shows a game of the player against the worker.
    fn show(self, start: Position, moves: &[Move]) {
        let mut game = Game::from_position(start);
        let _illegal = moves.iter().try_for_each(|&m| game.play(m));
        let player = self.practice.read_untracked().player();
        let key = match self.exercise.is_in_tables() {
            true => PracticeMessageKey::Opponent,
            false => PracticeMessageKey::Engine,
        };
        let opponent = self.app.locale_untracked().practice_message(key);
        let players = ByColor::new_with(|color| match color == player {
            true => Player::new("", PlayerLocation::Local),
            false => Player::new(opponent, PlayerLocation::Remote),
        });
        let game = LocalGame::new(game, TimeControl::Unlimited, players, AutoFlip::Never);
        self.app.send(Event::SavedGameFound(game.to_save_text(time::now())));
        self.app.send(Event::ResumeSavedGame);
    }

    /// Asks for what the position on the board needs: the opponent's move, or the outcomes of the player's moves.
    fn ask(self, position: &Position) {
        let is_own_turn = position.turn() == self.practice.read_untracked().player();
        match (is_own_turn, Tablebase::covers(position)) {
            (true, true) => self.request(position, WorkerJob::Table(TableJob::Probe)),
            (false, true) => {
                self.request(position, WorkerJob::Table(TableJob::Play { seed: time::random_seed() }));
            }
            (false, false) => self.request(
                position,
                WorkerJob::Play { level: Level::Hanpan, seed: 0, time: TimeLimit::MoveTime(ENGINE_TIME) },
            ),
            (true, false) => self.stop(),
        }
    }

    fn stop(self) {
        self.building.set(None);
        self.request_id.update_value(|id| *id += 1);
        self.worker.update_value(Worker::stop);
    }

    fn request(self, position: &Position, job: WorkerJob) {
        let id = self.request_id.try_update_value(|id| {
            *id += 1;
            *id
        });
        let Ok(request) = WorkerRequest::new(id.unwrap_or_default(), job, *position, []) else { return };
        self.building.set(None);
        let on_message = move |answer: WorkerResponse| self.on_answer(answer);
        let on_failure = move || self.is_unavailable.set(true);
        let is_sent = self.worker.try_update_value(|worker| worker.request(&request, on_message, on_failure));
        self.is_unavailable.set(is_sent == Some(false));
    }

    fn on_answer(self, answer: WorkerResponse) {
        if Some(answer.id()) != self.request_id.try_get_value() {
            return;
        }
        if let WorkerResponse::Building { percent, .. } = answer {
            return self.building.set(Some(percent));
        }
        self.building.set(None);
        match answer {
            WorkerResponse::Outcomes(outcomes) => self.record(&outcomes),
            WorkerResponse::Move { id, m: Some(m), .. } => self.play(id, m),
            WorkerResponse::Similar { position, .. } => {
                self.is_unique.set(false);
                self.set_up(*position);
            }
            WorkerResponse::Done { .. } => self.is_unique.set(true),
            _ => {}
        }
    }

    /// Plays the opponent's move after a pause.
    fn play(self, id: u32, m: UciMove) {
        let play = move || {
            // The position may have changed during the pause.
            if self.request_id.try_get_value() == Some(id) {
                let action = self
                    .app
                    .with_view_untracked(|view| PlayerAction::play(view.local_game().game().ply(), m));
                self.app.send(Event::RemoteAction(action));
            }
        };
        set_timeout(play, PAUSE);
    }

    fn record(self, outcomes: &TableOutcomes) {
        let found = self.app.with_view_untracked(|view| {
            let game = view.local_game().game();
            let position = *game.position()?;
            let moves =
                outcomes.moves.iter().filter_map(|(m, outcome)| Some((m.resolve(&position).ok()?, *outcome)));
            let known =
                KnownPosition { turn: position.turn(), outcome: outcomes.outcome, moves: moves.collect() };
            Some((game.plies(), known))
        });
        if let Some((plies, known)) = found {
            self.practice.update(|practice| practice.record(plies, known));
        }
    }
}
