//! Export of all personal data.
//!
//! Contains everything stored about a player except password and token hashes, pending admin commands,
//! which expire after a day, and authorization codes, which expire after a minute. Chat is never stored.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, HeaderValue};
use game::Timestamp;
use protocol::http::{GameSummary, SessionInfo};
use protocol::{GameId, PlayerId, PlayerInfo, RatingMode, Speed, UnixMillis, Visibility};
use serde::Serialize;
use serde_json::Value;

use super::AppState;
use super::account::session_info;
use super::archive::summary;
use super::error::{ApiResult, action_error, store_failure};
use super::extract::Caller;
use super::response::stream_response;
use super::stream::{Aborted, BodyWriter, acquire_permit, streamed_body};
use crate::accounts::Identity;
use crate::blocking_pool::run_blocking;
use crate::games::state::restore;
use crate::limits::DownloadPlaces;
use crate::node::Node;
use crate::store::{
    ApiTokenId, ApiTokenInfo, Challenge, ChallengeTerms, ExplorerChoice, GameStatus, RatingPoint, Store,
    StoreError, StoredGame,
};
use glicko::Rating;

/// Games read per batch.
const BATCH_SIZE: usize = 32;

/// Everything but the games.
#[derive(Debug, Serialize)]
struct PersonalData {
    player: PlayerInfo,
    /// Creation time of the account.
    since: Option<UnixMillis>,
    /// True if programs play with the account.
    bot: bool,
    /// True if public games are in the opening explorer.
    in_explorer: bool,
    sessions: Vec<SessionRecord>,
    api_tokens: Vec<ApiTokenRecord>,
    challenges: Vec<ChallengeRecord>,
    ratings: Vec<RatingHistory>,
}

/// API token without its secret.
#[derive(Debug, Serialize)]
struct ApiTokenRecord {
    id: ApiTokenId,
    description: String,
    scopes: String,
    created: UnixMillis,
    used: UnixMillis,
}

/// Open challenge from or to the player.
#[derive(Debug, Serialize)]
struct ChallengeRecord {
    id: GameId,
    challenger: PlayerId,
    challenged: PlayerId,
    terms: ChallengeTerms,
    created: UnixMillis,
    expires: UnixMillis,
}

#[derive(Debug, Serialize)]
struct SessionRecord {
    #[serde(flatten)]
    info: SessionInfo,
    expires: UnixMillis,
}

/// Rating at one speed with its history.
#[derive(Debug, Serialize)]
struct RatingHistory {
    speed: Speed,
    #[serde(flatten)]
    rating: FullRating,
    history: Vec<HistoryPoint>,
}

#[derive(Debug, Serialize)]
struct HistoryPoint {
    game: GameId,
    at: UnixMillis,
    #[serde(flatten)]
    rating: FullRating,
}

/// Rating with full precision.
#[derive(Debug, Serialize)]
struct FullRating {
    value: f64,
    deviation: f64,
    volatility: f64,
}

/// A game with its log.
#[derive(Debug, Serialize)]
struct ExportedGame {
    #[serde(flatten)]
    summary: GameSummary,
    stakes: RatingMode,
    visibility: Visibility,
    /// Deadline of a game that is waiting or in progress.
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<UnixMillis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<UnixMillis>,
    /// `None` if the log is damaged.
    pgn: Option<String>,
    log: Vec<ExportedEntry>,
}

/// Entry of a game log.
#[derive(Debug, Serialize)]
struct ExportedEntry {
    number: u32,
    at: UnixMillis,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    what: Value,
}

/// `GET /api/me/export`: everything stored about the caller, including games with their moves.
pub(super) async fn export_personal_data(
    State(app): State<AppState>,
    Caller { identity, address }: Caller,
) -> ApiResult {
    let places = app.data_exports.clone();
    let turn = acquire_permit(&places, address)?;
    let node = Arc::clone(&app.node);
    let data = personal_data(&node, &identity).await.map_err(|error| store_failure(&error))?;
    let mut games = node.store.games_of(identity.id).await.map_err(|error| store_failure(&error))?;
    let imported = node.store.games_of(node.importer_of(identity.id)).await;
    games.extend(imported.map_err(|error| store_failure(&error))?);
    let data = serde_json::to_string(&data).map_err(|_| action_error(protocol::ActionError::Storage))?;
    let body = streamed_body(turn, |writer| write_export(node, places, data, games, writer));
    let mut response = stream_response(body, "application/json");
    let file_name = HeaderValue::from_static("attachment; filename=\"hanpan.json\"");
    response.headers_mut().insert(CONTENT_DISPOSITION, file_name);
    Ok(response)
}

async fn personal_data(node: &Node, identity: &Identity) -> Result<PersonalData, StoreError> {
    let (store, player) = (&*node.store, identity.id);
    let sessions = store.sessions(player, node.time.now()).await?;
    let session = |session: &crate::store::Session| SessionRecord {
        info: session_info(session, identity.session),
        expires: session.expires.into(),
    };
    let account = store.account(player).await?;
    let token = |token: ApiTokenInfo| ApiTokenRecord {
        id: token.id,
        description: token.description,
        scopes: token.scopes.to_string(),
        created: token.at.into(),
        used: token.used.into(),
    };
    let challenge = |challenge: Challenge| ChallengeRecord {
        id: challenge.id,
        challenger: challenge.challenger,
        challenged: challenge.challenged,
        terms: challenge.terms,
        created: challenge.at.into(),
        expires: challenge.expires.into(),
    };
    let challenges = store.open_challenges(player, node.time.now()).await?;
    Ok(PersonalData {
        player: identity.to_player(None),
        since: account.as_ref().map(|account| account.at.into()),
        bot: account.is_some_and(|account| account.is_bot),
        in_explorer: store.explorer_choice(player).await? == ExplorerChoice::Included,
        sessions: sessions.iter().map(session).collect(),
        api_tokens: store.api_tokens(player).await?.into_iter().map(token).collect(),
        challenges: challenges.into_iter().map(challenge).collect(),
        ratings: ratings(store, identity).await?,
    })
}

async fn ratings(store: &dyn Store, identity: &Identity) -> Result<Vec<RatingHistory>, StoreError> {
    let mut rated = Vec::new();
    for (speed, rating) in store.ratings(identity.id).await? {
        let history = store.rating_history(identity.id, speed, Timestamp(0), identity.id).await?;
        let point = |RatingPoint { game, at, rating }| HistoryPoint {
            game,
            at: at.into(),
            rating: full_rating(rating),
        };
        rated.push(RatingHistory {
            speed,
            rating: full_rating(rating),
            history: history.into_iter().map(point).collect(),
        });
    }
    Ok(rated)
}

fn full_rating(Rating { value, deviation, volatility }: Rating) -> FullRating {
    FullRating { value, deviation, volatility }
}

/// Streams one JSON object: the personal data, then the games.
async fn write_export(
    node: Arc<Node>,
    places: DownloadPlaces,
    data: String,
    games: Vec<GameId>,
    writer: BodyWriter,
) -> Result<(), Aborted> {
    let open = data.strip_suffix('}').unwrap_or(&data);
    writer.write(format!("{open},\"games\":[")).await?;
    let site = Arc::<str>::from(node.config.pgn_site());
    let mut comma = "";
    for batch in games.chunks(BATCH_SIZE) {
        let mut stored = Vec::with_capacity(batch.len());
        let reading = places.reads.acquire().await.map_err(|_| Aborted)?;
        for &game in batch {
            stored.extend(writer.ok_or_abort(node.store.load(game).await).await?);
        }
        drop(reading);
        let site = Arc::clone(&site);
        // Replaying games is CPU-bound and must not block the runtime.
        let texts = run_blocking(&places.work, move || to_json(stored, &site)).await.map_err(|_| Aborted)?;
        writer.write(format!("{comma}{}", texts.join(","))).await?;
        comma = ",";
    }
    writer.write("]}\n").await
}

fn to_json(games: Vec<StoredGame>, site: &str) -> Vec<String> {
    // Values read from the store always serialize.
    games.into_iter().filter_map(|game| serde_json::to_string(&exported_game(game, site)).ok()).collect()
}

fn exported_game(game: StoredGame, site: &str) -> ExportedGame {
    let pgn = match restore(&game) {
        Ok(active) => Some(active.pgn(site).to_string()),
        Err(error) => {
            tracing::error!(game = %game.head.id, %error, "damaged log");
            None
        }
    };
    let StoredGame { head, entries } = game;
    let (due, ended) = match head.status {
        GameStatus::Waiting { due } | GameStatus::Playing { due, .. } => (due, None),
        GameStatus::Over { at, .. } => (None, Some(at)),
    };
    let log = entries.into_iter().map(|entry| ExportedEntry {
        number: entry.number,
        at: entry.at.into(),
        ply: entry.ply,
        what: serde_json::from_str(&entry.body).unwrap_or(Value::String(entry.body)),
    });
    ExportedGame {
        stakes: head.attributes.stakes,
        visibility: head.attributes.visibility,
        due: due.map(UnixMillis::from),
        ended: ended.map(UnixMillis::from),
        summary: summary(head),
        pgn,
        log: log.collect(),
    }
}
