//! The connection to the server as the pages use it: when it is wanted, who does what it asks for, and what it is like.

use std::time::Duration;

use client::online::{Connection, Errand, Incoming, Wish};
use client::{ClubPhrase, Effect, Event};
use leptos::ev;
use leptos::prelude::*;
use web::app::App;
use web::lazy::{Kept, doing, part};

use crate::page::say;
use crate::route::Route;
use crate::world::socket::Socket;
use crate::world::{address, memory};

/// Who does what the client asks for besides what the page does: sockets, addresses, what has to be kept.
#[derive(Clone, Copy)]
pub(crate) struct Errands {
    socket: StoredValue<Socket, LocalStorage>,
    route: RwSignal<Route>,
}

/// How often time is looked at while it is shown.
const TICK: Duration = Duration::from_millis(100);

impl Errands {
    pub(crate) fn new(route: RwSignal<Route>) -> Errands {
        Errands { socket: StoredValue::new_local(Socket::default()), route }
    }

    /// Takes what is meant for it, and hands back the rest.
    pub(crate) fn take(self, app: App, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Online(errand) => self.run(app, errand),
            // Games elsewhere are kept by the server.
            Effect::Save(_) | Effect::Forget => {}
            // What is played in the lobby is there to be seen.
            Effect::Play(_) | Effect::Announce(_) if self.is_in_lobby() => {}
            other => return Some(other),
        }
        None
    }

    fn run(self, app: App, errand: Errand) {
        match errand {
            Errand::Connect(call) => self.socket.update_value(|socket| socket.connect(app, call)),
            Errand::Disconnect(call) => self.socket.update_value(|socket| socket.disconnect(call)),
            Errand::Send(message) => self.socket.with_value(|socket| socket.send(&message)),
            Errand::Keep(text) => memory::keep_outbox(&text),
            Errand::Moved(game) => address::go(self.route, &Route::Game(game)),
        }
    }

    fn is_in_lobby(self) -> bool {
        self.route.with_untracked(|route| *route == Route::Online)
    }
}

/// Begins to be connected, if that has not happened yet. What an earlier page could not send is sent then.
pub(crate) fn begin(app: App) {
    if app.peek(|view| view.online().link().connection(web::world::time::now())) == Connection::Off {
        let kept = memory::outbox();
        app.send(Event::Wish(Wish::Connect { seed: web::world::time::seed() }));
        if !kept.is_empty() {
            app.send(Event::Wish(Wish::Found(kept)));
        }
    }
}

/// Ends the connection and makes another one: one is somebody else now.
pub(crate) fn begin_anew(app: App) {
    if app.peek(|view| view.online().link().connection(web::world::time::now())) != Connection::Off {
        app.send(Event::Wish(Wish::HangUp));
        begin(app);
    }
}

/// Lets time pass while something on the page depends on it, and heeds what the browser says of the network: that it is
/// gone, or back.
pub(crate) fn keep_time(app: App) {
    let is_watched = move || {
        app.peek(|view| {
            let is_live = |game: &client::online::Remote| {
                game.truth().is_some_and(|truth| truth.game.outcome().is_none())
            };
            let is_lost = !matches!(
                view.online().link().connection(web::world::time::now()),
                Connection::Off | Connection::Up { .. } | Connection::Ended(_)
            );
            let is_due = view.connection_wakes_at().is_some_and(|at| at <= web::world::time::now());
            let is_sending = view.online().outbox().unconfirmed() > 0;
            is_due || is_lost || is_sending || view.online().game().is_some_and(is_live)
        })
    };
    let ticking = set_interval_with_handle(
        move || {
            if is_watched() {
                app.send(Event::Tick);
            }
        },
        TICK,
    );
    let came = window_event_listener(ev::online, move |_| app.send(Event::Wish(Wish::Retry)));
    let went = window_event_listener(ev::offline, move |_| app.send(Event::Incoming(Incoming::Unplugged)));
    // A page that is left may be kept for the way back, with its socket: whoever is on another page is not at the board.
    let left = window_event_listener(ev::pagehide, move |_| app.send(Event::Incoming(Incoming::Unplugged)));
    let returned = window_event_listener(ev::pageshow, move |_| app.send(Event::Wish(Wish::Retry)));
    // They go on as long as the page lives.
    drop(ticking);
    std::mem::forget((came, went, left, returned));
}

/// The truth about the connection, while there is something to say.
#[component]
pub(crate) fn Banner() -> impl IntoView {
    let app = App::here();
    let told = Kept::new(move || {
        let words = app.words();
        let said = app.read_now(|view| words.link(view.online(), web::world::time::now()));
        (!said.is_empty()).then(|| said.join(" "))
    });
    let is_late = Kept::new(move || {
        app.read_now(|view| {
            let online = view.online();
            online.link().is_up() && online.outbox().is_late(web::world::time::now())
        })
    });
    let is_waiting = Kept::new(move || {
        app.read_now(|view| {
            let connection = view.online().link().connection(web::world::time::now());
            matches!(connection, Connection::Lost { retry_in: Some(_), .. } | Connection::Ended(_))
        })
    });
    let retry = move |_| app.send(Event::Wish(Wish::Retry));
    view! {
        <div class="banner-place" role="status">
            {part(move || told.get().map(|told| view! {
                <p class="banner">
                    <span>{told}</span>
                    {part(move || is_waiting.get().then(|| view! {
                        <button type="button" class="link" on:click=doing(retry)>{say(app, ClubPhrase::ConnectNow)}</button>
                    }.into_any()))}
                </p>
            }.into_any()))}
            {part(move || is_late.get().then(|| view! { <p class="notice">{app.words().late()}</p> }.into_any()))}
        </div>
    }
}
