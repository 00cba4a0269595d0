//! The engine's lines: what it thinks, how deep it looked, and every move to be played with a press.

use client::study::StudyAct;
use client::{AnalysisPhrase, Brush, Event, Shape};
use leptos::prelude::*;
use web::app::App;
use web::icon::icon;
use web::lazy::{Kept, doing, lazy, part, part_if, row, text};

use super::analyst::MOST;
use super::{Desk, bar, say};
use crate::opinion::Told;

/// The first moves of the lines, drawn on the board: the best one in another colour.
pub(super) fn arrows() -> Kept<Vec<Shape>> {
    let desk = Desk::here();
    Kept::new(move || {
        let mut arrows: Vec<Shape> = Vec::new();
        for (rank, told) in desk.analyst.lines().iter().enumerate() {
            let Some(m) = told.opinion.line.first() else { continue };
            let brush = if rank == 0 { Brush::Third } else { Brush::Fourth };
            let is_new = arrows.iter().all(|other| (other.from, other.to) != (m.from(), m.to()));
            if is_new {
                arrows.push(Shape { from: m.from(), to: m.to(), brush });
            }
        }
        // The best one is drawn last, above the others.
        arrows.reverse();
        arrows
    })
}

/// The switch, the score, and the lines.
#[component]
pub(super) fn Lines() -> impl IntoView {
    let app = App::here();
    let desk = Desk::here();
    let analyst = desk.analyst;
    let standing = bar::standing();
    let shown = Kept::new(move || shown(app, desk));
    let score =
        text(move || standing.get().map_or_else(|| "–".to_owned(), |standing| standing.score(app.words())));
    let effort = text(move || match shown.read().first() {
        Some(told) if !analyst.is_on.get() => {
            let words = app.words();
            format!(
                "{} · {}",
                words.analysis(AnalysisPhrase::FromReview),
                words.effort(told.depth, told.nodes)
            )
        }
        Some(told) => app.words().effort(told.depth, told.nodes),
        None => String::new(),
    });
    let label = text(move || {
        let phrase = if analyst.is_on.get() { AnalysisPhrase::Stop } else { AnalysisPhrase::Start };
        app.words().analysis(phrase).to_owned()
    });
    let sign = part(move || {
        Some(if analyst.is_on.get() { icon("pause").into_any() } else { icon("play").into_any() })
    });
    let none = text(move || {
        let has_none = !analyst.scene.read().position.has_legal_moves();
        let phrase = match (has_none, analyst.is_on.get()) {
            (true, _) => AnalysisPhrase::NoMove,
            (false, true) => return app.words().club(client::ClubPhrase::Loading).to_owned(),
            (false, false) => AnalysisPhrase::Stopped,
        };
        app.words().analysis(phrase).to_owned()
    });
    let options = (1..=MOST).map(move |count| {
        let is_chosen = lazy(move || analyst.count.get() == count);
        view! { <option value=count.to_string() selected=is_chosen>{count}</option> }
    });
    let choose = move |event: web_sys::Event| {
        analyst.count.set(event_target_value(&event).parse().unwrap_or(1).clamp(1, MOST));
    };
    view! {
        <section class="engine" aria-label=say(app, AnalysisPhrase::Engine)>
            <div class="engine-head">
                <strong class="score" data-testid="score">{score}</strong>
                <span class="effort">{effort}</span>
                <label class="line-count">
                    <span class="unseen">{say(app, AnalysisPhrase::LineCount)}</span>
                    <select title=say(app, AnalysisPhrase::LineCount) on:change=doing(choose)>{row(options)}</select>
                </label>
                <button
                    type="button"
                    class="quiet round switch"
                    aria-label=label
                    title=label
                    aria-pressed=text(move || analyst.is_on.get().to_string())
                    on:click=doing(move |_| analyst.is_on.update(|is_on| *is_on = !*is_on))
                >
                    {sign}
                </button>
            </div>
            {part_if(move || analyst.is_lost.get(), move || view! {
                <p class="wrong" role="alert">
                    {text(move || app.words().computer(client::ComputerPhrase::NoWorker).to_owned())}
                </p>
            }.into_any())}
            <ol class="lines" data-count=text(move || analyst.count.get().to_string()) aria-label=say(app, AnalysisPhrase::Lines)>
                {part_if(move || shown.read().is_empty(), move || view! { <li class="none">{none}</li> }.into_any())}
                {row((0..MOST).map(move |rank| line(app, shown, rank)))}
            </ol>
        </section>
    }
}

/// What is to be shown: the engine's lines, or the review's while the engine rests.
fn shown(app: App, desk: Desk) -> Vec<Told> {
    let lines = desk.analyst.lines();
    if !lines.is_empty() || desk.analyst.is_on.get() {
        return lines;
    }
    let ply = app.read(|view| view.study().and_then(|study| study.main_ply()));
    let told = ply.and_then(|ply| desk.reviewer.told(ply));
    told.filter(|told| !told.words.is_empty()).into_iter().collect()
}

/// A line by its rank, while there is one.
fn line(app: App, shown: Kept<Vec<Told>>, rank: usize) -> AnyView {
    let told = Kept::new(move || shown.read().get(rank).cloned());
    part(move || {
        let told = told.get()?;
        let verdict = told.opinion.verdict;
        let moves = told.words.iter().enumerate().map(|(index, words)| {
            let moves = told.opinion.line[..=index].to_vec();
            let play = doing(move |_| app.send(Event::Study(StudyAct::Play(moves.clone()))));
            view! { <button type="button" class="pv" on:click=play>{words.clone()}</button> }
        });
        let moves = row(moves.collect::<Vec<_>>());
        Some(
            view! {
                <li>
                    <strong class="score" title=text(move || app.words().verdict(verdict))>
                        {text(move || app.words().score(verdict))}
                    </strong>
                    <span class="moves-of-line">{moves}</span>
                </li>
            }
            .into_any(),
        )
    })
}
