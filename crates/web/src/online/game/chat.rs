//! The chat of the players, and the one of the spectators.

use crate::app::App;
use crate::boxed::{BoxedMemo, BoxedSignal, effect, fragment, handler, show, show_if, text};
use client::online::OnlineCommand;
use client::{ClubMessageKey, Event};
use leptos::prelude::*;
use protocol::{ChatContent, ChatMessage, ChatPhrase, ChatRoom, ChatText};

use crate::pages::translate;
use crate::platform::online_storage;

/// Maximum length of a message, in characters.
const MAX_LENGTH: u16 = 140;

/// Messages, input field and quick replies.
#[component]
pub(crate) fn Chat() -> impl IntoView {
    let app = App::from_context();
    let room = app.memo(|view| view.online().game().map(|game| game.room()));
    let lines = app.memo(|view| {
        let me = view.online().me().and_then(|me| me.id);
        view.online()
            .game()
            .map(|game| game.chat().messages(me).cloned().collect::<Vec<ChatMessage>>())
            .unwrap_or_default()
    });
    let is_muted = app.memo(|view| view.online().game().is_some_and(|game| game.chat().is_muted()));
    let title = text(move || {
        let key = match room.get() {
            Some(ChatRoom::Players) => ClubMessageKey::ChatPlayers,
            _ => ClubMessageKey::SpectatorChat,
        };
        app.locale().club_message(key).to_owned()
    });
    let read_until = BoxedSignal::new(online_storage::read_chat());
    let mark_as_read = move || {
        if let Some(last) = lines.read_untracked().last()
            && is_open()
        {
            read_until.set(last.at.0);
            online_storage::save_read_chat(last.at.0);
        }
    };
    effect(move || {
        lines.read();
        mark_as_read();
        request_animation_frame(scroll_to_last);
    });
    view! {
        <details class="chat" on:toggle=handler(move |_| mark_as_read())>
            <summary>{title} {unread_count(app, lines, read_until)}</summary>
            <div class="talk" tabindex="0" role="log" aria-label=title>
                {show(move || lines.read().is_empty().then(|| view! {
                    <p class="none">{translate(app, if is_muted.get() { ClubMessageKey::ChatMuted } else { ClubMessageKey::ChatEmpty })}</p>
                }.into_any()))}
                <For each=move || lines.get() key=|line| (line.number, line.at.0) let(line)>
                    <p class="said">{text(move || app.locale().chat_line(&line))}</p>
                </For>
            </div>
            <ChatInput />
            <div class="phrases" role="group" aria-label=translate(app, ClubMessageKey::QuickReplies)>
                {fragment(ChatPhrase::ALL.map(|key| phrase_button(app, key)))}
            </div>
            {show_if(move || is_muted.get(), move || mute_button(app, ClubMessageKey::ChatUnmute, OnlineCommand::Unmute))}
            {show_if(move || !is_muted.get(), move || mute_button(app, ClubMessageKey::ChatMute, OnlineCommand::Mute))}
        </details>
    }
}

/// The input field.
#[component]
fn ChatInput() -> impl IntoView {
    let app = App::from_context();
    let typed = RwSignal::new(String::new());
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let Ok(text) = ChatText::new(&typed.get_untracked()) {
            app.send(Event::Online(OnlineCommand::Say(ChatContent::Text(text))));
            typed.set(String::new());
        }
    };
    view! {
        <form class="speak" on:submit=handler(submit)>
            <input
                type="text"
                autocomplete="off"
                maxlength=MAX_LENGTH.to_string()
                aria-label=translate(app, ClubMessageKey::ChatHint)
                placeholder=translate(app, ClubMessageKey::ChatHint)
                prop:value=typed
                on:input=handler(move |event| typed.set(event_target_value(&event)))
            />
            <button type="submit">{translate(app, ClubMessageKey::ChatSend)}</button>
        </form>
    }
}

fn phrase_button(app: App, key: ChatPhrase) -> AnyView {
    let speak = move |_| app.send(Event::Online(OnlineCommand::Say(ChatContent::Phrase(key))));
    view! {
        <button type="button" class="phrase" on:click=handler(speak)>
            {text(move || app.locale().chat_phrase(key).to_owned())}
        </button>
    }
    .into_any()
}

fn mute_button(app: App, key: ClubMessageKey, command: OnlineCommand) -> AnyView {
    view! {
        <button type="button" class="quiet" on:click=handler(move |_| app.send(Event::Online(command.clone())))>{translate(app, key)}</button>
    }
    .into_any()
}

/// Number of unread messages of others, shown while the chat is collapsed.
fn unread_count(app: App, lines: BoxedMemo<Vec<ChatMessage>>, read_until: BoxedSignal<u64>) -> AnyView {
    let me = app.memo(|view| view.online().me().and_then(|me| me.id));
    show(move || {
        let (me, read_until) = (me.get(), read_until.get());
        let is_unread = |line: &&ChatMessage| line.at.0 > read_until && (me.is_none() || line.from.id != me);
        let count = lines.read().iter().filter(is_unread).count();
        (count > 0).then(|| view! { <span class="unread">{count}</span> }.into_any())
    })
}

/// Returns true if the chat is expanded.
fn is_open() -> bool {
    document().query_selector(".chat[open]").is_ok_and(|chat| chat.is_some())
}

/// Scrolls to the last message.
fn scroll_to_last() {
    if let Some(talk) = document().query_selector(".talk").ok().flatten() {
        talk.set_scroll_top(talk.scroll_height());
    }
}
