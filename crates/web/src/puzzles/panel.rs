//! Beside the board: what to do, what the last move did, and buttons.

use ::puzzles::{MAX_MISTAKES, PuzzleMode};
use client::{Event, MessageKey, PuzzleMessageKey};
use leptos::prelude::*;

use super::solver::Solver;
use super::solver_view::{Phase, Remark};
use super::{lines, mode_about, mode_title, translate};
use crate::boxed::{BoxedMemo, derived, fragment, handler, show, text};
use crate::game_screen::move_input::MoveInput;
use crate::icon::icon;
use crate::pages::start_position;

/// The panel.
pub(super) fn panel(solver: Solver) -> AnyView {
    let app = solver.app;
    let is_run = !solver.mode.is_rated();
    let analysis = show(move || {
        let view = solver.view.get();
        let puzzle = view.puzzle.filter(|_| matches!(view.phase, Phase::Done | Phase::Over))?;
        let href = start_position::address(routes::ANALYSIS, &puzzle.fen);
        Some(view! { <a href=href>{translate(app, PuzzleMessageKey::Analyse)}</a> }.into_any())
    });
    view! {
        <h2 class="exercise-title">
            {translate(app, mode_title(solver.mode))}
            <span class="about">{translate(app, mode_about(solver.mode))}</span>
        </h2>
        {is_run.then(|| run_line(solver))}
        {remarks(solver)}
        {problem(solver)}
        <div class="actions">{if is_run { run_actions(solver) } else { actions(solver) }}</div>
        <div class="lower">
            <MoveInput />
            {analysis}
            <a href=routes::PUZZLES>{translate(app, PuzzleMessageKey::All)}</a>
        </div>
    }
    .into_any()
}

/// Score, mistakes and time. They are not announced.
fn run_line(solver: Solver) -> AnyView {
    let app = solver.app;
    let score = text(move || {
        app.locale().puzzle_sentence(PuzzleMessageKey::Score, &[("count", &solver.view.get().score)])
    });
    let mistakes = text(move || {
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("count", &solver.view.get().mistakes), ("all", &MAX_MISTAKES)];
        app.locale().puzzle_sentence(PuzzleMessageKey::Mistakes, &values)
    });
    let time = text(move || {
        let seconds = solver.seconds.get();
        let time = format!("{}:{:02}", seconds / 60, seconds % 60);
        app.locale().puzzle_sentence(PuzzleMessageKey::TimeLeft, &[("time", &time)])
    });
    let timed = (solver.mode == PuzzleMode::ThreeMinutes).then(|| {
        view! {
            <span>{mistakes}</span>
            <span role="timer" aria-live="off" data-testid="time">{time}</span>
        }
        .into_any()
    });
    view! { <p class="puzzle-run"><span data-testid="score">{score}</span>{timed}</p> }.into_any()
}

/// The sentences about the puzzle and the last move.
fn remarks(solver: Solver) -> AnyView {
    let app = solver.app;
    let class = text(move || {
        let view = solver.view.get();
        let kind = match (view.phase, view.remark) {
            (Phase::Refuted | Phase::Over, _) | (_, Remark::Wrong(_)) => "slipped",
            (_, Remark::Solved) => "solved",
            _ => "open",
        };
        format!("truth {kind}")
    });
    let phase = text(move || solver.view.get().phase.name().to_owned());
    let puzzle =
        text(move || solver.view.get().puzzle.map(|puzzle| puzzle.id.to_string()).unwrap_or_default());
    let sentences = BoxedMemo::new(move || lines::lines(app.locale(), solver.mode, &solver.view.get()));
    let draw = |(index, sentence): (usize, &String)| {
        let class = if index == 0 { "truth-line" } else { "" };
        view! { <p class=class>{sentence.clone()}</p> }
    };
    view! {
        <section class=class data-phase=phase data-puzzle=puzzle aria-label=translate(app, PuzzleMessageKey::Title)>
            <div role="status" class="puzzle-remarks">
                {show(move || Some(fragment(sentences.read().iter().enumerate().map(draw))))}
            </div>
        </section>
    }
    .into_any()
}

/// Typed moves that are not understood.
fn problem(solver: Solver) -> AnyView {
    let app = solver.app;
    let problem = app.memo_localized(|view, locale| view.problem().map(|problem| locale.problem(problem)));
    show(move || Some(view! { <p class="remark" role="alert">{problem.get()?}</p> }.into_any()))
}

/// Name, look and state of a button.
struct ActionButton {
    icon: &'static str,
    key: PuzzleMessageKey,
    /// Class by which the focus finds it.
    class: &'static str,
    /// Phases in which it is what a player most likely wants.
    main_in: &'static [Phase],
    /// Phases in which it does something.
    on_in: &'static [Phase],
}

fn action(solver: Solver, button: ActionButton, act: impl Fn() + 'static) -> AnyView {
    let ActionButton { icon: icon_name, key, class, main_in, on_in } = button;
    let phase = BoxedMemo::new(move || solver.view.get().phase);
    let is_main = derived(move || main_in.contains(&phase.get()));
    let is_off = derived(move || !on_in.contains(&phase.get()));
    view! {
        <button
            type="button"
            class=format!("action {class}")
            class:main=is_main
            disabled=is_off
            on:click=handler(move |_| act())
        >
            {icon(icon_name)} <span>{translate(solver.app, key)}</span>
        </button>
    }
    .into_any()
}

/// The buttons keep their places: those of no use are disabled.
fn actions(solver: Solver) -> AnyView {
    let app = solver.app;
    let retry = ActionButton {
        icon: "undo",
        key: PuzzleMessageKey::Retry,
        class: "",
        main_in: &[Phase::Refuted, Phase::NotLoaded],
        on_in: &[Phase::Refuted, Phase::NotLoaded],
    };
    let hint = ActionButton {
        icon: "hint",
        key: PuzzleMessageKey::Hint,
        class: "",
        main_in: &[],
        on_in: &[Phase::Solving],
    };
    let solution = ActionButton {
        icon: "play",
        key: PuzzleMessageKey::ShowSolution,
        class: "",
        main_in: &[],
        on_in: &[Phase::Solving, Phase::Refuted],
    };
    let next = ActionButton {
        icon: "on",
        key: PuzzleMessageKey::Next,
        class: "puzzle-next",
        main_in: &[Phase::Done],
        on_in: &[Phase::Done],
    };
    let on_retry = move || match solver.view.get_untracked().phase {
        Phase::NotLoaded => solver.reload(),
        _ => solver.try_again(),
    };
    // There is one puzzle a day.
    let on_next = move || match solver.mode {
        PuzzleMode::Daily => {
            app.open_path(&format!("{}{}", routes::PUZZLES_PREFIX, PuzzleMode::Rated));
        }
        _ => solver.next(),
    };
    fragment([
        action(solver, retry, on_retry),
        action(solver, hint, move || solver.show_hint()),
        action(solver, solution, move || solver.show_solution()),
        action(solver, next, on_next),
        flip_button(solver),
    ])
}

/// The buttons of a streak and of three minutes.
fn run_actions(solver: Solver) -> AnyView {
    let again = ActionButton {
        icon: "again",
        key: PuzzleMessageKey::NewRun,
        class: "puzzle-again",
        main_in: &[Phase::Over, Phase::NotLoaded],
        on_in: &[Phase::Over, Phase::NotLoaded],
    };
    let on_again = move || match solver.view.get_untracked().phase {
        Phase::NotLoaded => solver.reload(),
        _ => solver.restart(),
    };
    fragment([action(solver, again, on_again), flip_button(solver)])
}

fn flip_button(solver: Solver) -> AnyView {
    let app = solver.app;
    view! {
        <button type="button" class="action" on:click=handler(move |_| app.send(Event::FlipBoard))>
            {icon("flip")} <span>{app.translate(MessageKey::FlipBoard)}</span>
        </button>
    }
    .into_any()
}
