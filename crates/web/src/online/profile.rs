//! Profile of a user: ratings, rating graph, games.

use crate::app::App;
use crate::boxed::{BoxedMemo, fragment, show, text};
use client::ClubMessageKey;
use leptos::prelude::*;
use protocol::Speed;
use protocol::http::{GameListPage, PlayerProfile, RatingPoint};

use super::bot_mark::bot_mark;
use super::challenges::form::ChallengeForm;
use super::invite::{fieldset, radio};
use super::rating_plot::{self, RatingPlot};
use super::{game_list, labels};
use crate::pages::translate;
use crate::platform::dates;
use crate::platform::fetch::{self, RequestState, encode_component};
use crate::tenths::Tenths;

/// The page at `/player/…`.
#[component]
pub(crate) fn ProfilePage(name: String) -> impl IntoView {
    let app = App::from_context();
    let path = format!("/api/players/{}", encode_component(&name));
    let profile = fetch::load::<PlayerProfile>(path.clone());
    let games = fetch::load::<GameListPage>(format!("/api/archive?player={}", encode_component(&name)));
    view! {
        <main class="content narrow">
            <h1>
                {name.clone()}
                {show(move || profile.get().ready().and_then(|profile| bot_mark(app, &profile.player)))}
            </h1>
            {show(move || Some(match profile.get() {
                RequestState::Pending => game_list::placeholder(app, ClubMessageKey::Loading),
                RequestState::Failed(error) => {
                    view! { <p class="wrong" role="alert">{labels::fetch_error(app.locale(), &error)}</p> }.into_any()
                }
                RequestState::Ready(profile) => profile_card(app, &profile, path.clone()),
            }))}
            // Nothing is shown if the profile could not be loaded.
            {show(move || {
                let listing = games.get().ready().cloned()?;
                profile.get().ready()?;
                let more = format!("{}?player={}", routes::GAMES, encode_component(&name));
                Some(view! {
                    <section class="card">
                        <h2>{translate(app, ClubMessageKey::Archive)}</h2>
                        {if listing.games.is_empty() {
                            game_list::placeholder(app, ClubMessageKey::NoGames)
                        } else {
                            game_list::list(app, listing.games)
                        }}
                        <p><a href=more>{translate(app, ClubMessageKey::MoreGames)}</a></p>
                    </section>
                }.into_any())
            })}
        </main>
    }
}

fn profile_card(app: App, profile: &PlayerProfile, path: String) -> AnyView {
    let since = profile.since;
    let ratings = profile.ratings.clone();
    view! {
        <p class="about">{text(move || {
            let locale = app.locale();
            locale.account_since(&dates::local_date(since, locale.language()))
        })}</p>
        <ChallengeForm player=profile.player.clone() />
        {rating_cards(app, &ratings)}
        {(!ratings.is_empty()).then(|| view! { <RatingGraph path speeds=ratings.iter().map(|rating| rating.speed).collect() /> })}
    }
    .into_any()
}

/// The ratings side by side.
pub(crate) fn rating_cards(app: App, ratings: &[protocol::http::SpeedRating]) -> AnyView {
    if ratings.is_empty() {
        return game_list::placeholder(app, ClubMessageKey::NoRatings);
    }
    let card = |rating: &protocol::http::SpeedRating| {
        let rating = *rating;
        view! {
            <li class="rating-card">
                <span>{text(move || labels::speed(app.locale(), rating.speed).to_owned())}</span>
                <strong>{text(move || app.locale().rating(rating.rating))}</strong>
            </li>
        }
    };
    view! { <ul class="ratings">{fragment(ratings.iter().map(card))}</ul> }.into_any()
}

/// The graph of one speed, with a choice of the speed.
#[component]
fn RatingGraph(path: String, speeds: Vec<Speed>) -> impl IntoView {
    let app = App::from_context();
    let speed = RwSignal::new(speeds.first().copied().unwrap_or(Speed::Blitz));
    let points = BoxedMemo::new(move || {
        fetch::load::<Vec<RatingPoint>>(format!("{path}/ratings?speed={}", speed.get()))
    });
    let option = move |option: Speed| {
        let label = text(move || labels::speed(app.locale(), option).to_owned());
        radio("speed", label, BoxedMemo::new(move || speed.get() == option), move || speed.set(option))
    };
    let choices = if speeds.len() > 1 {
        fieldset(translate(app, ClubMessageKey::SpeedLabel), fragment(speeds.into_iter().map(option)))
    } else {
        ().into_any()
    };
    view! {
        <section class="card">
            <h2>{translate(app, ClubMessageKey::RatingGraph)}</h2>
            {choices}
            {show(move || Some(match points.get().get() {
                RequestState::Ready(points) => rating_graph(app, &points),
                RequestState::Pending => game_list::placeholder(app, ClubMessageKey::Loading),
                RequestState::Failed(_) => game_list::placeholder(app, ClubMessageKey::ServerUnreachable),
            }))}
        </section>
    }
}

fn rating_graph(app: App, points: &[RatingPoint]) -> AnyView {
    let Some(graph) = RatingPlot::of(points) else {
        return game_list::placeholder(app, ClubMessageKey::NoGraph);
    };
    let last = points.last().map_or(0, |point| point.rating);
    let (width, height) = rating_plot::SIZE;
    let label = text(move || format!("{}: {last}", app.locale().club_message(ClubMessageKey::RatingGraph)));
    let mark = |(rating, y): (u16, f64)| {
        let (line, baseline) = (Tenths(y).to_string(), Tenths(y + 4.0).to_string());
        view! {
            <line class="grid-line" x1="44" x2=width.to_string() y1=line.clone() y2=line />
            <text class="grid-text" x="38" y=baseline text-anchor="end">{rating.to_string()}</text>
        }
    };
    let [last_x, last_y] = [graph.last.0, graph.last.1].map(|place| Tenths(place).to_string());
    view! {
        <svg class="graph" viewBox=format!("0 0 {width} {height}") role="img" aria-label=label>
            {fragment(graph.marks.into_iter().map(mark))}
            <path class="graph-line" d=graph.line />
            <circle class="graph-last" cx=last_x cy=last_y r="5" />
        </svg>
    }
    .into_any()
}
