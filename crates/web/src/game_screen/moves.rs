//! The move list, and the buttons that step through the game.

use client::{Event, MessageKey, MoveListView, MoveView, Navigation, Notation};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::boxed::{BoxedMemo, effect, handler, keyed, show_if, text};
use crate::icon::icon;
use crate::platform;

/// The move list with its buttons.
#[component]
pub fn MoveList(
    /// The moves, shared with the status line.
    moves: BoxedMemo<MoveListView>,
) -> impl IntoView {
    let app = App::from_context();
    let shown = BoxedMemo::new(move || moves.read().shown_ply.index());
    let count = BoxedMemo::new(move || moves.read().moves.len());
    let figurines = app.memo(|view| view.settings().notation == Notation::Figurines);
    effect(move || {
        shown.get();
        if count.get() > 0 {
            request_animation_frame(scroll_to_current_move);
        }
    });
    let draw = move |wanted: u64| {
        let m = moves.read_untracked().moves.iter().find(|m| move_key(m) == wanted).cloned();
        m.map(|m| view! { <MoveEntry m shown figurines /> }).into_any()
    };
    let is_first = BoxedMemo::new(move || shown.get() == 0);
    let is_last = BoxedMemo::new(move || moves.read().is_present());
    view! {
        <div class="moves" on:wheel=handler(move |event| platform::wheel::step_through_game(app, &event))>
            <div class="scroll" tabindex="0" role="region" aria-label=app.translate(MessageKey::MoveList)>
                {show_if(move || count.get() == 0, move || {
                    view! { <p class="none">{app.translate(MessageKey::NoMoves)}</p> }.into_any()
                })}
                <ol class="list">{keyed(move || moves.read().moves.iter().map(move_key).collect(), draw)}</ol>
            </div>
            <div class="steps">{step_buttons(app, is_first, is_last)}</div>
        </div>
    }
}

/// The buttons first, previous, next and last; those without effect are `aria-disabled`.
pub fn step_buttons(app: App, is_first: BoxedMemo<bool>, is_last: BoxedMemo<bool>) -> AnyView {
    view! {
        {step_button(app, "first", MessageKey::ToStart, Navigation::First, is_first)}
        {step_button(app, "back", MessageKey::StepBack, Navigation::Previous, is_first)}
        {step_button(app, "on", MessageKey::StepForward, Navigation::Next, is_last)}
        {step_button(app, "last", MessageKey::ToEnd, Navigation::Last, is_last)}
    }
    .into_any()
}

/// Key of a list entry: a hash of ply and SAN, so that another move at the same ply is another entry.
fn move_key(m: &MoveView) -> u64 {
    m.san
        .bytes()
        .fold(u64::from(m.ply.0), |number, byte| number.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte))
}

/// One move; White's moves show the move number.
#[component]
fn MoveEntry(m: MoveView, shown: BoxedMemo<usize>, figurines: BoxedMemo<bool>) -> impl IntoView {
    let app = App::from_context();
    let (ply, color, number) = (m.ply, m.color, m.number);
    let has_number = color == Color::White || ply.0 == 1;
    let is_shown = BoxedMemo::new(move || shown.get() == ply.index());
    let (written, san) = (m.figurines(), m.san.clone());
    // Screen readers cannot read figurines.
    let spoken =
        text(move || if figurines.get() { app.locale().announce_listed_move(&m) } else { m.san.clone() });
    let written_text = text(move || if figurines.get() { written.clone() } else { san.clone() });
    view! {
        <li class=match color { Color::White => "by-white", Color::Black => "by-black" }>
            {has_number.then(|| view! { <span class="number">{number} "."</span> })}
            <button
                type="button"
                class:shown=is_shown.signal()
                tabindex=text(move || if is_shown.get() { "0" } else { "-1" }.to_owned())
                aria-label=spoken
                aria-current=text(move || if is_shown.get() { "step" } else { "false" }.to_owned())
                on:click=handler(move |_| app.send(Event::Navigate(Navigation::ToPly(ply))))
            >
                {written_text}
            </button>
        </li>
    }
}

fn step_button(
    app: App,
    icon_name: &'static str,
    key: MessageKey,
    to: Navigation,
    is_off: BoxedMemo<bool>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="quiet"
            aria-label=app.translate(key)
            title=app.translate(key)
            aria-disabled=text(move || is_off.get().to_string())
            on:click=handler(move |_| app.send(Event::Navigate(to)))
        >
            {icon(icon_name)}
        </button>
    }
}

/// Scrolls the list to the current move, without scrolling the page.
pub fn scroll_to_current_move() {
    let Some(frame) = document().query_selector(".moves .scroll").ok().flatten() else { return };
    let Some(shown) = frame.query_selector(".shown").ok().flatten() else {
        frame.set_scroll_top(0);
        return frame.set_scroll_left(0);
    };
    let (inner, outer) = (shown.get_bounding_client_rect(), frame.get_bounding_client_rect());
    let down = (inner.top() - outer.top() - (outer.height() - inner.height()) / 2.0) as i32;
    let sideways = (inner.left() - outer.left() - (outer.width() - inner.width()) / 2.0) as i32;
    frame.set_scroll_top(frame.scroll_top() + down);
    frame.set_scroll_left(frame.scroll_left() + sideways);
}
