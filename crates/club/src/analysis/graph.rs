//! The graph of a game: a press goes to a move, and so do the arrow keys.

use client::review::{Grade, Review};
use client::{AnalysisPhrase, Words};
use leptos::prelude::*;
use web::app::App;
use web::lazy::{Kept, doing, part, row, text};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use super::plot::{self, Plot, SIZE};
use super::{Desk, say, show_ply};

/// The graph, as far as the review has come.
#[component]
pub(super) fn Graph() -> impl IntoView {
    let app = App::here();
    let reviewer = Desk::here().reviewer;
    let plot = Kept::new(move || reviewer.read(Plot::of));
    let plies = Kept::new(move || reviewer.read(|review| review.chances.len()).unwrap_or(1) - 1);
    let here =
        app.watch(|view| view.study().map_or(0, |study| study.main_ply().unwrap_or_else(|| left_at(study))));
    let told = text(move || {
        let san = reviewer.game().and_then(|game| game.san(here.get().checked_sub(1)?));
        reviewer.read(|review| moment(app.words(), review, here.get(), san)).unwrap_or_default()
    });
    let point = move |event: &PointerEvent| {
        let place = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(frame) = place.map(|place| place.get_bounding_client_rect()) {
            let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
            show_ply(app, plot::ply_at(share, *plies.peek()));
        }
    };
    let drag = move |event: PointerEvent| {
        if event.buttons() == 1 {
            point(&event);
        }
    };
    let (width, height) = SIZE;
    let middle = format!("M0 {0}H{width}", height / 2.0);
    let drawing = part(move || {
        let plot = plot.get()?;
        let marks = plot.marks.into_iter().map(|mark| {
            let class = format!("mark {}", mark.grade.name());
            let radius = if mark.grade == Grade::Blunder { "6" } else { "4.5" };
            view! { <circle class=class cx=format!("{:.1}", mark.x) cy=format!("{:.1}", mark.y) r=radius /> }
        });
        let marks = row(marks.collect::<Vec<_>>());
        Some(
            view! { <path class="share" d=plot.area /> <path class="edge" d=plot.line /> {marks} }.into_any(),
        )
    });
    let now = text(move || format!("M{:.1} 0V{height}", plot::across(here.get(), plies.get())));
    view! {
        <div
            class="graph-place"
            role="slider"
            tabindex="0"
            aria-label=say(app, AnalysisPhrase::Graph)
            aria-valuemin="0"
            aria-valuemax=text(move || plies.get().to_string())
            aria-valuenow=text(move || here.get().min(plies.get()).to_string())
            aria-valuetext=told
            on:pointerdown=doing(move |event: PointerEvent| point(&event))
            on:pointermove=doing(drag)
        >
            <svg viewBox=format!("0 0 {width} {height}") aria-hidden="true">
                <rect class="ground" width=width height=height />
                {drawing}
                <path class="middle" d=middle />
                <path class="now" d=now />
            </svg>
        </div>
    }
}

/// Where a variation leaves the game.
fn left_at(study: &client::study::Study) -> usize {
    let main = study.main_line();
    study.shown().iter().zip(&main).take_while(|(a, b)| a == b).count()
}

/// What there is to say about a moment.
fn moment(words: Words, review: &Review, ply: usize, san: Option<String>) -> String {
    let name = san.unwrap_or_else(|| words.analysis(AnalysisPhrase::Begin).to_owned());
    let judged = review.at(ply).map(|judged| words.grade(judged.grade));
    let chance = review.chances.get(ply).copied().flatten();
    let share = chance.map(|chance| words.chance(chance.white()));
    let parts = [Some(name), share, judged.filter(|grade| !grade.is_empty()).map(str::to_owned)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
