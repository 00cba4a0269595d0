//! The open seeks.

use crate::app::App;
use crate::boxed::{fragment, handler, show, text};
use client::online::OnlineCommand;
use client::{ClubMessageKey, Event};
use leptos::prelude::*;
use protocol::{RatingMode, Seek};

use crate::online::bot_mark::bot_mark;
use crate::online::current_user::CurrentUser;
use crate::online::{guest_name, labels};
use crate::pages::translate;

/// The list of seeks, each with a button that joins it, or closes one of the user.
#[component]
pub(crate) fn Seeks() -> impl IntoView {
    let app = App::from_context();
    let seeks = app.memo(|view| {
        let online = view.online();
        let seeks = online.lobby().map(|lobby| lobby.seeks()).unwrap_or_default();
        let with_owner = |seek: &Seek| (seek.clone(), online.is_withdrawable(seek));
        seeks.iter().map(with_owner).collect::<Vec<_>>()
    });
    let mine = app
        .memo(|view| view.online().lobby().and_then(|lobby| lobby.own_seek()).and_then(|mine| mine.listed));
    let problem = app.memo_localized(|view, locale| {
        // That of a challenge is shown with the challenges.
        let is_shown = view.online().challenges().refusal().is_none();
        view.problem().filter(|_| is_shown).map(|problem| locale.problem(problem))
    });
    view! {
        {show(move || problem.get().map(|text| view! { <p class="wrong" role="alert">{text}</p> }.into_any()))}
        {show(move || {
            let seeks = seeks.get();
            Some(if seeks.is_empty() {
                crate::online::game_list::placeholder(app, ClubMessageKey::NoSeeks)
            } else {
                let mine = mine.get();
                let rows = seeks.into_iter().map(|(seek, is_withdrawable)| {
                    let cancel = (mine == Some(seek.id)).then_some(OnlineCommand::CancelSeek);
                    let withdraw = is_withdrawable.then_some(OnlineCommand::WithdrawSeek(seek.id));
                    seek_row(app, seek, cancel.or(withdraw))
                });
                view! { <ul class="seeks">{fragment(rows)}</ul> }.into_any()
            })
        })}
    }
}

/// A seek, with the command that closes it if it is one of the user.
fn seek_row(app: App, seek: Seek, close: Option<OnlineCommand>) -> AnyView {
    let id = seek.id;
    let is_mine = close.is_some();
    let (player, terms) = (seek.player.clone(), seek.terms.clone());
    let (rating, mark) = (seek.player.rating, bot_mark(app, &seek.player));
    let about = text(move || {
        let locale = app.locale();
        format!("{} · {}", locale.game_terms(&terms), labels::side(locale, seek.side))
    });
    let action = if let Some(close) = close {
        let cancel = move |_| app.send(Event::Online(close.clone()));
        view! { <button type="button" on:click=handler(cancel)>{translate(app, ClubMessageKey::Cancel)}</button> }
            .into_any()
    } else if seek.terms.stakes == RatingMode::Rated && !CurrentUser::from_context().has_account() {
        let why = translate(app, ClubMessageKey::AccountNeeded);
        view! { <a class="button" href=routes::ACCOUNT title=why>{translate(app, ClubMessageKey::LogIn)}</a> }
            .into_any()
    } else {
        let join =
            move |_| app.send(Event::Online(OnlineCommand::Join { seek: id, name: guest_name::chosen() }));
        view! { <button type="button" class="main" on:click=handler(join)>{translate(app, ClubMessageKey::Join)}</button> }.into_any()
    };
    view! {
        <li class:own=is_mine>
            <span class="pairing">
                <span class="player">{text(move || app.locale().player_name(&player))}</span>
                {mark}
                {rating.map(|rating| view! { <span class="rating">{text(move || app.locale().rating(rating))}</span> })}
            </span>
            {action}
            <span class="about">{about}</span>
        </li>
    }
    .into_any()
}
