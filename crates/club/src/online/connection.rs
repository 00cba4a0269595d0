//! The connection to the server as the pages use it: when it is wanted, who does what it asks for, and what it is like.

use std::time::Duration;

use client::online::{ConnectionStatus, NetworkEffect, NetworkEvent, OnlineCommand};
use client::{ClubMessageKey, Effect, Event};
use leptos::ev;
use leptos::prelude::*;
use web::app::App;
use web::boxed::{BoxedMemo, handler, show};

use crate::platform::socket::Socket;
use crate::platform::{location, storage};
use crate::route::Route;
use crate::shell::translate;

/// Who does what the client asks for besides what the page does: sockets, addresses, what has to be kept.
#[derive(Clone, Copy)]
pub(crate) struct OnlineEffects {
    socket: StoredValue<Socket, LocalStorage>,
    route: RwSignal<Route>,
}

/// How often time is looked at while it is shown.
const TICK_INTERVAL: Duration = Duration::from_millis(100);

impl OnlineEffects {
    pub(crate) fn new(route: RwSignal<Route>) -> OnlineEffects {
        OnlineEffects { socket: StoredValue::new_local(Socket::default()), route }
    }

    /// Takes what is meant for it, and hands back the rest.
    pub(crate) fn handle(self, app: App, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Network(errand) => self.run(app, errand),
            // Games elsewhere are kept by the server.
            Effect::SaveGame(_) | Effect::DeleteSavedGame => {}
            // What is played in the lobby is there to be seen.
            Effect::PlaySound(_) | Effect::Announce(_) if self.is_in_lobby() => {}
            other => return Some(other),
        }
        None
    }

    fn run(self, app: App, errand: NetworkEffect) {
        match errand {
            NetworkEffect::Connect(call) => self.socket.update_value(|socket| socket.connect(app, call)),
            NetworkEffect::Disconnect(call) => self.socket.update_value(|socket| socket.disconnect(call)),
            NetworkEffect::Send(message) => self.socket.with_value(|socket| socket.send(&message)),
            NetworkEffect::SaveOutbox(text) => storage::save_outbox(&text),
            NetworkEffect::SwitchToGame(game) => location::navigate(self.route, &Route::Game(game)),
        }
    }

    fn is_in_lobby(self) -> bool {
        self.route.with_untracked(|route| *route == Route::Online)
    }
}

/// Begins to be connected, if that has not happened yet. What an earlier page could not send is sent then.
pub(crate) fn connect(app: App) {
    if app.with_view_untracked(|view| view.online().connection().status(web::platform::time::now()))
        == ConnectionStatus::Disconnected
    {
        let kept = storage::outbox();
        app.send(Event::Online(OnlineCommand::Connect { seed: web::platform::time::random_seed() }));
        if !kept.is_empty() {
            app.send(Event::Online(OnlineCommand::RestoreOutbox(kept)));
        }
    }
}

/// Ends the connection and makes another one: one is somebody else now.
pub(crate) fn reconnect(app: App) {
    if app.with_view_untracked(|view| view.online().connection().status(web::platform::time::now()))
        != ConnectionStatus::Disconnected
    {
        app.send(Event::Online(OnlineCommand::Disconnect));
        connect(app);
    }
}

/// Lets time pass while something on the page depends on it, and heeds what the browser says of the network: that it is
/// gone, or back.
pub(crate) fn start_ticking(app: App) {
    let is_watched = move || {
        app.with_view_untracked(|view| {
            let is_live = |game: &client::online::OnlineGame| {
                game.server_game().is_some_and(|truth| truth.game.outcome().is_none())
            };
            let is_lost = !matches!(
                view.online().connection().status(web::platform::time::now()),
                ConnectionStatus::Disconnected
                    | ConnectionStatus::Connected { .. }
                    | ConnectionStatus::ClosedByServer(_)
            );
            let is_due = view.next_connection_deadline().is_some_and(|at| at <= web::platform::time::now());
            let is_sending = view.online().outbox().unconfirmed_count() > 0;
            is_due || is_lost || is_sending || view.online().game().is_some_and(is_live)
        })
    };
    let ticking = set_interval_with_handle(
        move || {
            if is_watched() {
                app.send(Event::Tick);
            }
        },
        TICK_INTERVAL,
    );
    let came = window_event_listener(ev::online, move |_| app.send(Event::Online(OnlineCommand::Retry)));
    let went = window_event_listener(ev::offline, move |_| app.send(Event::Network(NetworkEvent::Offline)));
    // A page that is left may be kept for the way back, with its socket: whoever is on another page is not at the board.
    let left = window_event_listener(ev::pagehide, move |_| app.send(Event::Network(NetworkEvent::Offline)));
    let returned =
        window_event_listener(ev::pageshow, move |_| app.send(Event::Online(OnlineCommand::Retry)));
    // They go on as long as the page lives.
    drop(ticking);
    std::mem::forget((came, went, left, returned));
}

/// The truth about the connection, while there is something to say.
#[component]
pub(crate) fn ConnectionBanner() -> impl IntoView {
    let app = App::from_context();
    let told = BoxedMemo::new(move || {
        let words = app.locale();
        let said = app
            .with_view_each_tick(|view| words.connection_messages(view.online(), web::platform::time::now()));
        (!said.is_empty()).then(|| said.join(" "))
    });
    let is_late = BoxedMemo::new(move || {
        app.with_view_each_tick(|view| {
            let online = view.online();
            online.connection().is_connected() && online.outbox().is_late(web::platform::time::now())
        })
    });
    let is_waiting = BoxedMemo::new(move || {
        app.with_view_each_tick(|view| {
            let connection = view.online().connection().status(web::platform::time::now());
            matches!(
                connection,
                ConnectionStatus::Lost { retry_in: Some(_), .. } | ConnectionStatus::ClosedByServer(_)
            )
        })
    });
    let retry = move |_| app.send(Event::Online(OnlineCommand::Retry));
    view! {
        <div class="banner-place" role="status">
            {show(move || told.get().map(|told| view! {
                <p class="banner">
                    <span>{told}</span>
                    {show(move || is_waiting.get().then(|| view! {
                        <button type="button" class="link" on:click=handler(retry)>{translate(app, ClubMessageKey::ConnectNow)}</button>
                    }.into_any()))}
                </p>
            }.into_any()))}
            {show(move || is_late.get().then(|| view! { <p class="notice">{app.locale().confirmation_delayed()}</p> }.into_any()))}
        </div>
    }
}
