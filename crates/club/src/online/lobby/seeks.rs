//! Those who look for a game, as they come and go.

use client::online::Wish;
use client::{ClubPhrase, Event};
use leptos::prelude::*;
use protocol::{Seek, SeekId};
use web::app::App;
use web::lazy::{doing, part, row, text};

use crate::online::{name, words};
use crate::page::say;

/// The list, each with the button that begins a game.
#[component]
pub(crate) fn Seeks() -> impl IntoView {
    let app = App::here();
    let seeks =
        app.watch(|view| view.online().lobby().map(|lobby| lobby.seeks().to_vec()).unwrap_or_default());
    let mine =
        app.watch(|view| view.online().lobby().and_then(|lobby| lobby.mine()).and_then(|mine| mine.listed));
    let problem = app.tell(|view, words| view.problem().map(|problem| words.problem(problem)));
    view! {
        {part(move || problem.get().map(|text| view! { <p class="wrong" role="alert">{text}</p> }.into_any()))}
        {part(move || {
            let seeks = seeks.get();
            Some(if seeks.is_empty() {
                crate::online::games::nothing(app, ClubPhrase::NoSeeks)
            } else {
                let mine = mine.get();
                view! { <ul class="seeks">{row(seeks.into_iter().map(|seek| entry(app, seek, mine)))}</ul> }.into_any()
            })
        })}
    }
}

fn entry(app: App, seek: Seek, mine: Option<SeekId>) -> AnyView {
    let id = seek.id;
    let is_mine = mine == Some(id);
    let (who, terms) = (seek.player.clone(), seek.terms.clone());
    let rating = seek.player.rating;
    let about = text(move || {
        let words = app.words();
        format!("{} · {}", words::terms(words, &terms), words::side(words, seek.side))
    });
    let action = if is_mine {
        let cancel = move |_| app.send(Event::Wish(Wish::CancelSeek));
        view! { <button type="button" on:click=doing(cancel)>{say(app, ClubPhrase::Cancel)}</button> }
            .into_any()
    } else {
        let join = move |_| app.send(Event::Wish(Wish::Join { seek: id, name: name::chosen() }));
        view! { <button type="button" class="main" on:click=doing(join)>{say(app, ClubPhrase::Join)}</button> }.into_any()
    };
    view! {
        <li class:own=is_mine>
            <span class="pairing">
                <span class="player">{text(move || app.words().person(&who))}</span>
                {rating.map(|rating| view! { <span class="rating">{text(move || app.words().rating(rating))}</span> })}
            </span>
            {action}
            <span class="about">{about}</span>
        </li>
    }
    .into_any()
}
