//! Stream of a game for one of its players.

use std::ops::Range;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use bytes::Bytes;
use game::Timestamp;
use protocol::lichess::{ChatLine, GameStateLine, OpponentGone};
use protocol::{
    ChatMessage, ChatRoom, EventNumber, GameId, GameState, PlayerId, Seat, SeatPresence, ToClient,
};

use super::auth::TokenCaller;
use super::clean_up::CleanUp;
use super::error::{LichessError, LichessResult};
use super::live_stream::{LineWriter, StreamClosed, keep_alive_ticks, live_stream, subscribe};
use super::play::{PlayApi, chat_text};
use super::render::{LichessGame, player_name};
use super::snapshot::{bot_seats, game_id};
use crate::bus::{Subscription, Topic};
use crate::games::{Broadcast, CatchUp, EnterReply, GameRequest, MAX_CHAT_LINES};
use crate::http::AppState;
use crate::node::Node;
use crate::socket::ConnectionId;
use crate::store::ApiTokenInfo;

/// `GET /api/{board,bot}/game/stream/{id}`: the game, then every change, until it is over.
pub(super) async fn stream(
    State(app): State<AppState>,
    caller: TokenCaller,
    Extension(api): Extension<PlayApi>,
    Path(id): Path<String>,
) -> LichessResult {
    api.check(&caller)?;
    let game = game_id(&id)?;
    let node = &app.node;
    // Others must not be counted as watchers, and learn nothing.
    app.lichess_game(game, caller.player()).await?;
    let place = app.open_stream(&caller).await?;
    // Subscribe first, so that no event is missed in between.
    let subscription = subscribe(node, Topic::Game(game)).await?;
    let (connection, player) = (node.next_connection_id(), caller.player());
    let leaving = Arc::clone(node);
    let leave = CleanUp::new(async move {
        leaving.games.send(&leaving, game, GameRequest::Leave { connection, player }).await.ok();
    });
    let entered = enter(node, game, connection, player).await?;
    let (number, seat) = (entered.number, entered.seat);
    let (presence, talk) = (entered.presence.clone(), entered.talk.clone());
    let stream = GameStream {
        node: Arc::clone(node),
        connection,
        token: caller.token,
        seat: seat.ok_or_else(|| LichessError::not_found("No such game of yours"))?,
        number,
        game: wrap(node, game, entered).await?,
        last: None,
        is_opponent_gone: false,
        // As on Lichess, a stream begins without earlier lines.
        chat: SeenChat(talk),
    };
    Ok(live_stream(node, place, |writer| async move {
        let _leave = leave;
        stream.run(writer, subscription, presence).await
    }))
}

/// A stream of a game.
struct GameStream {
    node: Arc<Node>,
    connection: ConnectionId,
    token: ApiTokenInfo,
    seat: Seat,
    /// Number of the last event that the client has seen.
    number: EventNumber,
    game: LichessGame,
    last: Option<GameStateLine>,
    is_opponent_gone: bool,
    chat: SeenChat,
}

/// The last chat lines that were sent to a client, or were said before it came.
struct SeenChat(Vec<ChatMessage>);

impl GameStream {
    async fn run(
        mut self,
        writer: LineWriter,
        mut broadcasts: Subscription,
        presence: ToClient,
    ) -> Result<(), StreamClosed> {
        writer.json(&self.game.full()).await?;
        self.last = Some(self.game.line());
        self.send_presence(&writer, &presence).await?;
        let mut ticks = keep_alive_ticks();
        while self.game.state.result.is_none() {
            tokio::select! {
                broadcast = broadcasts.next() => match broadcast {
                    Some(delivery) => self.on_broadcast(&writer, delivery.ok()).await?,
                    None => return Err(StreamClosed),
                },
                _ = ticks.tick() => {
                    self.node.touch_api_token(&mut self.token).await;
                    writer.keep_alive().await?;
                }
            }
        }
        Ok(())
    }

    /// Handles a message about the game; `None` if messages were lost.
    async fn on_broadcast(
        &mut self,
        writer: &LineWriter,
        message: Option<Bytes>,
    ) -> Result<(), StreamClosed> {
        match message.as_ref().and_then(Broadcast::decode) {
            Some((Broadcast::Events { last, .. } | Broadcast::SeatsChanged { last, .. }, _))
                if last <= self.number =>
            {
                Ok(())
            }
            Some((Broadcast::Chat(ChatRoom::Players), json)) => match serde_json::from_slice(&json) {
                Ok(ToClient::Talk { lines, .. }) => self.send_chat(writer, lines).await,
                Ok(_) | Err(_) => Ok(()),
            },
            Some((Broadcast::Plain, json)) => match serde_json::from_slice(&json) {
                Ok(message) => self.send_presence(writer, &message).await,
                Err(_) => Ok(()),
            },
            Some((Broadcast::Chat(ChatRoom::Watchers) | Broadcast::Disconnect(_), _)) => Ok(()),
            Some((Broadcast::Events { .. } | Broadcast::SeatsChanged { .. } | Broadcast::Reload, _))
            | None => self.refresh(writer).await,
        }
    }

    /// Reads the state, the chat and who is there again, and sends what has changed.
    async fn refresh(&mut self, writer: &LineWriter) -> Result<(), StreamClosed> {
        let (node, id) = (&self.node, self.game.id);
        let entered = enter(node, id, self.connection, self.token.player).await.map_err(|_| StreamClosed)?;
        let has_changed = entered.number != self.number;
        self.number = entered.number;
        if let CatchUp::State(state) = entered.update {
            self.game.state = *state;
        }
        self.send_chat(writer, entered.talk).await?;
        // The times alone change always; programs take every line for news of the game.
        if has_changed {
            self.send_state(writer).await?;
        }
        if self.game.state.result.is_some() {
            Ok(())
        } else {
            self.send_presence(writer, &entered.presence).await
        }
    }

    /// Sends the state if it has changed, with a line for every move that was played in between: some clients read only the
    /// last move of a line.
    async fn send_state(&mut self, writer: &LineWriter) -> Result<(), StreamClosed> {
        let line = self.game.line();
        let Some(last) = self.last.replace(line.clone()) else { return writer.json(&line).await };
        for plies in skipped_moves(&last.moves, &line.moves) {
            writer.json(&self.game.line_after(plies)).await?;
        }
        if last == line { Ok(()) } else { writer.json(&line).await }
    }

    async fn send_chat(&mut self, writer: &LineWriter, lines: Vec<ChatMessage>) -> Result<(), StreamClosed> {
        for line in self.chat.take_new(lines) {
            let (username, text) = (player_name(&line.from), chat_text(&line.speech));
            writer.json(&ChatLine { room: "player", username, text }).await?;
        }
        Ok(())
    }

    /// Sends `opponentGone` when the opponent has left or returned.
    async fn send_presence(&mut self, writer: &LineWriter, message: &ToClient) -> Result<(), StreamClosed> {
        let ToClient::Presence { players, .. } = message else { return Ok(()) };
        let claim_from = match players.get(self.seat.other()) {
            SeatPresence::Away { claim } => claim.map(Timestamp::from),
            SeatPresence::Here | SeatPresence::Unasked => None,
        };
        let is_gone = claim_from.is_some();
        if is_gone == self.is_opponent_gone {
            return Ok(());
        }
        self.is_opponent_gone = is_gone;
        let now = self.node.time.now();
        let claim_win_in_seconds = claim_from.map(|from| from.since(now).0.div_ceil(1_000));
        writer.json(&OpponentGone { gone: is_gone, claim_win_in_seconds }).await
    }
}

impl SeenChat {
    /// Notes lines; returns those that are new.
    fn take_new(&mut self, lines: Vec<ChatMessage>) -> Vec<ChatMessage> {
        let new: Vec<_> = lines.into_iter().filter(|line| !self.0.contains(line)).collect();
        self.0.extend(new.iter().cloned());
        // A game actor keeps no more.
        self.0.drain(..self.0.len().saturating_sub(MAX_CHAT_LINES));
        new
    }
}

/// Numbers of moves between two states, both excluded; none if moves were taken back.
fn skipped_moves(before: &str, after: &str) -> Range<usize> {
    let count = |moves: &str| moves.split_whitespace().count();
    let is_continued = after
        .strip_prefix(before)
        .is_some_and(|rest| before.is_empty() || rest.is_empty() || rest.starts_with(' '));
    if is_continued { count(before) + 1..count(after) } else { 0..0 }
}

async fn enter(
    node: &Arc<Node>,
    game: GameId,
    connection: ConnectionId,
    player: PlayerId,
) -> Result<EnterReply, LichessError> {
    let (since, is_preview) = (None, false);
    let entering = |reply| GameRequest::Enter { connection, player, since, is_preview, reply };
    Ok(node.games.request(node, game, entering).await?)
}

async fn wrap(node: &Node, id: GameId, entered: EnterReply) -> Result<LichessGame, LichessError> {
    // Without a number to go on from, the reply is always the state.
    let state: GameState = match entered.update {
        CatchUp::State(state) => *state,
        CatchUp::Events(_) => return Err(LichessError::not_found("No such game")),
    };
    let bots = bot_seats(node, &state).await?;
    LichessGame::new(id, state, bots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_gets_a_line() {
        let check = |before: &str, after: &str, expected: &[usize]| {
            assert_eq!(skipped_moves(before, after).collect::<Vec<_>>(), expected, "{before}, then {after}");
        };
        check("", "", &[]);
        check("", "e2e4", &[]);
        check("", "e2e4 e7e5", &[1]);
        check("e2e4", "e2e4 e7e5 g1f3 g8f6", &[2, 3]);
        check("e2e4 e7e5", "e2e4 e7e5", &[]);
        check("e2e4 e7e5", "e2e4", &[]);
        check("e7e8", "e7e8q e2e4 e1e2", &[]);
        check("e2e4", "d2d4 d7d5", &[]);
    }
}
