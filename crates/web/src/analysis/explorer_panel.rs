//! The opening explorer: the moves played in the position on the board in the server's public games, with their results.

use client::study::StudyCommand;
use client::{AnalysisMessageKey, Event, Language};
use leptos::prelude::*;
use protocol::http::{ExplorerCounts, ExplorerMove, ExplorerPosition, OpeningName};
use rules::Position;

use super::{AnalysisContext, translate};
use crate::app::App;
use crate::boxed::{BoxedMemo, fragment, handler, show, text};
use crate::online::{game_list, labels};
use crate::platform::fetch::{self, RequestState, encode_component};

/// A button that opens the explorer; the server is asked only while it is open.
#[component]
pub(super) fn ExplorerPanel() -> impl IntoView {
    let app = App::from_context();
    let context = AnalysisContext::from_context();
    let is_open = RwSignal::new(false);
    let position = BoxedMemo::new(move || context.live.current.read().position);
    let answer = BoxedMemo::new(move || {
        let fen = position.read().fen();
        let path = format!("/api/explorer?fen={}", encode_component(&fen));
        is_open.get().then(|| fetch::load::<ExplorerPosition>(path))
    });
    let content = show(move || {
        Some(match answer.get()?.get() {
            RequestState::Pending => game_list::placeholder(app, client::ClubMessageKey::Loading),
            RequestState::Failed(error) => {
                let message = text(move || labels::fetch_error(app.locale(), &error).to_owned());
                view! { <p class="wrong" role="alert">{message}</p> }.into_any()
            }
            RequestState::Ready(found) => moves_table(app, position.get(), &found),
        })
    });
    view! {
        <section class="explorer" aria-label=translate(app, AnalysisMessageKey::Explorer)>
            <button
                type="button"
                aria-expanded=text(move || is_open.get().to_string())
                on:click=handler(move |_| is_open.update(|is_open| *is_open = !*is_open))
            >
                {translate(app, AnalysisMessageKey::Explorer)}
            </button>
            {content}
        </section>
    }
}

/// The opening, and a row for each move: a button that plays it, its games, and a bar of their results.
fn moves_table(app: App, position: Position, found: &ExplorerPosition) -> AnyView {
    let opening = found.opening.clone().map(|opening| {
        view! { <p class="opening">{text(move || opening_name(app.locale().language(), &opening))}</p> }
            .into_any()
    });
    if found.moves.is_empty() {
        return view! { {opening} <p>{translate(app, AnalysisMessageKey::ExplorerEmpty)}</p> }.into_any();
    }
    let rows: Vec<AnyView> = found.moves.iter().map(|found| row(app, position, found)).collect();
    view! {
        {opening}
        <table>
            <thead class="unseen">
                <tr>
                    <th scope="col">{translate(app, AnalysisMessageKey::ExplorerMove)}</th>
                    <th scope="col">{translate(app, AnalysisMessageKey::ExplorerGames)}</th>
                    <th scope="col">{translate(app, AnalysisMessageKey::ExplorerResults)}</th>
                </tr>
            </thead>
            <tbody>{fragment(rows)}</tbody>
        </table>
    }
    .into_any()
}

fn row(app: App, position: Position, found: &ExplorerMove) -> AnyView {
    let m = position.parse_move(&found.uci).ok();
    let play = handler(move |_| {
        if let Some(m) = m {
            app.send(Event::Study(StudyCommand::Play(vec![m])));
        }
    });
    let counts = found.counts;
    let [white, draws, black] = percents(counts);
    let results = text(move || app.locale().results_in_percent(white, draws, black));
    view! {
        <tr>
            <th scope="row"><button type="button" class="pv" on:click=play>{found.san.clone()}</button></th>
            <td>{total(counts).to_string()}</td>
            <td>
                <svg class="results" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=results>
                    <rect class="white" width=white.to_string() height="8" />
                    <rect class="draws" x=white.to_string() width=draws.to_string() height="8" />
                    <rect class="black" x=(white + draws).to_string() width=black.to_string() height="8" />
                </svg>
            </td>
        </tr>
    }
    .into_any()
}

fn opening_name(language: Language, OpeningName { eco, name, korean }: &OpeningName) -> String {
    let name = korean.as_ref().filter(|_| language == Language::Korean).unwrap_or(name);
    format!("{eco} {name}")
}

fn total(counts: ExplorerCounts) -> u64 {
    [counts.white, counts.draws, counts.black].into_iter().map(u64::from).sum()
}

/// Shares of White's wins, draws and Black's wins, rounded to a sum of 100.
fn percents(counts: ExplorerCounts) -> [u64; 3] {
    let all = total(counts).max(1);
    let share = |games: u64| (200 * games + all) / (2 * all);
    let white = share(counts.white.into());
    let not_black = share(u64::from(counts.white) + u64::from(counts.draws));
    [white, not_black - white, 100 - not_black]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_a_hundred() {
        let check = |white, draws, black, expected| {
            assert_eq!(percents(ExplorerCounts { white, draws, black, average_rating: None }), expected);
        };
        check(1, 1, 1, [33, 34, 33]);
        check(1, 0, 0, [100, 0, 0]);
        check(0, 0, 7, [0, 0, 100]);
        check(2, 1, 5, [25, 13, 62]);
        check(u32::MAX, u32::MAX, u32::MAX, [33, 34, 33]);
    }
}
