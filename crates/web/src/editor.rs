//! The board editor: any position by mouse, touch and keyboard, what is wrong with it, and what to do with it.
//!
//! The state is [`client::editor::Editor`]; nothing here knows the rules.

mod board;
mod drag;
mod options;
mod palette;
mod start;
mod verdict;

use client::EditorMessageKey;
use client::editor::{Editor, EditorCommand};
use leptos::prelude::*;
use rules::Square;

use crate::app::App;
use crate::boxed::{BoxedMemo, text};
use crate::platform::navigation;
use drag::DragState;

/// Handle to the editor, shared by all parts of the page; cheap to copy.
#[derive(Clone, Copy)]
struct EditorContext {
    app: App,
    editor: RwSignal<Editor>,
    drag: DragState,
    /// The square of the board that was pressed or painted last.
    pressed: StoredValue<Option<Square>>,
}

impl EditorContext {
    fn from_context() -> EditorContext {
        expect_context()
    }

    /// Applies a change.
    fn apply(self, command: EditorCommand) {
        self.editor.update(|editor| editor.apply(command));
    }

    fn read<T>(self, f: impl FnOnce(&Editor) -> T) -> T {
        self.editor.with(f)
    }

    fn read_untracked<T>(self, f: impl FnOnce(&Editor) -> T) -> T {
        self.editor.with_untracked(f)
    }

    fn memo<T: PartialEq + Send + Sync + 'static>(
        self,
        f: impl Fn(&Editor) -> T + Send + Sync + 'static,
    ) -> BoxedMemo<T> {
        BoxedMemo::new(move || self.read(&f))
    }

    fn translate(self, key: EditorMessageKey) -> Signal<String> {
        text(move || self.app.locale().editor_message(key).to_owned())
    }
}

/// The page at `/editor`; `?fen=` is the position to begin with.
#[component]
pub(crate) fn EditorPage() -> impl IntoView {
    let app = App::from_context();
    let mut editor = Editor::new();
    if let Some(fen) = navigation::query_parameter(routes::START_PARAMETER) {
        editor.apply(EditorCommand::Fen(fen));
    }
    let context = EditorContext {
        app,
        editor: RwSignal::new(editor),
        drag: DragState::new(),
        pressed: StoredValue::new(None),
    };
    provide_context(context);
    view! {
        <main class="content editor">
            <h1>{context.translate(EditorMessageKey::Title)}</h1>
            <div class="editor-board">
                <board::EditorBoard />
                <palette::Palette />
                <p class="about keys">{context.translate(EditorMessageKey::Keys)}</p>
            </div>
            <div class="stack">
                <verdict::Verdict />
                <options::Options />
                <start::Start />
            </div>
        </main>
    }
}
