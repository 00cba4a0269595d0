//! Exports of games: PGN, JSON or a line of JSON per game, as the client accepts.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::header::{ACCEPT, HeaderMap};
use game::Timestamp;
use game::pgn::EvalScore;
use protocol::{BySeat, GameId, PlayerId, RatingMode, Seat, Visibility};

use super::auth::TokenCaller;
use super::error::{LichessError, LichessResult};
use super::fields::Fields;
use super::game_json::ExportOptions;
use super::render::perf_key;
use super::snapshot::{bot_seats, game_id};
use crate::blocking_pool::run_blocking;
use crate::games::state::{ActiveGame, restore, restore_archived};
use crate::http::response::stream_response;
use crate::http::stream::{Aborted, BodyWriter, acquire_permit, streamed_body};
use crate::http::{AppState, PeerAddress};
use crate::limits::DownloadPlaces;
use crate::node::Node;
use crate::random;
use crate::store::{Filter, GameExport, GameHead, GameStatus, StoreError};

/// Games read per batch.
const BATCH_SIZE: NonZeroU32 = NonZeroU32::MIN.saturating_add(31);

/// Ids of one request; on Lichess 300.
const MAX_IDS: usize = 300;

/// Time after which the further games of an export are not evaluated. An export has ten minutes.
const EVALUATION_TIME: Duration = Duration::from_secs(5 * 60);

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
    let export = Export::new(
        &app,
        caller.as_ref(),
        ExportFormat::accepted(&headers),
        ExportOptions::new(&fields, true),
    );
    let active = export.visible_game(id, viewer(caller.as_ref())).await?;
    let active = active.ok_or_else(|| LichessError::not_found("No such game"))?;
    let text = export.render(id, active).await?;
    let text = text.ok_or_else(|| LichessError::bad_request("The game has no form in the Lichess API"))?;
    Ok(match export.format {
        ExportFormat::Pgn => stream_response(text, export.format.content_type()),
        ExportFormat::Json => stream_response(text.trim_end().to_owned(), "application/json"),
    })
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
    let options = ExportOptions::new(&fields, false);
    let export = Export::new(&app, caller.as_ref(), ExportFormat::accepted(&headers), options);
    export.stream_games(ids, address, viewer(caller.as_ref()))
}

/// `GET /api/games/export/imports`: games that the caller has imported.
pub(super) async fn imported_games(
    State(app): State<AppState>,
    caller: TokenCaller,
    headers: HeaderMap,
    fields: Fields,
) -> LichessResult {
    let ids = app.node.store.games_of(app.node.importer_of(caller.player())).await?;
    let options = ExportOptions::new(&fields, false);
    let export = Export::new(&app, Some(&caller), ExportFormat::accepted(&headers), options);
    export.stream_games(ids, caller.address, caller.player())
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
    let options = ExportOptions::new(&fields, false);
    let export = Export::new(&app, caller.as_ref(), ExportFormat::accepted(&headers), options);
    let format = export.format;
    let body =
        streamed_body(
            permit,
            |writer| async move { export.write_selected(&writer, selection, viewer).await },
        );
    Ok(stream_response(body, format.content_type()))
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
        let perf = perf_key(attributes.ruleset, attributes.speed);
        self.rated.is_none_or(|rated| rated == is_rated)
            && self.color.is_none_or(is_seat)
            && self.perfs.as_ref().is_none_or(|perfs| perfs.iter().any(|name| name == perf))
    }

    /// The same of an unfinished game, which the store does not filter: it is selected by its creation.
    fn includes_unfinished(&self, head: &GameHead) -> bool {
        let has_seat = |player| {
            Seat::ALL
                .into_iter()
                .any(|seat| head.seats[seat.into()].as_ref().is_some_and(|seated| seated.id == Some(player)))
        };
        matches!(head.status, GameStatus::Playing { .. })
            && self.filter.opponent.is_none_or(has_seat)
            && self.filter.from.is_none_or(|from| head.at >= from)
            && self.filter.until.is_none_or(|until| head.at < until)
            && self.includes(head)
    }
}

/// Writes games.
struct Export {
    node: Arc<Node>,
    site: String,
    format: ExportFormat,
    options: ExportOptions,
    /// Player for whom games are evaluated; `None` if the client does not ask for it or has no token, or without a computer.
    evaluated_for: Option<PlayerId>,
    started: Instant,
    places: DownloadPlaces,
}

impl Export {
    fn new(
        app: &AppState,
        caller: Option<&TokenCaller>,
        format: ExportFormat,
        options: ExportOptions,
    ) -> Export {
        let evaluates = options.evaluations && app.node.config.limits.computer_games > 0;
        Export {
            node: Arc::clone(&app.node),
            site: app.node.config.pgn_site(),
            format,
            options,
            started: Instant::now(),
            evaluated_for: caller.filter(|_| evaluates).map(TokenCaller::player),
            places: app.archive_exports.clone(),
        }
    }

    /// A response with games by id, as far as there are such games and the viewer may see them.
    fn stream_games(self, ids: Vec<GameId>, address: IpAddr, viewer: PlayerId) -> LichessResult {
        let permit = acquire_permit(&self.places, address).map_err(|_| LichessError::too_many())?;
        let format = self.format;
        let body = streamed_body(permit, |writer| async move {
            for id in ids {
                let found = self.visible_game(id, viewer).await;
                if let Some(active) = writer.ok_or_abort(or_skip_damaged(id, found)).await? {
                    self.write(&writer, id, active).await?;
                }
            }
            Ok(())
        });
        Ok(stream_response(body, format.content_type()))
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
                if left > 0 && selection.includes_unfinished(&head) {
                    let found = self.visible_game(head.id, viewer).await;
                    let found = or_skip_damaged(head.id, found);
                    if let Some(active) = writer.ok_or_abort(found).await? {
                        left -= u64::from(self.write(writer, head.id, active).await?);
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
                    Ok(active) => left -= u64::from(self.write(writer, id, active).await?),
                    Err(error) => tracing::error!(game = %id, %error, "damaged log"),
                }
            }
        }
        Ok(())
    }

    /// Writes a game; returns false if it has no form in this API and is left out.
    async fn write(&self, writer: &BodyWriter, id: GameId, active: ActiveGame) -> Result<bool, Aborted> {
        let text = self.render(id, active).await;
        let Some(text) = writer.ok_or_abort(text).await? else { return Ok(false) };
        writer.write(text).await?;
        Ok(true)
    }

    /// The text of a game, with a line break at the end; `None` if it has no form in this API.
    async fn render(&self, id: GameId, active: ActiveGame) -> Result<Option<String>, StoreError> {
        let (options, format, site) = (self.options, self.format, self.site.clone());
        let bots = match format {
            ExportFormat::Pgn => BySeat::default(),
            ExportFormat::Json => bot_seats(&self.node, &active.state(active.turn_since())).await?,
        };
        let evaluations = self.evaluations(id, &active).await?;
        // Notation of many moves is CPU-bound and must not block the runtime.
        let rendered = run_blocking(&self.places.work, move || match format {
            ExportFormat::Pgn => {
                Some(options.pgn(&active, evaluations.as_deref().unwrap_or_default(), &site))
            }
            ExportFormat::Json => {
                let game = options.json(id, &active, bots, evaluations.as_deref(), &site)?;
                serde_json::to_string(&game).ok().map(|line| line + "\n")
            }
        });
        rendered.await.map_err(|_| StoreError::Stopped)
    }

    /// Evaluations of a finished game, if they are asked for.
    async fn evaluations(
        &self,
        id: GameId,
        active: &ActiveGame,
    ) -> Result<Option<Arc<[EvalScore]>>, StoreError> {
        let Some(player) = self.evaluated_for.filter(|_| self.started.elapsed() < EVALUATION_TIME) else {
            return Ok(None);
        };
        let node = &self.node;
        let evaluations =
            node.game_evaluations.of_game(id, active.game(), player, &node.api_rates, node.time.now());
        evaluations.await.map_err(|_| StoreError::Stopped)
    }

    /// A stored game that has begun, if the viewer may see it.
    async fn visible_game(&self, id: GameId, viewer: PlayerId) -> Result<Option<ActiveGame>, StoreError> {
        let reading = self.places.reads.acquire().await.map_err(|_| StoreError::Stopped)?;
        let stored = self.node.store.load(id).await;
        drop(reading);
        let Some(stored) = stored? else { return Ok(None) };
        let restored = run_blocking(&self.places.work, move || restore(&stored)).await;
        let active = restored
            .map_err(|_| StoreError::Stopped)?
            .map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let is_own =
            [viewer, self.node.importer_of(viewer)].into_iter().any(|id| active.seat_of(id).is_some());
        let is_hidden = active.about().visibility == Visibility::Private && !is_own;
        Ok((!is_hidden && active.has_begun()).then_some(active))
    }
}

/// Leaves a damaged game out of a list, which is complete otherwise.
fn or_skip_damaged(
    id: GameId,
    found: Result<Option<ActiveGame>, StoreError>,
) -> Result<Option<ActiveGame>, StoreError> {
    match found {
        Err(StoreError::Corrupt(error)) => {
            tracing::error!(game = %id, error, "damaged log");
            Ok(None)
        }
        found => found,
    }
}

/// The caller as a viewer of private games; a random player, who has no games, without a token.
fn viewer(caller: Option<&TokenCaller>) -> PlayerId {
    caller.map_or_else(random::id, TokenCaller::player)
}
