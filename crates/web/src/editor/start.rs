//! Uses of the position: a game on this device, against the computer or online, or an analysis.

use client::editor::Editor;
use client::{EditorMessageKey, LocalGame};
use leptos::prelude::*;

use super::EditorContext;
use crate::boxed::{derived, handler, text};
use crate::icon::icon;
use crate::pages::start_position;
use crate::platform::{storage, time};

/// The screen of the start page with the stored game.
const STORED_GAME: &str = "/#game";

/// The buttons; off while no game can begin with the position.
#[component]
pub(super) fn Start() -> impl IntoView {
    let context = EditorContext::from_context();
    let is_confirming = RwSignal::new(false);
    let can_play =
        context.memo(|editor| editor.position().is_some_and(|position| position.has_legal_moves()));
    let can_analyse = context.memo(|editor| editor.position().is_some());
    let fen = move || context.read_untracked(Editor::fen);
    let play_here = move || {
        let has_game = storage::saved_game().is_some_and(|saved| is_in_progress(&saved));
        if has_game && !is_confirming.get_untracked() {
            return is_confirming.set(true);
        }
        if let Ok(game) = LocalGame::from_fen(&fen()) {
            let is_stored = storage::save_game(&game.to_save_text(time::now())).is_some();
            if is_stored {
                context.app.open_path(STORED_GAME);
            }
        }
    };
    let play_key =
        move || if is_confirming.get() { EditorMessageKey::Replace } else { EditorMessageKey::PlayHere };
    let play_label = text(move || context.app.locale().editor_message(play_key()).to_owned());
    let analyse = move || {
        storage::save_study(&fen());
        storage::save_review(None);
        context.app.open_path(routes::ANALYSIS);
    };
    let open = move |page: &'static str| context.app.open_path(&start_position::address(page, &fen()));
    let button =
        move |icon_name: &'static str, label: Signal<String>, is_on: Signal<bool>, act: Box<dyn Fn()>| {
            view! {
                <button type="button" disabled=derived(move || !is_on.get()) on:click=handler(move |_| act())>
                    {icon(icon_name)} <span>{label}</span>
                </button>
            }
        };
    let label = |key| context.translate(key);
    let play = can_play.signal();
    view! {
        <section class="card" aria-label=context.translate(EditorMessageKey::Continue)>
            <h2>{context.translate(EditorMessageKey::Continue)}</h2>
            <div class="editor-actions continue">
                {button("chart", label(EditorMessageKey::Analyse), can_analyse.signal(), Box::new(analyse))}
                {button("computer", label(EditorMessageKey::PlayComputer), play, Box::new(move || open(routes::COMPUTER)))}
                {button("board", play_label, play, Box::new(play_here))}
                {button("people", label(EditorMessageKey::Invite), play, Box::new(move || open(routes::ONLINE)))}
            </div>
        </section>
    }
}

/// Returns true if a stored game has begun and is not over.
fn is_in_progress(saved: &str) -> bool {
    LocalGame::from_save_text(saved).is_ok_and(|game| game.game().plies() > 0 && !game.is_finished())
}
