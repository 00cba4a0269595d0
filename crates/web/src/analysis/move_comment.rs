//! Comments on the move on the board: those of the PGN, and the review's judgement.

use crate::app::App;
use crate::boxed::{BoxedMemo, handler, show, show_if, text};
use crate::icon::icon;
use client::study::{Row, Study, StudyCommand, StudyMove};
use client::{AnalysisMessageKey, Brush, Event, Shape};
use leptos::prelude::*;
use rules::Move;

use super::{AnalysisContext, show_ply, translate};

/// A marked move, with the better one after a mistake.
#[derive(Clone, PartialEq, Debug)]
struct MarkedMove {
    judged: client::review::MoveReview,
    played: Move,
    sans: [String; 2],
}

/// The comments, if there are any.
#[component]
pub(super) fn MoveComment() -> impl IntoView {
    let app = App::from_context();
    let context = AnalysisContext::from_context();
    let marked = BoxedMemo::new(move || marked_move(app, context));
    let comment = app.memo(|view| view.study().and_then(comment));
    let aside = app
        .memo(|view| view.study().filter(|study| study.main_ply().is_none()).and_then(Study::current_node));
    view! {
        {show(move || comment.get().map(|text| view! { <p class="comment">{text}</p> }.into_any()))}
        {show(move || marked.get().map(|marked| judgement_card(app, marked)))}
        {show_if(move || aside.read().is_some(), move || {
            let remove = move |_| {
                if let Some(place) = *aside.read_untracked() {
                    app.send(Event::Study(StudyCommand::Remove(place)));
                }
            };
            view! {
                <button type="button" class="quiet remove" on:click=handler(remove)>
                    {icon("close")} <span>{translate(app, AnalysisMessageKey::Remove)}</span>
                </button>
            }
            .into_any()
        })}
    }
}

fn judgement_card(app: App, marked: MarkedMove) -> AnyView {
    let MarkedMove { judged, played, sans: [name, better_name] } = marked;
    let (grade, ply, better) = (judged.grade, judged.ply, judged.better);
    let title = text(move || format!("{name}{} · {}", grade.glyph(), app.locale().grade(grade)));
    let sentence = text(move || app.locale().move_review(&judged, Some(&better_name)));
    let show = move |_| {
        show_ply(app, ply.previous().unwrap_or_default());
        app.send(Event::DrawShape(arrow(played, Brush::Second)));
        if let Some(better) = better {
            app.send(Event::DrawShape(arrow(better, Brush::First)));
        }
    };
    let show_me = grade.is_mistake().then(|| {
        view! { <button type="button" on:click=handler(show)>{translate(app, AnalysisMessageKey::ShowMe)}</button> }
    });
    view! {
        <div class=format!("verdict {}", grade.name()) role="status">
            <p><strong>{title}</strong> " " {sentence}</p>
            {show_me}
        </div>
    }
    .into_any()
}

/// The review's judgement of the last move, if it is marked.
fn marked_move(app: App, context: AnalysisContext) -> Option<MarkedMove> {
    let ply = app.with_view(|view| view.study()?.main_ply())?;
    let judged = context.reviewer.with_review(|review| review.at(ply).cloned())??;
    if judged.grade.glyph().is_empty() {
        return None;
    }
    let game = context.reviewer.game()?;
    let before = ply.previous()?.index();
    let position = game.position_at(before)?;
    let played = game.moves().nth(before)?;
    let names = [played, judged.better.unwrap_or(played)].map(|m| position.san(m).to_string());
    Some(MarkedMove { judged, played, sans: names })
}

/// The PGN comment on the last move.
fn comment(study: &Study) -> Option<String> {
    let here = study.current_node()?;
    let all = study.rows().into_iter().flat_map(|row| match row {
        Row::Moves { white, black, .. } => [white, black].into_iter().flatten().collect::<Vec<StudyMove>>(),
        Row::Variation(moves) => moves,
    });
    all.into_iter().find(|m| m.node == here).map(|m| m.comment).filter(|comment| !comment.is_empty())
}

fn arrow(m: Move, brush: Brush) -> Shape {
    Shape { from: m.from(), to: m.to(), brush }
}
