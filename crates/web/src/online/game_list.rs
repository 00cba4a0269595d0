//! Lists of games.

use crate::app::App;
use crate::boxed::{fragment, text};
use client::{ClubMessageKey, Locale};
use leptos::prelude::*;
use protocol::Seat;
use protocol::http::GameSummary;

use super::bot_mark::bot_mark;
use super::labels;
use super::user_games::is_own_turn;
use crate::platform::dates;
use crate::route::Route;

/// A list of games with links.
pub(crate) fn list(app: App, games: Vec<GameSummary>) -> AnyView {
    view! { <ul class="games">{fragment(games.into_iter().map(|game| game_row(app, game, None)))}</ul> }
        .into_any()
}

/// The user's ongoing games, those with the user to move first.
pub(crate) fn ongoing(app: App, mut games: Vec<GameSummary>) -> AnyView {
    let turn = |game: &GameSummary| match game.turn {
        None => ClubMessageKey::WaitingForPlayer,
        Some(_) if is_own_turn(game) => ClubMessageKey::YourTurn,
        Some(_) => ClubMessageKey::OpponentsTurn,
    };
    games.sort_by_key(|game| turn(game) != ClubMessageKey::YourTurn);
    let entries = games.into_iter().map(|game| {
        let key = turn(&game);
        game_row(app, game, Some(key))
    });
    view! { <ul class="games">{fragment(entries)}</ul> }.into_any()
}

fn game_row(app: App, game: GameSummary, turn: Option<ClubMessageKey>) -> AnyView {
    let score = labels::score(&game);
    let is_mine = turn == Some(ClubMessageKey::YourTurn);
    let href = Route::Game(game.game).path();
    let about = {
        let game = game.clone();
        text(move || details(app.locale(), &game))
    };
    let side = |seat: Seat| {
        let player = game.seats.get(seat).clone();
        let rating = player.as_ref().and_then(|player| player.rating);
        let mark = player.as_ref().and_then(|player| bot_mark(app, player));
        let class = if seat == Seat::White { "who white" } else { "who black" };
        view! {
            <span class=class>
                <span class="unseen">{text(move || format!("{}: ", app.locale().color(seat.into())))}</span>
                <span class="player">{text(move || labels::player_name(app.locale(), player.as_ref()))}</span>
                {mark}
                {rating.map(|rating| view! { <span class="rating">{text(move || app.locale().rating(rating))}</span> })}
            </span>
        }
    };
    view! {
        <li>
            <a href=href class="game-row">
                <span class="pairing">{side(Seat::White)} {side(Seat::Black)}</span>
                {match turn {
                    None => view! { <span class="score">{score}</span> }.into_any(),
                    Some(turn) => view! { <span class:turn-mark=is_mine>{crate::pages::translate(app, turn)}</span> }.into_any(),
                }}
                <span class="about">{about}</span>
            </a>
        </li>
    }
    .into_any()
}

fn details(locale: Locale, game: &GameSummary) -> String {
    let speed = labels::speed(locale, game.speed);
    let moves = locale.game_length(game.plies.div_ceil(2));
    let day = dates::local_date(game.opened, locale.language());
    let special =
        game::Ruleset::from_name(&game.ruleset).filter(|&ruleset| ruleset != game::Ruleset::Standard);
    let special = special.map(|ruleset| format!(" · {}", locale.ruleset(ruleset))).unwrap_or_default();
    let ending =
        game.result.as_ref().map(|result| format!(" · {}", locale.ending(result.0))).unwrap_or_default();
    format!("{speed}{special} · {moves} · {day}{ending}")
}

/// Shown instead of a list that is empty, loading or failed.
pub(crate) fn placeholder(app: App, key: ClubMessageKey) -> AnyView {
    view! { <p class="none">{crate::pages::translate(app, key)}</p> }.into_any()
}
