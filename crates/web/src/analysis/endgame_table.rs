//! The endgame table: the outcome of a position with at most four men, and of its moves. A worker of its own builds the tables;
//! those that take long only on request.

use client::AnalysisMessageKey;
use client::Event;
use client::study::StudyCommand;
use engine_worker::{TableJob, WorkerJob, WorkerRequest, WorkerResponse};
use leptos::prelude::*;
use rules::{Move, Position};
use tablebase::{Outcome, Tablebase};

use super::{AnalysisContext, translate};
use crate::app::App;
use crate::boxed::{BoxedMemo, effect, fragment, handler, show, show_if, text};
use crate::worker::Worker;

/// Knowledge about the position on the board.
#[derive(Clone, PartialEq, Debug, Default)]
enum Finding {
    /// Too many men, or the game is over.
    #[default]
    None,
    /// The tables would take long: they are built on request.
    Offered,
    /// Tables are being built, in percent.
    Building(u8),
    /// The worker cannot be started.
    Failed,
    /// The outcome, and the moves with theirs, the best first.
    Known { position: Position, outcome: Outcome, moves: Vec<(Move, Outcome)> },
}

/// Handle to the tables; cheap to copy.
#[derive(Clone, Copy)]
struct EndgameTables {
    finding: RwSignal<Finding>,
    worker: StoredValue<Worker, LocalStorage>,
    /// Id of the last request; answers to earlier ones are ignored.
    request_id: StoredValue<u32>,
    /// True once the user has asked for tables that take long.
    is_patient: RwSignal<bool>,
}

/// The section; empty with more men.
#[component]
pub(super) fn EndgameTable() -> impl IntoView {
    let app = App::from_context();
    let context = AnalysisContext::from_context();
    let tables = EndgameTables {
        finding: RwSignal::new(Finding::default()),
        worker: StoredValue::new_local(Worker::default()),
        request_id: StoredValue::new(0),
        is_patient: RwSignal::new(false),
    };
    let position = BoxedMemo::new(move || context.live.current.read().position);
    effect(move || tables.look_up(&position.read()));
    on_cleanup(move || tables.worker.update_value(Worker::stop));
    let is_shown = move || tables.finding.with(|finding| *finding != Finding::None);
    show_if(is_shown, move || {
        view! {
            <section class="endgame-table" aria-label=translate(app, AnalysisMessageKey::Table)>
                {show(move || Some(tables.finding.with(|finding| finding_view(app, tables, finding))))}
            </section>
        }
        .into_any()
    })
}

impl EndgameTables {
    fn look_up(self, position: &Position) {
        let id = self.request_id.try_update_value(|id| {
            *id += 1;
            *id
        });
        self.worker.update_value(Worker::stop);
        if !Tablebase::covers(position) || !position.has_legal_moves() {
            return self.finding.set(Finding::None);
        }
        if !Tablebase::is_quick(position) && !self.is_patient.get() {
            return self.finding.set(Finding::Offered);
        }
        let job = WorkerJob::Table(TableJob::Probe);
        let Ok(request) = WorkerRequest::new(id.unwrap_or_default(), job, *position, []) else { return };
        self.finding.set(Finding::Building(0));
        let position = *position;
        let on_message = move |answer: WorkerResponse| self.on_answer(position, answer);
        let on_failure = move || self.finding.set(Finding::Failed);
        let is_sent = self.worker.try_update_value(|worker| worker.request(&request, on_message, on_failure));
        if is_sent == Some(false) {
            self.finding.set(Finding::Failed);
        }
    }

    fn on_answer(self, position: Position, answer: WorkerResponse) {
        if self.request_id.try_get_value() != Some(answer.id()) {
            return;
        }
        match answer {
            WorkerResponse::Building { percent, .. } => self.finding.set(Finding::Building(percent)),
            WorkerResponse::Outcomes(found) => {
                let moves = found
                    .moves
                    .iter()
                    .filter_map(|(m, outcome)| Some((m.resolve(&position).ok()?, *outcome)));
                self.finding.set(Finding::Known { position, outcome: found.outcome, moves: moves.collect() });
            }
            _ => {}
        }
    }
}

fn finding_view(app: App, tables: EndgameTables, finding: &Finding) -> AnyView {
    match finding {
        Finding::None => ().into_any(),
        Finding::Offered => view! {
            <button type="button" on:click=handler(move |_| tables.is_patient.set(true))>
                {translate(app, AnalysisMessageKey::TableSolve)}
            </button>
        }
        .into_any(),
        Finding::Building(percent) => {
            let percent = *percent;
            view! {
                <p>{text(move || app.locale().table_progress(percent))}</p>
                <progress max="100" value=percent.to_string() aria-label=translate(app, AnalysisMessageKey::Table)></progress>
            }
            .into_any()
        }
        Finding::Failed => view! {
            <p class="wrong" role="alert">
                {text(move || app.locale().computer_message(client::ComputerMessageKey::NoWorker).to_owned())}
            </p>
        }
        .into_any(),
        Finding::Known { position, outcome, moves } => {
            let (outcome, turn) = (*outcome, position.turn());
            let rows =
                moves.iter().map(|(m, outcome)| move_row(app, position.san(*m).to_string(), *m, *outcome));
            view! {
                <p class="truth-line" role="status" data-testid="table">
                    {text(move || app.locale().table_outcome(outcome, turn))}
                </p>
                <ul class="table-moves">{fragment(rows)}</ul>
            }
            .into_any()
        }
    }
}

/// A move with its outcome; a click plays it.
fn move_row(app: App, san: String, m: Move, outcome: Outcome) -> AnyView {
    let play = handler(move |_| app.send(Event::Study(StudyCommand::Play(vec![m]))));
    view! {
        <li>
            <button type="button" class="pv" on:click=play>
                {san} " " <span class="about">{text(move || app.locale().table_move(outcome))}</span>
            </button>
        </li>
    }
    .into_any()
}
