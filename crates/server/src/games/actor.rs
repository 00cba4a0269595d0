//! The actor that owns one game.

use std::pin::{Pin, pin};
use std::sync::Arc;

use game::{Millis, Timestamp};
use protocol::{
    ActionError, ChatContent, ChatRoom, EventNumber, GameEventKind, GameId, PlayerId, Seat, ToClient,
};
use tokio::sync::mpsc::Receiver;
use tokio::time::{Duration, Instant, Sleep, sleep};

use super::chat::Chat;
use super::cluster::ClusterView;
use super::computer::ComputerPrompt;
use super::{Broadcast, CatchUp, EnterReply, GameRequest, StateSnapshot};
use crate::accounts::Identity;
use crate::bus::{Subscription, Topic};
use crate::games::state::{ActiveGame, DeadPositionBudget, Presence};
use crate::node::Node;
use crate::socket::ConnectionId;

/// Idle time after which an actor stops.
const IDLE_TIMEOUT: Millis = Millis::seconds(30);

/// Idle time after a mere lookup.
const LOOKUP_TIMEOUT: Millis = Millis::seconds(2);

/// Delay after a store failure.
pub(super) const RETRY_DELAY: Millis = Millis::seconds(1);

/// Alarm time without a deadline.
const NO_DEADLINE: Duration = Duration::from_secs(24 * 60 * 60);

/// Minimum interval between presence messages.
const PRESENCE_INTERVAL: Millis = Millis(250);

/// A game with its connections.
pub(super) struct GameActor {
    pub(super) node: Arc<Node>,
    pub(super) id: GameId,
    inbox: Receiver<GameRequest>,
    /// Bus messages about this game, including its own.
    subscription: Option<Subscription>,
    /// `None` before loading and after a store failure.
    pub(super) state: Option<ActiveGame>,
    pub(super) dead_position_budget: DeadPositionBudget,
    /// True if another node may have appended to the log.
    pub(super) is_behind: bool,
    pub(super) presence: Presence,
    chat: Chat,
    pub(super) computer_prompt: ComputerPrompt,
    /// Number of the next event to publish.
    pub(super) next_published: EventNumber,
    /// Time to publish a presence change.
    presence_due_at: Option<Timestamp>,
    /// Time until which the actor stays without connections.
    pub(super) idle_deadline: Timestamp,
    /// Time of the next attempt after a store failure.
    pub(super) retry_at: Option<Timestamp>,
    /// Time of the first write that failed. The game waits until the outage is recorded.
    pub(super) interrupted_since: Option<Timestamp>,
    /// Number of the node's outages that the state takes into account.
    pub(super) outages_applied: usize,
    pub(super) cluster: ClusterView,
}

impl GameActor {
    pub(super) fn new(node: Arc<Node>, id: GameId, inbox: Receiver<GameRequest>) -> GameActor {
        let now = node.time.now();
        let cluster = ClusterView::new(node.membership.pause_count(), node.membership.deaths());
        GameActor {
            node,
            id,
            inbox,
            subscription: None,
            state: None,
            dead_position_budget: DeadPositionBudget::default(),
            is_behind: false,
            presence: Presence::new(now),
            chat: Chat::default(),
            computer_prompt: ComputerPrompt::default(),
            next_published: EventNumber::default(),
            presence_due_at: None,
            idle_deadline: now + LOOKUP_TIMEOUT,
            retry_at: None,
            interrupted_since: None,
            outages_applied: 0,
            cluster,
        }
    }

    /// Runs until the game is idle.
    pub(super) async fn run(mut self) {
        // Without the bus, conflicts are detected by the store.
        self.subscription = self.node.bus.subscribe(Topic::Game(self.id)).await.ok();
        let mut alarm = pin!(sleep(NO_DEADLINE));
        loop {
            self.set_alarm(alarm.as_mut());
            tokio::select! {
                // Requests sent before a deadline are handled first.
                biased;
                request = self.inbox.recv() => match request {
                    Some(request) => self.handle(request).await,
                    None => return,
                },
                () = alarm.as_mut() => self.on_alarm().await,
            }
            self.prompt_computer();
            if self.can_stop() && self.node.games.try_remove(self.id, &self.inbox) {
                self.withdraw_presence().await;
                return self.forward_remaining().await;
            }
        }
    }

    /// Forwards requests that arrived while unregistering to the next actor.
    async fn forward_remaining(mut self) {
        self.inbox.close();
        while let Some(request) = self.inbox.recv().await {
            // During shutdown there is no next actor.
            self.node.games.send(&self.node, self.id, request).await.ok();
        }
    }

    /// Notes whether another node has appended to the log. Checked before use only; most messages are the actor's own.
    fn hear_other_nodes(&mut self) {
        self.note_deaths();
        while let Some(heard) = self.subscription.as_mut().and_then(Subscription::try_next) {
            match heard.as_ref().map(Broadcast::decode) {
                Ok(Some((Broadcast::Events { last, .. } | Broadcast::SeatsChanged { last, .. }, json))) => {
                    if self.state.as_ref().is_some_and(|active| active.next_number() <= last) {
                        // The writer has published these events.
                        self.next_published = self.next_published.max(last.next());
                        self.is_behind = true;
                        self.note_delay_of_writer(&json);
                    }
                }
                Ok(Some((Broadcast::Chat(room), json))) => {
                    if let Ok(ToClient::Talk { lines, .. }) = serde_json::from_slice(&json) {
                        lines.into_iter().for_each(|line| self.chat.hear(room, line));
                    }
                }
                Ok(_) => {}
                Err(_) => self.is_behind = true,
            }
        }
    }

    /// Notes how long another node has taken to write a move: the time from the move to the message that tells of it.
    fn note_delay_of_writer(&mut self, json: &[u8]) {
        let Ok(ToClient::Events { now, events, .. }) = serde_json::from_slice(json) else { return };
        let mut moves = events.iter().filter(|event| matches!(event.kind, GameEventKind::Moved { .. }));
        if let Some(event) = moves.next_back() {
            let delay = Timestamp::from(now).since(event.at.into());
            self.note_turn_delay(event.number, delay);
        }
    }

    /// Sets the alarm for the next deadline. An alarm that is too early stays: a needless wake-up costs less
    /// than a reset per move.
    fn set_alarm(&self, alarm: Pin<&mut Sleep>) {
        let wake = self.wake_at().map(|at| self.node.time.instant(at));
        if alarm.is_elapsed() {
            alarm.reset(wake.unwrap_or_else(|| Instant::now() + NO_DEADLINE));
        } else if let Some(wake) = wake.filter(|&wake| wake < alarm.deadline()) {
            alarm.reset(wake);
        }
    }

    fn wake_at(&self) -> Option<Timestamp> {
        let deadline = self.state.as_ref().and_then(|active| active.deadline(&self.presence));
        let deadline = deadline.map(|at| self.retry_at.map_or(at, |retry| at.max(retry)));
        let idle = self.is_idle().then_some(self.idle_deadline);
        let retry = self.retry_at.filter(|_| self.interrupted_since.is_some());
        [deadline, retry, idle, self.presence_due_at].into_iter().flatten().min()
    }

    fn is_idle(&self) -> bool {
        self.presence.is_empty() && self.state.as_ref().is_none_or(ActiveGame::can_unload)
    }

    fn can_stop(&self) -> bool {
        self.is_idle() && self.node.time.now() >= self.idle_deadline
    }

    async fn on_alarm(&mut self) {
        self.hear_other_nodes();
        // On failure the next request tries again.
        self.ensure_loaded().await.ok();
        let now = self.node.time.now();
        if self.presence_due_at.is_some_and(|at| at <= now) {
            self.presence_due_at = None;
            self.share_presence().await;
            // Without the others' presence the message says what this node knows.
            self.read_presence().await.ok();
            self.publish(Broadcast::Plain, &self.presence_message());
            self.update_live_games();
        }
        self.apply_due(now).await;
    }

    /// Commits what is due; backs off after a store failure.
    async fn apply_due(&mut self, now: Timestamp) {
        self.retry_at = self.tick(now).await.err().map(|_| now + RETRY_DELAY);
    }

    async fn handle(&mut self, request: GameRequest) {
        self.hear_other_nodes();
        let now = self.node.time.now();
        let stay = match request {
            GameRequest::CatchUp { .. } | GameRequest::State { .. } | GameRequest::Pgn { .. } => {
                LOOKUP_TIMEOUT
            }
            _ => IDLE_TIMEOUT,
        };
        self.idle_deadline = self.idle_deadline.max(now + stay);
        // A dropped receiver of a reply is not an error: the client may have disconnected.
        match request {
            GameRequest::Enter { connection, player, since, is_preview, reply } => {
                let entered = self.enter(connection, player, since, is_preview).await;
                reply.send(entered).ok();
            }
            GameRequest::Leave { connection, player } => {
                self.presence.disconnect(connection, player, now);
                self.schedule_presence();
            }
            GameRequest::Action { identity, id, action, received, round_trip, reply } => {
                let done = self.handle_action(&identity, id, action, received, round_trip).await;
                reply.send(done).ok();
            }
            GameRequest::Chat { identity, room, speech, reply } => {
                let said = self.ensure_loaded().await.and_then(|()| self.post_chat(&identity, room, speech));
                reply.send(said).ok();
            }
            GameRequest::RoundTrip { connection, player, round_trip } => {
                if let Some(seat) = self.seat_of(player) {
                    self.presence.set_round_trip(connection, seat, round_trip);
                }
            }
            GameRequest::CatchUp { reply } => {
                reply.send(self.catch_up().await.map(drop)).ok();
            }
            GameRequest::State { viewer, reply } => {
                let look = self.ensure_loaded().await.and_then(|()| {
                    let active = self.state.as_ref().ok_or(ActionError::Storage)?;
                    let seat = active.seat_of(viewer);
                    Ok(StateSnapshot {
                        now: now.into(),
                        seat,
                        state: Box::new(active.state_for(seat, self.clock_time(now))),
                    })
                });
                reply.send(look).ok();
            }
            GameRequest::ChatLines { viewer, reply } => {
                let loaded = self.ensure_loaded().await;
                let lines = loaded.map(|()| self.chat.lines(Chat::room_of(self.seat_of(viewer))));
                reply.send(lines).ok();
            }
            GameRequest::Pgn { reply } => {
                let pgn = self.ensure_loaded().await.and_then(|()| {
                    let active = self.state.as_ref().ok_or(ActionError::Storage)?;
                    Ok(Box::new(active.pgn(&self.node.config.pgn_site())))
                });
                reply.send(pgn).ok();
            }
            GameRequest::NodeDied { presence, since, reply } => {
                reply.send(self.on_node_died(presence, since).await).ok();
            }
            GameRequest::AccountDeleted { player } if self.seat_of(player).is_some() => {
                // On failure the next request reads the log.
                self.state = None;
                self.load().await.ok();
                self.node.bus.publish(Topic::Game(self.id), Broadcast::reload());
            }
            GameRequest::AccountDeleted { .. } => {}
            GameRequest::Wake => {
                self.ensure_loaded().await.ok();
                self.apply_due(now).await;
            }
            #[cfg(test)]
            GameRequest::Panic => panic!("on request"),
        }
    }

    async fn enter(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        since: Option<EventNumber>,
        is_preview: bool,
    ) -> Result<EnterReply, ActionError> {
        self.ensure_loaded().await?;
        let is_ahead = |active: &ActiveGame| since.is_some_and(|since| since >= active.next_number());
        if self.state.as_ref().is_some_and(is_ahead) {
            // Another node has shown the client more than this one has heard of.
            self.catch_up().await?;
        }
        if self.state.is_none() {
            // A refused connection must not be counted as present.
            return Err(ActionError::Storage);
        }
        let seat = self.seat_of(player);
        if is_preview {
            self.presence.connect_preview(connection);
        } else if self.presence.connect(connection, player, seat, self.node.time.now()) {
            self.schedule_presence();
        }
        self.read_presence().await.ok();
        let now = self.node.time.now();
        // The clock may have been held for this player.
        self.apply_due(now).await;
        if self.state.is_none() {
            self.presence.disconnect(connection, player, now);
        }
        self.enter_reply(player, since)
    }

    fn enter_reply(&self, player: PlayerId, since: Option<EventNumber>) -> Result<EnterReply, ActionError> {
        let active = self.state.as_ref().ok_or(ActionError::Storage)?;
        let now = self.node.time.now();
        let seat = active.seat_of(player);
        let update = match since.and_then(|since| active.events_for(seat, since)) {
            Some(events) => CatchUp::Events(events),
            None => CatchUp::State(Box::new(active.state_for(seat, self.clock_time(now)))),
        };
        Ok(EnterReply {
            seat,
            number: active.next_number().previous(),
            now: now.into(),
            update,
            presence: self.presence_message(),
            talk: self.chat.lines(Chat::room_of(seat)),
        })
    }

    fn post_chat(
        &mut self,
        identity: &Identity,
        room: ChatRoom,
        speech: ChatContent,
    ) -> Result<(), ActionError> {
        let seat = self.seat_of(identity.id);
        let seated = seat.and_then(|seat| self.state.as_ref()?.seats()[seat.into()].clone());
        let from = seated.unwrap_or_else(|| identity.to_player(None));
        let line = self.chat.post(from, seat, room, speech, self.node.time.now())?;
        self.publish(Broadcast::Chat(room), &ToClient::Talk { game: self.id, room, lines: vec![line] });
        Ok(())
    }

    /// Time that the clocks show: they wait while nothing can be written.
    fn clock_time(&self, now: Timestamp) -> Timestamp {
        self.interrupted_since.map_or(now, |since| since.min(now))
    }

    pub(super) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.state.as_ref().and_then(|active| active.seat_of(player))
    }

    pub(super) fn schedule_presence(&mut self) {
        let soon = self.node.time.now() + PRESENCE_INTERVAL;
        self.presence_due_at.get_or_insert(soon);
    }

    fn presence_message(&self) -> ToClient {
        let active = self.state.as_ref().filter(|active| active.is_in_progress());
        let players = active.map(|active| active.player_presence(&self.presence));
        ToClient::Presence {
            game: self.id,
            players: players.unwrap_or_default(),
            watchers: self.presence.watcher_count(),
        }
    }

    pub(super) fn publish(&self, broadcast: Broadcast, message: &ToClient) {
        if let Some(bytes) = broadcast.encode(message) {
            self.node.bus.publish(Topic::Game(self.id), bytes);
        }
    }
}
