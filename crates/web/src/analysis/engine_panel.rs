//! The engine panel: score, depth, and the principal variations; clicking a move plays the line up to it.

use crate::app::App;
use crate::boxed::{BoxedMemo, derived, fragment, handler, show, show_if, text};
use crate::icon::icon;
use client::study::StudyCommand;
use client::{AnalysisMessageKey, Brush, Event, Shape};
use leptos::prelude::*;

use super::live_analysis::MAX_LINES;
use super::{AnalysisContext, eval_bar, translate};
use crate::engine_line::EngineLine;

/// Arrows for the first moves of the lines; the best one has its own colour.
pub(super) fn best_move_arrows() -> BoxedMemo<Vec<Shape>> {
    let context = AnalysisContext::from_context();
    BoxedMemo::new(move || {
        let mut arrows: Vec<Shape> = Vec::new();
        for (rank, engine_line) in context.live.lines().iter().enumerate() {
            let Some(m) = engine_line.opinion.pv.first() else { continue };
            let brush = if rank == 0 { Brush::Third } else { Brush::Fourth };
            let is_new = arrows.iter().all(|other| (other.from, other.to) != (m.from(), m.to()));
            if is_new {
                arrows.push(Shape { from: m.from(), to: m.to(), brush });
            }
        }
        // The best move is drawn last, on top.
        arrows.reverse();
        arrows
    })
}

/// Switch, score and lines.
#[component]
pub(super) fn EnginePanel() -> impl IntoView {
    let app = App::from_context();
    let context = AnalysisContext::from_context();
    let live = context.live;
    let evaluation = eval_bar::current_evaluation();
    let displayed = BoxedMemo::new(move || displayed_lines(app, context));
    let score = text(move || {
        evaluation.get().map_or_else(|| "–".to_owned(), |evaluation| evaluation.score(app.locale()))
    });
    let depth_and_nodes = text(move || match displayed.read().first() {
        Some(engine_line) if !live.is_on.get() => {
            let locale = app.locale();
            let origin = locale.analysis_message(AnalysisMessageKey::FromReview);
            match engine_line.nodes {
                // The value of a later position, carried back along the game.
                0 => origin.to_owned(),
                nodes => format!("{origin} · {}", locale.depth_and_nodes(engine_line.depth, nodes)),
            }
        }
        Some(engine_line) => app.locale().depth_and_nodes(engine_line.depth, engine_line.nodes),
        None => String::new(),
    });
    let label = text(move || {
        let key = if live.is_on.get() { AnalysisMessageKey::Stop } else { AnalysisMessageKey::Start };
        app.locale().analysis_message(key).to_owned()
    });
    let icon_name =
        show(move || Some(if live.is_on.get() { icon("pause").into_any() } else { icon("play").into_any() }));
    let placeholder = text(move || {
        let has_none = !live.current.read().position.has_legal_moves();
        let key = match (has_none, live.is_on.get()) {
            (true, _) => AnalysisMessageKey::NoMove,
            (false, true) => return app.locale().club_message(client::ClubMessageKey::Loading).to_owned(),
            (false, false) => AnalysisMessageKey::Stopped,
        };
        app.locale().analysis_message(key).to_owned()
    });
    let options = (1..=MAX_LINES).map(move |count| {
        let is_chosen = derived(move || live.line_count.get() == count);
        view! { <option value=count.to_string() selected=is_chosen>{count}</option> }
    });
    let choose = move |event: web_sys::Event| {
        live.line_count.set(event_target_value(&event).parse().unwrap_or(1).clamp(1, MAX_LINES));
    };
    view! {
        <section class="engine" aria-label=translate(app, AnalysisMessageKey::Engine)>
            <div class="engine-head">
                <strong class="score" data-testid="score">{score}</strong>
                <span class="effort">{depth_and_nodes}</span>
                <label class="line-count">
                    <span class="unseen">{translate(app, AnalysisMessageKey::LineCount)}</span>
                    <select title=translate(app, AnalysisMessageKey::LineCount) on:change=handler(choose)>{fragment(options)}</select>
                </label>
                <button
                    type="button"
                    class="quiet round switch"
                    aria-label=label
                    title=label
                    aria-pressed=text(move || live.is_on.get().to_string())
                    on:click=handler(move |_| live.is_on.update(|is_on| *is_on = !*is_on))
                >
                    {icon_name}
                </button>
            </div>
            {show_if(move || live.is_unavailable.get(), move || view! {
                <p class="wrong" role="alert">
                    {text(move || app.locale().computer_message(client::ComputerMessageKey::NoWorker).to_owned())}
                </p>
            }.into_any())}
            <ol class="lines" data-count=text(move || live.line_count.get().to_string()) aria-label=translate(app, AnalysisMessageKey::Lines)>
                {show_if(move || displayed.read().is_empty(), move || view! { <li class="none">{placeholder}</li> }.into_any())}
                {fragment((0..MAX_LINES).map(move |rank| line_row(app, displayed, rank)))}
            </ol>
        </section>
    }
}

/// Lines of the live engine, or the review's line while the engine is off.
fn displayed_lines(app: App, context: AnalysisContext) -> Vec<EngineLine> {
    let lines = context.live.lines();
    if !lines.is_empty() || context.live.is_on.get() {
        return lines;
    }
    let ply = app.with_view(|view| view.study().and_then(|study| study.main_ply()));
    let engine_line = ply.and_then(|ply| context.reviewer.line_at(ply));
    engine_line.filter(|engine_line| !engine_line.sans.is_empty()).into_iter().collect()
}

/// The line with this rank, if there is one.
fn line_row(app: App, displayed: BoxedMemo<Vec<EngineLine>>, rank: usize) -> AnyView {
    let engine_line = BoxedMemo::new(move || displayed.read().get(rank).cloned());
    show(move || {
        let engine_line = engine_line.get()?;
        let evaluation = engine_line.opinion.evaluation;
        let moves = engine_line.sans.iter().enumerate().map(|(index, san)| {
            let moves = engine_line.opinion.pv[..=index].to_vec();
            let play = handler(move |_| app.send(Event::Study(StudyCommand::Play(moves.clone()))));
            view! { <button type="button" class="pv" on:click=play>{san.clone()}</button> }
        });
        let moves = fragment(moves.collect::<Vec<_>>());
        Some(
            view! {
                <li>
                    <strong class="score" title=text(move || app.locale().spoken_evaluation(evaluation))>
                        {text(move || app.locale().written_evaluation(evaluation))}
                    </strong>
                    <span class="moves-of-line">{moves}</span>
                </li>
            }
            .into_any(),
        )
    })
}
