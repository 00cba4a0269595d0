//! The move tree: the main line in rows of two moves, variations beneath, with the marks of the review or of the PGN.

use crate::app::App;
use crate::boxed::{BoxedMemo, effect, fragment, handler, show, show_if, text};
use crate::game_screen::moves::{scroll_to_current_move, step_buttons};
use crate::icon::icon;
use crate::platform::wheel;
use client::review::MoveGrade;
use client::study::{NodeId, Row, StudyCommand, StudyMove};
use client::{Event, MessageKey, MoveView, Notation};
use leptos::prelude::*;
use rules::Color;

use super::AnalysisContext;

/// The list below its buttons; comments come below the list, so that the buttons do not move.
#[component]
pub(super) fn MoveTree() -> impl IntoView {
    let app = App::from_context();
    let rows = app.memo(|view| view.study().map(client::study::Study::rows).unwrap_or_default());
    let here = app.memo(|view| view.study().and_then(client::study::Study::current_node));
    let is_first = BoxedMemo::new(move || here.get().is_none());
    let is_last = app.memo(|view| view.study().is_none_or(client::study::Study::is_at_end));
    effect(move || {
        here.get();
        if !rows.read().is_empty() {
            request_animation_frame(scroll_to_current_move);
        }
    });
    let list =
        show(move || Some(fragment(rows.read().iter().map(|row| row_view(row, here)).collect::<Vec<_>>())));
    view! {
        <div class="moves" on:wheel=handler(move |event| wheel::step_through_game(app, &event))>
            <div class="steps">
                {step_buttons(app, is_first, is_last)}
                <button
                    type="button"
                    class="quiet"
                    aria-label=app.translate(MessageKey::FlipBoard)
                    title=app.translate(MessageKey::FlipBoard)
                    on:click=handler(move |_| app.send(Event::FlipBoard))
                >
                    {icon("flip")}
                </button>
            </div>
            <div class="scroll" tabindex="0" role="region" aria-label=app.translate(MessageKey::MoveList)>
                {show_if(move || rows.read().is_empty(), move || {
                    view! { <p class="none">{app.translate(MessageKey::NoMoves)}</p> }.into_any()
                })}
                <ol class="list">{list}</ol>
            </div>
        </div>
    }
}

fn row_view(row_of: &Row, here: BoxedMemo<Option<NodeId>>) -> AnyView {
    match row_of {
        Row::Moves { number, white, black } => {
            let gap = || view! { <span class="gap" aria-hidden="true">"…"</span> };
            view! {
                <li class="pair">
                    <span class="number">{*number} "."</span>
                    {white.as_ref().map_or_else(|| gap().into_any(), |m| move_button(m.clone(), here))}
                    {black.as_ref().map(|m| move_button(m.clone(), here))}
                </li>
            }
            .into_any()
        }
        Row::Variation(moves) => {
            let mut depth = 1;
            let moves = moves.iter().map(|m| {
                let (opens, closes) = (m.depth.saturating_sub(depth), depth.saturating_sub(m.depth));
                depth = m.depth;
                let dots = if m.color == Color::White { "." } else { "…" };
                let number = m.needs_move_number || m.color == Color::White;
                let number = number.then(|| view! { <span class="number">{m.number} {dots}</span> });
                let (open, close) = ("(".repeat(opens), ")".repeat(closes));
                view! { <span class="tried">{close} " " {open} {number} {move_button(m.clone(), here)}</span> }
            });
            let moves = fragment(moves.collect::<Vec<_>>());
            view! { <li class="aside">{moves} {")".repeat(depth - 1)}</li> }.into_any()
        }
    }
}

/// One move, with the mark of the review or else that of the PGN.
fn move_button(m: StudyMove, here: BoxedMemo<Option<NodeId>>) -> AnyView {
    let app = App::from_context();
    let reviewer = AnalysisContext::from_context().reviewer;
    let (place, ply, is_main) = (m.node, m.ply, m.depth == 0);
    let grade = BoxedMemo::new(move || {
        let grade = reviewer.with_review(|review| review.at(ply).map(|judged| judged.grade));
        grade.flatten().filter(|_| is_main).unwrap_or(MoveGrade::Good)
    });
    let is_shown = BoxedMemo::new(move || here.get() == Some(place));
    let figurines = app.memo(|view| view.settings().notation == Notation::Figurines);
    let suffix = m.suffix;
    let glyph = move || match grade.get().glyph() {
        "" => suffix,
        glyph => glyph,
    };
    let seen = MoveView { ply, number: m.number, color: m.color, san: m.san, m: m.m };
    let spoken = {
        let seen = seen.clone();
        text(move || {
            let locale = app.locale();
            let name = if figurines.get() { locale.announce_listed_move(&seen) } else { seen.san.clone() };
            match locale.grade(grade.get()) {
                "" => name,
                word => format!("{name}, {word}"),
            }
        })
    };
    let shape = text(move || {
        let written = if figurines.get() { seen.figurines() } else { seen.san.clone() };
        written + glyph()
    });
    view! {
        <button
            type="button"
            class=text(move || if is_shown.get() { "shown".to_owned() } else { grade.get().name().to_owned() })
            tabindex=text(move || if is_shown.get() { "0" } else { "-1" }.to_owned())
            aria-label=spoken
            aria-current=text(move || if is_shown.get() { "step" } else { "false" }.to_owned())
            on:click=handler(move |_| app.send(Event::Study(StudyCommand::Show(place))))
        >
            {shape}
        </button>
    }
    .into_any()
}
