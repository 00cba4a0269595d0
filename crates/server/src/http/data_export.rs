//! All that is stored about somebody, to take away.
//!
//! What is said beside a board is never stored, so it is not here. Of what is stored everything is, but for hashes of passwords
//! and cookies, which are of use to nobody but a thief, and orders to drop somebody's connections, which are gone after a day.

use std::sync::Arc;

use axum::extract::State;
use axum::http::Response;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use game::Timestamp;
use protocol::http::{GameSummary, SessionInfo};
use protocol::{GameId, PlayerInfo, RatingMode, Speed, UnixMillis, Visibility};
use serde::Serialize;
use serde_json::Value;
use tokio::task::spawn_blocking;

use super::AppState;
use super::account::session_info;
use super::archive::summary;
use super::extract::Caller;
use super::response::{ApiResult, action_error, store_failure};
use super::stream::{Aborted, BodyWriter, acquire_permit, streamed_body};
use crate::game_state::restore;
use crate::identity::Identity;
use crate::node::Node;
use crate::rating::Rating;
use crate::store::{GameStatus, RatingPoint, Store, StoreError, StoredGame};

/// Games read at a time.
const BATCH_SIZE: usize = 32;

/// Who somebody is, before the games.
#[derive(Debug, Serialize)]
struct PersonalData {
    player: PlayerInfo,
    /// Since when there is an account.
    since: Option<UnixMillis>,
    sessions: Vec<SessionRecord>,
    ratings: Vec<RatingHistory>,
}

#[derive(Debug, Serialize)]
struct SessionRecord {
    #[serde(flatten)]
    info: SessionInfo,
    /// When it ends by itself.
    expires: UnixMillis,
}

/// The rating at a speed, and how it came about.
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

/// A rating to all its digits.
#[derive(Debug, Serialize)]
struct FullRating {
    value: f64,
    deviation: f64,
    volatility: f64,
}

/// A game with all that happened in it.
#[derive(Debug, Serialize)]
struct ExportedGame {
    #[serde(flatten)]
    summary: GameSummary,
    stakes: RatingMode,
    visibility: Visibility,
    /// While it waits or goes on, when something happens by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<UnixMillis>,
    /// When it was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<UnixMillis>,
    /// For other programs; nothing if the log is damaged.
    pgn: Option<String>,
    log: Vec<ExportedEntry>,
}

/// An entry of a game's log.
#[derive(Debug, Serialize)]
struct ExportedEntry {
    number: u32,
    at: UnixMillis,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    what: Value,
}

/// `GET /api/me/export`: all that is stored about you, your games with their moves included.
pub(super) async fn export_personal_data(
    State(app): State<AppState>,
    Caller { identity: visitor, .. }: Caller,
) -> ApiResult {
    let turn = acquire_permit(&app.data_export_permits)?;
    let node = Arc::clone(&app.node);
    let person = personal_data(&node, &visitor).await.map_err(|error| store_failure(&error))?;
    let games = node.store.games_of(visitor.id).await.map_err(|error| store_failure(&error))?;
    let person = serde_json::to_string(&person).map_err(|_| action_error(protocol::ActionError::Storage))?;
    let mut response = Response::new(streamed_body(turn, |pen| write_export(node, person, games, pen)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"hanpan.json\""));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

async fn personal_data(node: &Node, visitor: &Identity) -> Result<PersonalData, StoreError> {
    let (store, player) = (&*node.store, visitor.id);
    let sessions = store.sessions(player, node.time.now()).await?;
    let session = |session: &crate::store::Session| SessionRecord {
        info: session_info(session, visitor.session),
        expires: session.expires.into(),
    };
    Ok(PersonalData {
        player: visitor.to_player(None),
        since: store.account(player).await?.map(|account| account.at.into()),
        sessions: sessions.iter().map(session).collect(),
        ratings: ratings(store, visitor).await?,
    })
}

async fn ratings(store: &dyn Store, visitor: &Identity) -> Result<Vec<RatingHistory>, StoreError> {
    let mut rated = Vec::new();
    for (speed, rating) in store.ratings(visitor.id).await? {
        let history = store.rating_history(visitor.id, speed, Timestamp(0)).await?;
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

/// Writes one object: the person's fields, and after them the games.
async fn write_export(
    node: Arc<Node>,
    person: String,
    games: Vec<GameId>,
    pen: BodyWriter,
) -> Result<(), Aborted> {
    let open = person.strip_suffix('}').unwrap_or(&person);
    pen.write(format!("{open},\"games\":[")).await?;
    let site = Arc::<str>::from(node.config.pgn_site());
    let mut comma = "";
    for batch in games.chunks(BATCH_SIZE) {
        let mut stored = Vec::with_capacity(batch.len());
        for &game in batch {
            stored.extend(pen.ok_or_abort(node.store.load(game).await).await?);
        }
        let site = Arc::clone(&site);
        // To play games through takes a processor for a while; messages must not wait for it.
        let texts = spawn_blocking(move || to_json(stored, &site)).await.map_err(|_| Aborted)?;
        pen.write(format!("{comma}{}", texts.join(","))).await?;
        comma = ",";
    }
    pen.write("]}\n").await
}

fn to_json(games: Vec<StoredGame>, site: &str) -> Vec<String> {
    // What was read from the store can be written.
    games.into_iter().filter_map(|game| serde_json::to_string(&exported_game(game, site)).ok()).collect()
}

fn exported_game(game: StoredGame, site: &str) -> ExportedGame {
    let pgn = match restore(&game) {
        Ok(live) => Some(live.pgn(site).to_string()),
        Err(error) => {
            tracing::error!(game = %game.head.id, %error, "a log is damaged");
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
