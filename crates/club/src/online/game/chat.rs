//! Talk beside the board: players among themselves, and those who watch among themselves.

use client::online::Wish;
use client::{ClubPhrase, Event};
use leptos::prelude::*;
use protocol::{ChatText, Line, Phrase, Room, Speech};
use web::app::App;
use web::lazy::{Kept, doing, effect, part, part_if, row, text};

use crate::page::say;

/// The longest line, in characters.
const LONGEST: u16 = 140;

/// What is said, a line for one's own words, and ready phrases.
#[component]
pub(crate) fn Chat() -> impl IntoView {
    let app = App::here();
    let room = app.watch(|view| view.online().game().map(|game| game.room()));
    let lines = app.watch(|view| {
        let me = view.online().me().and_then(|me| me.id);
        view.online()
            .game()
            .map(|game| game.talk().lines(me).cloned().collect::<Vec<Line>>())
            .unwrap_or_default()
    });
    let is_muted = app.watch(|view| view.online().game().is_some_and(|game| game.talk().is_muted()));
    let title = text(move || {
        let phrase = match room.get() {
            Some(Room::Players) => ClubPhrase::ChatPlayers,
            _ => ClubPhrase::ChatWatchers,
        };
        app.words().club(phrase).to_owned()
    });
    effect(move || {
        lines.read();
        request_animation_frame(to_the_last);
    });
    view! {
        <details class="chat">
            <summary>{title} {count(lines)}</summary>
            <div class="talk" tabindex="0" role="log" aria-label=title>
                {part(move || lines.read().is_empty().then(|| view! {
                    <p class="none">{say(app, if is_muted.get() { ClubPhrase::ChatMuted } else { ClubPhrase::ChatEmpty })}</p>
                }.into_any()))}
                <For each=move || lines.get() key=|line| (line.number, line.at.0) let(line)>
                    <p class="said">{text(move || app.words().said(&line))}</p>
                </For>
            </div>
            <Speak />
            <div class="phrases" role="group" aria-label=say(app, ClubPhrase::Phrases)>
                {row(Phrase::ALL.map(|phrase| ready(app, phrase)))}
            </div>
            {part_if(move || is_muted.get(), move || mute(app, ClubPhrase::ChatUnmute, Wish::Unmute))}
            {part_if(move || !is_muted.get(), move || mute(app, ClubPhrase::ChatMute, Wish::Mute))}
        </details>
    }
}

/// One's own words.
#[component]
fn Speak() -> impl IntoView {
    let app = App::here();
    let typed = RwSignal::new(String::new());
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let Ok(words) = ChatText::new(&typed.get_untracked()) {
            app.send(Event::Wish(Wish::Say(Speech::Text(words))));
            typed.set(String::new());
        }
    };
    view! {
        <form class="speak" on:submit=doing(submit)>
            <input
                type="text"
                autocomplete="off"
                maxlength=LONGEST.to_string()
                aria-label=say(app, ClubPhrase::ChatHint)
                placeholder=say(app, ClubPhrase::ChatHint)
                prop:value=typed
                on:input=doing(move |event| typed.set(event_target_value(&event)))
            />
            <button type="submit">{say(app, ClubPhrase::ChatSend)}</button>
        </form>
    }
}

fn ready(app: App, phrase: Phrase) -> AnyView {
    let speak = move |_| app.send(Event::Wish(Wish::Say(Speech::Phrase(phrase))));
    view! {
        <button type="button" class="phrase" on:click=doing(speak)>
            {text(move || app.words().chat_phrase(phrase).to_owned())}
        </button>
    }
    .into_any()
}

fn mute(app: App, phrase: ClubPhrase, wish: Wish) -> AnyView {
    view! {
        <button type="button" class="quiet" on:click=doing(move |_| app.send(Event::Wish(wish.clone())))>{say(app, phrase)}</button>
    }
    .into_any()
}

/// How many lines there are, for those who have not opened it.
fn count(lines: Kept<Vec<Line>>) -> AnyView {
    part(move || {
        let count = lines.read().len();
        (count > 0).then(|| view! { <span class="unread">{count}</span> }.into_any())
    })
}

/// The last line is in sight.
fn to_the_last() {
    if let Some(talk) = document().query_selector(".talk").ok().flatten() {
        talk.set_scroll_top(talk.scroll_height());
    }
}
