//! The list of moves, and the buttons that step through it.

use client::{Event, Moment, MoveView, Moves, Notation, Phrase};
use leptos::html::Div;
use leptos::prelude::*;
use rules::Color;
use web_sys::wasm_bindgen::JsCast;

use crate::app::App;
use crate::icon::icon;
use crate::lazy::{doing, lazy, memo, part_if, text};

/// The list with its buttons.
#[component]
pub(super) fn MoveList(moves: Memo<Moves>) -> impl IntoView {
    let app = App::here();
    let shown = memo(move || moves.read().shown);
    let count = memo(move || moves.read().list.len());
    let figurines = app.watch(|view| view.settings().notation == Notation::Figurines);
    let frame: NodeRef<Div> = NodeRef::new();
    Effect::new(move |_| {
        let _ = (shown.get(), count.get());
        request_animation_frame(move || bring_into_sight(frame));
    });
    let is_first = memo(move || shown.get() == 0);
    let is_last = memo(move || moves.read().is_present());
    view! {
        <div class="moves">
            <div class="scroll" node_ref=frame tabindex="0" role="region" aria-label=app.say(Phrase::MoveList)>
                {part_if(lazy(move || count.get() == 0), move || {
                    view! { <p class="none">{app.say(Phrase::NoMoves)}</p> }.into_any()
                })}
                <ol class="list">
                    <For each=move || moves.read().list.clone() key=|m| (m.ply, m.san.clone()) let(m)>
                        <Entry m shown figurines />
                    </For>
                </ol>
            </div>
            <div class="steps">
                {step(app, "first", Phrase::ToStart, Moment::First, is_first)}
                {step(app, "back", Phrase::StepBack, Moment::Previous, is_first)}
                {step(app, "on", Phrase::StepForward, Moment::Next, is_last)}
                {step(app, "last", Phrase::ToEnd, Moment::Last, is_last)}
            </div>
        </div>
    }
}

/// One move; White's come with their number.
#[component]
fn Entry(m: MoveView, shown: Memo<usize>, figurines: Memo<bool>) -> impl IntoView {
    let app = App::here();
    let (ply, color, number) = (m.ply, m.color, m.number);
    let has_number = color == Color::White || ply == 1;
    let is_shown = memo(move || shown.get() == ply);
    let text = text(move || if figurines.get() { m.figurines() } else { m.san.clone() });
    view! {
        <li class=match color { Color::White => "by-white", Color::Black => "by-black" }>
            {has_number.then(|| view! { <span class="number">{number} "."</span> })}
            <button
                type="button"
                class:shown=is_shown
                aria-current=lazy(move || is_shown.get().then_some("step"))
                on:click=doing(move |_| app.send(Event::Show(Moment::After(ply))))
            >
                {text}
            </button>
        </li>
    }
}

fn step(app: App, sign: &'static str, phrase: Phrase, to: Moment, is_off: Memo<bool>) -> impl IntoView {
    view! {
        <button
            type="button"
            class="quiet"
            aria-label=app.say(phrase)
            title=app.say(phrase)
            disabled=is_off
            on:click=doing(move |_| app.send(Event::Show(to)))
        >
            {icon(sign)}
        </button>
    }
}

/// Scrolls the list, and nothing but the list, to the move that is shown.
fn bring_into_sight(frame: NodeRef<Div>) {
    let Some(frame) = frame.get_untracked() else { return };
    let shown = frame.query_selector(".shown").ok().flatten();
    let shown = shown.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    let top = shown.map_or(0, |shown| {
        let inside = shown.get_bounding_client_rect().top() - frame.get_bounding_client_rect().top();
        let inside = inside as i32;
        frame.scroll_top() + inside - frame.client_height() / 2
    });
    frame.set_scroll_top(top);
}
