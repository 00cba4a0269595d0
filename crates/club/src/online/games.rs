//! Games in a list.

use client::{ClubPhrase, Words};
use leptos::prelude::*;
use protocol::Seat;
use protocol::http::Summary;
use web::app::App;
use web::lazy::{row, text};

use super::me::Myself;
use super::words;
use crate::world::calendar;

/// A list of games, each with its link.
pub(crate) fn list(app: App, games: Vec<Summary>) -> AnyView {
    view! { <ul class="games">{row(games.into_iter().map(|game| entry(app, game, None)))}</ul> }.into_any()
}

/// One's own games that go on: those that wait for one's move first, each with whose turn it is.
pub(crate) fn own(app: App, mut games: Vec<Summary>) -> AnyView {
    let me = Myself::here().answer().here().and_then(|me| me.you.id);
    let turn = move |game: &Summary| match game.turn {
        None => ClubPhrase::WaitingForPlayer,
        Some(seat) if me.is_some() && game.seats.of(seat).as_ref().and_then(|player| player.id) == me => {
            ClubPhrase::YourTurn
        }
        Some(_) => ClubPhrase::TheirTurn,
    };
    games.sort_by_key(|game| turn(game) != ClubPhrase::YourTurn);
    let entries = games.into_iter().map(|game| {
        let phrase = turn(&game);
        entry(app, game, Some(phrase))
    });
    view! { <ul class="games">{row(entries)}</ul> }.into_any()
}

fn entry(app: App, game: Summary, turn: Option<ClubPhrase>) -> AnyView {
    let score = words::score(&game);
    let is_mine = turn == Some(ClubPhrase::YourTurn);
    let href = format!("/game/{}", game.game);
    let about = {
        let game = game.clone();
        text(move || details(app.words(), &game))
    };
    let side = |seat: Seat| {
        let player = game.seats.of(seat).clone();
        let rating = player.as_ref().and_then(|player| player.rating);
        let class = if seat == Seat::White { "who white" } else { "who black" };
        view! {
            <span class=class>
                <span class="player">{text(move || words::seated(app.words(), player.as_ref()))}</span>
                {rating.map(|rating| view! { <span class="rating">{text(move || app.words().rating(rating))}</span> })}
            </span>
        }
    };
    view! {
        <li>
            <a href=href class="game-row">
                <span class="pairing">{side(Seat::White)} {side(Seat::Black)}</span>
                {match turn {
                    None => view! { <span class="score">{score}</span> }.into_any(),
                    Some(turn) => view! { <span class:turn-mark=is_mine>{crate::page::say(app, turn)}</span> }.into_any(),
                }}
                <span class="about">{about}</span>
            </a>
        </li>
    }
    .into_any()
}

fn details(words: Words, game: &Summary) -> String {
    let speed = words::speed(words, game.speed);
    let moves = words.moves_made(game.plies.div_ceil(2));
    let day = calendar::day(game.opened, words.language());
    let special =
        game::Ruleset::from_name(&game.ruleset).filter(|&ruleset| ruleset != game::Ruleset::Standard);
    let special = special.map(|ruleset| format!(" · {}", words.ruleset(ruleset))).unwrap_or_default();
    let ending =
        game.result.as_ref().map(|result| format!(" · {}", words.ending(result.0))).unwrap_or_default();
    format!("{speed}{special} · {moves} · {day}{ending}")
}

/// What stands in place of a list that is empty, has not come or will not come.
pub(crate) fn nothing(app: App, phrase: ClubPhrase) -> AnyView {
    view! { <p class="none">{crate::page::say(app, phrase)}</p> }.into_any()
}
