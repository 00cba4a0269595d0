//! Beside the board: the truth, what the last move did, and what to do next.

use client::practice::{Goal, MOVES_TO_HOLD, MoveVerdict, PracticeStatus};
use client::{Brush, Event, MessageKey, PracticeMessageKey, Shape};
use game::Ending;
use leptos::prelude::*;
use rules::Move;

use super::opponent::Attempt;
use super::translate;
use crate::boxed::{BoxedMemo, derived, handler, show, show_if, text};
use crate::game_screen::actions::DrawClaims;
use crate::game_screen::move_input::MoveInput;
use crate::game_screen::moves::MoveList;
use crate::icon::icon;

/// The panel.
pub(super) fn panel(attempt: Attempt) -> AnyView {
    let app = attempt.app;
    let moves = app.memo(|view| view.moves());
    view! {
        <h2 class="exercise-title">
            {text(move || app.locale().exercise(&attempt.exercise).to_owned())}
            <span class="about">{text(move || app.locale().goal(attempt.exercise.goal).to_owned())}</span>
        </h2>
        {truth(attempt)}
        {problem(attempt)}
        <MoveList moves />
        <div class="claims"><DrawClaims /></div>
        {actions(attempt)}
        <div class="lower">
            <MoveInput />
            <a href=routes::ENDINGS>{translate(app, PracticeMessageKey::All)}</a>
        </div>
    }
    .into_any()
}

fn played_moves(attempt: Attempt) -> Vec<Move> {
    attempt.app.with_view(|view| view.local_game().game().moves().collect())
}

/// State of the attempt.
pub(super) fn status(attempt: Attempt) -> BoxedMemo<PracticeStatus> {
    BoxedMemo::new(move || {
        let moves = played_moves(attempt);
        let outcome = attempt.app.with_view(|view| view.local_game().game().outcome());
        attempt.practice.with(|practice| practice.status(&moves, outcome))
    })
}

/// The outcome with best play, and in words what the player's last move did.
fn truth(attempt: Attempt) -> AnyView {
    let app = attempt.app;
    let status = status(attempt);
    let headline = BoxedMemo::new(move || headline(attempt, status.get()));
    let class = text(move || {
        let kind = match status.get() {
            PracticeStatus::Open => "open",
            PracticeStatus::Slipped => "slipped",
            PracticeStatus::Solved => "solved",
            PracticeStatus::Failed => "failed",
        };
        format!("truth {kind}")
    });
    let verdict = BoxedMemo::new(move || last_verdict(attempt));
    let is_known = BoxedMemo::new(move || {
        let moves = played_moves(attempt);
        attempt.practice.with(|practice| practice.truth(&moves).is_some())
    });
    view! {
        <section class=class data-known=text(move || is_known.get().to_string()) aria-label=translate(app, PracticeMessageKey::Truth)>
            <div role="status">
                <p class="truth-line" data-testid="truth">{headline.signal()}</p>
                {show(move || verdict.get().map(|text| view! { <p data-testid="verdict">{text}</p> }.into_any()))}
            </div>
            {show(move || attempt.building.get().map(|percent| view! {
                <progress max="100" value=percent.to_string() aria-label=translate(app, PracticeMessageKey::Thinking)></progress>
            }.into_any()))}
            {show_if(move || !attempt.exercise.is_in_tables(), move || view! {
                <p class="about">{translate(app, PracticeMessageKey::ByEngine)}</p>
            }.into_any())}
        </section>
    }
    .into_any()
}

/// The line above all: the result, or the outcome with best play.
fn headline(attempt: Attempt, status: PracticeStatus) -> String {
    let locale = attempt.app.locale();
    let message = |key| locale.practice_message(key).to_owned();
    let moves = played_moves(attempt);
    let (ended, covered) = attempt.app.with_view(|view| {
        let game = view.local_game().game();
        (game.outcome(), game.position().is_some_and(tablebase::Tablebase::covers))
    });
    match (status, ended) {
        (PracticeStatus::Solved, _) if attempt.exercise.goal == Goal::Win => message(PracticeMessageKey::Won),
        (PracticeStatus::Solved, _) => message(PracticeMessageKey::Held),
        (PracticeStatus::Failed, Some(outcome)) if outcome.ending() == Ending::Stalemate => {
            message(PracticeMessageKey::Stalemated)
        }
        (PracticeStatus::Failed, _) => message(PracticeMessageKey::Failed),
        _ => {
            let truth = attempt.practice.with(|practice| practice.truth(&moves));
            match (truth, attempt.building.get()) {
                (Some(truth), _) => {
                    let held = moves.len() / 2;
                    let is_holding = attempt.exercise.goal == Goal::Draw && status == PracticeStatus::Open;
                    let truth = locale.truth(truth);
                    match is_holding {
                        true => {
                            format!("{truth} {}", locale.moves_to_hold(MOVES_TO_HOLD.saturating_sub(held)))
                        }
                        false => truth,
                    }
                }
                (None, Some(percent)) => locale.solving_progress(percent),
                (None, None) if covered => message(PracticeMessageKey::Thinking),
                (None, None) => message(PracticeMessageKey::Unknown),
            }
        }
    }
}

/// The effect of the player's last move.
fn last_verdict(attempt: Attempt) -> Option<String> {
    let locale = attempt.app.locale();
    attempt.app.with_view(|view| {
        let game = view.local_game().game();
        let moves: Vec<Move> = game.moves().collect();
        attempt.practice.with(|practice| {
            let (plies, verdict) = (0..moves.len())
                .rev()
                .find_map(|plies| Some((plies, practice.verdict(plies, *moves.get(plies)?)?)))?;
            let position = game.position_at(plies)?;
            let san = |m: Move| position.san(m).to_string();
            let best = best_move(verdict).map(san).unwrap_or_default();
            Some(locale.move_verdict(verdict, &san(*moves.get(plies)?), &best))
        })
    })
}

const fn best_move(verdict: MoveVerdict) -> Option<Move> {
    match verdict {
        MoveVerdict::Best => None,
        MoveVerdict::Slower { best, .. } | MoveVerdict::Sooner { best } | MoveVerdict::Slip { best, .. } => {
            Some(best)
        }
    }
}

/// Tables that cannot be loaded, positions without a similar one, and moves that are not understood.
fn problem(attempt: Attempt) -> AnyView {
    let app = attempt.app;
    let problem = app.memo_localized(|view, locale| view.problem().map(|problem| locale.problem(problem)));
    let own = move || match (attempt.is_unavailable.get(), attempt.is_unique.get()) {
        (true, _) => Some(PracticeMessageKey::NoWorker),
        (_, true) => Some(PracticeMessageKey::NoneSimilar),
        _ => None,
    };
    show(move || {
        let own = own().map(|key| app.locale().practice_message(key).to_owned());
        let text = own.or(problem.get())?;
        Some(view! { <p class="remark" role="alert">{text}</p> }.into_any())
    })
}

/// The buttons keep their places: those of no use are disabled.
fn actions(attempt: Attempt) -> AnyView {
    let app = attempt.app;
    let status = status(attempt);
    let slip = BoxedMemo::new(move || {
        let moves = played_moves(attempt);
        attempt.practice.with(|practice| practice.last_slip(&moves))
    });
    let has_hint = BoxedMemo::new(move || {
        let plies = app.with_view(|view| view.local_game().game().plies());
        attempt.practice.with(|practice| practice.known(plies).is_some_and(|known| !known.moves.is_empty()))
    });
    let has_next = attempt.exercise.is_in_tables();
    let is_solved = move || status.get() == PracticeStatus::Solved;
    let to_slip = move || {
        if let Some(plies) = *slip.read_untracked() {
            attempt.take_back(plies);
        }
    };
    let button =
        move |icon_name: &'static str, key: PracticeMessageKey, kind: ButtonKind, act: Box<dyn Fn()>| {
            view! {
                <button
                    type="button"
                    class="action"
                    class:main=kind.is_main
                    disabled=kind.is_off
                    on:click=handler(move |_| act())
                >
                    {icon(icon_name)} <span>{translate(app, key)}</span>
                </button>
            }
            .into_any()
        };
    let never = || derived(|| false);
    let kind = |is_main, is_off| ButtonKind { is_main, is_off };
    let has_slip = derived(move || slip.read().is_some());
    view! {
        <div class="actions">
            {button(
                "undo",
                PracticeMessageKey::ToSlip,
                kind(has_slip, derived(move || !has_slip.get())),
                Box::new(to_slip),
            )}
            {button(
                "hint",
                PracticeMessageKey::Hint,
                kind(never(), derived(move || !has_hint.get())),
                Box::new(move || hint(attempt)),
            )}
            {button("again", PracticeMessageKey::Restart, kind(never(), never()), Box::new(move || attempt.restart()))}
            {button(
                "on",
                PracticeMessageKey::Next,
                kind(derived(move || is_solved() && has_next), derived(move || !has_next)),
                Box::new(move || attempt.next_position()),
            )}
            <button type="button" class="action" on:click=handler(move |_| app.send(Event::FlipBoard))>
                {icon("flip")} <span>{app.translate(MessageKey::FlipBoard)}</span>
            </button>
        </div>
    }
    .into_any()
}

/// Look and state of a button.
#[derive(Clone, Copy)]
struct ButtonKind {
    /// It is what a player most likely wants next.
    is_main: Signal<bool>,
    is_off: Signal<bool>,
}

/// Draws an arrow for a best move, and announces it.
fn hint(attempt: Attempt) {
    let app = attempt.app;
    let (plies, turn) = app.with_view_untracked(|view| {
        let game = view.local_game().game();
        (game.plies(), game.turn())
    });
    let best = attempt.practice.with_untracked(|practice| {
        practice.known(plies).and_then(|known| known.moves.first()).map(|(m, _)| *m)
    });
    if let Some(m) = best {
        app.send(Event::ClearShapes);
        app.send(Event::DrawShape(Shape { from: m.from(), to: m.to(), brush: Brush::First }));
        crate::platform::announce(app, app.locale_untracked().hint(turn, m));
    }
}
