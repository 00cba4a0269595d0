//! FEN and PGN of the game, to copy or download.

use client::{Document, Event, MessageKey};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::handler;
use crate::icon::icon;

/// The buttons, collapsed by default.
#[component]
pub fn Share() -> impl IntoView {
    let app = App::from_context();
    let button =
        move |icon_name: &'static str, key: MessageKey, event: fn(Document) -> Event, document: Document| {
            view! {
                <button type="button" class="action" on:click=handler(move |_| app.send(event(document)))>
                    {icon(icon_name)}
                    <span>{app.translate(key)}</span>
                </button>
            }
        };
    view! {
        <details class="share">
            <summary>{app.translate(MessageKey::More)}</summary>
            <div class="actions">
                {button("copy", MessageKey::CopyFen, Event::CopyText, Document::Fen)}
                {button("copy", MessageKey::CopyPgn, Event::CopyText, Document::Pgn)}
                {button("save", MessageKey::DownloadPgn, Event::Download, Document::Pgn)}
            </div>
        </details>
    }
}
