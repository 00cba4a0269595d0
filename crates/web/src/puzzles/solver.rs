//! The solver's puzzles on the board: the session judges moves, and what follows from that is played here.

use std::time::Duration;

use ::puzzles::{Hint, Puzzle, PuzzleMode, PuzzleRecord, Refutation, Session, Verdict};
use client::{
    Announcement, AutoFlip, Brush, Effect, Event, LocalGame, Player, PlayerAction, PlayerLocation, Shape,
    Sound,
};
use engine_worker::{WorkerJob, WorkerRequest, WorkerResponse};
use game::{Game, TimeControl};
use leptos::prelude::*;
use rules::{ByColor, CastlingStyle, Color, Move, Position, UciMove};
use wasm_bindgen_futures::spawn_local;

use super::puzzle_files::{self, PuzzleFiles};
use super::solver_view::{Phase, PuzzleView, Remark, SolverView};
use super::stored;
use crate::app::App;
use crate::boxed::BoxedSignal;
use crate::engine_line::resolve;
use crate::platform::{self, time};
use crate::worker::Worker;

/// Time for a look at the position before the opponent's first move.
const FIRST_LOOK: Duration = Duration::from_millis(600);
/// Time in which a piece arrives, before the reply.
const ARRIVAL: Duration = Duration::from_millis(450);
/// Time between the moves of a solution.
const STEP: Duration = Duration::from_millis(900);
/// Time for a look at the solved position, where the next puzzle comes by itself.
const PAUSE: Duration = Duration::from_millis(500);
/// Interval at which the remaining time is drawn.
const TICK: Duration = Duration::from_millis(200);

/// Nodes of the search for the reply to a wrong move.
const REFUTATION_NODES: u64 = 100_000;

/// Handle to the puzzles of a page; cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Solver {
    pub(super) app: App,
    pub(super) mode: PuzzleMode,
    pub(super) view: BoxedSignal<SolverView>,
    /// Seconds left of three minutes.
    pub(super) seconds: BoxedSignal<u32>,
    state: StoredValue<SolverState>,
    worker: StoredValue<Worker, LocalStorage>,
}

/// State that nothing draws.
struct SolverState {
    session: Session,
    record: PuzzleRecord,
    files: PuzzleFiles,
    /// Number of the last event; what is scheduled for an earlier one, or asked of the worker, is dropped.
    event_number: u32,
}

/// The side that may move on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    Solver,
    /// The board is only looked at.
    None,
}

impl Solver {
    /// Fetches puzzles and asks the first one.
    pub(super) fn begin(app: App, mode: PuzzleMode) -> Solver {
        let record = stored::record();
        let session = Session::new(mode, &record);
        let solver = Solver {
            app,
            mode,
            view: BoxedSignal::new(SolverView {
                phase: Phase::Loading,
                remark: Remark::None,
                hint: None,
                puzzle: None,
                rating: record.rating.points(),
                rating_change: None,
                score: 0,
                mistakes: 0,
                end: None,
                is_record: false,
                best: 0,
                row: None,
            }),
            seconds: BoxedSignal::new(seconds_left(&session)),
            state: StoredValue::new(SolverState {
                session,
                record,
                files: PuzzleFiles::default(),
                event_number: 0,
            }),
            worker: StoredValue::new_local(Worker::default()),
        };
        app.add_effect_handler(move |_, effect| solver.handle_effect(effect));
        // Until the puzzles are there the board is only looked at.
        solver.show_game(Game::standard(), Color::White, Control::None);
        solver.next();
        if mode == PuzzleMode::ThreeMinutes {
            platform::repeat(TICK, move || solver.tick());
        }
        solver
    }

    /// Asks the next puzzle; fetches puzzles first if there is none that is new and near the rating.
    pub(super) fn next(self) {
        let found = self.update(|state| {
            let SolverState { session, record, files, .. } = state;
            let day = stored::today();
            let chosen = match session.mode() {
                PuzzleMode::Daily => files.index.daily(day).map(|puzzle| (puzzle, true)),
                _ => {
                    let chosen = files.index.choose(session.wanted(record), record, time::random_seed());
                    chosen.map(|chosen| (chosen.puzzle, chosen.is_good))
                }
            };
            let file = if chosen.as_ref().is_some_and(|(_, is_good)| *is_good) { None } else { files.next() };
            (file, chosen, files.index.is_empty())
        });
        match found {
            Some((Some(file), ..)) => {
                self.change(|view| view.phase = Phase::Loading);
                spawn_local(async move {
                    let text = puzzle_files::fetch(&file).await;
                    // The page may have been left.
                    if self.update(|state| state.files.add(&file, text.as_deref())).is_some() {
                        self.next();
                    }
                });
            }
            Some((None, Some((puzzle, _)), _)) => self.ask(puzzle),
            Some((None, None, true)) => self.change(|view| view.phase = Phase::NotLoaded),
            Some((None, None, false)) => self.change(|view| view.phase = Phase::NoMore),
            None => {}
        }
    }

    /// Fetches the puzzles again.
    pub(super) fn reload(self) {
        self.update(|state| state.files.retry());
        self.next();
    }

    /// Begins a streak, or three minutes, again.
    pub(super) fn restart(self) {
        self.update(|state| state.session = Session::new(self.mode, &state.record));
        self.change(|view| view.remark = Remark::None);
        self.next();
    }

    /// Shows the position before the opponent's move, and plays that.
    fn ask(self, puzzle: Puzzle) {
        let (start, bottom) = (*puzzle.start(), puzzle.solver());
        let Some(&first) = puzzle.moves().first() else { return };
        let shown = PuzzleView {
            id: puzzle.id,
            solver: bottom,
            rating: puzzle.rating,
            themes: puzzle.themes,
            fen: puzzle.position().fen(),
        };
        self.update(|state| state.session.ask(puzzle, stored::today()));
        self.show_game(Game::from_position(start), bottom, Control::Solver);
        self.change(|view| {
            // In three minutes the last mistake stays in sight.
            if self.mode != PuzzleMode::ThreeMinutes || !matches!(view.remark, Remark::Wrong(_)) {
                view.remark = Remark::None;
            }
            (view.phase, view.puzzle, view.hint) = (Phase::Waiting, Some(shown), None);
        });
        self.schedule(FIRST_LOOK, move || {
            self.play(first);
            self.change(|view| view.phase = Phase::Solving);
        });
    }

    fn handle_effect(self, effect: Effect) -> Option<Effect> {
        match &effect {
            Effect::SendAction(PlayerAction::Move { uci, .. }) => {
                let uci = uci.0;
                self.schedule(Duration::ZERO, move || self.on_move(uci));
                None
            }
            // The end of the game is not that of the puzzle, whose sounds are played here.
            Effect::SendAction(_)
            | Effect::Announce(Announcement::GameEnded(_))
            | Effect::PlaySound(Sound::Win | Sound::Draw) => None,
            _ => Some(effect),
        }
    }

    /// The solver has made a legal move.
    fn on_move(self, uci: UciMove) {
        let answered = self.update(|state| {
            let SolverState { session, record, .. } = state;
            let position = *session.position()?;
            let mut moves = position.legal_moves().into_iter();
            let m = moves.find(|m| m.uci(CastlingStyle::Chess960) == uci)?;
            let verdict = session.answer(m, record, time::now().0);
            stored::save(record);
            Some((position, m, verdict))
        });
        let Some(Some((position, m, verdict))) = answered else { return };
        match verdict {
            Verdict::Continues { reply } => {
                self.change(|view| {
                    (view.remark, view.hint, view.phase) = (Remark::Right, None, Phase::Waiting)
                });
                self.schedule(ARRIVAL, move || {
                    self.play(reply);
                    self.change(|view| view.phase = Phase::Solving);
                });
            }
            Verdict::Solved => self.on_solved(),
            Verdict::Wrong => self.on_wrong(position, m),
            Verdict::Ignored => self.on_end(),
        }
    }

    fn on_solved(self) {
        self.lock();
        play_sound(self.app, Sound::Win);
        let is_run = !self.mode.is_rated();
        self.change(|view| (view.remark, view.hint, view.phase) = (Remark::Solved, None, Phase::Done));
        if is_run {
            self.schedule(PAUSE, move || self.next());
        } else {
            focus(".puzzle-next");
        }
    }

    fn on_wrong(self, position: Position, wrong: Move) {
        play_sound(self.app, Sound::Illegal);
        let san = position.san(wrong).to_string();
        let is_over = self.read(|state| state.session.end().is_some()) == Some(true);
        if self.mode == PuzzleMode::ThreeMinutes {
            self.change(|view| view.remark = Remark::Wrong(san));
            match is_over {
                true => self.on_end(),
                false => self.next(),
            }
            return;
        }
        self.lock();
        if is_over {
            self.on_end();
        } else {
            self.change(|view| (view.phase, view.hint) = (Phase::Refuted, None));
        }
        self.refute(position, wrong, san);
    }

    /// Searches the opponent's reply to a wrong move, plays it and says what is wrong with the move.
    fn refute(self, position: Position, wrong: Move, san: String) {
        let Ok(after) = position.play(wrong) else { return };
        if !after.has_legal_moves() {
            let refutation = Refutation::from_analysis(&position, wrong, None);
            return self.say(Remark::Refuted(san, None, Box::new(refutation)));
        }
        self.say(Remark::Refuting(san.clone()));
        let number = self.begin_event();
        let unexplained = san.clone();
        let on_failure = move || {
            if self.is_current(number) {
                self.say(Remark::Wrong(unexplained.clone()));
            }
        };
        let on_message = move |answer: WorkerResponse| {
            let WorkerResponse::Pv(line) = answer else { return };
            if line.id != number || !self.is_current(number) {
                return;
            }
            let analysis = resolve(&after, &line).opinion;
            let refutation = Refutation::from_analysis(&position, wrong, Some(&analysis));
            let reply = refutation.reply.map(|reply| after.san(reply).to_string());
            let remark = Remark::Refuted(san.clone(), reply, Box::new(refutation.clone()));
            self.schedule(Duration::ZERO, move || {
                if let Some(reply) = refutation.reply {
                    self.play(reply);
                }
                self.say(remark);
            });
        };
        let job = WorkerJob::Evaluate { nodes: REFUTATION_NODES };
        let Ok(request) = WorkerRequest::new(number, job, after, []) else { return on_failure() };
        let fail = on_failure.clone();
        let is_sent = self.worker.try_update_value(|worker| worker.request(&request, on_message, fail));
        if is_sent != Some(true) {
            on_failure();
        }
    }

    /// Puts the position before the wrong move back.
    pub(super) fn try_again(self) {
        self.worker.update_value(Worker::stop);
        self.put_back(Control::Solver);
        self.begin_event();
        self.change(|view| (view.phase, view.remark) = (Phase::Solving, Remark::None));
    }

    /// Shows the next hint.
    pub(super) fn show_hint(self) {
        let hint = self.update(|state| {
            let hint = state.session.take_hint(&mut state.record);
            stored::save(&state.record);
            hint
        });
        if let Some(Some(hint)) = hint {
            self.change(|view| (view.hint, view.remark) = (Some(hint), Remark::None));
        }
    }

    /// Gives the puzzle up and plays the rest of the solution.
    pub(super) fn show_solution(self) {
        self.worker.update_value(Worker::stop);
        self.put_back(Control::None);
        let rest = self.update(|state| {
            let position = state.session.position().copied();
            let rest = state.session.give_up(&mut state.record);
            stored::save(&state.record);
            Some((san_line(&position?, &rest), rest))
        });
        if let Some(Some((line, rest))) = rest {
            let remark = Remark::Solution(line);
            self.change(|view| (view.phase, view.hint, view.remark) = (Phase::Showing, None, remark));
            self.play_on(rest, 0);
        }
    }

    /// Plays the moves of a solution from an index on, one by one.
    fn play_on(self, moves: Vec<Move>, index: usize) {
        self.schedule(if index == 0 { ARRIVAL } else { STEP }, move || match moves.get(index) {
            Some(&m) => {
                self.play(m);
                self.play_on(moves, index + 1);
            }
            None => {
                self.change(|view| view.phase = Phase::Done);
                focus(".puzzle-next");
            }
        });
    }

    /// The remaining time of three minutes.
    fn tick(self) {
        let ended = self.update(|state| {
            let was_over = state.session.end().is_some();
            state.session.check_time(time::now().0);
            (seconds_left(&state.session), !was_over && state.session.end().is_some())
        });
        let Some((seconds, has_ended)) = ended else { return };
        if seconds != self.seconds.get_untracked() {
            self.seconds.set(seconds);
        }
        if has_ended {
            self.begin_event();
            play_sound(self.app, Sound::Draw);
            self.on_end();
        }
    }

    /// The session is over.
    fn on_end(self) {
        self.lock();
        self.change(|view| (view.phase, view.hint) = (Phase::Over, None));
        focus(".puzzle-again");
    }

    /// Arrows and circles on the board: the hint.
    pub(super) fn shapes(self) -> Vec<Shape> {
        let shape = |from, to| vec![Shape { from, to, brush: Brush::First }];
        match self.view.get().hint {
            None => Vec::new(),
            Some(Hint::Piece(m)) => shape(m.from(), m.from()),
            Some(Hint::Square(m)) => shape(m.from(), m.to()),
        }
    }

    /// Plays a move of the side whose turn it is, unless it is the solver's.
    fn play(self, m: Move) {
        let ply = self.app.with_view_untracked(|view| view.local_game().game().ply());
        self.app.send(Event::RemoteAction(PlayerAction::play(ply, m.uci(CastlingStyle::Chess960))));
    }

    /// Puts the position of the attempt on the board.
    fn put_back(self, control: Control) {
        let game = self.read(|state| {
            let mut game = Game::from_position(*state.session.puzzle()?.start());
            // The moves of a puzzle are legal.
            let _illegal = state.session.played().iter().try_for_each(|&m| game.play(m));
            Some(game)
        });
        if let Some(Some(game)) = game {
            self.show_game(game, self.bottom(), control);
        }
    }

    /// Makes the board one that is only looked at.
    fn lock(self) {
        let game = self.app.with_view_untracked(|view| view.local_game().game().clone());
        self.show_game(game, self.bottom(), Control::None);
    }

    /// The side at the bottom of the board, which may have been flipped.
    fn bottom(self) -> Color {
        self.app.with_view_untracked(|view| view.local_game().orientation().bottom)
    }

    fn show_game(self, game: Game, bottom: Color, control: Control) {
        let solver = self.read(|state| state.session.puzzle().map(Puzzle::solver)).flatten();
        let players = ByColor::new_with(|color| {
            let is_solver = control == Control::Solver && Some(color) == solver;
            Player::new("", if is_solver { PlayerLocation::Local } else { PlayerLocation::Remote })
        });
        let game = LocalGame::new(game, TimeControl::Unlimited, players, AutoFlip::Never).with_bottom(bottom);
        self.app.send(Event::ShowGame(Box::new(game)));
    }

    fn say(self, remark: Remark) {
        self.change(|view| view.remark = remark);
    }

    /// Changes what is drawn, together with what the session and the record tell.
    fn change(self, f: impl FnOnce(&mut SolverView)) {
        let mut view = self.view.get_untracked();
        self.read(|state| {
            let SolverState { session, record, .. } = state;
            (view.score, view.mistakes) = (session.score(), session.mistakes());
            (view.end, view.is_record) = (session.end(), session.is_record());
            (view.rating, view.rating_change) = (record.rating.points(), session.rating_change());
            view.best = match self.mode {
                PuzzleMode::Streak => record.best_streak,
                _ => record.best_three_minutes,
            };
            let today = stored::today();
            let is_daily = self.mode == PuzzleMode::Daily && record.daily.is_solved(today);
            view.row = is_daily.then(|| record.daily.row(today));
        });
        f(&mut view);
        self.view.set(view);
    }

    /// Reads the state; `None` once the page has been left.
    fn read<T>(self, f: impl FnOnce(&SolverState) -> T) -> Option<T> {
        self.state.try_with_value(f)
    }

    /// Changes the state; `None` once the page has been left.
    fn update<T>(self, f: impl FnOnce(&mut SolverState) -> T) -> Option<T> {
        self.state.try_update_value(f)
    }

    /// Begins an event; what was scheduled before is dropped. Returns its number.
    fn begin_event(self) -> u32 {
        let number = self.update(|state| {
            state.event_number = state.event_number.wrapping_add(1);
            state.event_number
        });
        number.unwrap_or_default()
    }

    /// True until the next event begins or the page is left.
    fn is_current(self, number: u32) -> bool {
        self.read(|state| state.event_number) == Some(number)
    }

    /// Does something later, unless another event has begun by then or the page has been left.
    fn schedule(self, delay: Duration, then: impl FnOnce() + 'static) {
        let number = self.begin_event();
        set_timeout(
            move || {
                if self.is_current(number) {
                    then();
                }
            },
            delay,
        );
    }
}

fn play_sound(app: App, sound: Sound) {
    platform::run_effects(app, vec![Effect::PlaySound(sound)], 0.0);
}

/// Focuses an element that is about to be drawn or enabled.
fn focus(selector: &'static str) {
    request_animation_frame(move || platform::document::focus(selector));
}

fn seconds_left(session: &Session) -> u32 {
    u32::try_from(session.remaining(time::now().0).div_ceil(1000)).unwrap_or_default()
}

/// Moves in SAN with numbers.
fn san_line(start: &Position, moves: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for &m in moves {
        let number = match position.turn() {
            Color::White => format!("{}.\u{a0}", position.fullmoves()),
            Color::Black if words.is_empty() => format!("{}…\u{a0}", position.fullmoves()),
            Color::Black => String::new(),
        };
        words.push(format!("{number}{}", position.san(m)));
        let Ok(next) = position.play(m) else { break };
        position = next;
    }
    words.join(" ")
}
