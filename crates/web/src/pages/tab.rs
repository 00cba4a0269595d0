//! The browser tab: its title names the page and says whose turn it is, its icon calls the user to move.

use crate::boxed::{BoxedMemo, effect};
use crate::platform::document;
use client::{ClubMessageKey, ComputerMessageKey, Locale, MessageKey, View};
use game::Status;
use leptos::prelude::*;
use protocol::Seat;
use rules::Color;

use crate::online::labels;
use crate::route::Route;

use super::PageContext;

/// Keeps title, icon and language of the document in sync with the page.
pub(super) fn sync(context: PageContext) {
    let PageContext { app, route, own_turns, is_computer_playing, .. } = context;
    let turn = app.memo(turn);
    let result = app.memo_localized(online_result);
    let pairing = app.memo_localized(pairing);
    let computer_status = app.memo_localized(computer_status);
    let title = BoxedMemo::new(move || {
        let locale = app.locale();
        let page = page_title(locale, &route.get(), pairing.get());
        let page = match (route.get(), turn.get()) {
            (Route::Game(_), Some(turn)) => format!("{} · {page}", locale.club_message(turn)),
            (Route::Game(_), None) => result.get().map(|result| format!("{result} · {page}")).unwrap_or(page),
            (Route::Computer, _) if is_computer_playing.get() => {
                format!("{} · {page}", computer_status.get())
            }
            (Route::Online, _) => match own_turns.get() {
                0 => page,
                count => format!("({count}) {page}"),
            },
            _ => page,
        };
        format!("{page} · {}", locale.message(MessageKey::AppName))
    });
    effect(move || {
        document::set_language_and_title(app.language(), &title.read());
        document::save_language(app.language());
    });
    let calls = BoxedMemo::new(move || match route.get() {
        Route::Game(_) => turn.get() == Some(ClubMessageKey::YourTurn),
        Route::Online => own_turns.get() > 0,
        _ => false,
    });
    effect(move || document::set_icon(calls.get()));
    on_cleanup(|| document::set_icon(false));
}

fn page_title(locale: Locale, route: &Route, pairing: Option<String>) -> String {
    let key = match route {
        Route::Home | Route::Online => ClubMessageKey::Title,
        // The heading is a sentence, the title is not.
        Route::NotFound => {
            return locale.club_message(ClubMessageKey::NoPage).trim_end_matches('.').to_owned();
        }
        Route::Games => ClubMessageKey::Archive,
        Route::Account => ClubMessageKey::Account,
        Route::Analysis => return locale.club_message(ClubMessageKey::Analysis).to_owned(),
        Route::Computer => return locale.computer_message(ComputerMessageKey::Title).to_owned(),
        Route::Learn(_) => return locale.message(MessageKey::Learn).to_owned(),
        Route::Player(name) => return name.clone(),
        Route::Game(_) => return pairing.unwrap_or_else(|| locale.message(MessageKey::Board).to_owned()),
    };
    locale.club_message(key).to_owned()
}

/// The user's or the opponent's turn in the game on the page; `None` for spectators and finished games.
fn turn(view: View<'_>) -> Option<ClubMessageKey> {
    let game = view.online().game()?;
    let (seat, server_game) = (game.seat()?, game.server_game()?);
    if server_game.game.outcome().is_some() {
        return None;
    }
    Some(if !server_game.has_begun() {
        ClubMessageKey::WaitingForPlayer
    } else if view.local_game().game().turn() == Color::from(seat) {
        ClubMessageKey::YourTurn
    } else {
        ClubMessageKey::OpponentsTurn
    })
}

/// The result of the online game on the page.
fn online_result(view: View<'_>, locale: Locale) -> Option<String> {
    let outcome = view.online().game()?.server_game()?.game.outcome()?;
    Some(locale.status(&Status::Over(outcome)))
}

/// The user's or the computer's turn, or the result.
fn computer_status(view: View<'_>, locale: Locale) -> String {
    let game = view.local_game();
    match game.game().outcome() {
        Some(_) => locale.status(&view.status()),
        None if game.is_local(game.game().turn()) => locale.club_message(ClubMessageKey::YourTurn).to_owned(),
        None => locale.club_message(ClubMessageKey::OpponentsTurn).to_owned(),
    }
}

/// Names of both players of the game on the page.
fn pairing(view: View<'_>, locale: Locale) -> Option<String> {
    let game = view.online().game()?;
    let name = |seat: Seat| labels::player_name(locale, game.player_info(seat));
    game.server_game()?;
    Some(locale.pairing(&name(Seat::White), &name(Seat::Black)))
}
