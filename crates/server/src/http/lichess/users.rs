//! Endpoints about users.

use std::collections::{BTreeMap, HashSet};

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Response;
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use game::{Date, Millis, Timestamp};
use protocol::Speed;
use protocol::lichess::{NowPlaying, Perf, RatingHistory, UserJson, UserStatus};
use serde_json::json as value;

use super::auth::TokenCaller;
use super::error::{LichessError, LichessResult, json, ok};
use super::fields::Fields;
use super::render::{BOT, speed_key, speed_name};
use super::user_id::{parse_user, user_id};
use crate::accounts::Scope;
use crate::http::download::percent_encoded;
use crate::http::games::base_url;
use crate::http::{AppState, PeerAddress};
use crate::random;
use crate::rating::Rating;
use crate::store::{Account, BotUpgrade, GameStatus};

/// Users of one request; on Lichess 300 and 100.
const MAX_USERS: usize = 300;
const MAX_STATUSES: usize = 100;

/// Bots listed at most.
const MAX_BOTS: u32 = 512;

/// Games listed at most.
const MAX_PLAYING: u32 = 200;

/// A user whose token was used less than this time ago is online: streams use theirs every minute.
const ONLINE: Millis = Millis::minutes(2);

/// Speeds with ratings.
const RATED_SPEEDS: [Speed; 5] =
    [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

/// `GET /api/account`: the owner of the token.
pub(super) async fn account(
    State(app): State<AppState>,
    caller: TokenCaller,
    headers: HeaderMap,
) -> LichessResult {
    let account = app.node.store.account(caller.player()).await?.ok_or_else(no_user)?;
    json(&app.user(&account, &headers).await?)
}

/// `GET /api/account/email`: this server knows no addresses.
pub(super) async fn email(caller: TokenCaller) -> LichessResult {
    caller.require(&[Scope::EmailRead])?;
    json(&value!({ "email": null }))
}

/// `GET /api/account/preferences`: preferences are kept in browsers, not here.
pub(super) async fn preferences(caller: TokenCaller) -> LichessResult {
    caller.require(&[Scope::PreferenceRead])?;
    json(&value!({ "prefs": {}, "language": "en" }))
}

/// `GET /api/account/playing`: current games, own turn first.
pub(super) async fn playing(
    State(app): State<AppState>,
    caller: TokenCaller,
    fields: Fields,
) -> LichessResult {
    let limit = fields.parsed::<u32>("nb")?.unwrap_or(MAX_PLAYING).min(MAX_PLAYING);
    let mut now_playing = Vec::new();
    for head in app.node.store.unfinished(caller.player(), limit).await? {
        if !matches!(head.status, GameStatus::Playing { .. }) {
            continue;
        }
        // Games without a form in this API are left out.
        if let Ok((game, seat)) = app.lichess_game(head.id, caller.player()).await {
            now_playing.push(game.event_game(seat));
        }
    }
    json(&NowPlaying { now_playing })
}

/// `GET /api/user/{name}`: a user.
pub(super) async fn user(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> LichessResult {
    let account = app.find_user(&name).await?;
    json(&app.user(&account, &headers).await?)
}

/// `POST /api/users`: users by id; unknown ones are left out.
pub(super) async fn users(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    caller: Option<TokenCaller>,
    headers: HeaderMap,
    fields: Fields,
) -> LichessResult {
    app.check_list(caller.as_ref(), peer, &headers)?;
    let mut users = Vec::new();
    for id in limited(fields.list(), MAX_USERS)? {
        if let Ok(account) = app.find_user(id).await {
            users.push(app.user(&account, &headers).await?);
        }
    }
    json(&users)
}

/// `GET /api/users/status?ids=…`: presence of users.
pub(super) async fn status(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    caller: Option<TokenCaller>,
    headers: HeaderMap,
    fields: Fields,
) -> LichessResult {
    app.check_list(caller.as_ref(), peer, &headers)?;
    let ids: Vec<&str> =
        fields.get("ids").unwrap_or_default().split(',').filter(|id| !id.is_empty()).collect();
    let mut statuses = Vec::new();
    for id in limited(ids, MAX_STATUSES)? {
        let Ok(account) = app.find_user(id).await else { continue };
        let games = app.node.store.unfinished(account.player, MAX_PLAYING).await?;
        statuses.push(UserStatus {
            id: user_id(&account.name),
            name: account.name.to_string(),
            title: account.is_bot.then_some(BOT),
            online: app.is_online(&account).await?,
            playing: games.iter().any(|game| matches!(game.status, GameStatus::Playing { .. })),
        });
    }
    json(&statuses)
}

/// `GET /api/user/{name}/rating-history`: the last rating of every day.
pub(super) async fn rating_history(
    State(app): State<AppState>,
    caller: Option<TokenCaller>,
    Path(name): Path<String>,
) -> LichessResult {
    let account = app.find_user(&name).await?;
    // A viewer without a token has no seat in any private game.
    let viewer = caller.map_or_else(random::id, |caller| caller.player());
    let mut history = Vec::new();
    for speed in RATED_SPEEDS {
        let points = app.node.store.rating_history(account.player, speed, Timestamp(0), viewer).await?;
        let mut days: BTreeMap<[u16; 3], u16> = BTreeMap::new();
        for point in points {
            if let Some(date) = Date::from_unix_seconds(point.at.0 / 1_000) {
                let day = [date.year(), u16::from(date.month()) - 1, u16::from(date.day())];
                days.insert(day, point.rating.points());
            }
        }
        let points = days.into_iter().map(|([year, month, day], rating)| [year, month, day, rating]);
        history.push(RatingHistory { name: speed_name(speed), points: points.collect() });
    }
    json(&history)
}

/// `POST /api/bot/account/upgrade`: makes an account without games that of a bot.
pub(super) async fn upgrade(State(app): State<AppState>, caller: TokenCaller) -> LichessResult {
    caller.require(&[Scope::BotPlay])?;
    if !caller.token.name.as_str().is_ascii() {
        return Err(LichessError::bad_request("The name of a bot has only the characters A-Z a-z 0-9 _ -"));
    }
    match app.node.store.make_bot(caller.player()).await? {
        BotUpgrade::Upgraded => ok(),
        BotUpgrade::NoAccount => Err(no_user()),
        BotUpgrade::HasGames => Err(LichessError::bad_request("You already have games played")),
    }
}

/// `GET /api/bot/online?nb=…`: bots that are connected, one per line.
pub(super) async fn online_bots(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    caller: Option<TokenCaller>,
    headers: HeaderMap,
    fields: Fields,
) -> LichessResult {
    app.check_list(caller.as_ref(), peer, &headers)?;
    let limit = fields.parsed::<u32>("nb")?.unwrap_or(MAX_BOTS).min(MAX_BOTS);
    let since = Timestamp(app.node.time.now().0.saturating_sub(ONLINE.0));
    let mut lines = String::new();
    for account in app.node.store.bots_seen_since(since, limit).await? {
        let user = app.user(&account, &headers).await?;
        lines.push_str(&serde_json::to_string(&user).unwrap_or_default());
        lines.push('\n');
    }
    let mut response = Response::new(Body::from(lines));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    Ok(response)
}

impl AppState {
    /// Answers 429 if a caller without a token asks for lists of users too often: a list is several queries for each of them.
    /// Tokens have rates of their own.
    fn check_list(
        &self,
        caller: Option<&TokenCaller>,
        peer: PeerAddress,
        headers: &HeaderMap,
    ) -> Result<(), LichessError> {
        let address = self.client_address(peer, headers);
        let node = &self.node;
        if caller.is_some() || node.rate_limiter.allow_expensive_request(address, node.time.now()) {
            Ok(())
        } else {
            Err(LichessError::too_many())
        }
    }

    /// Finds a user by name or id. Banned users are not found.
    pub(super) async fn find_user(&self, text: &str) -> Result<Account, LichessError> {
        let name = parse_user(text).ok_or_else(no_user)?;
        let account = self.node.store.account_named(name).await?;
        account.filter(|account| account.ban.is_none()).ok_or_else(no_user)
    }

    /// Returns true if an account is connected by WebSocket or has used a token just now, on any node.
    pub(super) async fn is_online(&self, account: &Account) -> Result<bool, LichessError> {
        let node = &self.node;
        if node.rate_limiter.is_connected(account.player) || node.live_streams.is_open(account.player) {
            return Ok(true);
        }
        let tokens = node.store.api_tokens(account.player).await?;
        let now = node.time.now();
        // The creation of a token, perhaps by the operator, is no use.
        Ok(tokens.iter().any(|token| token.used > token.at && now.since(token.used) < ONLINE))
    }

    async fn user(&self, account: &Account, headers: &HeaderMap) -> Result<UserJson, LichessError> {
        let store = &self.node.store;
        let (ratings, games) =
            (store.ratings(account.player).await?, store.rated_games(account.player).await?);
        let perf = |speed: Speed| {
            let rating = ratings.iter().find(|(at, _)| *at == speed).map_or(Rating::default(), |&(_, r)| r);
            let games = games.iter().find(|(at, _)| *at == speed).map_or(0, |&(_, games)| games);
            let rd = rating.deviation.round() as u16;
            Perf { games, rating: rating.points(), rd, prog: 0, prov: rating.is_provisional() }
        };
        let tokens = store.api_tokens(account.player).await?;
        let used = tokens.iter().map(|token| token.used).max();
        Ok(UserJson {
            id: user_id(&account.name),
            username: account.name.to_string(),
            title: account.is_bot.then_some(BOT),
            perfs: RATED_SPEEDS.into_iter().map(|speed| (speed_key(speed), perf(speed))).collect(),
            created_at: account.at.into(),
            seen_at: used.unwrap_or(account.at).max(account.at).into(),
            url: format!(
                "{}{}{}",
                base_url(self, headers),
                routes::PLAYER_PREFIX,
                percent_encoded(account.name.as_str())
            ),
            online: self.is_online(account).await?,
        })
    }
}

/// Distinct ids, at most as many as a request may have.
fn limited(mut ids: Vec<&str>, limit: usize) -> Result<Vec<&str>, LichessError> {
    if ids.len() <= limit {
        let mut known = HashSet::new();
        ids.retain(|id| known.insert(id.to_lowercase()));
        Ok(ids)
    } else {
        Err(LichessError::bad_request(format!("At most {limit} users at a time")))
    }
}

fn no_user() -> LichessError {
    LichessError::not_found("No such user")
}
