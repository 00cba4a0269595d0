//! The status line, the move number, and error messages.

use client::{Event, MessageKey, MoveListView, Navigation};
use game::{Chess960, Ruleset, Status};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::{BoxedMemo, handler, show, show_if};

/// Side to move and result; below it, messages.
#[component]
pub fn StatusLine(
    /// The moves, shared with the move list.
    moves: BoxedMemo<MoveListView>,
) -> impl IntoView {
    let app = App::from_context();
    let line = app.memo_localized(|view, locale| locale.game_status(view));
    let round = app.memo_localized(move |view, locale| {
        let round = u32::try_from(view.move_number()).unwrap_or(u32::MAX);
        let game = view.local_game().game();
        let start = (game.ruleset() == Ruleset::Chess960).then(|| Chess960::of(&game.start())).flatten();
        let start = start.map(|start| format!(" · {}", locale.chess960_start(start))).unwrap_or_default();
        format!("{} · {}{start}", locale.move_number(round), locale.ruleset(game.ruleset()))
    });
    let ending = app.memo_localized(move |view, locale| {
        view.local_game().game().outcome().map(|outcome| locale.ending(outcome))
    });
    let class = app.memo(|view| match view.status() {
        _ if view.local_game().is_finished() => "status over".to_owned(),
        Status::Over(_) | Status::Checkmate { .. } => "status over".to_owned(),
        Status::Check { .. } => "status check".to_owned(),
        Status::Turn(_) => "status".to_owned(),
    });
    let remark = app.memo_localized(move |view, locale| {
        let own = app.notice.get().or(view.actions().pending_claim.map(|_| MessageKey::ClaimShowMove));
        view.problem()
            .map(|problem| app.explain_problem(locale, problem))
            .or(own.map(|key| locale.message(key).to_owned()))
    });
    view! {
        <div class=class.signal()>
            <h2 class="line" data-testid="status">{line.signal()}</h2>
            <div class="round">
                <p>{round.signal()}</p>
                {show_if(move || !moves.read().is_present(), move || view! {
                    <p class="past">
                        <span>{app.translate(MessageKey::LookingBack)}</span>
                        <button type="button" class="link" on:click=handler(move |_| app.send(Event::Navigate(Navigation::Last)))>
                            {app.translate(MessageKey::BackToGame)}
                        </button>
                    </p>
                }.into_any())}
            </div>
            {show(move || ending.get().map(|text| view! { <p class="ending">{text}</p> }.into_any()))}
            {show(move || remark.get().map(|text| view! { <p class="remark" role="alert">{text}</p> }.into_any()))}
        </div>
    }
}
