//! The evaluation graph of a game; pointer and arrow keys select a move.

use crate::app::App;
use crate::boxed::{BoxedMemo, fragment, handler, show, text};
use client::review::{MoveGrade, Review};
use client::{AnalysisMessageKey, Locale};
use game::Ply;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use super::eval_plot::{self, EvalPlot, SIZE};
use super::{AnalysisContext, show_ply, translate};
use crate::tenths::Tenths;

/// The graph of the positions reviewed so far.
#[component]
pub(super) fn EvalGraph() -> impl IntoView {
    let app = App::from_context();
    let reviewer = AnalysisContext::from_context().reviewer;
    let plot = BoxedMemo::new(move || reviewer.with_review(EvalPlot::of));
    let plies =
        BoxedMemo::new(move || reviewer.with_review(|review| review.expected_scores.len()).unwrap_or(1) - 1);
    let current_ply = app.memo(|view| {
        view.study().map_or(0, |study| study.main_ply().map_or_else(|| branch_ply(study), Ply::index))
    });
    let description = text(move || {
        let san = reviewer.game().and_then(|game| game.san(current_ply.get().checked_sub(1)?));
        reviewer
            .with_review(|review| describe_ply(app.locale(), review, current_ply.get(), san))
            .unwrap_or_default()
    });
    let point = move |event: &PointerEvent| {
        let element = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(frame) = element.map(|element| element.get_bounding_client_rect()) {
            let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
            show_ply(app, Ply::new(eval_plot::ply_at(share, *plies.read_untracked())));
        }
    };
    let drag = move |event: PointerEvent| {
        if event.buttons() == 1 {
            point(&event);
        }
    };
    let (width, height) = SIZE;
    let middle = format!("M0 {0}H{width}", height / 2);
    let drawing = show(move || {
        let plot = plot.get()?;
        let marks = plot.marks.into_iter().map(|mark| {
            let class = format!("mark {}", mark.grade.name());
            let radius =
                if matches!(mark.grade, MoveGrade::Blunder | MoveGrade::Brilliant) { "6" } else { "4.5" };
            let [x, y] = [mark.x, mark.y].map(|place| Tenths(place).to_string());
            view! { <circle class=class cx=x cy=y r=radius /> }
        });
        let marks = fragment(marks.collect::<Vec<_>>());
        Some(
            view! { <path class="share" d=plot.area /> <path class="edge" d=plot.line /> {marks} }.into_any(),
        )
    });
    let now =
        text(move || format!("M{} 0V{height}", Tenths(eval_plot::x_of_ply(current_ply.get(), plies.get()))));
    view! {
        <div
            class="graph-place"
            role="slider"
            tabindex="0"
            aria-label=translate(app, AnalysisMessageKey::Graph)
            aria-valuemin="0"
            aria-valuemax=text(move || plies.get().to_string())
            aria-valuenow=text(move || current_ply.get().min(plies.get()).to_string())
            aria-valuetext=description
            on:pointerdown=handler(move |event: PointerEvent| point(&event))
            on:pointermove=handler(drag)
        >
            <svg viewBox=format!("0 0 {width} {height}") aria-hidden="true">
                <rect class="ground" width=width.to_string() height=height.to_string() />
                {drawing}
                <path class="middle" d=middle />
                <path class="now" d=now />
            </svg>
        </div>
    }
}

/// The ply at which the shown variation branches off the main line.
fn branch_ply(study: &client::study::Study) -> usize {
    let main = study.main_line();
    study.shown().iter().zip(&main).take_while(|(a, b)| a == b).count()
}

/// Accessible description of a ply.
fn describe_ply(locale: Locale, review: &Review, ply: usize, san: Option<String>) -> String {
    let name = san.unwrap_or_else(|| locale.analysis_message(AnalysisMessageKey::Begin).to_owned());
    let judged = review.at(Ply::new(ply)).map(|judged| locale.grade(judged.grade));
    let chance = review.expected_scores.get(ply).copied().flatten();
    let share = chance.map(|chance| locale.win_chance(chance.white()));
    let parts = [Some(name), share, judged.filter(|grade| !grade.is_empty()).map(str::to_owned)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
