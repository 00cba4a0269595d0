//! Somebody with an account: ratings, their graph, their games.

use client::ClubPhrase;
use leptos::prelude::*;
use protocol::Speed;
use protocol::http::{Listing, Profile as About, RatingPoint};
use web::app::App;
use web::lazy::{Kept, part, row, text};

use super::graph::{self, Graph};
use super::invite::{group, radio};
use super::{games, words};
use crate::page::say;
use crate::world::calendar;
use crate::world::fetch::{self, Answer, encoded};

/// The page of a player.
#[component]
pub(crate) fn Profile(name: String) -> impl IntoView {
    let app = App::here();
    let path = format!("/api/players/{}", encoded(&name));
    let about = fetch::load::<About>(path.clone());
    let played = fetch::load::<Listing>(format!("/api/archive?player={}", encoded(&name)));
    view! {
        <main class="club narrow">
            <h1>{name.clone()}</h1>
            {part(move || Some(match about.get() {
                Answer::Awaited => games::nothing(app, ClubPhrase::Loading),
                Answer::Failed(trouble) => {
                    view! { <p class="wrong" role="alert">{words::trouble(app.words(), &trouble)}</p> }.into_any()
                }
                Answer::Here(about) => card(app, &about, path.clone()),
            }))}
            // Whoever there is not, or cannot be asked about, has no games to show.
            {part(move || {
                let listing = played.get().here().cloned()?;
                about.get().here()?;
                let more = format!("/games?player={}", encoded(&name));
                Some(view! {
                    <section class="card">
                        <h2>{say(app, ClubPhrase::Archive)}</h2>
                        {if listing.games.is_empty() {
                            games::nothing(app, ClubPhrase::NoGames)
                        } else {
                            games::list(app, listing.games)
                        }}
                        <p><a href=more>{say(app, ClubPhrase::MoreGames)}</a></p>
                    </section>
                }.into_any())
            })}
        </main>
    }
}

fn card(app: App, about: &About, path: String) -> AnyView {
    let since = about.since;
    let ratings = about.ratings.clone();
    view! {
        <p class="about">{text(move || {
            let words = app.words();
            words.account_since(&calendar::day(since, words.language()))
        })}</p>
        {rating_cards(app, &ratings)}
        {(!ratings.is_empty()).then(|| view! { <RatingGraph path speeds=ratings.iter().map(|rating| rating.speed).collect() /> })}
    }
    .into_any()
}

/// The ratings side by side.
pub(crate) fn rating_cards(app: App, ratings: &[protocol::http::SpeedRating]) -> AnyView {
    if ratings.is_empty() {
        return games::nothing(app, ClubPhrase::NoRatings);
    }
    let card = |rating: &protocol::http::SpeedRating| {
        let rating = *rating;
        view! {
            <li class="rating-card">
                <span>{text(move || words::speed(app.words(), rating.speed).to_owned())}</span>
                <strong>{text(move || app.words().rating(rating.rating))}</strong>
            </li>
        }
    };
    view! { <ul class="ratings">{row(ratings.iter().map(card))}</ul> }.into_any()
}

/// The graph of one speed, and the choice of another.
#[component]
fn RatingGraph(path: String, speeds: Vec<Speed>) -> impl IntoView {
    let app = App::here();
    let speed = RwSignal::new(speeds.first().copied().unwrap_or(Speed::Blitz));
    let points =
        Kept::new(move || fetch::load::<Vec<RatingPoint>>(format!("{path}/ratings?speed={}", speed.get())));
    let option = move |option: Speed| {
        let words = text(move || words::speed(app.words(), option).to_owned());
        radio("speed", words, Kept::new(move || speed.get() == option), move || speed.set(option))
    };
    let choices = if speeds.len() > 1 {
        group(say(app, ClubPhrase::SpeedLabel), row(speeds.into_iter().map(option)))
    } else {
        ().into_any()
    };
    view! {
        <section class="card">
            <h2>{say(app, ClubPhrase::RatingGraph)}</h2>
            {choices}
            {part(move || Some(match points.get().get() {
                Answer::Here(points) => drawn(app, &points),
                Answer::Awaited => games::nothing(app, ClubPhrase::Loading),
                Answer::Failed(_) => games::nothing(app, ClubPhrase::NotReached),
            }))}
        </section>
    }
}

fn drawn(app: App, points: &[RatingPoint]) -> AnyView {
    let Some(graph) = Graph::of(points) else { return games::nothing(app, ClubPhrase::NoGraph) };
    let last = points.last().map_or(0, |point| point.rating);
    let (width, height) = graph::SIZE;
    let label = text(move || format!("{}: {last}", app.words().club(ClubPhrase::RatingGraph)));
    let mark = |(rating, y): (u16, f64)| {
        view! {
            <line class="grid-line" x1="44" x2=width y1=y y2=y />
            <text class="grid-text" x="38" y=y + 4.0 text-anchor="end">{rating}</text>
        }
    };
    view! {
        <svg class="graph" viewBox=format!("0 0 {width} {height}") role="img" aria-label=label>
            {row(graph.marks.into_iter().map(mark))}
            <path class="graph-line" d=graph.line />
            <circle class="graph-last" cx=graph.last.0 cy=graph.last.1 r="5" />
        </svg>
    }
    .into_any()
}
