//! The connection to the server: network effects, reconnecting, and the connection banner.

use std::time::Duration;

use crate::app::App;
use crate::boxed::{BoxedMemo, handler, show};
use client::online::{ConnectionStatus, NetworkEffect, NetworkEvent, OnlineCommand};
use client::{Announcement, ClubMessageKey, Effect, Event};
use leptos::ev;
use leptos::prelude::*;

use crate::pages::translate;
use crate::platform::socket::Socket;
use crate::platform::{self, navigation, online_storage};
use crate::route::Route;

/// Runs the effects of the network: WebSocket, navigation, outbox.
#[derive(Clone, Copy)]
pub(crate) struct OnlineEffects {
    socket: StoredValue<Socket, LocalStorage>,
    route: RwSignal<Route>,
}

/// Interval between ticks while something on the page depends on the time.
const TICK_INTERVAL: Duration = Duration::from_millis(100);

impl OnlineEffects {
    pub(crate) fn new(route: RwSignal<Route>) -> OnlineEffects {
        OnlineEffects { socket: StoredValue::new_local(Socket::default()), route }
    }

    /// Handles network effects; returns all others.
    pub(crate) fn handle(self, app: App, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Network(effect) => self.run(app, effect),
            Effect::Announce(Announcement::Challenge(_)) => return Some(effect),
            // The featured game in the lobby plays no sounds and makes no announcements.
            Effect::PlaySound(_) | Effect::Announce(_) if self.is_in_lobby() => {}
            other => return Some(other),
        }
        None
    }

    fn run(self, app: App, effect: NetworkEffect) {
        match effect {
            NetworkEffect::Connect(id) => self.socket.update_value(|socket| socket.connect(app, id)),
            NetworkEffect::Disconnect(id) => self.socket.update_value(|socket| socket.disconnect(id)),
            NetworkEffect::Send(message) => self.socket.with_value(|socket| socket.send(&message)),
            NetworkEffect::SaveOutbox(text) => online_storage::save_outbox(&text),
            NetworkEffect::SavePremoves(text) => online_storage::save_premoves(&text),
            NetworkEffect::SwitchToGame(game) => navigation::navigate(self.route, &Route::Game(game)),
        }
    }

    fn is_in_lobby(self) -> bool {
        self.route.with_untracked(|route| *route == Route::Online)
    }
}

/// Connects, if not connected yet, and sends what an earlier page could not send.
pub(crate) fn connect(app: App) {
    if app.with_view_untracked(|view| view.online().connection().status(crate::platform::time::now()))
        == ConnectionStatus::Disconnected
    {
        let (kept, premoves) = (online_storage::outbox(), online_storage::premoves());
        app.send(Event::Online(OnlineCommand::Connect { seed: crate::platform::time::random_seed() }));
        if !kept.is_empty() {
            app.send(Event::Online(OnlineCommand::RestoreOutbox(kept)));
        }
        if !premoves.is_empty() {
            app.send(Event::Online(OnlineCommand::RestorePremoves(premoves)));
        }
    }
}

/// Closes the connection and connects again, after the identity has changed.
pub(crate) fn reconnect(app: App) {
    if app.is_left() {
        return;
    }
    if app.with_view_untracked(|view| view.online().connection().status(crate::platform::time::now()))
        != ConnectionStatus::Disconnected
    {
        app.send(Event::Online(OnlineCommand::Disconnect));
        connect(app);
    }
}

/// Ticks while something on the page depends on the time, and reacts to the browser's online and offline
/// events.
pub(crate) fn start_ticking(app: App) {
    let is_watched = move || {
        app.with_view_untracked(|view| {
            let is_live = |game: &client::online::OnlineGame| {
                game.server_game().is_some_and(|server_game| server_game.game.outcome().is_none())
            };
            let is_lost = !matches!(
                view.online().connection().status(crate::platform::time::now()),
                ConnectionStatus::Disconnected
                    | ConnectionStatus::Connected { .. }
                    | ConnectionStatus::ClosedByServer(_)
            );
            let is_due = view.next_connection_deadline().is_some_and(|at| at <= crate::platform::time::now());
            let is_sending = view.online().outbox().unconfirmed_count() > 0;
            is_due || is_lost || is_sending || view.online().game().is_some_and(is_live)
        })
    };
    platform::repeat(TICK_INTERVAL, move || {
        if is_watched() {
            app.send(Event::Tick);
        }
    });
    let online = window_event_listener(ev::online, move |_| app.send(Event::Online(OnlineCommand::Retry)));
    let offline =
        window_event_listener(ev::offline, move |_| app.send(Event::Network(NetworkEvent::Offline)));
    // The browser may keep a page that is left (bfcache) with its socket; the server must see its player as
    // away.
    let hidden =
        window_event_listener(ev::pagehide, move |_| app.send(Event::Network(NetworkEvent::Offline)));
    let shown = window_event_listener(ev::pageshow, move |_| app.send(Event::Online(OnlineCommand::Retry)));
    platform::remove_on_cleanup([online, offline, hidden, shown]);
}

/// The state of the connection, while it is not good.
#[component]
pub(crate) fn ConnectionBanner() -> impl IntoView {
    let app = App::from_context();
    let message = BoxedMemo::new(move || {
        let locale = app.locale();
        let sentences = app.with_view_each_tick(|view| {
            locale.connection_messages(view.online(), crate::platform::time::now())
        });
        (!sentences.is_empty()).then(|| sentences.join(" "))
    });
    let is_late = BoxedMemo::new(move || {
        app.with_view_each_tick(|view| {
            let online = view.online();
            online.connection().is_connected() && online.outbox().is_late(crate::platform::time::now())
        })
    });
    let can_retry = BoxedMemo::new(move || {
        app.with_view_each_tick(|view| {
            view.online().connection().status(crate::platform::time::now()).can_retry()
        })
    });
    let retry = move |_| app.send(Event::Online(OnlineCommand::Retry));
    view! {
        <div class="banner-place" role="status">
            {show(move || message.get().map(|message| view! {
                <p class="banner">
                    <span>{message}</span>
                    {show(move || can_retry.get().then(|| view! {
                        <button type="button" class="link" on:click=handler(retry)>{translate(app, ClubMessageKey::ConnectNow)}</button>
                    }.into_any()))}
                </p>
            }.into_any()))}
            {show(move || is_late.get().then(|| view! { <p class="notice">{app.locale().confirmation_delayed()}</p> }.into_any()))}
        </div>
    }
}
