//! The bar beside the board: White's share of the chances.

use client::AnalysisPhrase;
use client::review::Chance;
use game::pgn::Verdict;
use leptos::prelude::*;
use rules::Color;
use web::app::App;
use web::lazy::{Kept, text};

use super::{Desk, say};

/// The verdict on what is on the board: the engine's if it looks, otherwise the review's.
pub(super) fn verdict() -> Kept<Option<Verdict>> {
    let app = App::here();
    let desk = Desk::here();
    let ply = app.watch(|view| view.study().and_then(|study| study.main_ply()));
    let lines = Kept::new(move || desk.analyst.lines().first().map(|told| told.opinion.verdict));
    Kept::new(move || {
        let mated = desk.analyst.scene.read().position;
        let end = mated.is_checkmate().then(|| match mated.turn() {
            Color::White => Verdict::Mate(-1),
            Color::Black => Verdict::Mate(1),
        });
        let reviewed = || ply.get().and_then(|ply| desk.reviewer.told(ply)).map(|told| told.opinion.verdict);
        end.or_else(|| lines.get()).or_else(reviewed)
    })
}

/// The bar. While nothing is known about the position it stays as it was.
#[component]
pub(super) fn Bar() -> impl IntoView {
    let app = App::here();
    let verdict = verdict();
    let last = RwSignal::new(Chance::EVEN.white());
    web::lazy::effect(move || {
        if let Some(verdict) = verdict.get() {
            last.set(Chance::of(verdict).white());
        }
    });
    let is_turned = app.watch(|view| view.table().orientation().bottom == Color::Black);
    let said = text(move || match verdict.get() {
        Some(verdict) => app.words().verdict(verdict),
        None => app.words().analysis(AnalysisPhrase::Unknown).to_owned(),
    });
    let class = text(move || {
        let turned = if is_turned.get() { " turned" } else { "" };
        let known = if verdict.read().is_some() { "" } else { " unknown" };
        format!("bar-place{turned}{known}")
    });
    let share = text(move || format!("{:.1}", last.get() * 100.0));
    let rest = text(move || format!("{:.1}", 100.0 - last.get() * 100.0));
    let percent = text(move || format!("{:.0}", last.get() * 100.0));
    view! {
        <div
            class=class
            role="meter"
            aria-label=say(app, AnalysisPhrase::Bar)
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuenow=percent
            aria-valuetext=said
            title=said
        >
            <svg class="bar-up" viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bar-black" width="1" height="100" />
                <rect class="bar-white" width="1" y=rest height=share />
                <path class="bar-middle" d="M0 50h1" />
            </svg>
            <svg class="bar-along" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bar-black" width="100" height="1" />
                <rect class="bar-white" width=share height="1" />
                <path class="bar-middle" d="M50 0v1" />
            </svg>
        </div>
    }
}
