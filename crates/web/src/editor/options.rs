//! The fields of a FEN besides the pieces, and positions to begin with.

use client::editor::{EditorCommand, Preset, PresetGroup};
use client::{EditorMessageKey, MessageKey};
use leptos::prelude::*;
use rules::{CastlingSide, Color, Square};

use super::EditorContext;
use crate::boxed::{BoxedMemo, derived, fragment, handler, show, text};
use crate::icon::icon;
use crate::online::invite::{fieldset, radio};

/// Side to move, castling rights, en passant, FEN, presets.
#[component]
pub(super) fn Options() -> impl IntoView {
    let context = EditorContext::from_context();
    view! {
        <section class="card">
            <div class="editor-actions">
                {button(context, "again", context.translate(EditorMessageKey::Start), EditorCommand::Start)}
                {button(context, "close", context.translate(EditorMessageKey::Clear), EditorCommand::Clear)}
                {button(context, "flip", context.app.translate(MessageKey::FlipBoard), EditorCommand::Flip)}
            </div>
            {presets(context)}
            {turn(context)}
            {castling(context)}
            {en_passant(context)}
        </section>
    }
}

fn button(
    context: EditorContext,
    icon_name: &'static str,
    label: Signal<String>,
    command: EditorCommand,
) -> impl IntoView {
    view! {
        <button type="button" on:click=handler(move |_| context.apply(command.clone()))>
            {icon(icon_name)} <span>{label}</span>
        </button>
    }
}

/// The preset that the board shows is chosen.
fn presets(context: EditorContext) -> AnyView {
    let shown =
        context.memo(|editor| Preset::ALL.into_iter().position(|preset| preset.setup() == *editor.setup()));
    let option = move |(index, preset): (usize, Preset)| {
        let name = text(move || context.app.locale().preset(preset).to_owned());
        view! { <option value=index.to_string() selected=derived(move || shown.get() == Some(index))>{name}</option> }
    };
    let group = move |group: PresetGroup| {
        let label = text(move || context.app.locale().preset_group(group).to_owned());
        let presets = Preset::ALL.into_iter().enumerate().filter(move |(_, preset)| preset.group() == group);
        view! { <optgroup label=label>{fragment(presets.map(option))}</optgroup> }
    };
    let choose = move |event: web_sys::Event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        if let Some(preset) = index.and_then(|index| Preset::ALL.get(index)) {
            context.apply(EditorCommand::Preset(*preset));
        }
    };
    view! {
        <label class="field">
            <span>{context.translate(EditorMessageKey::Presets)}</span>
            <select
                prop:value=text(move || shown.get().map(|index| index.to_string()).unwrap_or_default())
                on:change=handler(choose)
            >
                <option value="" selected=derived(move || shown.get().is_none())>
                    {context.translate(EditorMessageKey::ChoosePreset)}
                </option>
                {fragment([PresetGroup::Odds, PresetGroup::Endings].map(group))}
            </select>
        </label>
    }
    .into_any()
}

fn turn(context: EditorContext) -> AnyView {
    let option = move |color: Color| {
        let label = text(move || context.app.locale().color(color).to_owned());
        let is_taken = context.memo(move |editor| editor.setup().turn == color);
        radio("turn", label, is_taken, move || context.apply(EditorCommand::Turn(color)))
    };
    fieldset(context.translate(EditorMessageKey::Turn), fragment(Color::ALL.map(option)))
}

fn castling(context: EditorContext) -> AnyView {
    let right = move |color: Color, side: CastlingSide| {
        let label = text(move || context.app.locale().castling_right(color, side));
        let is_on = context.memo(move |editor| editor.has_castling(color, side));
        let is_off = context.memo(move |editor| !editor.allows_castling(color, side));
        view! {
            <label class="choice">
                <input
                    type="checkbox"
                    prop:checked=is_on.signal()
                    disabled=is_off.signal()
                    on:change=handler(move |_| context.apply(EditorCommand::Castling(color, side)))
                />
                <span>{label}</span>
            </label>
        }
    };
    let rights =
        Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(move |side| right(color, side)));
    fieldset(context.translate(EditorMessageKey::Castling), fragment(rights))
}

/// Shown if a pawn can be captured en passant.
fn en_passant(context: EditorContext) -> AnyView {
    let squares = context.memo(|editor| {
        let mut squares = editor.en_passant_squares();
        squares.extend(editor.setup().en_passant.filter(|square| !squares.contains(square)));
        squares
    });
    let current: BoxedMemo<Option<Square>> = context.memo(|editor| editor.setup().en_passant);
    let choose = move |event: web_sys::Event| {
        context.apply(EditorCommand::EnPassant(event_target_value(&event).parse().ok()));
    };
    show(move || {
        let squares = squares.get();
        let options = squares.iter().map(|&square| {
            let is_chosen = derived(move || current.get() == Some(square));
            view! { <option value=square.to_string() selected=is_chosen>{square.to_string()}</option> }
        });
        (!squares.is_empty()).then(|| {
            view! {
                <label class="field">
                    <span>{context.translate(EditorMessageKey::EnPassant)}</span>
                    <select on:change=handler(choose)>
                        <option value="" selected=derived(move || current.get().is_none())>
                            {context.translate(EditorMessageKey::None)}
                        </option>
                        {fragment(options)}
                    </select>
                </label>
            }
            .into_any()
        })
    })
}
