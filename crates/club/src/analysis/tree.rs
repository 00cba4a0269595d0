//! The moves: the game in rows of two, whatever else was tried beneath, each with the mark that it has earned.

use client::review::Grade;
use client::study::{Place, Row, StudyAct, Written};
use client::{Event, MoveView, Notation, Phrase};
use leptos::prelude::*;
use rules::Color;
use web::app::App;
use web::icon::icon;
use web::lazy::{Kept, doing, effect, part, part_if, row, text};
use web::table::moves::{bring_into_sight, steps};
use web::world::wheel;

use super::Desk;

/// The list under its buttons: whatever is said about a move comes below them, so that they stay where they are.
#[component]
pub(super) fn Tree() -> impl IntoView {
    let app = App::here();
    let rows = app.watch(|view| view.study().map(client::study::Study::rows).unwrap_or_default());
    let here = app.watch(|view| view.study().and_then(client::study::Study::here));
    let is_first = Kept::new(move || here.get().is_none());
    let is_last = app.watch(|view| view.study().is_none_or(client::study::Study::is_at_end));
    effect(move || {
        here.get();
        if !rows.read().is_empty() {
            request_animation_frame(bring_into_sight);
        }
    });
    let list = part(move || Some(row(rows.read().iter().map(|row| draw(row, here)).collect::<Vec<_>>())));
    view! {
        <div class="moves" on:wheel=doing(move |event| wheel::turn(app, &event))>
            <div class="steps">
                {steps(app, is_first, is_last)}
                <button
                    type="button"
                    class="quiet"
                    aria-label=app.say(Phrase::FlipBoard)
                    title=app.say(Phrase::FlipBoard)
                    on:click=doing(move |_| app.send(Event::Flip))
                >
                    {icon("flip")}
                </button>
            </div>
            <div class="scroll" tabindex="0" role="region" aria-label=app.say(Phrase::MoveList)>
                {part_if(move || rows.read().is_empty(), move || {
                    view! { <p class="none">{app.say(Phrase::NoMoves)}</p> }.into_any()
                })}
                <ol class="list">{list}</ol>
            </div>
        </div>
    }
}

fn draw(row_of: &Row, here: Kept<Option<Place>>) -> AnyView {
    match row_of {
        Row::Moves { number, white, black } => {
            let gap = || view! { <span class="gap" aria-hidden="true">"…"</span> };
            view! {
                <li class="pair">
                    <span class="number">{*number} "."</span>
                    {white.as_ref().map_or_else(|| gap().into_any(), |m| entry(m.clone(), here))}
                    {black.as_ref().map(|m| entry(m.clone(), here))}
                </li>
            }
            .into_any()
        }
        Row::Aside(moves) => {
            let mut depth = 1;
            let moves = moves.iter().map(|m| {
                let (opens, closes) = (m.depth.saturating_sub(depth), depth.saturating_sub(m.depth));
                depth = m.depth;
                let dots = if m.color == Color::White { "." } else { "…" };
                let number = m.begins || m.color == Color::White;
                let number = number.then(|| view! { <span class="number">{m.number} {dots}</span> });
                let (open, close) = ("(".repeat(opens), ")".repeat(closes));
                view! { <span class="tried">{close} " " {open} {number} {entry(m.clone(), here)}</span> }
            });
            let moves = row(moves.collect::<Vec<_>>());
            view! { <li class="aside">{moves} {")".repeat(depth - 1)}</li> }.into_any()
        }
    }
}

/// One move, with its mark if the game has been reviewed.
fn entry(m: Written, here: Kept<Option<Place>>) -> AnyView {
    let app = App::here();
    let reviewer = Desk::here().reviewer;
    let (place, ply, is_main) = (m.place, m.ply, m.depth == 0);
    let grade = Kept::new(move || {
        let grade = reviewer.read(|review| review.at(ply).map(|judged| judged.grade));
        grade.flatten().filter(|_| is_main).unwrap_or(Grade::Good)
    });
    let is_shown = Kept::new(move || here.get() == Some(place));
    let figurines = app.watch(|view| view.settings().notation == Notation::Figurines);
    let seen = MoveView { ply, number: m.number, color: m.color, san: m.san, m: m.m };
    let spoken = {
        let seen = seen.clone();
        text(move || {
            let words = app.words();
            let name = if figurines.get() { words.spoken_move(&seen) } else { seen.san.clone() };
            match words.grade(grade.get()) {
                "" => name,
                word => format!("{name}, {word}"),
            }
        })
    };
    let shape = text(move || {
        let written = if figurines.get() { seen.figurines() } else { seen.san.clone() };
        written + grade.get().sign()
    });
    view! {
        <button
            type="button"
            class=text(move || if is_shown.get() { "shown".to_owned() } else { grade.get().name().to_owned() })
            tabindex=text(move || if is_shown.get() { "0" } else { "-1" }.to_owned())
            aria-label=spoken
            aria-current=text(move || if is_shown.get() { "step" } else { "false" }.to_owned())
            on:click=doing(move |_| app.send(Event::Study(StudyAct::Show(place))))
        >
            {shape}
        </button>
    }
    .into_any()
}
