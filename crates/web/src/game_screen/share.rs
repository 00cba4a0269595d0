//! FEN and PGN of the game, to copy or download.

use client::{Document, Event, MessageKey};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::handler;
use crate::icon::icon;

/// The buttons, collapsed by default.
#[component]
pub fn Share(
    /// URL of the game's PGN on the server, to download instead of the page's own, which has fewer tags.
    #[prop(default = None)]
    server_pgn: Option<String>,
) -> impl IntoView {
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
                {match server_pgn {
                    Some(url) => view! {
                        <a class="button action" href=url download="">
                            {icon("save")} <span>{app.translate(MessageKey::DownloadPgn)}</span>
                        </a>
                    }.into_any(),
                    None => button("save", MessageKey::DownloadPgn, Event::Download, Document::Pgn).into_any(),
                }}
            </div>
        </details>
    }
}
