//! A lesson in progress: the steps of a stage one after another, each on the board of the client. The client explains illegal
//! moves and plays legal ones; here they are judged, answered, or taken back.

use std::time::Duration;

use client::{
    Announcement, AutoFlip, Brush, Effect, Event, LocalGame, Player, PlayerAction, PlayerLocation, Shape,
    Sound,
};
use game::TimeControl;
use leptos::prelude::*;
use lessons::{Attempt, Goal, Progress, Reaction, Score, Stage, Stars, Step, Verdict, WrongMove};
use rules::{Bitboard, ByColor, CastlingStyle, Color, Move, UciMove};

use crate::app::App;
use crate::boxed::BoxedSignal;
use crate::platform::{self, extras, storage};

/// Time in which a piece arrives, before something else happens on the board.
const ARRIVAL: Duration = Duration::from_millis(350);
/// Time for a look at the reached goal, before the next step.
const PRAISE: Duration = Duration::from_millis(1100);
/// Time without a move, after which a move is shown.
const PATIENCE: Duration = Duration::from_secs(25);

/// Handle to a lesson; cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Lesson {
    app: App,
    pub(super) stage: &'static Stage,
    /// Index of the step.
    step: BoxedSignal<u8>,
    /// What was said last about a move.
    pub(super) remark: BoxedSignal<Option<Remark>>,
    /// The squares with stars.
    pub(super) targets: BoxedSignal<Bitboard>,
    /// The move shown as a hint.
    hint: BoxedSignal<Option<Move>>,
    /// The stars of the finished stage.
    pub(super) result: BoxedSignal<Option<Stars>>,
    pub(super) speech: BoxedSignal<Speech>,
    state: StoredValue<LessonState>,
}

/// State that nothing draws.
struct LessonState {
    attempt: Attempt<'static>,
    score: Score,
    /// True from the move that reaches the goal to the next step.
    is_solved: bool,
    /// Number of the last event; what is scheduled for an earlier one is dropped.
    event_number: u32,
}

/// Reading aloud.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Speech {
    On,
    Off,
}

/// What is said about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Remark {
    /// The move leads to the goal.
    Good,
    /// The move, or the answer to the question, is wrong.
    Wrong(WrongMove),
}

impl Lesson {
    /// Starts a stage.
    pub(super) fn new(app: App, stage: &'static Stage) -> Lesson {
        let lesson = Lesson {
            app,
            stage,
            step: BoxedSignal::new(0),
            remark: BoxedSignal::new(None),
            targets: BoxedSignal::new(Bitboard::EMPTY),
            hint: BoxedSignal::new(None),
            result: BoxedSignal::new(None),
            speech: BoxedSignal::new(if storage::lessons_speak() { Speech::On } else { Speech::Off }),
            state: StoredValue::new(LessonState {
                attempt: Attempt::new(&stage.steps[0]),
                score: Score::default(),
                is_solved: false,
                event_number: 0,
            }),
        };
        app.add_effect_handler(move |_, effect| lesson.handle_effect(effect));
        lesson.begin_step(0);
        lesson
    }

    /// Starts the stage again.
    pub(super) fn restart(self) {
        self.change_score(|_| Score::default());
        self.result.set(None);
        self.begin_step(0);
    }

    /// Starts the current step again; the moves made so far cost as much as a wrong one.
    pub(super) fn repeat_step(self) {
        if self.read(|attempt| attempt.moves() > 0) == Some(true) {
            self.change_score(Score::with_slip);
        }
        self.begin_step(usize::from(self.step.get_untracked()));
    }

    /// Index of the step; subscribes.
    pub(super) fn step_index(self) -> usize {
        usize::from(self.step.get())
    }

    /// The step.
    pub(super) fn current_step(self) -> &'static Step {
        let steps = &self.stage.steps;
        steps.get(usize::from(self.step.get_untracked())).unwrap_or(&steps[0])
    }

    /// Arrows and circles on the board: the hint, and the line of what is wrong.
    pub(super) fn shapes(self) -> Vec<Shape> {
        let hint = self.hint.get().map(|m| Shape { from: m.from(), to: m.to(), brush: Brush::First });
        let wrong = match self.remark.get() {
            Some(Remark::Wrong(wrong)) => wrong.line(),
            _ => None,
        };
        let line = wrong.map(|(from, to)| Shape { from, to, brush: Brush::Second });
        // The stars lie flat on the flat board.
        let is_3d = self.app.with_view(|view| view.settings().board3d.is_on());
        let targets = if is_3d { self.targets.get() } else { Bitboard::EMPTY };
        let circles =
            targets.into_iter().map(|square| Shape { from: square, to: square, brush: Brush::Fourth });
        circles.chain(hint).chain(line).collect()
    }

    /// Shows a move that leads to the goal; it costs as much as a wrong move.
    pub(super) fn show_hint(self) {
        if self.state.try_with_value(|state| state.is_solved) != Some(false) {
            return;
        }
        if self.hint.get_untracked().is_none() {
            self.change_score(Score::with_slip);
        }
        self.reveal_hint();
    }

    /// Switches reading aloud.
    pub(super) fn set_speech(self, speech: Speech) {
        self.speech.set(speech);
        match speech {
            Speech::On => {
                storage::save_lessons_speak();
                extras::say(self.sentence());
            }
            Speech::Off => storage::remove_lessons_speak(),
        }
    }

    /// Answers the question of a step.
    pub(super) fn judge(self, verdict: Verdict) {
        let judged = self.read(|attempt| attempt.judge(verdict));
        match judged {
            Some(Ok(())) => self.finish_step(0),
            Some(Err(wrong)) => self.reject(wrong),
            None => {}
        }
    }

    fn begin_step(self, index: usize) {
        let Some(step) = self.stage.steps.get(index) else { return };
        self.step.set(u8::try_from(index).unwrap_or_default());
        self.state.update_value(|state| (state.attempt, state.is_solved) = (Attempt::new(step), false));
        self.remark.set(None);
        self.show_position();
        // The page announces nothing before it is mounted.
        self.schedule(Duration::ZERO, move || {
            self.say(self.sentence().to_owned() + &self.targets_sentence());
            self.wait_for_move();
        });
    }

    /// Puts the position of the attempt on the board.
    fn show_position(self) {
        let Some((scene, targets)) = self.read(|attempt| (*attempt.scene(), attempt.targets())) else {
            return;
        };
        let is_question = self.current_step().goal == Goal::Judge;
        let location = |color: Color| {
            if color == scene.turn() && !is_question { PlayerLocation::Local } else { PlayerLocation::Remote }
        };
        let players = ByColor::new_with(|color| Player::new("", location(color)));
        let game = LocalGame::new(scene.game(), TimeControl::Unlimited, players, AutoFlip::Never);
        self.targets.set(targets);
        self.hint.set(None);
        self.app.send(Event::ShowGame(Box::new(game)));
    }

    fn handle_effect(self, effect: Effect) -> Option<Effect> {
        match &effect {
            Effect::SendAction(PlayerAction::Move { uci, .. }) => {
                let uci = uci.0;
                self.schedule(Duration::ZERO, move || self.on_move(uci));
                return None;
            }
            Effect::SendAction(_) => return None,
            Effect::Announce(Announcement::MoveRejected(rejected)) if rejected.from != rejected.to => {
                self.change_score(Score::with_slip);
                self.schedule(Duration::ZERO, move || {
                    self.remark.set(None);
                    self.wait_for_move();
                });
                if self.speech.get_untracked() == Speech::On {
                    extras::say(&self.app.locale_untracked().refusal(&rejected.reason));
                }
            }
            // The end of the game is not the end of the lesson.
            Effect::Announce(Announcement::GameEnded(_)) | Effect::PlaySound(Sound::Draw) => return None,
            _ => {}
        }
        Some(effect)
    }

    /// The learner has made a legal move.
    fn on_move(self, uci: UciMove) {
        let reaction = self.state.try_update_value(|LessonState { attempt, .. }| {
            let mut moves = attempt.scene().moves().into_iter();
            let m = moves.find(|m| m.uci(CastlingStyle::Chess960) == uci)?;
            Some((attempt.play(m), attempt.moves()))
        });
        let Some(Some((reaction, moves))) = reaction else { return };
        self.hint.set(None);
        match reaction {
            Ok(Reaction::Done) => self.finish_step(moves),
            Ok(Reaction::Goes(reply)) => self.go_on(reply),
            Err(wrong) => self.schedule(ARRIVAL, move || {
                self.show_position();
                self.reject(wrong);
            }),
        }
    }

    /// The opponent answers or passes, and the learner moves again.
    fn go_on(self, reply: Option<Move>) {
        self.remark.set(None);
        let Some(targets) = self.read(Attempt::targets) else { return };
        if reply.is_none() && targets != self.targets.get_untracked() {
            self.targets.set(targets);
            self.remark.set(Some(Remark::Good));
            let left = self.targets_sentence();
            platform::announce(self.app, self.good_sentence().to_owned() + &left);
        }
        match reply {
            None => self.schedule(ARRIVAL, move || {
                self.show_position();
                self.wait_for_move();
            }),
            Some(reply) => self.schedule(2 * ARRIVAL, move || {
                let ply = self.app.with_view_untracked(|view| view.local_game().game().ply());
                let action = PlayerAction::play(ply, reply.uci(CastlingStyle::Chess960));
                self.app.send(Event::RemoteAction(action));
                self.targets.set(targets);
                self.wait_for_move();
            }),
        }
    }

    fn finish_step(self, moves: u8) {
        let (step, index) = (self.current_step(), usize::from(self.step.get_untracked()));
        let score = self.state.try_update_value(|state| {
            state.is_solved = true;
            state.score = state.score.with_moves(moves, step.moves);
            state.score
        });
        self.targets.set(Bitboard::EMPTY);
        self.hint.set(None);
        self.remark.set(Some(Remark::Good));
        let is_last = index + 1 >= self.stage.steps.len();
        let sound = if is_last { Sound::Win } else { Sound::Offer };
        platform::run_effects(self.app, vec![Effect::PlaySound(sound)], 0.0);
        if !is_last {
            platform::announce(self.app, self.good_sentence().to_owned());
            return self.schedule(PRAISE, move || self.begin_step(index + 1));
        }
        let stars = score.unwrap_or_default().stars(self.stage);
        let mut progress = Progress::parse(&storage::lessons().unwrap_or_default());
        progress.record(self.stage, stars);
        storage::save_lessons(&progress.to_string());
        self.schedule(ARRIVAL, move || {
            self.result.set(Some(stars));
            let locale = self.app.locale_untracked();
            let done = locale.learn_message(client::LearnMessageKey::Done);
            self.say(format!("{done} {}", locale.stage_stars(stars.count())));
            // The link is drawn by then.
            request_animation_frame(|| platform::document::focus(".learn-next"));
        });
    }

    /// Says why a move or an answer is wrong.
    fn reject(self, wrong: WrongMove) {
        self.change_score(Score::with_slip);
        self.remark.set(Some(Remark::Wrong(wrong)));
        platform::run_effects(self.app, vec![Effect::PlaySound(Sound::Illegal)], 0.0);
        self.say(self.app.locale_untracked().wrong_move(&wrong));
        self.wait_for_move();
    }

    /// Shows a move after some time without one.
    fn wait_for_move(self) {
        self.schedule(PATIENCE, move || self.reveal_hint());
    }

    fn reveal_hint(self) {
        let hint = self.read(|attempt| (attempt.hint(), attempt.scene().turn()));
        let Some((Some(m), color)) = hint else { return };
        if self.result.get_untracked().is_none() {
            self.hint.set(Some(m));
            self.say(self.app.locale_untracked().lesson_hint(color, m));
        }
    }

    /// The sentence of the current step.
    fn sentence(self) -> &'static str {
        self.app.locale_untracked().step_text(self.stage, usize::from(self.step.get_untracked()))
    }

    fn good_sentence(self) -> &'static str {
        self.app.locale_untracked().learn_message(client::LearnMessageKey::Good)
    }

    /// The squares with stars, for screen readers.
    fn targets_sentence(self) -> String {
        let targets = self.targets.get_untracked();
        if targets.is_empty() {
            return String::new();
        }
        format!(" {}", self.app.locale_untracked().lesson_targets(targets))
    }

    /// Announces a text to screen readers, and reads it aloud if that is switched on.
    fn say(self, text: String) {
        if self.speech.get_untracked() == Speech::On {
            extras::say(&text);
        }
        platform::announce(self.app, text);
    }

    /// Reads the attempt; `None` once the page has been left.
    fn read<T>(self, f: impl FnOnce(&Attempt<'static>) -> T) -> Option<T> {
        self.state.try_with_value(|state| f(&state.attempt))
    }

    fn change_score(self, f: impl FnOnce(Score) -> Score) {
        self.state.update_value(|state| state.score = f(state.score));
    }

    /// Does something later, unless something else has happened by then or the page has been left.
    fn schedule(self, delay: Duration, then: impl FnOnce() + 'static) {
        let number = self.state.try_update_value(|state| {
            state.event_number = state.event_number.wrapping_add(1);
            state.event_number
        });
        set_timeout(
            move || {
                if number.is_some() && self.state.try_with_value(|state| state.event_number) == number {
                    then();
                }
            },
            delay,
        );
    }
}
