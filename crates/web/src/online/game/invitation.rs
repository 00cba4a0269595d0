//! A game with a free seat: the host sees the link, a guest the join button.

use crate::app::App;
use crate::boxed::{BoxedMemo, handler, show, show_if, text};
use client::{BoardCommand, ClubMessageKey, Event, PlayerAction, Problem};
use leptos::prelude::*;
use protocol::{ActionError, GameId, RatingMode};

use super::actions::confirm_button;
use crate::online::connection::ConnectionBanner;
use crate::online::current_user::{self, CurrentUser};
use crate::online::guest_name::{self, GuestName};
use crate::online::labels;
use crate::online::link_card::LinkCard;
use crate::pages::translate;
use crate::platform::navigation;
use crate::route::Route;

/// The setup of the game, and how to begin it.
#[component]
pub(crate) fn Invitation(id: GameId) -> impl IntoView {
    let app = App::from_context();
    let is_seated = app.memo(|view| view.online().game().is_some_and(|game| game.seat().is_some()));
    let terms = app.memo_localized(|view, locale| {
        let server_game = view.online().game().and_then(|game| game.server_game());
        server_game.map(|server_game| labels::setup(locale, &server_game.info)).unwrap_or_default()
    });
    let is_rated = app.memo(|view| {
        let server_game = view.online().game().and_then(|game| game.server_game());
        server_game.is_some_and(|server_game| server_game.info.stakes == RatingMode::Rated)
    });
    let host = app.memo_localized(|view, locale| {
        let server_game = view.online().game()?.server_game()?;
        let seat = server_game.free_seat()?.other();
        let person = server_game.seats.get(seat).as_ref()?;
        let about = format!("{} · {}", locale.player_name(person), locale.color(seat.into()));
        Some((locale.invited_by(person), about))
    });
    let user = CurrentUser::from_context();
    let needs_account = BoxedMemo::new(move || is_rated.get() && !user.has_account());
    view! {
        <main class="content narrow">
            <ConnectionBanner />
            {show(move || Some(if is_seated.get() { host_view(app, id) } else { guest_view(app, host.get(), needs_account) }))}
            <p class="terms">{terms.signal()}</p>
            {show_if(move || is_rated.get(), current_user::rating_rules)}
        </main>
    }
}

fn host_view(app: App, id: GameId) -> AnyView {
    let withdraw = move || {
        app.send(Event::Command(BoardCommand::Abort));
        app.send(Event::Command(BoardCommand::Confirm));
    };
    view! {
        <h1>{translate(app, ClubMessageKey::LinkReady)}</h1>
        <section class="card">
            <p>{translate(app, ClubMessageKey::LinkAbout)}</p>
            <LinkCard url=navigation::absolute_url(&Route::Game(id).path()) />
            <div class="answers start">
                {confirm_button(app, "", "close", translate(app, ClubMessageKey::Withdraw), Signal::derive(|| false), withdraw)}
            </div>
        </section>
    }
    .into_any()
}

fn guest_view(app: App, host: Option<(String, String)>, needs_account: BoxedMemo<bool>) -> AnyView {
    let sit = move |_| app.send(Event::LocalAction(PlayerAction::Sit { name: guest_name::chosen() }));
    let refused = app.memo(|view| match view.problem() {
        Some(Problem::RejectedByServer(reason)) => Some(*reason),
        _ => None,
    });
    let why = move |reason: ActionError| {
        view! { <p class="wrong" role="alert">{app.locale().server_refusal(reason)}</p> }.into_any()
    };
    // A rated game needs an account, which is said before the button is pressed.
    let join = move || {
        match needs_account.get() {
        true => view! {
            <p class="about">{translate(app, ClubMessageKey::AccountNeeded)}</p>
            <a class="button main large" href=routes::ACCOUNT>{translate(app, ClubMessageKey::LogIn)}</a>
        }
        .into_any(),
        false => view! {
            <GuestName />
            <button type="button" class="main large" on:click=handler(sit)>{translate(app, ClubMessageKey::JoinGame)}</button>
        }
        .into_any(),
    }
    };
    let (title, host) = host.unzip();
    let title = text(move || {
        title.clone().unwrap_or_else(|| app.locale().club_message(ClubMessageKey::Invited).to_owned())
    });
    view! {
        <h1>{title}</h1>
        <section class="card">
            {host.map(|host| view! { <p class="host">{host}</p> })}
            {show(move || Some(join()))}
            {show(move || refused.get().map(why))}
        </section>
    }
    .into_any()
}
