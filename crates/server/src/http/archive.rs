//! Lists of games, and games by the thousand.

use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::Uri;
use game::{Ruleset, Timestamp};
use protocol::http::{FailureReason, Listing, Summary};
use protocol::{Both, GameId, GameResult, PlayerId, Seat, Speed, Visibility};
use serde::Deserialize;
use tokio::task::spawn_blocking;

use super::App;
use super::asker::Asker;
use super::exchange::{Answer, broken, json};
use super::games::as_pgn;
use super::stream::{Over, Pen, turn, written};
use crate::live::restore;
use crate::node::Node;
use crate::store::{Cursor, Export, Filter, GameHead, Score, Standing, StoredGame};
use crate::visitor::Visitor;

/// Games on a page.
const PAGE: u32 = 30;

/// Games read at a time for an export.
const BATCH: NonZeroU32 = NonZeroU32::MIN.saturating_add(31);

/// What a list is asked for.
#[derive(Debug, Default, Deserialize)]
struct Asked {
    /// A name, or `me`.
    player: Option<String>,
    opponent: Option<String>,
    score: Option<String>,
    speed: Option<String>,
    ruleset: Option<String>,
    from: Option<u64>,
    until: Option<u64>,
    /// Where the page before ended.
    after: Option<String>,
}

/// `GET /api/live`: public games that are being played.
pub(super) async fn live(State(app): State<App>) -> Answer {
    let heads = app.node.store.live(PAGE).await.map_err(|error| broken(&error))?;
    json(&Listing { games: heads.into_iter().map(summary).collect(), next: None })
}

/// `GET /api/archive`: finished games, page by page.
pub(super) async fn list(State(app): State<App>, Asker { visitor, .. }: Asker, uri: Uri) -> Answer {
    let asked = asked(&uri)?;
    let after = asked.after.as_deref().map(cursor).transpose()?;
    let filter = filter(&app, &visitor, &asked).await?;
    let page = app.node.store.finished(filter, after, PAGE).await.map_err(|error| broken(&error))?;
    let games = page.games.into_iter().filter(|head| may_see(head, &visitor));
    let next = page.next.map(|cursor| format!("{}-{}", cursor.at.0, cursor.game));
    json(&Listing { games: games.map(summary).collect(), next })
}

/// `GET /api/archive/pgn`: all of them, however many, a few at a time.
pub(super) async fn export(State(app): State<App>, Asker { visitor, .. }: Asker, uri: Uri) -> Answer {
    let turn = turn(&app.archives)?;
    let filter = filter(&app, &visitor, &asked(&uri)?).await?;
    let node = Arc::clone(&app.node);
    Ok(as_pgn(written(turn, |pen| write_games(node, Export::new(filter), visitor, pen))))
}

async fn write_games(node: Arc<Node>, mut export: Export, visitor: Visitor, pen: Pen) -> Result<(), Over> {
    let (site, visitor) = (Arc::<str>::from(node.config.site()), Arc::new(visitor));
    while let Some(games) = pen.have(export.next(&*node.store, BATCH).await).await? {
        let (site, visitor) = (Arc::clone(&site), Arc::clone(&visitor));
        // To play games through takes a processor for a while; messages must not wait for it.
        let text = spawn_blocking(move || as_text(&games, &visitor, &site)).await.map_err(|_| Over)?;
        pen.write(text).await?;
    }
    Ok(())
}

fn as_text(games: &[StoredGame], visitor: &Visitor, site: &str) -> String {
    let seen = games.iter().filter(|stored| may_see(&stored.head, visitor));
    let texts = seen.filter_map(|stored| match restore(stored) {
        Ok(live) => Some(format!("{}\n", live.pgn(site))),
        Err(error) => {
            tracing::error!(game = %stored.head.id, %error, "a log is damaged");
            None
        }
    });
    texts.collect()
}

/// A game in a list.
pub(super) fn summary(head: GameHead) -> Summary {
    let (turn, result) = match head.standing {
        Standing::Waiting { .. } => (None, None),
        Standing::Playing { turn, .. } => (Some(Seat::from(turn)), None),
        Standing::Over { outcome, .. } => (None, Some(GameResult(outcome))),
    };
    Summary {
        game: head.id,
        ruleset: head.terms.ruleset.name().to_owned(),
        speed: head.terms.speed,
        opened: head.at.into(),
        seats: Both { white: head.seats.white, black: head.seats.black },
        plies: head.plies,
        turn,
        result,
    }
}

/// Private games are for those who played them, and for whoever has their address.
fn may_see(head: &GameHead, visitor: &Visitor) -> bool {
    let played = [&head.seats.white, &head.seats.black];
    head.terms.visibility == Visibility::Public
        || played.into_iter().flatten().any(|player| player.id == Some(visitor.id))
}

fn asked(uri: &Uri) -> Result<Asked, FailureReason> {
    let query = Query::<Asked>::try_from_uri(uri);
    query.map(|Query(asked)| asked).map_err(|error| FailureReason::Malformed { words: error.to_string() })
}

async fn filter(app: &App, visitor: &Visitor, asked: &Asked) -> Result<Filter, FailureReason> {
    let score = match asked.score.as_deref() {
        None => None,
        Some("won") => Some(Score::Won),
        Some("drawn") => Some(Score::Drawn),
        Some("lost") => Some(Score::Lost),
        Some(other) => return Err(unknown("score", other)),
    };
    if asked.player.is_none() && (score.is_some() || asked.opponent.is_some()) {
        return Err(FailureReason::Malformed { words: "for whom? the player is missing".to_owned() });
    }
    Ok(Filter {
        player: player(app, visitor, asked.player.as_deref()).await?,
        score,
        opponent: player(app, visitor, asked.opponent.as_deref()).await?,
        speed: named(asked.speed.as_deref(), "speed", Speed::from_name)?,
        ruleset: named(asked.ruleset.as_deref(), "ruleset", Ruleset::from_name)?,
        from: asked.from.map(Timestamp),
        until: asked.until.map(Timestamp),
    })
}

fn named<T>(
    name: Option<&str>,
    what: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, FailureReason> {
    name.map(|name| read(name).ok_or_else(|| unknown(what, name))).transpose()
}

fn unknown(what: &str, name: &str) -> FailureReason {
    FailureReason::Malformed { words: format!("no such {what}: {name}") }
}

/// Whom a name means.
async fn player(app: &App, visitor: &Visitor, name: Option<&str>) -> Result<Option<PlayerId>, FailureReason> {
    match name {
        None => Ok(None),
        Some("me") => Ok(Some(visitor.id)),
        Some(name) => {
            let name = name.parse().map_err(|_| FailureReason::NotFound)?;
            let account = app.node.store.account_named(name).await.map_err(|error| broken(&error))?;
            account.map(|account| Some(account.player)).ok_or(FailureReason::NotFound)
        }
    }
}

fn cursor(text: &str) -> Result<Cursor, FailureReason> {
    let parts = text.split_once('-').and_then(|(at, game)| {
        Some(Cursor { at: Timestamp(at.parse().ok()?), game: game.parse::<GameId>().ok()? })
    });
    parts.ok_or_else(|| unknown("page", text))
}
