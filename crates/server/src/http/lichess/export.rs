//! Exports of games: PGN, JSON or a line of JSON per game, as the client accepts.

use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Response;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue};
use game::Timestamp;
use protocol::{BySeat, GameId, PlayerId, RatingMode, Seat, Speed, Visibility};
use tokio::task::spawn_blocking;

use super::auth::TokenCaller;
use super::error::{LichessError, LichessResult, json};
use super::fields::Fields;
use super::game_json::ExportOptions;
use super::render::speed_key;
use super::snapshot::{bot_seats, game_id};
use crate::blocking_pool::run_blocking;
use crate::games::state::{ActiveGame, restore, restore_archived};
use crate::http::stream::{Aborted, BodyWriter, acquire_permit, streamed_body};
use crate::http::{AppState, PeerAddress};
use crate::limits::DownloadPlaces;
use crate::node::Node;
use crate::random;
use crate::store::{Filter, GameExport, GameHead, GameStatus};

/// Games read per batch.
const BATCH_SIZE: NonZeroU32 = NonZeroU32::MIN.saturating_add(31);

/// Ids of one request; on Lichess 300.
const MAX_IDS: usize = 300;

/// Unfinished games that an export begins with.
const MAX_ONGOING: u32 = 200;

/// Format of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExportFormat {
    Pgn,
    Json,
}

impl ExportFormat {
    fn accepted(headers: &HeaderMap) -> ExportFormat {
        let accept = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
        let wants_json = accept.contains("application/json") || accept.contains("application/x-ndjson");
        if wants_json { ExportFormat::Json } else { ExportFormat::Pgn }
    }

    const fn content_type(self) -> &'static str {
        match self {
            ExportFormat::Pgn => "application/x-chess-pgn",
            ExportFormat::Json => "application/x-ndjson",
        }
    }
}

/// `GET /game/export/{id}`: one game. A private one is for its players only.
pub(super) async fn game(
    State(app): State<AppState>,
    caller: Option<TokenCaller>,
    Path(id): Path<String>,
    headers: HeaderMap,
    fields: Fields,
) -> LichessResult {
    let id = game_id(&id)?;
    let export = Export::new(&app, ExportFormat::accepted(&headers), ExportOptions::new(&fields, true));
    let active = visible_game(&app.node, id, viewer(caller.as_ref())).await?;
    let active = active.ok_or_else(|| LichessError::not_found("No such game"))?;
    match export.format {
        ExportFormat::Pgn => {
            Ok(body_response(Body::from(export.options.pgn(&active, &export.site)), export.format))
        }
        ExportFormat::Json => {
            let bots = bot_seats(&app.node, &active.state(active.turn_since())).await?;
            let game = export.options.json(id, &active, bots, &export.site);
            json(&game.ok_or_else(|| LichessError::bad_request("The game has no form in the Lichess API"))?)
        }
    }
}

/// `POST /api/games/export/_ids`: games by id; unknown ones are left out.
pub(super) async fn games_by_id(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    caller: Option<TokenCaller>,
    headers: HeaderMap,
    fields: Fields,
) -> LichessResult {
    let ids: Vec<GameId> = fields.list().into_iter().filter_map(|id| id.parse().ok()).collect();
    if ids.len() > MAX_IDS {
        return Err(LichessError::bad_request(format!("At most {MAX_IDS} games at a time")));
    }
    let address = app.client_address(peer, &headers);
    let permit = acquire_permit(&app.archive_exports, address).map_err(|_| LichessError::too_many())?;
    let export = Export::new(&app, ExportFormat::accepted(&headers), ExportOptions::new(&fields, false));
    let (format, viewer) = (export.format, viewer(caller.as_ref()));
    let body = streamed_body(permit, |writer| async move {
        for id in ids {
            if let Ok(Some(active)) = visible_game(&export.node, id, viewer).await {
                export.write(&writer, id, active).await?;
            }
        }
        Ok(())
    });
    Ok(body_response(body, format))
}

/// `GET /api/games/user/{name}`: games of a user, latest first.
pub(super) async fn games_of_user(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    caller: Option<TokenCaller>,
    Path(name): Path<String>,
    headers: HeaderMap,
    fields: Fields,
) -> LichessResult {
    let account = app.find_user(&name).await?;
    let opponent = match fields.get("vs") {
        Some(name) => Some(app.find_user(name).await?.player),
        None => None,
    };
    let viewer = viewer(caller.as_ref());
    let selection = Selection {
        player: account.player,
        rated: fields.flag("rated"),
        color: match fields.get("color") {
            Some("white") => Some(Seat::White),
            Some("black") => Some(Seat::Black),
            _ => None,
        },
        perfs: fields.get("perfType").map(|perfs| perfs.split(',').map(str::to_owned).collect()),
        max: fields.parsed::<u64>("max")?.unwrap_or(u64::MAX),
        has_ongoing: fields.flag("ongoing").unwrap_or(false),
        has_finished: fields.flag("finished").unwrap_or(true),
        filter: Filter {
            player: Some(account.player),
            viewer: Some(viewer),
            opponent,
            from: fields.parsed("since")?.map(Timestamp),
            until: fields.parsed::<u64>("until")?.map(|until| Timestamp(until.saturating_add(1))),
            ..Filter::default()
        },
    };
    let address = app.client_address(peer, &headers);
    let permit = acquire_permit(&app.archive_exports, address).map_err(|_| LichessError::too_many())?;
    let export = Export::new(&app, ExportFormat::accepted(&headers), ExportOptions::new(&fields, false));
    let format = export.format;
    let body =
        streamed_body(
            permit,
            |writer| async move { export.write_selected(&writer, selection, viewer).await },
        );
    Ok(body_response(body, format))
}

/// Games to export.
struct Selection {
    player: PlayerId,
    rated: Option<bool>,
    color: Option<Seat>,
    perfs: Option<Vec<String>>,
    max: u64,
    has_ongoing: bool,
    has_finished: bool,
    filter: Filter,
}

impl Selection {
    /// Returns true if a game of the player is selected, apart from the filter of the store.
    fn includes(&self, head: &GameHead) -> bool {
        let attributes = head.attributes;
        let is_rated = attributes.stakes == RatingMode::Rated;
        let is_seat = |seat: Seat| {
            head.seats[seat.into()].as_ref().is_some_and(|player| player.id == Some(self.player))
        };
        let perf = perf_of(attributes.ruleset, attributes.speed);
        self.rated.is_none_or(|rated| rated == is_rated)
            && self.color.is_none_or(is_seat)
            && self.perfs.as_ref().is_none_or(|perfs| perfs.iter().any(|name| name == perf))
    }
}

fn perf_of(ruleset: game::Ruleset, speed: Speed) -> &'static str {
    if ruleset == game::Ruleset::Chess960 { "chess960" } else { speed_key(speed) }
}

/// Writes games.
struct Export {
    node: Arc<Node>,
    site: String,
    format: ExportFormat,
    options: ExportOptions,
    places: DownloadPlaces,
}

impl Export {
    fn new(app: &AppState, format: ExportFormat, options: ExportOptions) -> Export {
        Export {
            node: Arc::clone(&app.node),
            site: app.node.config.pgn_site(),
            format,
            options,
            places: app.archive_exports.clone(),
        }
    }

    async fn write_selected(
        &self,
        writer: &BodyWriter,
        selection: Selection,
        viewer: PlayerId,
    ) -> Result<(), Aborted> {
        let mut left = selection.max;
        if selection.has_ongoing {
            let current = self.node.store.unfinished(selection.player, MAX_ONGOING).await;
            for head in writer.ok_or_abort(current).await? {
                let is_playing = matches!(head.status, GameStatus::Playing { .. });
                if left > 0 && is_playing && selection.includes(&head) {
                    let active = visible_game(&self.node, head.id, viewer).await;
                    if let Ok(Some(active)) = active {
                        self.write(writer, head.id, active).await?;
                        left -= 1;
                    }
                }
            }
        }
        let mut export = GameExport::new(selection.filter.clone());
        while left > 0 && selection.has_finished {
            let reading = self.places.reads.acquire().await.map_err(|_| Aborted)?;
            let read = export.next(&*self.node.store, BATCH_SIZE).await;
            drop(reading);
            let Some(games) = writer.ok_or_abort(read).await? else { return Ok(()) };
            for game in games.into_iter().filter(|game| selection.includes(&game.head)) {
                if left == 0 {
                    return Ok(());
                }
                let id = game.head.id;
                // Replaying games is CPU-bound and must not block the runtime.
                let restored = run_blocking(&self.places.work, move || restore_archived(game)).await;
                match restored.map_err(|_| Aborted)? {
                    Ok(active) => self.write(writer, id, active).await?,
                    Err(error) => tracing::error!(game = %id, %error, "damaged log"),
                }
                left -= 1;
            }
        }
        Ok(())
    }

    async fn write(&self, writer: &BodyWriter, id: GameId, active: ActiveGame) -> Result<(), Aborted> {
        let text = match self.format {
            ExportFormat::Pgn => self.options.pgn(&active, &self.site),
            ExportFormat::Json => {
                let bots = bot_seats(&self.node, &active.state(active.turn_since())).await;
                let bots: BySeat<bool> = writer.ok_or_abort(bots).await?;
                // A game without a form in this API is left out.
                let Some(game) = self.options.json(id, &active, bots, &self.site) else { return Ok(()) };
                let line = serde_json::to_string(&game).map_err(|_| Aborted)?;
                format!("{line}\n")
            }
        };
        writer.write(text).await
    }
}

/// The caller as a viewer of private games; a random player, who has no games, without a token.
fn viewer(caller: Option<&TokenCaller>) -> PlayerId {
    caller.map_or_else(random::id, TokenCaller::player)
}

/// A stored game that has begun, if the viewer may see it.
async fn visible_game(node: &Node, id: GameId, viewer: PlayerId) -> Result<Option<ActiveGame>, LichessError> {
    let Some(stored) = node.store.load(id).await? else { return Ok(None) };
    let restored = spawn_blocking(move || restore(&stored)).await;
    let active = match restored {
        Ok(Ok(active)) => active,
        _ => return Err(protocol::ActionError::Storage.into()),
    };
    let is_hidden = active.about().visibility == Visibility::Private && active.seat_of(viewer).is_none();
    Ok((!is_hidden && active.has_begun()).then_some(active))
}

fn body_response(body: Body, format: ExportFormat) -> Response<Body> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(format.content_type()));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
