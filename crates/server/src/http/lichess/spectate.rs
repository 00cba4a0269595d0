//! Streams for spectators, without a token: a game, and the featured game.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use bytes::Bytes;
use protocol::lichess::GameUser;
use protocol::{BySeat, GameId, PlayerId, Seat, Visibility};
use serde_json::{Value, json as value};

use super::auth::TokenCaller;
use super::error::{LichessError, LichessResult};
use super::live_stream::{LineWriter, StreamClosed, keep_alive_ticks, live_stream, subscribe};
use super::render::{LichessGame, replay};
use super::snapshot::{bot_seats, game_id};
use crate::bus::Topic;
use crate::games::{Broadcast, GameRequest};
use crate::http::{AppState, PeerAddress};
use crate::node::Node;
use crate::random;

/// `GET /api/stream/game/{id}`: a game, then its moves, until it is over.
pub(super) async fn game(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    caller: Option<TokenCaller>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> LichessResult {
    let (node, id) = (&app.node, game_id(&id)?);
    let viewer = caller.as_ref().map_or_else(random::id, TokenCaller::player);
    let place = app.open_public_stream(caller.as_ref(), app.client_address(peer, &headers)).await?;
    let mut broadcasts = subscribe(node, Topic::Game(id)).await?;
    // After the subscription began, so that no move is missed in between.
    let first = watched(node, id, viewer).await?;
    let node_of_stream = Arc::clone(node);
    Ok(live_stream(node, place, |writer| async move {
        let mut spectator = Spectator { sent: 0 };
        let mut is_over = spectator.send_first(&writer, &first).await?;
        let mut ticks = keep_alive_ticks();
        while !is_over {
            tokio::select! {
                message = broadcasts.next() => {
                    let message = message.ok_or(StreamClosed)?.ok();
                    if is_change(message.as_ref()) {
                        let game = watched(&node_of_stream, id, viewer).await.map_err(|_| StreamClosed)?;
                        is_over = spectator.send_moves(&writer, &game).await?;
                    }
                }
                _ = ticks.tick() => writer.keep_alive().await?,
            }
        }
        Ok(())
    }))
}

/// A spectator of a game.
struct Spectator {
    /// Plies that were sent.
    sent: usize,
}

impl Spectator {
    /// Sends the game and its moves so far; returns true if it is over.
    async fn send_first(&mut self, writer: &LineWriter, game: &LichessGame) -> Result<bool, StreamClosed> {
        writer.json(&summary(game)).await?;
        self.send_moves(writer, game).await
    }

    /// Sends new moves, and the game again when it is over; returns true then.
    async fn send_moves(&mut self, writer: &LineWriter, game: &LichessGame) -> Result<bool, StreamClosed> {
        let moves = &game.state.moves;
        let replayed = replay(&game.state);
        for (ply, played) in moves.iter().enumerate().skip(self.sent) {
            let setup = replayed.as_ref().and_then(|game| game.setup_at(ply + 1));
            let [white, black] = game.times_after(ply + 1).map(|left| left.map(|left| left / 1_000));
            writer
                .json(&value!({
                    "fen": setup.map(|setup| short_fen(&setup.to_string())),
                    "lm": played.uci.0.to_string(),
                    "wc": white,
                    "bc": black,
                }))
                .await?;
        }
        self.sent = moves.len();
        let is_over = game.state.result.is_some();
        if is_over && !moves.is_empty() {
            writer.json(&summary(game)).await?;
        }
        Ok(is_over)
    }
}

/// `GET /api/tv/feed`: the featured game and its moves, then the next one.
pub(super) async fn tv(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    caller: Option<TokenCaller>,
    headers: HeaderMap,
) -> LichessResult {
    let node = &app.node;
    let place = app.open_public_stream(caller.as_ref(), app.client_address(peer, &headers)).await?;
    let node_of_stream = Arc::clone(node);
    Ok(live_stream(node, place, |writer| feed(node_of_stream, writer)))
}

async fn feed(node: Arc<Node>, writer: LineWriter) -> Result<(), StreamClosed> {
    let viewer: PlayerId = random::id();
    let mut shown: Option<(GameId, String)> = None;
    let mut ticks = tokio::time::interval(std::time::Duration::from_secs(1));
    let mut blanks = keep_alive_ticks();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = blanks.tick() => {
                writer.keep_alive().await?;
                continue;
            }
        }
        let featured = node.live_games.featured(node.time.now());
        let current = featured.or(shown.as_ref().map(|&(id, _)| id));
        let Some(id) = current else { continue };
        let Ok(game) = watched(&node, id, viewer).await else { continue };
        let fen = replay(&game.state).map(|game| short_fen(&game.setup().to_string())).unwrap_or_default();
        match &shown {
            Some((last, sent)) if *last == id && *sent == fen => continue,
            Some((last, _)) if *last == id => {
                let line = game.line();
                let last_move = game.state.moves.last().map(|played| played.uci.0.to_string());
                let data = value!({ "fen": fen, "lm": last_move, "wc": line.wtime / 1_000, "bc": line.btime / 1_000 });
                writer.json(&value!({ "t": "fen", "d": data })).await?;
            }
            _ => {
                let players = Seat::ALL.map(|seat| tv_player(&game, seat));
                let data = value!({ "id": id, "orientation": "white", "players": players, "fen": fen });
                writer.json(&value!({ "t": "featured", "d": data })).await?;
            }
        }
        shown = Some((id, fen));
    }
}

fn tv_player(game: &LichessGame, seat: Seat) -> Value {
    let (user, line) = (game.user(seat), game.line());
    let seconds = if seat == Seat::White { line.wtime } else { line.btime } / 1_000;
    let color = if seat == Seat::White { "white" } else { "black" };
    without_nulls(value!({
        "color": color,
        "user": summary_user(&user),
        "ai": user.ai_level,
        "rating": user.rating,
        "seconds": seconds,
    }))
}

/// Name of a player with an account or a name; `null` for the computer.
fn summary_user(user: &GameUser) -> Value {
    let named = |name| without_nulls(value!({ "id": user.id, "name": name, "title": user.title }));
    user.name.as_ref().map_or(Value::Null, named)
}

/// Leaves out fields without a value, which clients take for values.
fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(fields) = &mut object {
        fields.retain(|_, value| !value.is_null());
    }
    object
}

/// A public game, or a game of the viewer.
async fn watched(node: &Arc<Node>, id: GameId, viewer: PlayerId) -> Result<LichessGame, LichessError> {
    let snapshot = node.games.request(node, id, |reply| GameRequest::State { viewer, reply }).await?;
    if snapshot.seat.is_none() && snapshot.state.about.visibility == Visibility::Private {
        return Err(LichessError::not_found("No such game"));
    }
    let bots: BySeat<bool> = bot_seats(node, &snapshot.state).await?;
    LichessGame::new(id, *snapshot.state, bots)
}

fn is_change(message: Option<&Bytes>) -> bool {
    !matches!(
        message.and_then(Broadcast::decode),
        Some((Broadcast::Plain | Broadcast::Chat(_) | Broadcast::Disconnect(_), _))
    )
}

/// The game as the first and the last line of its stream.
fn summary(game: &LichessGame) -> Value {
    let event = game.event_game(Seat::White);
    let mut summary = value!({
        "id": game.id,
        "variant": event.variant,
        "speed": event.speed,
        "perf": event.perf,
        "rated": event.rated,
        "fen": event.fen,
        "turns": game.state.moves.len(),
        "source": event.source,
        "status": event.status,
        "createdAt": game.state.opened,
        "player": if game.state.moves.len().is_multiple_of(2) { "white" } else { "black" },
        "players": { "white": summary_player(game, Seat::White), "black": summary_player(game, Seat::Black) },
    });
    if let Value::Object(fields) = &mut summary {
        if let Some(last) = game.state.moves.last() {
            fields.insert("lastMove".to_owned(), value!(last.uci.0.to_string()));
        }
        if let Some(winner) = event.winner {
            fields.insert("winner".to_owned(), value!(winner));
        }
    }
    summary
}

fn summary_player(game: &LichessGame, seat: Seat) -> Value {
    let user = game.user(seat);
    match user.ai_level {
        Some(level) => value!({ "aiLevel": level }),
        None => without_nulls(value!({ "user": summary_user(&user), "rating": user.rating })),
    }
}

/// Board and side to move, as in the feed of Lichess.
fn short_fen(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}
