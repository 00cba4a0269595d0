//! A player beside the board: presence, name, rating, captures, clock.

use client::ClubPhrase;
use leptos::prelude::*;
use protocol::{Attendance, Player, Seat, Standing};
use rules::Color;
use web::app::App;
use web::lazy::{Kept, part, text};
use web::table::side::Side;

use crate::world::fetch::encoded;

/// The strip for one side.
#[component]
pub(crate) fn Strip(color: Kept<Color>) -> impl IntoView {
    view! { <Side color name=name(color) /> }
}

/// Somebody's name with their rating, and whether they are here.
fn name(color: Kept<Color>) -> AnyView {
    let app = App::here();
    let person = Kept::new(move || {
        let seat = Seat::from(color.get());
        app.read(|view| view.online().game().and_then(|game| game.person(seat).cloned()))
    });
    let attendance = Kept::new(move || {
        let seat = Seat::from(color.get());
        app.read(|view| view.online().game().map_or(Attendance::Unasked, |game| game.attendance(seat)))
    });
    let is_cut_off = app.watch(|view| !view.online().link().is_up());
    let change = Kept::new(move || {
        let seat = Seat::from(color.get());
        app.read(|view| view.online().game().and_then(|game| game.rating_change(seat)))
    });
    let rating = move || {
        let words = app.words();
        match change.get() {
            Some((after, by)) => Some(format!("{} {by:+}", words.rating(after))),
            None => person.get().and_then(|person| person.rating).map(|rating| words.rating(rating)),
        }
    };
    view! {
        {part(move || presence(app, attendance.get(), is_cut_off.get()))}
        {part(move || person.get().map(|person| link(app, &person)))}
        {part(move || rating().map(|rating| view! { <span class="rating">{rating}</span> }.into_any()))}
    }
    .into_any()
}

/// The name, as a link where there is something behind it.
fn link(app: App, person: &Player) -> AnyView {
    let name = app.words().person(person);
    match person.standing {
        Standing::Account => {
            let page = format!("/player/{}", encoded(&name));
            view! { <a class="player" href=page target="_blank">{name}</a> }.into_any()
        }
        Standing::Guest | Standing::Gone | Standing::Computer => {
            view! { <span class="player">{name}</span> }.into_any()
        }
    }
}

fn presence(app: App, attendance: Attendance, is_cut_off: bool) -> Option<AnyView> {
    let (class, phrase) = match attendance {
        Attendance::Unasked if is_cut_off => ("presence unknown", ClubPhrase::OpponentUnknown),
        Attendance::Unasked => return None,
        Attendance::Here => ("presence here", ClubPhrase::OpponentHere),
        Attendance::Away { .. } => ("presence away", ClubPhrase::OpponentAway),
    };
    let label = text(move || app.words().club(phrase).to_owned());
    Some(view! { <span class=class role="img" aria-label=label title=label></span> }.into_any())
}
