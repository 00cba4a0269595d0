//! The game as a text: to copy, to save, to open.

use client::{Document, Event, Phrase};
use leptos::prelude::*;

use crate::app::App;
use crate::icon::icon;
use crate::lazy::doing;

/// The buttons, folded away until they are wanted.
#[component]
pub fn Share() -> impl IntoView {
    let app = App::here();
    let button = move |sign: &'static str, phrase: Phrase, event: Event| {
        view! {
            <button type="button" class="action" on:click=doing(move |_| app.send(event.clone()))>
                {icon(sign)}
                <span>{app.say(phrase)}</span>
            </button>
        }
    };
    view! {
        <details class="share">
            <summary>{app.say(Phrase::More)}</summary>
            <div class="actions">
                {button("copy", Phrase::CopyFen, Event::Copy(Document::Fen))}
                {button("copy", Phrase::CopyPgn, Event::Copy(Document::Pgn))}
                {button("save", Phrase::DownloadPgn, Event::Download(Document::Pgn))}
            </div>
        </details>
    }
}
