//! What there is to say about the move on the board: what people wrote, and what the review found.

use client::study::{Row, Study, StudyAct, Written};
use client::{AnalysisPhrase, Brush, Event, Shape};
use leptos::prelude::*;
use rules::Move;
use web::app::App;
use web::icon::icon;
use web::lazy::{Kept, doing, part, part_if, text};

use super::{Desk, say, show_ply};

/// A move that cost something, with the better one.
#[derive(Clone, PartialEq, Debug)]
struct Cost {
    judged: client::review::Judged,
    played: Move,
    names: [String; 2],
}

/// The remark, while there is one.
#[component]
pub(super) fn Remark() -> impl IntoView {
    let app = App::here();
    let desk = Desk::here();
    let cost = Kept::new(move || cost(app, desk));
    let comment = app.watch(|view| view.study().and_then(comment));
    let aside =
        app.watch(|view| view.study().filter(|study| study.main_ply().is_none()).and_then(Study::here));
    view! {
        {part(move || comment.get().map(|words| view! { <p class="comment">{words}</p> }.into_any()))}
        {part(move || cost.get().map(|cost| verdict(app, cost)))}
        {part_if(move || aside.read().is_some(), move || {
            let remove = move |_| {
                if let Some(place) = *aside.peek() {
                    app.send(Event::Study(StudyAct::Remove(place)));
                }
            };
            view! {
                <button type="button" class="quiet remove" on:click=doing(remove)>
                    {icon("close")} <span>{say(app, AnalysisPhrase::Remove)}</span>
                </button>
            }
            .into_any()
        })}
    }
}

fn verdict(app: App, cost: Cost) -> AnyView {
    let Cost { judged, played, names: [name, better_name] } = cost;
    let (grade, ply, better) = (judged.grade, judged.ply, judged.better);
    let reason = judged.reason.clone();
    let title = text(move || format!("{name}{} · {}", grade.sign(), app.words().grade(grade)));
    let sentence = text(move || {
        let words = app.words();
        let reason = reason.as_ref().map(|reason| words.reason(reason));
        let better = better.map(|_| words.better(&better_name));
        [reason, better].into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    let show = move |_| {
        show_ply(app, ply - 1);
        app.send(Event::Draw(arrow(played, Brush::Second)));
        if let Some(better) = better {
            app.send(Event::Draw(arrow(better, Brush::First)));
        }
    };
    view! {
        <div class=format!("verdict {}", grade.name()) role="status">
            <p><strong>{title}</strong> " " {sentence}</p>
            <button type="button" on:click=doing(show)>{say(app, AnalysisPhrase::ShowMe)}</button>
        </div>
    }
    .into_any()
}

/// What the review says about the move that was made last, if that cost something.
fn cost(app: App, desk: Desk) -> Option<Cost> {
    let ply = app.read(|view| view.study()?.main_ply())?;
    let judged = desk.reviewer.read(|review| review.at(ply).cloned())??;
    if judged.grade.sign().is_empty() {
        return None;
    }
    let game = desk.reviewer.game()?;
    let position = game.position_at(ply - 1)?;
    let played = game.moves().nth(ply - 1)?;
    let names = [played, judged.better.unwrap_or(played)].map(|m| position.san(m).to_string());
    Some(Cost { judged, played, names })
}

/// What people have said about the move that was made last.
fn comment(study: &Study) -> Option<String> {
    let here = study.here()?;
    let all = study.rows().into_iter().flat_map(|row| match row {
        Row::Moves { white, black, .. } => [white, black].into_iter().flatten().collect::<Vec<Written>>(),
        Row::Aside(moves) => moves,
    });
    all.into_iter().find(|m| m.place == here).map(|m| m.comment).filter(|comment| !comment.is_empty())
}

fn arrow(m: Move, brush: Brush) -> Shape {
    Shape { from: m.from(), to: m.to(), brush }
}
