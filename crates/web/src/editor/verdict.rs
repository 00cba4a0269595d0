//! The FEN, and everything that is wrong with the position.

use client::EditorMessageKey;
use client::editor::{Editor, EditorCommand};
use leptos::prelude::*;
use rules::SetupFault;

use super::EditorContext;
use crate::boxed::{BoxedMemo, fragment, handler, show, text};

/// Findings about a position.
#[derive(Clone, PartialEq)]
enum Finding {
    /// A game can begin with it.
    Legal,
    /// It is mate, stalemate or the like.
    Over,
    Faults(Vec<SetupFault>),
    /// The text of the FEN field cannot be read.
    Unreadable(String),
}

/// FEN field and faults.
#[component]
pub(super) fn Verdict() -> impl IntoView {
    let context = EditorContext::from_context();
    let fen = context.memo(Editor::fen_text);
    let finding = BoxedMemo::new(move || {
        let locale = context.app.locale();
        context.read(|editor| match (editor.fen_error(), editor.position()) {
            (Some(error), _) => Finding::Unreadable(locale.parse_fen_error(error)),
            (None, Some(position)) if !position.has_legal_moves() => Finding::Over,
            (None, Some(_)) => Finding::Legal,
            (None, None) => Finding::Faults(editor.faults().iter().collect()),
        })
    });
    let read = move |event: web_sys::Event| context.apply(EditorCommand::Fen(event_target_value(&event)));
    view! {
        <section class="card">
            <label class="field">
                <span>{context.translate(EditorMessageKey::Fen)}</span>
                <input
                    type="text"
                    name="fen"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="200"
                    aria-invalid=text(move || matches!(*finding.read(), Finding::Unreadable(_)).to_string())
                    aria-describedby="finding"
                    prop:value=fen.signal()
                    on:input=handler(read)
                />
            </label>
            <div id="finding" class="finding" role="status">
                {show(move || Some(finding_view(context, &finding.read())))}
            </div>
        </section>
    }
}

fn finding_view(context: EditorContext, finding: &Finding) -> AnyView {
    match finding {
        Finding::Legal => view! { <p>{context.translate(EditorMessageKey::Legal)}</p> }.into_any(),
        Finding::Over => view! { <p>{context.translate(EditorMessageKey::Over)}</p> }.into_any(),
        Finding::Unreadable(error) => view! {
            <p class="wrong">{error.clone()}</p>
            <p class="about">{context.translate(EditorMessageKey::FenOld)}</p>
        }
        .into_any(),
        Finding::Faults(faults) => {
            let sentence = move |fault: SetupFault| {
                view! { <li>{text(move || context.app.locale().fault(fault).to_owned())}</li> }
            };
            view! {
                <p class="wrong">{context.translate(EditorMessageKey::Faults)}</p>
                <ul class="faults">{fragment(faults.iter().copied().map(sentence))}</ul>
            }
            .into_any()
        }
    }
}
