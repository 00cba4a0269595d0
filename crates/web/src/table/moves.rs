//! The list of moves, and the buttons that step through it.

use client::{Event, Moment, MoveView, Moves, Notation, Phrase};
use leptos::prelude::*;
use rules::Color;

use crate::app::App;
use crate::icon::icon;
use crate::lazy::{Kept, doing, each, effect, part_if, text};
use crate::world;

/// The list with its buttons.
#[component]
pub fn MoveList(
    /// The moves, written down once for all who show them.
    moves: Kept<Moves>,
) -> impl IntoView {
    let app = App::here();
    let shown = Kept::new(move || moves.read().shown);
    let count = Kept::new(move || moves.read().list.len());
    let figurines = app.watch(|view| view.settings().notation == Notation::Figurines);
    effect(move || {
        shown.get();
        if count.get() > 0 {
            request_animation_frame(bring_into_sight);
        }
    });
    let draw = move |wanted: u64| {
        let m = moves.peek().list.iter().find(|m| number(m) == wanted).cloned();
        m.map(|m| view! { <Entry m shown figurines /> }).into_any()
    };
    let is_first = Kept::new(move || shown.get() == 0);
    let is_last = Kept::new(move || moves.read().is_present());
    view! {
        <div class="moves" on:wheel=doing(move |event| world::wheel::turn(app, &event))>
            <div class="scroll" tabindex="0" role="region" aria-label=app.say(Phrase::MoveList)>
                {part_if(move || count.get() == 0, move || {
                    view! { <p class="none">{app.say(Phrase::NoMoves)}</p> }.into_any()
                })}
                <ol class="list">{each(move || moves.read().list.iter().map(number).collect(), draw)}</ol>
            </div>
            <div class="steps">{steps(app, is_first, is_last)}</div>
        </div>
    }
}

/// The buttons that step through the game; at its ends two of them have no effect.
pub fn steps(app: App, is_first: Kept<bool>, is_last: Kept<bool>) -> AnyView {
    view! {
        {step(app, "first", Phrase::ToStart, Moment::First, is_first)}
        {step(app, "back", Phrase::StepBack, Moment::Previous, is_first)}
        {step(app, "on", Phrase::StepForward, Moment::Next, is_last)}
        {step(app, "last", Phrase::ToEnd, Moment::Last, is_last)}
    }
    .into_any()
}

/// A number for a move as it is written at its place: another move there has another number.
fn number(m: &MoveView) -> u64 {
    m.san.bytes().fold(m.ply as u64, |number, byte| number.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte))
}

/// One move; White's come with their number.
#[component]
fn Entry(m: MoveView, shown: Kept<usize>, figurines: Kept<bool>) -> impl IntoView {
    let app = App::here();
    let (ply, color, number) = (m.ply, m.color, m.number);
    let has_number = color == Color::White || ply == 1;
    let is_shown = Kept::new(move || shown.get() == ply);
    let (written, san) = (m.figurines(), m.san.clone());
    // Little pieces are to be seen, not heard.
    let spoken = text(move || if figurines.get() { app.words().spoken_move(&m) } else { m.san.clone() });
    let shape = text(move || if figurines.get() { written.clone() } else { san.clone() });
    view! {
        <li class=match color { Color::White => "by-white", Color::Black => "by-black" }>
            {has_number.then(|| view! { <span class="number">{number} "."</span> })}
            <button
                type="button"
                class:shown=is_shown.signal()
                tabindex=text(move || if is_shown.get() { "0" } else { "-1" }.to_owned())
                aria-label=spoken
                aria-current=text(move || if is_shown.get() { "step" } else { "false" }.to_owned())
                on:click=doing(move |_| app.send(Event::Show(Moment::After(ply))))
            >
                {shape}
            </button>
        </li>
    }
}

fn step(app: App, sign: &'static str, phrase: Phrase, to: Moment, is_off: Kept<bool>) -> impl IntoView {
    view! {
        <button
            type="button"
            class="quiet"
            aria-label=app.say(phrase)
            title=app.say(phrase)
            aria-disabled=text(move || is_off.get().to_string())
            on:click=doing(move |_| app.send(Event::Show(to)))
        >
            {icon(sign)}
        </button>
    }
}

/// Scrolls the list, and nothing but the list, to the move that is shown.
pub fn bring_into_sight() {
    let Some(frame) = document().query_selector(".moves .scroll").ok().flatten() else { return };
    let Some(shown) = frame.query_selector(".shown").ok().flatten() else {
        frame.set_scroll_top(0);
        return frame.set_scroll_left(0);
    };
    let (inner, outer) = (shown.get_bounding_client_rect(), frame.get_bounding_client_rect());
    let down = (inner.top() - outer.top() - (outer.height() - inner.height()) / 2.0) as i32;
    let along = (inner.left() - outer.left() - (outer.width() - inner.width()) / 2.0) as i32;
    frame.set_scroll_top(frame.scroll_top() + down);
    frame.set_scroll_left(frame.scroll_left() + along);
}
