//! The analysis board: any position, any game, with the engine beside it.
//!
//! What is looked at is the client's study; the engine's lines come from one worker, the review of a whole game from
//! another, so that neither waits for the other. Both only read the study.

mod analyst;
mod bar;
mod graph;
mod lines;
mod open;
mod plot;
mod remark;
mod reviewer;
mod summary;
mod tree;

use client::study::StudyAct;
use client::{AnalysisPhrase, Event, Moment, Screen};
use leptos::prelude::*;
use web::app::App;
use web::lazy::{doing, part, text};
use web::table::frame::{Parts, frame};
use web::table::share::Share;
use web::table::side::Side;
use web::world::storage;

use crate::world::address;
use analyst::Analyst;
use reviewer::Reviewer;

/// What the parts of the page have in common; cheap to copy.
#[derive(Clone, Copy)]
struct Desk {
    analyst: Analyst,
    reviewer: Reviewer,
}

impl Desk {
    fn here() -> Desk {
        expect_context()
    }
}

/// A text of the analysis board that follows the language.
fn say(app: App, phrase: AnalysisPhrase) -> Signal<String> {
    text(move || app.words().analysis(phrase).to_owned())
}

/// What is looked at where nothing else is: the beginning of a game.
const NOTHING: &str = "*";

/// The page.
#[component]
pub(crate) fn AnalysisPage() -> impl IntoView {
    let app = App::here();
    let kept = storage::study().unwrap_or_else(|| NOTHING.to_owned());
    app.send(Event::Study(StudyAct::Open(kept)));
    if app.peek(|view| view.study().is_none()) {
        // What was kept cannot be read: the board is there all the same.
        app.send(Event::Study(StudyAct::Open(NOTHING.to_owned())));
    }
    if address::asked("bottom").is_some_and(|bottom| bottom == "black") {
        app.send(Event::Flip);
    }
    app.behind.set(Screen::Table);
    let desk = Desk { analyst: Analyst::new(app), reviewer: Reviewer::new(app) };
    provide_context(desk);
    if address::asked("review").is_some() {
        desk.reviewer.begin();
    } else {
        desk.analyst.is_on.set(true);
    }
    on_cleanup(move || {
        app.behind.set(Screen::Home);
        app.send(Event::Go(Screen::Home));
        app.send(Event::Study(StudyAct::Close));
    });
    view! { <Table /> }
}

/// The board with the evaluation beside it, and the panel.
#[component]
fn Table() -> impl IntoView {
    let app = App::here();
    let problem = app.tell(|view, words| view.problem().map(|problem| words.problem(problem)));
    let panel = view! {
        {part(move || problem.get().map(|text| view! { <p class="remark" role="alert">{text}</p> }.into_any()))}
        <lines::Lines />
        <tree::Tree />
        <remark::Remark />
        <summary::Summary />
        <div class="lower">
            <open::OpenText />
            <Share />
        </div>
    };
    let table = frame(
        app,
        Parts {
            class: "table analysis",
            title: say(app, AnalysisPhrase::Title),
            hints: Some(lines::arrows()),
            beside: Some(view! { <bar::Bar /> }.into_any()),
            side: |color| view! { <Side color /> }.into_any(),
            panel: panel.into_any(),
            corner: None,
        },
    );
    view! { <div on:dragover=|event| event.prevent_default() on:drop=doing(open::dropped(app))>{table}</div> }
}

/// Goes to a moment of the game itself.
fn show_ply(app: App, ply: usize) {
    let place = app.peek(|view| view.study()?.main_line().get(ply.checked_sub(1)?).copied());
    app.send(match place {
        Some(place) => Event::Study(StudyAct::Show(place)),
        None => Event::Show(Moment::First),
    });
}
