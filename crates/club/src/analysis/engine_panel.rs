//! The engine panel: score, depth, and the principal variations; clicking a move plays the line up to it.

use client::study::StudyCommand;
use client::{AnalysisMessageKey, Brush, Event, Shape};
use leptos::prelude::*;
use web::app::App;
use web::boxed::{BoxedMemo, derived, fragment, handler, show, show_if, text};
use web::icon::icon;

use super::live_analysis::MAX_LINES;
use super::{AnalysisContext, eval_bar, translate};
use crate::engine_line::EngineLine;

/// Arrows for the first moves of the lines; the best one has its own colour.
pub(super) fn best_move_arrows() -> BoxedMemo<Vec<Shape>> {
    let desk = AnalysisContext::from_context();
    BoxedMemo::new(move || {
        let mut arrows: Vec<Shape> = Vec::new();
        for (rank, told) in desk.live.lines().iter().enumerate() {
            let Some(m) = told.opinion.pv.first() else { continue };
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
    let desk = AnalysisContext::from_context();
    let analyst = desk.live;
    let standing = eval_bar::current_evaluation();
    let shown = BoxedMemo::new(move || displayed_lines(app, desk));
    let score =
        text(move || standing.get().map_or_else(|| "–".to_owned(), |standing| standing.score(app.locale())));
    let effort = text(move || match shown.read().first() {
        Some(told) if !analyst.is_on.get() => {
            let words = app.locale();
            format!(
                "{} · {}",
                words.analysis_message(AnalysisMessageKey::FromReview),
                words.depth_and_nodes(told.depth, told.nodes)
            )
        }
        Some(told) => app.locale().depth_and_nodes(told.depth, told.nodes),
        None => String::new(),
    });
    let label = text(move || {
        let phrase = if analyst.is_on.get() { AnalysisMessageKey::Stop } else { AnalysisMessageKey::Start };
        app.locale().analysis_message(phrase).to_owned()
    });
    let sign = show(move || {
        Some(if analyst.is_on.get() { icon("pause").into_any() } else { icon("play").into_any() })
    });
    let none = text(move || {
        let has_none = !analyst.current.read().position.has_legal_moves();
        let phrase = match (has_none, analyst.is_on.get()) {
            (true, _) => AnalysisMessageKey::NoMove,
            (false, true) => return app.locale().club_message(client::ClubMessageKey::Loading).to_owned(),
            (false, false) => AnalysisMessageKey::Stopped,
        };
        app.locale().analysis_message(phrase).to_owned()
    });
    let options = (1..=MAX_LINES).map(move |count| {
        let is_chosen = derived(move || analyst.line_count.get() == count);
        view! { <option value=count.to_string() selected=is_chosen>{count}</option> }
    });
    let choose = move |event: web_sys::Event| {
        analyst.line_count.set(event_target_value(&event).parse().unwrap_or(1).clamp(1, MAX_LINES));
    };
    view! {
        <section class="engine" aria-label=translate(app, AnalysisMessageKey::Engine)>
            <div class="engine-head">
                <strong class="score" data-testid="score">{score}</strong>
                <span class="effort">{effort}</span>
                <label class="line-count">
                    <span class="unseen">{translate(app, AnalysisMessageKey::LineCount)}</span>
                    <select title=translate(app, AnalysisMessageKey::LineCount) on:change=handler(choose)>{fragment(options)}</select>
                </label>
                <button
                    type="button"
                    class="quiet round switch"
                    aria-label=label
                    title=label
                    aria-pressed=text(move || analyst.is_on.get().to_string())
                    on:click=handler(move |_| analyst.is_on.update(|is_on| *is_on = !*is_on))
                >
                    {sign}
                </button>
            </div>
            {show_if(move || analyst.is_unavailable.get(), move || view! {
                <p class="wrong" role="alert">
                    {text(move || app.locale().computer_message(client::ComputerMessageKey::NoWorker).to_owned())}
                </p>
            }.into_any())}
            <ol class="lines" data-count=text(move || analyst.line_count.get().to_string()) aria-label=translate(app, AnalysisMessageKey::Lines)>
                {show_if(move || shown.read().is_empty(), move || view! { <li class="none">{none}</li> }.into_any())}
                {fragment((0..MAX_LINES).map(move |rank| line_row(app, shown, rank)))}
            </ol>
        </section>
    }
}

/// Lines of the live engine, or the review's line while the engine is off.
fn displayed_lines(app: App, desk: AnalysisContext) -> Vec<EngineLine> {
    let lines = desk.live.lines();
    if !lines.is_empty() || desk.live.is_on.get() {
        return lines;
    }
    let ply = app.with_view(|view| view.study().and_then(|study| study.main_ply()));
    let told = ply.and_then(|ply| desk.reviewer.line_at(ply));
    told.filter(|told| !told.sans.is_empty()).into_iter().collect()
}

/// The line with this rank, if there is one.
fn line_row(app: App, shown: BoxedMemo<Vec<EngineLine>>, rank: usize) -> AnyView {
    let told = BoxedMemo::new(move || shown.read().get(rank).cloned());
    show(move || {
        let told = told.get()?;
        let verdict = told.opinion.evaluation;
        let moves = told.sans.iter().enumerate().map(|(index, words)| {
            let moves = told.opinion.pv[..=index].to_vec();
            let play = handler(move |_| app.send(Event::Study(StudyCommand::Play(moves.clone()))));
            view! { <button type="button" class="pv" on:click=play>{words.clone()}</button> }
        });
        let moves = fragment(moves.collect::<Vec<_>>());
        Some(
            view! {
                <li>
                    <strong class="score" title=text(move || app.locale().spoken_evaluation(verdict))>
                        {text(move || app.locale().written_evaluation(verdict))}
                    </strong>
                    <span class="moves-of-line">{moves}</span>
                </li>
            }
            .into_any(),
        )
    })
}
