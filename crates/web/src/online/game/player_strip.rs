//! The strip of an online player: presence, name, mark of bots, rating, captures, clock.

use crate::app::App;
use crate::boxed::{BoxedMemo, show, text};
use crate::game_screen::player_strip::PlayerStrip;
use client::ClubMessageKey;
use leptos::prelude::*;
use protocol::{PlayerInfo, PlayerKind, Seat, SeatPresence};
use rules::Color;

use crate::online::bot_mark::bot_mark;
use crate::platform::fetch::encode_component;

/// The strip of one side.
#[component]
pub(crate) fn OnlinePlayerStrip(color: BoxedMemo<Color>) -> impl IntoView {
    view! { <PlayerStrip color name=player_name(color) /> }
}

/// Presence, name and rating.
fn player_name(color: BoxedMemo<Color>) -> AnyView {
    let app = App::from_context();
    let person = BoxedMemo::new(move || {
        let seat = Seat::from(color.get());
        app.with_view(|view| view.online().game().and_then(|game| game.player_info(seat).cloned()))
    });
    let attendance = BoxedMemo::new(move || {
        let seat = Seat::from(color.get());
        app.with_view(|view| {
            view.online().game().map_or(SeatPresence::Unasked, |game| game.presence_of(seat))
        })
    });
    let is_cut_off = app.memo(|view| !view.online().connection().is_connected());
    let change = BoxedMemo::new(move || {
        let seat = Seat::from(color.get());
        app.with_view(|view| view.online().game().and_then(|game| game.rating_change(seat)))
    });
    let rating = move || {
        let locale = app.locale();
        match change.get() {
            Some((after, by)) => Some(format!("{} {by:+}", locale.rating(after))),
            None => person.get().and_then(|person| person.rating).map(|rating| locale.rating(rating)),
        }
    };
    view! {
        <span class="unseen">{text(move || format!("{}: ", app.locale().color(color.get())))}</span>
        {show(move || presence_dot(app, attendance.get(), is_cut_off.get()))}
        {show(move || person.get().map(|person| name_link(app, &person)))}
        {show(move || person.get().and_then(|person| bot_mark(app, &person)))}
        {show(move || rating().map(|rating| view! { <span class="rating">{rating}</span> }.into_any()))}
    }
    .into_any()
}

/// The name; for accounts a link to the profile.
fn name_link(app: App, person: &PlayerInfo) -> AnyView {
    let name = app.locale().player_name(person);
    match person.standing {
        PlayerKind::Account => {
            let page = routes::PLAYER_PREFIX.to_owned() + &encode_component(&name);
            view! { <a class="player" href=page target="_blank">{name}</a> }.into_any()
        }
        PlayerKind::Guest | PlayerKind::Gone | PlayerKind::Computer => {
            view! { <span class="player">{name}</span> }.into_any()
        }
    }
}

fn presence_dot(app: App, attendance: SeatPresence, is_cut_off: bool) -> Option<AnyView> {
    let (class, key) = match attendance {
        SeatPresence::Unasked if is_cut_off => ("presence unknown", ClubMessageKey::OpponentUnknown),
        SeatPresence::Unasked => return None,
        SeatPresence::Here => ("presence here", ClubMessageKey::OpponentHere),
        SeatPresence::Away { .. } => ("presence away", ClubMessageKey::OpponentAway),
    };
    let label = text(move || app.locale().club_message(key).to_owned());
    Some(view! { <span class=class role="img" aria-label=label title=label></span> }.into_any())
}
