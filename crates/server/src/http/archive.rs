//! Game lists and PGN export.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::Uri;
use game::{Ruleset, TimeControl, Timestamp};
use protocol::http::{ApiErrorReason, GameListPage, GameSummary, KeepGameRequest, KeepGameResponse};
use protocol::{
    ActionError, BySeat, GameResult, GameSetup, OnlineTimeControl, PlayerId, PlayerName, RatingMode, Seat,
    Speed, Visibility,
};
use serde::Deserialize;

use super::AppState;
use super::download::{file_part, with_file_name};
use super::error::{ApiResult, action_error, store_failure};
use super::extract::{Caller, JsonBody};
use super::games::pgn_response;
use super::page_token;
use super::response::json;
use super::stream::{Aborted, BodyWriter, acquire_permit, streamed_body};
use crate::accounts::Identity;
use crate::blocking_pool::run_blocking;
use crate::games::state::{GameBuilder, restore_archived};
use crate::games::{FinishedGame, KeepError, KeptOrigin};
use crate::limits::DownloadPlaces;
use crate::node::Node;
use crate::store::{ArchivedGame, Filter, GameExport, GameHead, GameStatus, Score};

/// The computer as a player of a query, at any level.
const COMPUTER: &str = "@computer";

/// Games per page.
const PAGE_SIZE: u32 = 30;

/// Games read per batch of an export.
const BATCH_SIZE: NonZeroU32 = NonZeroU32::MIN.saturating_add(31);

/// Batches of an export that are formatted while the next ones are read.
const MAX_BATCHES: usize = 3;

/// Bytes reserved for the PGN of a game.
const TYPICAL_PGN: usize = 12 * 1_024;

/// Query parameters of the archive.
#[derive(Debug, Default, Deserialize)]
struct ArchiveQuery {
    /// Account name, or `me`.
    player: Option<String>,
    opponent: Option<String>,
    score: Option<String>,
    speed: Option<String>,
    ruleset: Option<String>,
    from: Option<u64>,
    until: Option<u64>,
    /// Cursor from the previous page.
    after: Option<String>,
}

/// `GET /api/live`: public games in progress.
pub(super) async fn live_games(State(app): State<AppState>) -> ApiResult {
    let heads = app.node.store.live_games(PAGE_SIZE).await.map_err(|error| store_failure(&error))?;
    json(&GameListPage { games: heads.into_iter().map(summary).collect(), next: None })
}

/// `GET /api/archive`: finished games, paginated.
pub(super) async fn list(
    State(app): State<AppState>,
    Caller { identity, .. }: Caller,
    uri: Uri,
) -> ApiResult {
    let query = parse_query(&uri)?;
    let secret = &app.node.secret;
    let after = query
        .after
        .as_deref()
        .map(|text| page_token::decode(text, secret).ok_or_else(|| unknown_value("page", text)));
    let after = after.transpose()?;
    let filter = build_filter(&app, &identity, &query).await?;
    let page = app
        .node
        .store
        .finished_games(filter, after, PAGE_SIZE)
        .await
        .map_err(|error| store_failure(&error))?;
    let next = page.next.map(|cursor| page_token::encode(cursor, secret));
    json(&GameListPage { games: page.games.into_iter().map(summary).collect(), next })
}

/// `POST /api/archive`: keeps a finished game against the computer that was played on the caller's device.
pub(super) async fn keep(
    State(app): State<AppState>,
    caller: Caller,
    JsonBody(request): JsonBody<KeepGameRequest>,
) -> ApiResult {
    let (player, _) = caller.logged_in()?;
    let node = &app.node;
    let control = OnlineTimeControl::new(TimeControl::Unlimited)
        .map_err(|_| action_error(ActionError::NotWithComputer))?;
    let terms = GameSetup {
        start: request.start,
        control,
        stakes: RatingMode::Casual,
        visibility: Visibility::Private,
    };
    let id = GameBuilder::kept_id(player, request.id, &node.secret);
    // Nothing is left to chance: the number of a Chess960 start is part of the request.
    let builder = GameBuilder::new(id, &terms, 0).map_err(action_error)?;
    if builder.about.ruleset == Ruleset::KingCapture {
        return Err(action_error(ActionError::NotWithComputer).into());
    }
    let computer = node.computer_player(&request.computer).map_err(action_error)?;
    let builder = builder
        .seat(request.seat, caller.identity.to_player(None))
        .and_then(|builder| builder.seat(request.seat.other(), computer))
        .map_err(action_error)?;
    let KeepGameRequest { moves, result, .. } = request;
    let finished = FinishedGame { builder, moves, result, origin: KeptOrigin::Computer };
    let at = node.time.now();
    let log = run_blocking(&app.archive_exports.work, move || finished.to_log(at)).await;
    let log = log.unwrap_or(Err(KeepError::Refused(ActionError::Storage))).map_err(keep_error)?;
    node.keep_game(player, log).await.map_err(keep_error)?;
    json(&KeepGameResponse { game: id })
}

fn keep_error(error: KeepError) -> ApiErrorReason {
    match error {
        KeepError::Move { ply } => {
            ApiErrorReason::Malformed { words: format!("moves[{ply}] is not a legal move") }
        }
        KeepError::Result => {
            ApiErrorReason::Malformed { words: "the result does not fit the moves".to_owned() }
        }
        KeepError::Refused(refusal) => action_error(refusal),
    }
}

/// `GET /api/archive/pgn`: all matching games, streamed in batches.
pub(super) async fn export_pgn(
    State(app): State<AppState>,
    Caller { identity, address }: Caller,
    uri: Uri,
) -> ApiResult {
    let places = app.archive_exports.clone();
    let turn = acquire_permit(&places, address)?;
    let query = parse_query(&uri)?;
    let filter = build_filter(&app, &identity, &query).await?;
    let node = Arc::clone(&app.node);
    let player = match query.player.as_deref() {
        Some("me") => identity.account.as_ref().map(PlayerName::as_str),
        other => other,
    };
    let name = format!("hanpan-{}.pgn", file_part(player.unwrap_or("games")));
    let body = streamed_body(turn, |writer| write_games(node, places, GameExport::new(filter), writer));
    Ok(with_file_name(pgn_response(body), &name))
}

async fn write_games(
    node: Arc<Node>,
    places: DownloadPlaces,
    mut export: GameExport,
    writer: BodyWriter,
) -> Result<(), Aborted> {
    let site = Arc::<str>::from(node.config.pgn_site());
    let mut texts = VecDeque::new();
    let mut has_more = true;
    while has_more || !texts.is_empty() {
        if has_more && texts.len() < MAX_BATCHES {
            let reading = places.reads.acquire().await.map_err(|_| Aborted)?;
            let read = export.next(&*node.store, BATCH_SIZE).await;
            drop(reading);
            match writer.ok_or_abort(read).await? {
                Some(games) => {
                    let (site, work) = (Arc::clone(&site), Arc::clone(&places.work));
                    // Replaying games is CPU-bound and must not block the runtime.
                    let format = async move { run_blocking(&work, move || to_pgn(games, &site)).await };
                    texts.push_back(tokio::spawn(format));
                }
                None => has_more = false,
            }
        } else if let Some(text) = texts.pop_front() {
            let text = text.await.map_err(|_| Aborted)?;
            writer.write(text.map_err(|_| Aborted)?).await?;
        }
    }
    Ok(())
}

fn to_pgn(games: Vec<ArchivedGame>, site: &str) -> String {
    let mut text = String::with_capacity(games.len() * TYPICAL_PGN);
    for game in games {
        let id = game.head.id;
        match restore_archived(game) {
            Ok(active) => {
                active.write_pgn(site, &mut text);
                text.push('\n');
            }
            Err(error) => tracing::error!(game = %id, %error, "damaged log"),
        }
    }
    text
}

/// Converts a game head for the wire.
pub(super) fn summary(head: GameHead) -> GameSummary {
    let (turn, result) = match head.status {
        GameStatus::Waiting { .. } => (None, None),
        GameStatus::Playing { turn, .. } => (Some(Seat::from(turn)), None),
        GameStatus::Over { outcome, .. } => (None, Some(GameResult(outcome))),
    };
    GameSummary {
        game: head.id,
        ruleset: head.attributes.ruleset.name().to_owned(),
        speed: head.attributes.speed,
        opened: head.at.into(),
        seats: BySeat { white: head.seats.white, black: head.seats.black },
        plies: head.plies,
        turn,
        you: None,
        result,
    }
}

/// A game of the caller for the wire: it says which seat is the caller's.
pub(super) fn own_summary(head: GameHead, caller: PlayerId) -> GameSummary {
    let game = summary(head);
    let is_own = |seat: &Seat| game.seats.get(*seat).as_ref().and_then(|player| player.id) == Some(caller);
    GameSummary { you: Seat::ALL.into_iter().find(is_own), ..game }
}

fn parse_query(uri: &Uri) -> Result<ArchiveQuery, ApiErrorReason> {
    let query = Query::<ArchiveQuery>::try_from_uri(uri);
    query.map(|Query(query)| query).map_err(|error| ApiErrorReason::Malformed { words: error.to_string() })
}

async fn build_filter(
    app: &AppState,
    identity: &Identity,
    query: &ArchiveQuery,
) -> Result<Filter, ApiErrorReason> {
    let score = match query.score.as_deref() {
        None => None,
        Some("won") => Some(Score::Won),
        Some("drawn") => Some(Score::Drawn),
        Some("lost") => Some(Score::Lost),
        Some(other) => return Err(unknown_value("score", other)),
    };
    if query.player.is_none() && (score.is_some() || query.opponent.is_some()) {
        return Err(ApiErrorReason::Malformed { words: "for whom? the player is missing".to_owned() });
    }
    Ok(Filter {
        player: find_player(app, identity, query.player.as_deref()).await?,
        viewer: Some(identity.id),
        score,
        opponent: find_player(app, identity, query.opponent.as_deref()).await?,
        speed: parse_name(query.speed.as_deref(), "speed", Speed::from_name)?,
        ruleset: parse_name(query.ruleset.as_deref(), "ruleset", Ruleset::from_name)?,
        from: query.from.map(Timestamp),
        until: query.until.map(Timestamp),
    })
}

fn parse_name<T>(
    name: Option<&str>,
    what: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ApiErrorReason> {
    name.map(|name| read(name).ok_or_else(|| unknown_value(what, name))).transpose()
}

fn unknown_value(what: &str, name: &str) -> ApiErrorReason {
    ApiErrorReason::Malformed { words: format!("no such {what}: {name}") }
}

/// Resolves a player name, `me` or `@computer`.
async fn find_player(
    app: &AppState,
    identity: &Identity,
    name: Option<&str>,
) -> Result<Option<PlayerId>, ApiErrorReason> {
    match name {
        None => Ok(None),
        Some("me") => Ok(Some(identity.id)),
        // No account name has this character.
        Some(COMPUTER) => Ok(Some(PlayerId::COMPUTER)),
        Some(name) => {
            let name = name.parse().map_err(|_| ApiErrorReason::NotFound)?;
            let account = app.node.store.account_named(name).await.map_err(|error| store_failure(&error))?;
            account.map(|account| Some(account.player)).ok_or(ApiErrorReason::NotFound)
        }
    }
}
