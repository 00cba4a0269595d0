//! Challenges from and to the user: the notice on every page, and the list in the lobby.

pub(crate) mod form;

use client::online::{ChallengeNews, ChallengeNewsKind, OnlineCommand};
use client::{ClubMessageKey, Event, MessageKey};
use leptos::prelude::*;
use protocol::{Challenge, ChallengeAnswer, ColorPreference, GameId, PlayerInfo};

use super::bot_mark::bot_mark;
use super::labels;
use crate::app::App;
use crate::boxed::{BoxedMemo, handler, keyed, show, show_if, text};
use crate::icon::icon;
use crate::pages::translate;
use crate::route::Route;

/// The oldest challenge to the user and the end of the last one, on pages without a list of them.
pub(crate) fn notice(app: App) -> AnyView {
    let received = app.memo(|view| view.online().received_challenges().next().cloned());
    view! {
        <section class="challenge-place" aria-label=translate(app, ClubMessageKey::Challenges)>
            {refusal(app)}
            {show(move || received.get().map(|challenge| received_card(app, &challenge)))}
            {news(app)}
        </section>
    }
    .into_any()
}

/// All challenges from and to the user, in the lobby.
pub(crate) fn list(app: App) -> AnyView {
    let received = app.memo(|view| view.online().received_challenges().cloned().collect::<Vec<_>>());
    let sent = app.memo(|view| view.online().sent_challenges().cloned().collect::<Vec<_>>());
    let has_news = app.memo(|view| {
        let challenges = view.online().challenges();
        challenges.news().is_some() || challenges.refusal().is_some()
    });
    let is_shown = move || has_news.get() || !received.read().is_empty() || !sent.read().is_empty();
    let row = move |challenges: BoxedMemo<Vec<Challenge>>, draw: fn(App, &Challenge) -> AnyView| {
        keyed(
            move || challenges.read().iter().map(|challenge| key(challenge.id)).collect(),
            move |wanted| {
                let challenges = challenges.read_untracked();
                let challenge = challenges.iter().find(|challenge| key(challenge.id) == wanted);
                challenge.map_or_else(|| ().into_any(), |challenge| draw(app, challenge))
            },
        )
    };
    show_if(is_shown, move || {
        view! {
            <section class="card challenges">
                <h2>{translate(app, ClubMessageKey::Challenges)}</h2>
                {refusal(app)}
                {news(app)}
                <ul class="seeks">
                    {row(received, received_row)}
                    {row(sent, sent_row)}
                </ul>
            </section>
        }
        .into_any()
    })
}

/// Challenges that the user has sent to a player, each with a button to withdraw it.
pub(crate) fn sent_to(app: App, player: PlayerInfo) -> AnyView {
    let sent = app.memo(move |view| {
        let sent = view.online().sent_challenges();
        sent.filter(|challenge| challenge.challenged.id == player.id).cloned().collect::<Vec<_>>()
    });
    let list = show(move || {
        let sent = sent.get();
        (!sent.is_empty()).then(|| {
            let rows = sent.iter().map(|challenge| sent_row(app, challenge));
            view! { <ul class="seeks">{crate::boxed::fragment(rows)}</ul> }.into_any()
        })
    });
    view! { <div role="status">{list}</div> }.into_any()
}

/// Reason of the last refusal of a request about a challenge.
pub(crate) fn refusal(app: App) -> AnyView {
    let refusal = app.memo_localized(|view, locale| {
        view.online().challenges().refusal().map(|reason| locale.server_refusal(reason))
    });
    show(move || refusal.get().map(|text| view! { <p class="wrong" role="alert">{text}</p> }.into_any()))
}

/// Part of an id that identifies a challenge in a list.
fn key(id: GameId) -> u64 {
    id.bits() as u64
}

fn received_card(app: App, challenge: &Challenge) -> AnyView {
    let label = translate(app, ClubMessageKey::Challenges);
    view! {
        <div class="challenge" role="group" aria-label=label>
            <p>
                {player(app, &challenge.challenger)}
                " "{translate(app, ClubMessageKey::ChallengesYou)}
                <span class="about">{terms(app, challenge, opposite(challenge.side))}</span>
            </p>
            {answer_buttons(app, challenge.id)}
        </div>
    }
    .into_any()
}

fn received_row(app: App, challenge: &Challenge) -> AnyView {
    view! {
        <li>
            <span class="pairing">{player(app, &challenge.challenger)}</span>
            {answer_buttons(app, challenge.id)}
            <span class="about">{terms(app, challenge, opposite(challenge.side))}</span>
        </li>
    }
    .into_any()
}

fn sent_row(app: App, challenge: &Challenge) -> AnyView {
    let id = challenge.id;
    let own_terms = terms(app, challenge, challenge.side);
    let about = text(move || {
        format!("{} · {}", app.locale().club_message(ClubMessageKey::ChallengeWaiting), own_terms.get())
    });
    view! {
        <li class="own">
            <span class="pairing">{player(app, &challenge.challenged)}</span>
            <button type="button" on:click=answer(app, id, ChallengeAnswer::Cancel)>{translate(app, ClubMessageKey::Cancel)}</button>
            <span class="about">{about}</span>
        </li>
    }
    .into_any()
}

fn answer_buttons(app: App, id: GameId) -> AnyView {
    view! {
        <span class="challenge-answers">
            <button type="button" class="main" on:click=answer(app, id, ChallengeAnswer::Accept)>{app.translate(MessageKey::Accept)}</button>
            <button type="button" on:click=answer(app, id, ChallengeAnswer::Decline)>{app.translate(MessageKey::Decline)}</button>
        </span>
    }
    .into_any()
}

fn answer(app: App, challenge: GameId, answer: ChallengeAnswer) -> Box<dyn FnMut(leptos::ev::MouseEvent)> {
    handler(move |_| app.send(Event::Online(OnlineCommand::AnswerChallenge { challenge, answer })))
}

/// Name, mark and rating of the other player.
fn player(app: App, player: &PlayerInfo) -> AnyView {
    let rating = player.rating;
    let named = player.clone();
    view! {
        <span class="who">
            <span class="player">{text(move || app.locale().player_name(&named))}</span>
            {bot_mark(app, player)}
            {rating.map(|rating| view! { <span class="rating">{text(move || app.locale().rating(rating))}</span> })}
        </span>
    }
    .into_any()
}

/// Terms of the game and the user's colour.
fn terms(app: App, challenge: &Challenge, side: ColorPreference) -> Signal<String> {
    let terms = challenge.terms.clone();
    text(move || {
        let locale = app.locale();
        let (label, side) = (locale.club_message(ClubMessageKey::InviteSide), labels::side(locale, side));
        format!("{} · {label}: {side}", locale.game_terms(&terms))
    })
}

const fn opposite(side: ColorPreference) -> ColorPreference {
    match side {
        ColorPreference::White => ColorPreference::Black,
        ColorPreference::Black => ColorPreference::White,
        ColorPreference::Random => ColorPreference::Random,
    }
}

/// The end of the last challenge, until it is closed.
fn news(app: App) -> AnyView {
    let news = app.memo(|view| view.online().challenges().news().cloned());
    show(move || news.get().map(|news| news_card(app, news)))
}

fn news_card(app: App, news: ChallengeNews) -> AnyView {
    let game = (news.kind == ChallengeNewsKind::Accepted).then(|| Route::Game(news.challenge.id).path());
    let dismiss = move |_| app.send(Event::Online(OnlineCommand::DismissChallengeNews));
    view! {
        <div class="challenge">
            <p>{text(move || app.locale().challenge_news(&news))}</p>
            <span class="challenge-answers">
                {game.map(|game| view! {
                    <a class="button main" href=game on:click=handler(dismiss)>{translate(app, ClubMessageKey::ChallengeOpenGame)}</a>
                })}
                <button
                    type="button"
                    class="quiet round"
                    aria-label=translate(app, ClubMessageKey::Dismiss)
                    title=translate(app, ClubMessageKey::Dismiss)
                    on:click=handler(dismiss)
                >
                    {icon("close")}
                </button>
            </span>
        </div>
    }
    .into_any()
}
