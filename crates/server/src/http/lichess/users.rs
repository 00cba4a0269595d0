//! Endpoints about users.

use std::collections::{BTreeMap, HashSet};

use axum::body::Body;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::Response;
use axum::http::header::HeaderMap;
use axum::response::IntoResponse;
use game::{Date, Millis, Timestamp};
use protocol::lichess::{NowPlaying, Perf, RatingHistory, UserJson, UserStatus};
use protocol::{PlayerId, Seat, Speed, Visibility};
use serde_json::json as value;

use super::auth::TokenCaller;
use super::error::{LichessError, LichessResult, json, ok};
use super::fields::Fields;
use super::live_stream::NDJSON;
use super::render::{BOT, speed_key, speed_name};
use super::user_id::{parse_user, user_id};
use crate::accounts::Scope;
use crate::games::{DisconnectScope, EndedTokens};
use crate::http::download::percent_encoded;
use crate::http::games::base_url;
use crate::http::response::stream_response;
use crate::http::{AppState, PeerAddress};
use crate::limits::{DownloadPermit, ExpensiveRequest};
use crate::lobby::LobbyRequest;
use crate::random;
use crate::store::{Account, BotUpgrade, GameHead, GameStatus};
use glicko::Rating;

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
    json(&app.user(&account, &headers, Some(&caller)).await?)
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

/// `GET /api/account/playing?nb=…`: current games, the most urgent first: those in which it is the player's turn, with the
/// least time.
pub(super) async fn playing(
    State(app): State<AppState>,
    caller: TokenCaller,
    fields: Fields,
) -> LichessResult {
    let limit = fields.parsed::<usize>("nb")?.unwrap_or(usize::MAX);
    let mut now_playing = Vec::new();
    for head in app.node.store.unfinished(caller.player(), MAX_PLAYING).await? {
        if !matches!(head.status, GameStatus::Playing { .. }) {
            continue;
        }
        // Games without a form in this API are left out.
        if let Ok((game, seat)) = app.lichess_game(head.id, caller.player()).await {
            now_playing.push(game.event_game(seat));
        }
    }
    now_playing.sort_by_key(|game| (!game.is_my_turn, game.seconds_left.unwrap_or(u64::MAX)));
    now_playing.truncate(limit);
    json(&NowPlaying { now_playing })
}

/// `GET /api/user/{name}`: a user.
pub(super) async fn user(
    State(app): State<AppState>,
    caller: Option<TokenCaller>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> LichessResult {
    let account = app.find_user(&name).await?;
    json(&app.user(&account, &headers, caller.as_ref()).await?)
}

/// `POST /api/users`: users by id; unknown ones are left out.
pub(super) async fn users(State(app): State<AppState>, request: UserListRequest) -> LichessResult {
    let UserListRequest { permit, caller, headers, fields } = request;
    let list = async {
        let mut users = Vec::new();
        for id in limited(fields.list(), MAX_USERS)? {
            if let Ok(account) = app.find_user(id).await {
                users.push(app.user(&account, &headers, caller.as_ref()).await?);
            }
        }
        json(&users)
    };
    permit.unless_evicted(list).await.unwrap_or_else(|| Err(LichessError::too_many()))
}

/// `GET /api/users/status?ids=…`: presence of users.
pub(super) async fn status(State(app): State<AppState>, request: UserListRequest) -> LichessResult {
    let UserListRequest { permit, caller, fields, .. } = request;
    let ids: Vec<&str> =
        fields.get("ids").unwrap_or_default().split(',').filter(|id| !id.is_empty()).collect();
    let viewer = caller.as_ref().map(TokenCaller::player);
    let list = async {
        let mut statuses = Vec::new();
        for id in limited(ids, MAX_STATUSES)? {
            let Ok(account) = app.find_user(id).await else { continue };
            let games = app.node.store.unfinished(account.player, MAX_PLAYING).await?;
            statuses.push(UserStatus {
                id: user_id(&account.name),
                name: account.name.to_string(),
                title: account.is_bot.then_some(BOT),
                online: app.is_online(&account).await?,
                playing: games.iter().any(|game| is_seen_playing(game, viewer)),
            });
        }
        json(&statuses)
    };
    permit.unless_evicted(list).await.unwrap_or_else(|| Err(LichessError::too_many()))
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
    app.node.check_bots_allowed()?;
    if !caller.token.name.as_str().is_ascii() {
        return Err(LichessError::bad_request("The name of a bot has only the characters A-Z a-z 0-9 _ -"));
    }
    let (node, player) = (&app.node, caller.player());
    match node.store.make_bot(player).await? {
        BotUpgrade::Upgraded if caller.token.is_bot => ok(),
        BotUpgrade::Upgraded => {
            // Connections and seeks have the account as it was. Clients connect again and repeat their seeks.
            node.disconnect(player, DisconnectScope::All);
            node.lobby.send(LobbyRequest::EndSeeks { player, tokens: EndedTokens::All }).await;
            ok()
        }
        BotUpgrade::NoAccount => Err(no_user()),
        BotUpgrade::HasGames => Err(LichessError::bad_request("You already have games played")),
    }
}

/// `GET /api/bot/online?nb=…`: bots that are connected, one per line.
pub(super) async fn online_bots(State(app): State<AppState>, request: UserListRequest) -> LichessResult {
    let UserListRequest { permit, caller, headers, fields } = request;
    let limit = fields.parsed::<u32>("nb")?.unwrap_or(MAX_BOTS).min(MAX_BOTS);
    // Tokens of bots may have been used just before the operator forbade them.
    let limit = if app.node.check_bots_allowed().is_ok() { limit } else { 0 };
    let since = Timestamp(app.node.time.now().0.saturating_sub(ONLINE.0));
    let list = async {
        let mut lines = String::new();
        for account in app.node.store.bots_seen_since(since, limit).await? {
            let user = app.user(&account, &headers, caller.as_ref()).await?;
            lines.push_str(&serde_json::to_string(&user).unwrap_or_default());
            lines.push('\n');
        }
        Ok(stream_response(lines, NDJSON))
    };
    permit.unless_evicted(list).await.unwrap_or_else(|| Err(LichessError::too_many()))
}

/// Request for a list of users: several queries for each user. Each network has a few at a time. Without a token a request
/// also has the rate of expensive ones; tokens have rates of their own.
pub(super) struct UserListRequest {
    permit: DownloadPermit,
    caller: Option<TokenCaller>,
    /// For links.
    headers: HeaderMap,
    fields: Fields,
}

impl FromRequest<AppState> for UserListRequest {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &AppState) -> Result<UserListRequest, Response<Body>> {
        let (node, headers) = (&app.node, request.headers().clone());
        let caller: Option<TokenCaller> = request.extensions().get().cloned();
        let peer: Option<&PeerAddress> = request.extensions().get();
        let too_many = || LichessError::too_many().into_response();
        let from = app.client_address(*peer.ok_or_else(too_many)?, &headers);
        let is_allowed =
            caller.is_some() || node.expensive_requests.allow(from, ExpensiveRequest::Guest, node.time.now());
        if !is_allowed {
            return Err(too_many());
        }
        // A place is not taken while the body is waited for.
        let fields = Fields::from_request(request, app).await?;
        let permit = app.user_lists.admit(from).ok_or_else(too_many)?;
        Ok(UserListRequest { permit, caller, headers, fields })
    }
}

impl AppState {
    /// Finds a user by name or id. Banned users are not found.
    pub(super) async fn find_user(&self, text: &str) -> Result<Account, LichessError> {
        let name = parse_user(text).ok_or_else(no_user)?;
        let account = self.node.store.account_named(name).await?;
        account.filter(|account| account.ban.is_none()).ok_or_else(no_user)
    }

    /// Returns true if an account is connected to this node, or has used a token on any node just now.
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

    /// A user as the caller may see it: other players need not know when a program of the user was last used.
    async fn user(
        &self,
        account: &Account,
        headers: &HeaderMap,
        caller: Option<&TokenCaller>,
    ) -> Result<UserJson, LichessError> {
        let store = &self.node.store;
        let (ratings, games) =
            (store.ratings(account.player).await?, store.rated_games(account.player).await?);
        let perf = |speed: Speed| {
            let rating = ratings.iter().find(|(at, _)| *at == speed).map_or(Rating::default(), |&(_, r)| r);
            let games = games.iter().find(|(at, _)| *at == speed).map_or(0, |&(_, games)| games);
            let rd = rating.deviation.round() as u16;
            Perf { games, rating: rating.points(), rd, prog: 0, prov: rating.is_provisional() }
        };
        let own = caller.filter(|caller| caller.player() == account.player);
        let seen_at = match own {
            Some(_) => store.api_tokens(account.player).await?.iter().map(|token| token.used).max(),
            None => None,
        };
        Ok(UserJson {
            id: user_id(&account.name),
            username: account.name.to_string(),
            title: account.is_bot.then_some(BOT),
            perfs: RATED_SPEEDS.into_iter().map(|speed| (speed_key(speed), perf(speed))).collect(),
            created_at: account.at.into(),
            seen_at: seen_at.map(Into::into),
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

/// Returns true if a game is in progress and the viewer may know of it.
fn is_seen_playing(game: &GameHead, viewer: Option<PlayerId>) -> bool {
    let is_seat = |seat: Seat| {
        let player = game.seats[seat.into()].as_ref().and_then(|player| player.id);
        player.is_some() && player == viewer
    };
    matches!(game.status, GameStatus::Playing { .. })
        && (game.attributes.visibility == Visibility::Public || Seat::ALL.into_iter().any(is_seat))
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
