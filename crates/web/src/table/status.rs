//! The status line, the round, and what did not work.

use client::{Event, Moment, Moves, Phrase};
use game::{Chess960, Ruleset, Status};
use leptos::prelude::*;

use crate::app::App;
use crate::lazy::{Kept, doing, part, part_if};

/// Whose turn it is and what it means; below it, anything the page has to say.
#[component]
pub fn StatusLine(
    /// The moves, written down once for all who show them.
    moves: Kept<Moves>,
) -> impl IntoView {
    let app = App::here();
    let line = app.tell(|view, words| words.status(&view.status()));
    let round = app.tell(|view, words| {
        let round = u32::try_from(view.round()).unwrap_or(u32::MAX);
        let game = view.table().game();
        let start = (game.ruleset() == Ruleset::Chess960).then(|| Chess960::of(&game.start())).flatten();
        let start = start.map(|start| format!(" · {}", words.chess960_start(start))).unwrap_or_default();
        format!("{} · {}{start}", words.round(round), words.ruleset(game.ruleset()))
    });
    let ending = app.tell(|view, words| {
        let ending = view.table().game().outcome().map(|outcome| words.ending(outcome));
        ending.or(view.table().recorded().map(|score| words.recorded(score)))
    });
    let class = app.watch(|view| match view.status() {
        Status::Over(_) | Status::Checkmate { .. } => "status over".to_owned(),
        Status::Check { .. } => "status check".to_owned(),
        Status::Turn(_) => "status".to_owned(),
    });
    let remark = app.tell(move |view, words| {
        let own = app.remark.get().or(view.actions().claiming.map(|_| Phrase::ClaimShowMove));
        view.problem()
            .map(|problem| words.problem(problem))
            .or(own.map(|phrase| words.phrase(phrase).to_owned()))
    });
    view! {
        <div class=class.signal()>
            <h2 class="line" data-testid="status">{line.signal()}</h2>
            <div class="round">
                <p>{round.signal()}</p>
                {part_if(move || !moves.read().is_present(), move || view! {
                    <p class="past">
                        <span>{app.say(Phrase::LookingBack)}</span>
                        <button type="button" class="link" on:click=doing(move |_| app.send(Event::Show(Moment::Last)))>
                            {app.say(Phrase::BackToGame)}
                        </button>
                    </p>
                }.into_any())}
            </div>
            {part(move || ending.get().map(|text| view! { <p class="ending">{text}</p> }.into_any()))}
            {part(move || remark.get().map(|text| view! { <p class="remark" role="alert">{text}</p> }.into_any()))}
        </div>
    }
}
