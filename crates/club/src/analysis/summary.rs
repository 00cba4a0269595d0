//! The review: the way to begin one, how far it is, and what came out.

use client::AnalysisPhrase;
use client::review::Grade;
use leptos::prelude::*;
use rules::Color;
use web::app::App;
use web::icon::icon;
use web::lazy::{Kept, doing, part, part_if, row, text};

use super::graph::Graph;
use super::reviewer::Reviewer;
use super::{Desk, say, show_ply};

/// The review as a part of the panel.
#[component]
pub(super) fn Summary() -> impl IntoView {
    let app = App::here();
    let reviewer = Desk::here().reviewer;
    let progress = Kept::new(move || reviewer.progress());
    let has_begun = Kept::new(move || reviewer.read(|_| ()).is_some());
    let may_begin =
        Kept::new(move || reviewer.has_moves.get() && progress.read().is_none() && !reviewer.is_done());
    view! {
        <section class="review" aria-label=say(app, AnalysisPhrase::Review)>
            {part_if(move || may_begin.get(), move || view! {
                <button type="button" class="action main" on:click=doing(move |_| reviewer.begin())>
                    {icon("chart")} <span>{say(app, AnalysisPhrase::Review)}</span>
                </button>
            }.into_any())}
            {part_if(move || may_begin.get() && !has_begun.get(), move || view! {
                <p class="about">{say(app, AnalysisPhrase::ReviewAbout)}</p>
            }.into_any())}
            {part_if(move || progress.read().is_some(), move || {
                let count = Kept::new(move || progress.get().unwrap_or((0, 1)));
                let words = text(move || app.words().reviewed(count.get().0, count.get().1));
                view! {
                    <div class="progress">
                        <progress
                            aria-label=say(app, AnalysisPhrase::Review)
                            value=text(move || count.get().0.to_string())
                            max=text(move || count.get().1.to_string())
                        ></progress>
                        <span class="about">{words}</span>
                        <button type="button" class="quiet" on:click=doing(move |_| reviewer.stop())>
                            {say(app, AnalysisPhrase::Cancel)}
                        </button>
                    </div>
                }
                .into_any()
            })}
            {part_if(move || has_begun.get(), || view! { <Graph /> <Report /> }.into_any())}
        </section>
    }
}

/// How well each side played.
#[component]
fn Report() -> impl IntoView {
    let app = App::here();
    let reviewer = Desk::here().reviewer;
    let name = move |color: Color| {
        app.tell(move |view, words| {
            let name = view.study().map(|study| study.names()[color].clone()).unwrap_or_default();
            if name.is_empty() { words.color(color).to_owned() } else { name }
        })
        .signal()
    };
    let accuracy = move |color: Color| {
        text(move || {
            let percent = reviewer.read(|review| review.accuracy[color]).flatten();
            percent.map_or_else(|| "–".to_owned(), |percent| app.words().accuracy(percent))
        })
    };
    let kinds = Grade::MARKED.map(|grade| {
        view! {
            <tr>
                <th scope="row"><span class=format!("dot {}", grade.name()) aria-hidden="true"></span>{say(app, kind(grade))}</th>
                <td>{count(app, reviewer, Color::White, grade)}</td>
                <td>{count(app, reviewer, Color::Black, grade)}</td>
            </tr>
        }
    });
    view! {
        <table class="report">
            <thead>
                <tr>
                    <td></td>
                    <th scope="col"><span class="who white">{name(Color::White)}</span></th>
                    <th scope="col"><span class="who black">{name(Color::Black)}</span></th>
                </tr>
            </thead>
            <tbody>
                <tr class="accuracy">
                    <th scope="row">{say(app, AnalysisPhrase::Accuracy)}</th>
                    <td data-testid="accuracy-white">{accuracy(Color::White)}</td>
                    <td data-testid="accuracy-black">{accuracy(Color::Black)}</td>
                </tr>
                {row(kinds)}
            </tbody>
        </table>
    }
}

/// How often a side played like that; a press goes to the next time.
fn count(app: App, reviewer: Reviewer, color: Color, grade: Grade) -> AnyView {
    let plies = Kept::new(move || reviewer.read(|review| review.plies(color, grade)).unwrap_or_default());
    let count = Kept::new(move || plies.read().len());
    part(move || {
        let number = count.get();
        if number == 0 {
            return Some(view! { <span class="zero">"0"</span> }.into_any());
        }
        let next = move |_| {
            let here = app.peek(|view| view.study().and_then(|study| study.main_ply()).unwrap_or_default());
            let plies = plies.peek();
            if let Some(&ply) = plies.iter().find(|&&ply| ply > here).or(plies.first()) {
                show_ply(app, ply);
            }
        };
        let label = text(move || {
            let words = app.words();
            format!("{}, {}: {number}", words.color(color), words.analysis(kind(grade)))
        });
        Some(
            view! {
                <button type="button" class="count" aria-label=label on:click=doing(next)>{number}</button>
            }
            .into_any(),
        )
    })
}

fn kind(grade: Grade) -> AnalysisPhrase {
    match grade {
        Grade::Blunder => AnalysisPhrase::Blunders,
        Grade::Mistake => AnalysisPhrase::Mistakes,
        Grade::Inaccuracy | Grade::Good => AnalysisPhrase::Inaccuracies,
    }
}
