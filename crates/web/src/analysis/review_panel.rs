//! The review panel: start button, progress, graph and accuracy.

use crate::app::App;
use crate::boxed::{BoxedMemo, fragment, handler, show, show_if, text};
use crate::icon::icon;
use client::AnalysisMessageKey;
use client::review::MoveGrade;
use leptos::prelude::*;
use rules::Color;

use super::eval_graph::EvalGraph;
use super::reviewer::Reviewer;
use super::{AnalysisContext, show_ply, translate};

/// The review panel.
#[component]
pub(super) fn ReviewPanel() -> impl IntoView {
    let app = App::from_context();
    let reviewer = AnalysisContext::from_context().reviewer;
    let progress = BoxedMemo::new(move || reviewer.progress());
    let has_begun = BoxedMemo::new(move || reviewer.with_review(|_| ()).is_some());
    let may_begin =
        BoxedMemo::new(move || reviewer.has_moves.get() && progress.read().is_none() && !reviewer.is_done());
    view! {
        <section class="review" aria-label=translate(app, AnalysisMessageKey::Review)>
            {show_if(move || may_begin.get(), move || view! {
                <button type="button" class="action main" on:click=handler(move |_| reviewer.start())>
                    {icon("chart")} <span>{translate(app, AnalysisMessageKey::Review)}</span>
                </button>
            }.into_any())}
            {show_if(move || may_begin.get() && !has_begun.get(), move || view! {
                <p class="about">{translate(app, AnalysisMessageKey::ReviewAbout)}</p>
            }.into_any())}
            {show_if(move || reviewer.is_unavailable.get(), move || view! {
                <p class="wrong" role="alert">
                    {text(move || app.locale().computer_message(client::ComputerMessageKey::NoWorker).to_owned())}
                </p>
            }.into_any())}
            {show_if(move || progress.read().is_some(), move || {
                let count = BoxedMemo::new(move || progress.get().unwrap_or((0, 1)));
                let progress_text = text(move || app.locale().review_progress(count.get().0, count.get().1));
                view! {
                    <div class="progress">
                        <progress
                            aria-label=translate(app, AnalysisMessageKey::Review)
                            value=text(move || count.get().0.to_string())
                            max=text(move || count.get().1.to_string())
                        ></progress>
                        <span class="about">{progress_text}</span>
                        <button type="button" class="quiet" on:click=handler(move |_| reviewer.stop())>
                            {translate(app, AnalysisMessageKey::Cancel)}
                        </button>
                    </div>
                }
                .into_any()
            })}
            {show_if(move || has_begun.get(), || view! { <EvalGraph /> <AccuracyTable /> }.into_any())}
        </section>
    }
}

/// Accuracy and number of marked moves of both sides.
#[component]
fn AccuracyTable() -> impl IntoView {
    let app = App::from_context();
    let reviewer = AnalysisContext::from_context().reviewer;
    let name = move |color: Color| {
        app.memo_localized(move |view, locale| {
            let name = view.study().map(|study| study.names()[color].clone()).unwrap_or_default();
            if name.is_empty() { locale.color(color).to_owned() } else { name }
        })
        .signal()
    };
    let accuracy = move |color: Color| {
        text(move || {
            let percent = reviewer.with_review(|review| review.accuracy[color]).flatten();
            percent.map_or_else(|| "–".to_owned(), |percent| app.locale().accuracy(percent))
        })
    };
    let grades = MoveGrade::MARKED.map(|grade| {
        let word = text(move || app.locale().grade(grade).to_owned());
        view! {
            <th scope="col" class=grade.name() title=word>
                <span aria-hidden="true">{grade.glyph()}</span>
                <span class="unseen">{word}</span>
            </th>
        }
    });
    let row = |color: Color, testid: &'static str| {
        let counts =
            MoveGrade::MARKED.map(|grade| view! { <td>{grade_count(app, reviewer, color, grade)}</td> });
        view! {
            <tr>
                <th scope="row"><span class=format!("who {}", color_class(color))>{name(color)}</span></th>
                {fragment(counts)}
                <td class="accuracy" data-testid=testid>{accuracy(color)}</td>
            </tr>
        }
    };
    view! {
        <table class="report">
            <thead>
                <tr>
                    <td></td>
                    {fragment(grades)}
                    <th scope="col">{translate(app, AnalysisMessageKey::Accuracy)}</th>
                </tr>
            </thead>
            <tbody>
                {row(Color::White, "accuracy-white")}
                {row(Color::Black, "accuracy-black")}
            </tbody>
        </table>
    }
}

/// Number of moves with this grade; a click shows the next one.
fn grade_count(app: App, reviewer: Reviewer, color: Color, grade: MoveGrade) -> AnyView {
    let plies =
        BoxedMemo::new(move || reviewer.with_review(|review| review.plies(color, grade)).unwrap_or_default());
    let count = BoxedMemo::new(move || plies.read().len());
    show(move || {
        let number = count.get();
        if number == 0 {
            return Some(view! { <span class="zero">"0"</span> }.into_any());
        }
        let next = move |_| {
            let here = app.with_view_untracked(|view| {
                view.study().and_then(|study| study.main_ply()).unwrap_or_default()
            });
            let plies = plies.read_untracked();
            if let Some(&ply) = plies.iter().find(|&&ply| ply > here).or(plies.first()) {
                show_ply(app, ply);
            }
        };
        let label = text(move || {
            let locale = app.locale();
            format!("{}, {}: {number}", locale.color(color), locale.grade(grade))
        });
        Some(
            view! {
                <button type="button" class="count" aria-label=label on:click=handler(next)>{number}</button>
            }
            .into_any(),
        )
    })
}

fn color_class(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
