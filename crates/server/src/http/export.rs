//! All that is stored about somebody, to take away.
//!
//! What is said beside a board is never stored, so it is not here. Of what is stored everything is, but for hashes of passwords
//! and cookies, which are of use to nobody but a thief, and orders to drop somebody's connections, which are gone after a day.

use std::sync::Arc;

use axum::extract::State;
use axum::http::Response;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use game::Timestamp;
use protocol::http::{SessionInfo, Summary};
use protocol::{GameId, Moment, Player, Speed, Stakes, Visibility};
use serde::Serialize;
use serde_json::Value;
use tokio::task::spawn_blocking;

use super::App;
use super::account::session_info;
use super::archive::summary;
use super::asker::Asker;
use super::exchange::{Answer, broken, refused};
use super::stream::{Over, Pen, turn, written};
use crate::live::restore;
use crate::node::Node;
use crate::rating::Rating;
use crate::store::{RatingPoint, Standing, Store, StoreError, StoredGame};
use crate::visitor::Visitor;

/// Games read at a time.
const BATCH: usize = 32;

/// Who somebody is, before the games.
#[derive(Debug, Serialize)]
struct Person {
    player: Player,
    /// Since when there is an account.
    since: Option<Moment>,
    sessions: Vec<Session>,
    ratings: Vec<Rated>,
}

#[derive(Debug, Serialize)]
struct Session {
    #[serde(flatten)]
    info: SessionInfo,
    /// When it ends by itself.
    expires: Moment,
}

/// The rating at a speed, and how it came about.
#[derive(Debug, Serialize)]
struct Rated {
    speed: Speed,
    #[serde(flatten)]
    rating: Strength,
    history: Vec<Point>,
}

#[derive(Debug, Serialize)]
struct Point {
    game: GameId,
    at: Moment,
    #[serde(flatten)]
    rating: Strength,
}

/// A rating to all its digits.
#[derive(Debug, Serialize)]
struct Strength {
    value: f64,
    deviation: f64,
    volatility: f64,
}

/// A game with all that happened in it.
#[derive(Debug, Serialize)]
struct Played {
    #[serde(flatten)]
    summary: Summary,
    stakes: Stakes,
    visibility: Visibility,
    /// While it waits or goes on, when something happens by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<Moment>,
    /// When it was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<Moment>,
    /// For other programs; nothing if the log is damaged.
    pgn: Option<String>,
    log: Vec<Line>,
}

/// An entry of a game's log.
#[derive(Debug, Serialize)]
struct Line {
    number: u32,
    at: Moment,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    what: Value,
}

/// `GET /api/me/export`: all that is stored about you, your games with their moves included.
pub(super) async fn export(State(app): State<App>, Asker { visitor, .. }: Asker) -> Answer {
    let turn = turn(&app.exports)?;
    let node = Arc::clone(&app.node);
    let person = person(&node, &visitor).await.map_err(|error| broken(&error))?;
    let games = node.store.games_of(visitor.id).await.map_err(|error| broken(&error))?;
    let person = serde_json::to_string(&person).map_err(|_| refused(protocol::Refusal::Storage))?;
    let mut response = Response::new(written(turn, |pen| write(node, person, games, pen)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"hanpan.json\""));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

async fn person(node: &Node, visitor: &Visitor) -> Result<Person, StoreError> {
    let (store, player) = (&*node.store, visitor.id);
    let sessions = store.sessions(player, node.time.now()).await?;
    let session = |session: &crate::store::Session| Session {
        info: session_info(session, visitor.session),
        expires: session.expires.into(),
    };
    Ok(Person {
        player: visitor.player(None),
        since: store.account(player).await?.map(|account| account.at.into()),
        sessions: sessions.iter().map(session).collect(),
        ratings: ratings(store, visitor).await?,
    })
}

async fn ratings(store: &dyn Store, visitor: &Visitor) -> Result<Vec<Rated>, StoreError> {
    let mut rated = Vec::new();
    for (speed, rating) in store.ratings(visitor.id).await? {
        let history = store.rating_history(visitor.id, speed, Timestamp(0)).await?;
        let point =
            |RatingPoint { game, at, rating }| Point { game, at: at.into(), rating: strength(rating) };
        rated.push(Rated {
            speed,
            rating: strength(rating),
            history: history.into_iter().map(point).collect(),
        });
    }
    Ok(rated)
}

fn strength(Rating { value, deviation, volatility }: Rating) -> Strength {
    Strength { value, deviation, volatility }
}

/// Writes one object: the person's fields, and after them the games.
async fn write(node: Arc<Node>, person: String, games: Vec<GameId>, pen: Pen) -> Result<(), Over> {
    let open = person.strip_suffix('}').unwrap_or(&person);
    pen.write(format!("{open},\"games\":[")).await?;
    let site = Arc::<str>::from(node.config.site());
    let mut comma = "";
    for batch in games.chunks(BATCH) {
        let mut stored = Vec::with_capacity(batch.len());
        for &game in batch {
            stored.extend(pen.have(node.store.load(game).await).await?);
        }
        let site = Arc::clone(&site);
        // To play games through takes a processor for a while; messages must not wait for it.
        let texts = spawn_blocking(move || as_texts(stored, &site)).await.map_err(|_| Over)?;
        pen.write(format!("{comma}{}", texts.join(","))).await?;
        comma = ",";
    }
    pen.write("]}\n").await
}

fn as_texts(games: Vec<StoredGame>, site: &str) -> Vec<String> {
    // What was read from the store can be written.
    games.into_iter().filter_map(|game| serde_json::to_string(&played(game, site)).ok()).collect()
}

fn played(game: StoredGame, site: &str) -> Played {
    let pgn = match restore(&game) {
        Ok(live) => Some(live.pgn(site).to_string()),
        Err(error) => {
            tracing::error!(game = %game.head.id, %error, "a log is damaged");
            None
        }
    };
    let StoredGame { head, entries } = game;
    let (due, ended) = match head.standing {
        Standing::Waiting { due } | Standing::Playing { due, .. } => (due, None),
        Standing::Over { at, .. } => (None, Some(at)),
    };
    let log = entries.into_iter().map(|entry| Line {
        number: entry.number,
        at: entry.at.into(),
        ply: entry.ply,
        what: serde_json::from_str(&entry.body).unwrap_or(Value::String(entry.body)),
    });
    Played {
        stakes: head.terms.stakes,
        visibility: head.terms.visibility,
        due: due.map(Moment::from),
        ended: ended.map(Moment::from),
        summary: summary(head),
        pgn,
        log: log.collect(),
    }
}
