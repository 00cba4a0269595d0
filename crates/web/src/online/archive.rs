//! The archive of finished games: filters by player, opponent, result, speed and date, and PGN export.

use crate::app::App;
use crate::boxed::{BoxedMemo, fragment, handler, show, text};
use client::{ClubMessageKey, ComputerMessageKey, Locale};
use leptos::prelude::*;
use protocol::Speed;
use protocol::http::{GameListPage, GameSummary};
use wasm_bindgen_futures::spawn_local;

use super::current_user::CurrentUser;
use super::game_list;
use super::labels;
use crate::pages::translate;
use crate::platform::fetch::{self, FetchError, encode_component};
use crate::platform::{dates, navigation};

/// The filter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Filter {
    player: String,
    opponent: String,
    score: &'static str,
    speed: Option<Speed>,
    from: String,
    until: String,
}

/// The user as a player.
const ME: &str = "me";

/// The computer at any level as an opponent.
const COMPUTER: &str = "@computer";

/// Results to choose from.
const SCORES: [&str; 4] = ["", "won", "drawn", "lost"];

impl Filter {
    /// The filter of the page's address. Values that do not exist are ignored.
    fn from_parameters(parameter: impl Fn(&str) -> Option<String>) -> Filter {
        let text = |name: &str| parameter(name).unwrap_or_default();
        let (score, speed) = (text("score"), text("speed"));
        Filter {
            player: text("player"),
            opponent: text("opponent"),
            score: SCORES.into_iter().find(|known| *known == score).unwrap_or_default(),
            speed: Speed::from_name(&speed),
            from: text("from"),
            until: text("until"),
        }
    }

    /// The page's address with the filter, so that it survives a reload and can be shared.
    fn address(&self, encode: impl Fn(&str) -> String) -> String {
        let fields = [
            ("player", self.player.trim()),
            ("opponent", self.opponent.trim()),
            ("score", self.score),
            ("speed", self.speed.map_or("", Speed::name)),
            ("from", &self.from),
            ("until", &self.until),
        ];
        let given = fields.into_iter().filter(|(_, value)| !value.is_empty());
        let query: Vec<String> = given.map(|(name, value)| format!("{name}={}", encode(value))).collect();
        if query.is_empty() {
            routes::GAMES.to_owned()
        } else {
            format!("{}?{}", routes::GAMES, query.join("&"))
        }
    }

    /// The query string of the request.
    fn query(&self) -> String {
        let mut query = Vec::new();
        let mut add = |name: &str, value: &str| {
            if !value.is_empty() {
                query.push(format!("{name}={}", encode_component(value)));
            }
        };
        add("player", self.player.trim());
        if !self.player.trim().is_empty() {
            add("opponent", self.opponent.trim());
            add("score", self.score);
        }
        add("speed", self.speed.map_or("", Speed::name));
        let day = |day: &str| dates::local_midnight(day).map_or(0, |at| at.0);
        if !self.from.is_empty() {
            add("from", &day(&self.from).to_string());
        }
        if !self.until.is_empty() {
            // The last day is included.
            add("until", &(day(&self.until) + 86_400_000).to_string());
        }
        query.join("&")
    }
}

/// The games found so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct SearchResults {
    games: Vec<GameSummary>,
    next: Option<String>,
    is_loading: bool,
    error: Option<FetchError>,
}

/// The page at `/games`.
#[component]
pub(crate) fn Archive() -> impl IntoView {
    let app = App::from_context();
    let filter = RwSignal::new(Filter::from_parameters(navigation::query_parameter));
    let results = RwSignal::new(SearchResults::default());
    let query = BoxedMemo::new(move || filter.with(Filter::query));
    crate::boxed::effect(move || search(results, query.get(), None));
    let address = BoxedMemo::new(move || filter.with(|filter| filter.address(encode_component)));
    crate::boxed::effect(move || navigation::replace_address(&address.read()));
    let more = move |_| search(results, query.get(), results.with_untracked(|results| results.next.clone()));
    let has_nothing = BoxedMemo::new(move || results.with(|results| results.games.is_empty()));
    let export = text(move || format!("/api/archive/pgn?{}", query.get()));
    view! {
        <main class="content narrow">
            <h1>{translate(app, ClubMessageKey::Archive)}</h1>
            <FilterForm filter />
            <section class="card">
                {show(move || {
                    let locale = app.locale();
                    results.with(|results| results.error.as_ref().map(|error| view! {
                        <p class="wrong" role="alert">{labels::fetch_error(locale, error)}</p>
                    }.into_any()))
                })}
                {show(move || results.with(|results| match results.games.as_slice() {
                    [] if results.is_loading => Some(game_list::placeholder(app, ClubMessageKey::Loading)),
                    [] if results.error.is_some() => None,
                    [] => Some(game_list::placeholder(app, ClubMessageKey::NoGames)),
                    list => Some(game_list::list(app, list.to_vec())),
                }))}
                <div class="answers start" hidden=has_nothing.signal()>
                    {show(move || results.with(|results| results.next.is_some()).then(|| view! {
                        <button type="button" on:click=handler(more)>{translate(app, ClubMessageKey::MoreGames)}</button>
                    }.into_any()))}
                    <a class="button" href=export download="">{translate(app, ClubMessageKey::ExportPgn)}</a>
                </div>
            </section>
        </main>
    }
}

/// Requests the first page of results, or the one after a cursor.
fn search(results: RwSignal<SearchResults>, query: String, after: Option<String>) {
    results.update(|results| {
        if after.is_none() {
            *results = SearchResults::default();
        }
        results.is_loading = true;
    });
    spawn_local(async move {
        let after = after.map(|after| format!("&after={}", encode_component(&after))).unwrap_or_default();
        let got = fetch::get::<GameListPage>(&format!("/api/archive?{query}{after}")).await;
        results.try_update(|results| {
            results.is_loading = false;
            match got {
                Ok(mut listing) => {
                    results.games.append(&mut listing.games);
                    results.next = listing.next;
                }
                Err(error) => results.error = Some(error),
            }
        });
    });
}

/// The filter's fields.
#[component]
fn FilterForm(filter: RwSignal<Filter>) -> impl IntoView {
    let app = App::from_context();
    let user = CurrentUser::from_context();
    let no_player = BoxedMemo::new(move || filter.with(|filter| filter.player.trim().is_empty()));
    // The fields show names instead of the words of the address.
    let player = move |filter: &Filter| match filter.player.as_str() {
        ME => user.state().ready().map(|me| app.locale().player_name(&me.you)).unwrap_or_default(),
        name => name.to_owned(),
    };
    let opponent = move |filter: &Filter| match filter.opponent.as_str() {
        COMPUTER => app.locale().computer_message(ComputerMessageKey::Short).to_owned(),
        name => name.to_owned(),
    };
    view! {
        <section class="card filters" aria-label=translate(app, ClubMessageKey::Filter)>
            {filter_field(app, ClubMessageKey::ArchivePlayer, "text", player, filter, |filter, text| filter.player = text)}
            <div class="answers start">
                {player_button(app, filter, ClubMessageKey::AllPlayers, "")}
                {player_button(app, filter, ClubMessageKey::Mine, ME)}
            </div>
            <fieldset class="answers start" disabled=no_player.signal()>
                <button
                    type="button"
                    aria-pressed=text(move || filter.with(|filter| filter.opponent == COMPUTER).to_string())
                    on:click=handler(move |_| filter.update(|filter| {
                        filter.opponent = if filter.opponent == COMPUTER { "" } else { COMPUTER }.to_owned();
                    }))
                >
                    {text(move || app.locale().computer_message(ComputerMessageKey::Short).to_owned())}
                </button>
            </fieldset>
            <fieldset class="pair" disabled=no_player.signal()>
                {filter_field(app, ClubMessageKey::Opponent, "text", opponent, filter, |filter, text| filter.opponent = text)}
                {select(
                    app,
                    ClubMessageKey::Result,
                    vec![
                        ("", Box::new(|locale: Locale| locale.club_message(ClubMessageKey::AnyResult))),
                        ("won", Box::new(|locale| locale.club_message(ClubMessageKey::Won))),
                        ("drawn", Box::new(|locale| locale.club_message(ClubMessageKey::Drawn))),
                        ("lost", Box::new(|locale| locale.club_message(ClubMessageKey::Lost))),
                    ],
                    filter.with_untracked(|filter| filter.score),
                    move |value| filter.update(|filter| filter.score = value),
                )}
            </fieldset>
            <div class="pair">
                {select(
                    app,
                    ClubMessageKey::SpeedLabel,
                    std::iter::once(("", Box::new(|locale: Locale| locale.club_message(ClubMessageKey::AnyResult)) as Label))
                        .chain(Speed::ALL.map(|speed| {
                            (speed.name(), Box::new(move |locale| labels::speed(locale, speed)) as Label)
                        }))
                        .collect(),
                    filter.with_untracked(|filter| filter.speed.map_or("", Speed::name)),
                    move |value| filter.update(|filter| filter.speed = Speed::from_name(value)),
                )}
                {filter_field(app, ClubMessageKey::From, "date", move |filter| filter.from.clone(), filter, |filter, text| filter.from = text)}
                {filter_field(app, ClubMessageKey::Until, "date", move |filter| filter.until.clone(), filter, |filter, text| filter.until = text)}
            </div>
        </section>
    }
}

fn player_button(app: App, filter: RwSignal<Filter>, key: ClubMessageKey, player: &'static str) -> AnyView {
    let is_taken = text(move || filter.with(|filter| filter.player == player).to_string());
    let take = move |_| filter.update(|filter| filter.player = player.to_owned());
    view! { <button type="button" aria-pressed=is_taken on:click=handler(take)>{translate(app, key)}</button> }
        .into_any()
}

fn filter_field(
    app: App,
    key: ClubMessageKey,
    kind: &'static str,
    value: impl Fn(&Filter) -> String + Send + Sync + 'static,
    filter: RwSignal<Filter>,
    set: fn(&mut Filter, String),
) -> AnyView {
    let filled = move |event: web_sys::Event| filter.update(|filter| set(filter, event_target_value(&event)));
    view! {
        <label class="field">
            <span>{translate(app, key)}</span>
            <input type=kind autocomplete="off" prop:value=text(move || filter.with(&value)) on:change=handler(filled) />
        </label>
    }
    .into_any()
}

/// Label of an option.
type Label = Box<dyn Fn(Locale) -> &'static str + Send + Sync>;

fn select(
    app: App,
    key: ClubMessageKey,
    options: Vec<(&'static str, Label)>,
    initial: &'static str,
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
        view! { <option value=value selected=value == initial>{text(move || label(app.locale()).to_owned())}</option> }
    };
    view! {
        <label class="field">
            <span>{translate(app, key)}</span>
            <select on:change=handler(chosen)>{fragment(options.into_iter().map(option))}</select>
        </label>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_survive_in_the_address() {
        let check = |address: &str, expected: &str| {
            let parameter = |name: &str| {
                let query = address.split_once('?').map_or("", |(_, query)| query);
                let mut parts = query.split('&').filter_map(|part| part.split_once('='));
                parts.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
            };
            assert_eq!(Filter::from_parameters(parameter).address(str::to_owned), expected, "{address}");
        };
        check("/games", "/games");
        check("/games?player=me", "/games?player=me");
        let full = "/games?player=Ann&opponent=Bob&score=lost&speed=rapid&from=2026-01-02&until=2026-11-16";
        check(full, full);
        check("/games?score=maybe&speed=warp&x=y", "/games");
    }
}
