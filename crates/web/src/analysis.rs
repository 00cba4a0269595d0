//! The analysis board: any position or game, with the engine beside it.
//!
//! The position is the client's study. The live engine lines come from one worker and the review of the whole
//! game from another, so that neither waits for the other. Both only read the study.

mod live_analysis;
mod eval_bar;
mod eval_graph;
mod endgame_table;
mod engine_panel;
mod explorer_panel;
mod import;
mod eval_plot;
mod move_comment;
mod review_job;
mod reviewer;
mod review_panel;
mod move_tree;

use crate::app::App;
use crate::boxed::{handler, show, text};
use crate::game_screen::layout::{Layout, layout};
use crate::game_screen::player_strip::PlayerStrip;
use crate::game_screen::share::Share;
use crate::pages;
use crate::platform::storage;
use client::study::StudyCommand;
use client::{AnalysisMessageKey, ClubMessageKey, Effect, Event, Extensions, Navigation, Screen};
use game::Ply;
use leptos::prelude::*;

use crate::platform::navigation;
use live_analysis::LiveAnalysis;
use reviewer::Reviewer;

/// The engines, shared by all parts of the page through the Leptos context; cheap to copy.
#[derive(Clone, Copy)]
struct AnalysisContext {
    live: LiveAnalysis,
    reviewer: Reviewer,
}

impl AnalysisContext {
    fn from_context() -> AnalysisContext {
        expect_context()
    }
}

/// The text of an analysis phrase; follows the language setting.
fn translate(app: App, key: AnalysisMessageKey) -> Signal<String> {
    text(move || app.locale().analysis_message(key).to_owned())
}

/// PGN without moves: the initial position.
const EMPTY_PGN: &str = "*";

/// The page at `/analysis`.
#[component]
pub(crate) fn AnalysisPage() -> impl IntoView {
    let app = App::from_context();
    app.extend(Extensions::study());
    app.add_effect_handler(|_, effect| match effect {
        Effect::SaveStudy(text) => {
            storage::save_study(&text);
            None
        }
        effect => Some(effect),
    });
    let stored = storage::study().unwrap_or_else(|| EMPTY_PGN.to_owned());
    app.send(Event::Study(StudyCommand::Open(stored)));
    if app.with_view_untracked(|view| view.study().is_none()) {
        // The stored study cannot be parsed.
        app.send(Event::Study(StudyCommand::Open(EMPTY_PGN.to_owned())));
    }
    if navigation::query_parameter("bottom").is_some_and(|bottom| bottom == "black") {
        app.send(Event::FlipBoard);
    }
    app.return_screen.set(Screen::Game);
    let context = AnalysisContext { live: LiveAnalysis::new(app), reviewer: Reviewer::new(app) };
    provide_context(context);
    if navigation::query_parameter("review").is_some() {
        context.reviewer.start();
    } else {
        context.live.is_on.set(true);
    }
    on_cleanup(move || {
        app.return_screen.set(Screen::Home);
        app.send(Event::GoTo(Screen::Home));
        app.send(Event::Study(StudyCommand::Close));
    });
    view! { <AnalysisBoard /> }
}

/// The board with the evaluation bar and the panel.
#[component]
fn AnalysisBoard() -> impl IntoView {
    let app = App::from_context();
    let problem = app.memo_localized(|view, locale| view.problem().map(|problem| locale.problem(problem)));
    let panel = view! {
        {show(move || problem.get().map(|text| view! { <p class="remark" role="alert">{text}</p> }.into_any()))}
        <engine_panel::EnginePanel />
        <endgame_table::EndgameTable />
        <move_tree::MoveTree />
        <move_comment::MoveComment />
        <explorer_panel::ExplorerPanel />
        <review_panel::ReviewPanel />
        <div class="lower">
            <import::ImportForm />
            <Share />
        </div>
    };
    let table = layout(
        app,
        Layout {
            class: "table analysis",
            title: pages::translate(app, ClubMessageKey::Analysis),
            hints: Some(engine_panel::best_move_arrows()),
            beside_board: Some(view! { <eval_bar::EvalBar /> }.into_any()),
            player_strip: |color| view! { <PlayerStrip color /> }.into_any(),
            panel: panel.into_any(),
            nav: None,
        },
    );
    view! { <div on:dragover=|event| event.prevent_default() on:drop=handler(import::on_file_dropped(app))>{table}</div> }
}

/// Shows the main line after `ply` half-moves.
fn show_ply(app: App, ply: Ply) {
    let node =
        app.with_view_untracked(|view| view.study()?.main_line().get(ply.previous()?.index()).copied());
    app.send(match node {
        Some(node) => Event::Study(StudyCommand::Show(node)),
        None => Event::Navigate(Navigation::First),
    });
}
