//! Games that are over: chosen by who, against whom, how it ended, how fast and when; and all of them as PGN.

use client::{ClubPhrase, Words};
use leptos::prelude::*;
use protocol::Speed;
use protocol::http::{Listing, Summary};
use wasm_bindgen_futures::spawn_local;
use web::app::App;
use web::lazy::{Kept, doing, part, row, text};

use super::games;
use super::words;
use crate::page::say;
use crate::world::fetch::{self, Trouble, encoded};
use crate::world::{address, calendar};

/// What is looked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Filter {
    player: String,
    opponent: String,
    score: &'static str,
    speed: Option<Speed>,
    from: String,
    until: String,
}

impl Filter {
    /// The question for the server.
    fn query(&self) -> String {
        let mut query = Vec::new();
        let mut add = |name: &str, value: &str| {
            if !value.is_empty() {
                query.push(format!("{name}={}", encoded(value)));
            }
        };
        add("player", self.player.trim());
        if !self.player.trim().is_empty() {
            add("opponent", self.opponent.trim());
            add("score", self.score);
        }
        add("speed", self.speed.map_or("", Speed::name));
        let day = |day: &str| calendar::beginning(day).map_or(0, |at| at.0);
        if !self.from.is_empty() {
            add("from", &day(&self.from).to_string());
        }
        if !self.until.is_empty() {
            // The last day counts whole.
            add("until", &(day(&self.until) + 86_400_000).to_string());
        }
        query.join("&")
    }
}

/// What has been found so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Found {
    games: Vec<Summary>,
    next: Option<String>,
    is_awaited: bool,
    trouble: Option<Trouble>,
}

/// The page of the archive.
#[component]
pub(crate) fn Archive() -> impl IntoView {
    let app = App::here();
    let filter =
        RwSignal::new(Filter { player: address::asked("player").unwrap_or_default(), ..Filter::default() });
    let found = RwSignal::new(Found::default());
    let query = Kept::new(move || filter.with(Filter::query));
    web::lazy::effect(move || look(found, query.get(), None));
    let more = move |_| look(found, query.get(), found.with_untracked(|found| found.next.clone()));
    let has_nothing = Kept::new(move || found.with(|found| found.games.is_empty()));
    let export = text(move || format!("/api/archive/pgn?{}", query.get()));
    view! {
        <main class="club narrow">
            <h1>{say(app, ClubPhrase::Archive)}</h1>
            <Choices filter />
            <section class="card">
                {part(move || {
                    let words = app.words();
                    found.with(|found| found.trouble.as_ref().map(|trouble| view! {
                        <p class="wrong" role="alert">{words::trouble(words, trouble)}</p>
                    }.into_any()))
                })}
                {part(move || found.with(|found| match found.games.as_slice() {
                    [] if found.is_awaited => Some(games::nothing(app, ClubPhrase::Loading)),
                    [] if found.trouble.is_some() => None,
                    [] => Some(games::nothing(app, ClubPhrase::NoGames)),
                    list => Some(games::list(app, list.to_vec())),
                }))}
                <div class="answers start" hidden=has_nothing.signal()>
                    {part(move || found.with(|found| found.next.is_some()).then(|| view! {
                        <button type="button" on:click=doing(more)>{say(app, ClubPhrase::MoreGames)}</button>
                    }.into_any()))}
                    <a class="button" href=export download="hanpan.pgn">{say(app, ClubPhrase::ExportPgn)}</a>
                </div>
            </section>
        </main>
    }
}

/// Asks for the first page of what is looked for, or for the one after a cursor.
fn look(found: RwSignal<Found>, query: String, after: Option<String>) {
    found.update(|found| {
        if after.is_none() {
            *found = Found::default();
        }
        found.is_awaited = true;
    });
    spawn_local(async move {
        let after = after.map(|after| format!("&after={}", encoded(&after))).unwrap_or_default();
        let got = fetch::get::<Listing>(&format!("/api/archive?{query}{after}")).await;
        found.try_update(|found| {
            found.is_awaited = false;
            match got {
                Ok(mut listing) => {
                    found.games.append(&mut listing.games);
                    found.next = listing.next;
                }
                Err(trouble) => found.trouble = Some(trouble),
            }
        });
    });
}

/// The fields to choose by.
#[component]
fn Choices(filter: RwSignal<Filter>) -> impl IntoView {
    let app = App::here();
    let no_player = Kept::new(move || filter.with(|filter| filter.player.trim().is_empty()));
    view! {
        <section class="card filters" aria-label=say(app, ClubPhrase::Filter)>
            {field(app, ClubPhrase::Whose, "text", move |filter| filter.player.clone(), filter, |filter, text| filter.player = text)}
            <div class="answers start">
                {whose(app, filter, ClubPhrase::Everybodys, "")}
                {whose(app, filter, ClubPhrase::Mine, "me")}
            </div>
            <fieldset class="pair" disabled=no_player.signal()>
                {field(app, ClubPhrase::Opponent, "text", move |filter| filter.opponent.clone(), filter, |filter, text| filter.opponent = text)}
                {choose(
                    app,
                    ClubPhrase::Result,
                    vec![
                        ("", Box::new(|words: Words| words.club(ClubPhrase::AnyResult))),
                        ("won", Box::new(|words| words.club(ClubPhrase::Won))),
                        ("drawn", Box::new(|words| words.club(ClubPhrase::Drawn))),
                        ("lost", Box::new(|words| words.club(ClubPhrase::Lost))),
                    ],
                    move |value| filter.update(|filter| filter.score = value),
                )}
            </fieldset>
            <div class="pair">
                {choose(
                    app,
                    ClubPhrase::SpeedLabel,
                    std::iter::once(("", Box::new(|words: Words| words.club(ClubPhrase::AnyResult)) as Label))
                        .chain(Speed::ALL.map(|speed| {
                            (speed.name(), Box::new(move |words| words::speed(words, speed)) as Label)
                        }))
                        .collect(),
                    move |value| filter.update(|filter| filter.speed = Speed::from_name(value)),
                )}
                {field(app, ClubPhrase::From, "date", move |filter| filter.from.clone(), filter, |filter, text| filter.from = text)}
                {field(app, ClubPhrase::Until, "date", move |filter| filter.until.clone(), filter, |filter, text| filter.until = text)}
            </div>
        </section>
    }
}

fn whose(app: App, filter: RwSignal<Filter>, phrase: ClubPhrase, player: &'static str) -> AnyView {
    let is_taken = text(move || filter.with(|filter| filter.player == player).to_string());
    let take = move |_| filter.update(|filter| filter.player = player.to_owned());
    view! { <button type="button" aria-pressed=is_taken on:click=doing(take)>{say(app, phrase)}</button> }
        .into_any()
}

fn field(
    app: App,
    phrase: ClubPhrase,
    kind: &'static str,
    value: impl Fn(&Filter) -> String + Send + Sync + 'static,
    filter: RwSignal<Filter>,
    fill: fn(&mut Filter, String),
) -> AnyView {
    let filled =
        move |event: web_sys::Event| filter.update(|filter| fill(filter, event_target_value(&event)));
    view! {
        <label class="field">
            <span>{say(app, phrase)}</span>
            <input type=kind autocomplete="off" prop:value=text(move || filter.with(&value)) on:change=doing(filled) />
        </label>
    }
    .into_any()
}

/// What an option is called.
type Label = Box<dyn Fn(Words) -> &'static str + Send + Sync>;

fn choose(
    app: App,
    phrase: ClubPhrase,
    options: Vec<(&'static str, Label)>,
    take: impl Fn(&'static str) + 'static,
) -> AnyView {
    let values: Vec<&'static str> = options.iter().map(|(value, _)| *value).collect();
    let chosen = move |event: web_sys::Event| {
        let chosen = event_target_value(&event);
        if let Some(value) = values.iter().find(|value| **value == chosen) {
            take(value);
        }
    };
    let option = move |(value, label): (&'static str, Label)| {
        view! { <option value=value>{text(move || label(app.words()).to_owned())}</option> }
    };
    view! {
        <label class="field">
            <span>{say(app, phrase)}</span>
            <select on:change=doing(chosen)>{row(options.into_iter().map(option))}</select>
        </label>
    }
    .into_any()
}
