//! The task that owns one game.

use std::pin::{Pin, pin};
use std::sync::Arc;

use game::{Millis, Timestamp};
use protocol::{ActionError, ChatContent, ChatRoom, GameId, PlayerId, Seat, ToClient};
use tokio::sync::mpsc::Receiver;
use tokio::time::{Duration, Instant, Sleep, sleep};

use super::chat::Chat;
use super::computer::ComputerPrompt;
use super::{Broadcast, CatchUp, EnterReply, GameRequest, StateSnapshot};
use crate::bus::{Lagged, Subscription, Topic};
use crate::game_state::{ActiveGame, Presence};
use crate::identity::{ConnectionId, Identity};
use crate::node::Node;

/// How long a table stays open when nobody is there, after somebody was.
const IDLE_TIMEOUT: Millis = Millis::seconds(30);

/// How long it stays open after one who only looked.
const LOOKUP_TIMEOUT: Millis = Millis::seconds(2);

/// When the store has failed, the next try is that much later.
const RETRY_DELAY: Millis = Millis::seconds(1);

/// When nothing happens by itself, this is when it is looked at again.
const NO_DEADLINE: Duration = Duration::from_secs(24 * 60 * 60);

/// How often, at most, everybody is told who is there.
const PRESENCE_INTERVAL: Millis = Millis(250);

/// A game with its connections.
pub(super) struct GameActor {
    pub(super) node: Arc<Node>,
    pub(super) id: GameId,
    inbox: Receiver<GameRequest>,
    /// What other nodes tell of this game, and we ourselves.
    subscription: Option<Subscription>,
    /// Nothing before it is read, and after the store has failed.
    pub(super) state: Option<ActiveGame>,
    pub(super) presence: Presence,
    chat: Chat,
    /// What the computer was asked, if it sits here.
    pub(super) computer_prompt: ComputerPrompt,
    /// The next event that everybody has to be told.
    pub(super) next_published: u32,
    /// When everybody is told who is there, if that has changed.
    presence_due_at: Option<Timestamp>,
    /// Until when it stays open though nobody is there.
    pub(super) idle_deadline: Timestamp,
    /// When what time brings is tried again, if the store has failed.
    retry_at: Option<Timestamp>,
}

impl GameActor {
    pub(super) fn new(node: Arc<Node>, id: GameId, inbox: Receiver<GameRequest>) -> GameActor {
        let now = node.time.now();
        GameActor {
            node,
            id,
            inbox,
            subscription: None,
            state: None,
            presence: Presence::new(now),
            chat: Chat::default(),
            computer_prompt: ComputerPrompt::default(),
            next_published: 0,
            presence_due_at: None,
            idle_deadline: now + LOOKUP_TIMEOUT,
            retry_at: None,
        }
    }

    /// Looks after the game until nobody needs it.
    pub(super) async fn run(mut self) {
        // Without news a node learns from the store that another was faster: later, but in time.
        self.subscription = self.node.bus.subscribe(Topic::Game(self.id)).await.ok();
        let mut alarm = pin!(sleep(NO_DEADLINE));
        loop {
            self.set_alarm(alarm.as_mut());
            tokio::select! {
                // What was sent in time is looked at before the time that has passed since.
                biased;
                request = self.inbox.recv() => match request {
                    Some(request) => self.handle(request).await,
                    None => return,
                },
                () = alarm.as_mut() => self.on_alarm().await,
            }
            self.prompt_computer();
            if self.can_stop() && self.node.games.try_remove(self.id, &self.inbox) {
                return self.forward_remaining().await;
            }
        }
    }

    /// Whoever found this table just before it was forgotten is served by the next one.
    async fn forward_remaining(mut self) {
        self.inbox.close();
        while let Some(request) = self.inbox.recv().await {
            // A server that closes answers nobody any more.
            self.node.games.send(&self.node, self.id, request).await.ok();
        }
    }

    /// If another node has written to the log, what is in memory is old. Nobody needs to know before somebody asks; most of
    /// what is heard is what this table has said itself.
    fn drop_stale_state(&mut self) {
        while let Some(heard) = self.subscription.as_mut().and_then(Subscription::try_next) {
            match heard.as_ref().map(Broadcast::decode) {
                Ok(Some((Broadcast::Events { last, .. } | Broadcast::SeatsChanged { last, .. }, _))) => {
                    if self.state.as_ref().is_some_and(|live| live.next_number() <= last) {
                        // Whoever wrote it has told everybody.
                        self.next_published = last + 1;
                        self.state = None;
                    }
                }
                Ok(_) => {}
                Err(Lagged) => self.state = None,
            }
        }
    }

    /// Sets the alarm for the next moment at which something happens by itself. One that rings too early stays: to wake up
    /// once in vain costs less than to set it with every move.
    fn set_alarm(&self, alarm: Pin<&mut Sleep>) {
        let wake = self.wake_at().map(|at| self.node.time.instant(at));
        if alarm.is_elapsed() {
            alarm.reset(wake.unwrap_or_else(|| Instant::now() + NO_DEADLINE));
        } else if let Some(wake) = wake.filter(|&wake| wake < alarm.deadline()) {
            alarm.reset(wake);
        }
    }

    fn wake_at(&self) -> Option<Timestamp> {
        let deadline = self.state.as_ref().and_then(|live| live.deadline(&self.presence));
        let deadline = deadline.map(|at| self.retry_at.map_or(at, |retry| at.max(retry)));
        let idle = self.is_idle().then_some(self.idle_deadline);
        [deadline, idle, self.presence_due_at].into_iter().flatten().min()
    }

    fn is_idle(&self) -> bool {
        self.presence.is_empty() && self.state.as_ref().is_none_or(ActiveGame::can_unload)
    }

    fn can_stop(&self) -> bool {
        self.is_idle() && self.node.time.now() >= self.idle_deadline
    }

    async fn on_alarm(&mut self) {
        self.drop_stale_state();
        // If it cannot be read now, the next one who asks tries again.
        self.ensure_loaded().await.ok();
        let now = self.node.time.now();
        if self.presence_due_at.is_some_and(|at| at <= now) {
            self.presence_due_at = None;
            self.publish(Broadcast::Plain, &self.presence_message());
            self.update_live_games();
        }
        self.apply_due(now).await;
    }

    /// Does what time brings. A store that fails is not asked again at once: it would have no time to recover.
    async fn apply_due(&mut self, now: Timestamp) {
        self.retry_at = self.tick(now).await.err().map(|_| now + RETRY_DELAY);
    }

    async fn handle(&mut self, request: GameRequest) {
        self.drop_stale_state();
        let now = self.node.time.now();
        let stay = if matches!(request, GameRequest::State { .. } | GameRequest::Pgn { .. }) {
            LOOKUP_TIMEOUT
        } else {
            IDLE_TIMEOUT
        };
        self.idle_deadline = self.idle_deadline.max(now + stay);
        // Whoever asked may have gone away; then nobody misses the answer.
        match request {
            GameRequest::Enter { connection, player, since, reply } => {
                let entered = self.enter(connection, player, since).await;
                reply.send(entered).ok();
            }
            GameRequest::Leave { connection, player } => {
                self.presence.disconnect(connection, player, now);
                self.schedule_presence();
            }
            GameRequest::Action { visitor, id, act, received, round_trip, reply } => {
                let done = self.handle_action(&visitor, id, act, received, round_trip).await;
                reply.send(done).ok();
            }
            GameRequest::Chat { visitor, room, speech, reply } => {
                let said = self.ensure_loaded().await.and_then(|()| self.post_chat(&visitor, room, speech));
                reply.send(said).ok();
            }
            GameRequest::RoundTrip { connection, player, round_trip } => {
                if let Some(seat) = self.seat_of(player) {
                    self.presence.set_round_trip(connection, seat, round_trip);
                }
            }
            GameRequest::State { reply } => {
                let look = self.ensure_loaded().await.and_then(|()| {
                    let state = Box::new(self.state.as_ref().ok_or(ActionError::Storage)?.state(now));
                    Ok(StateSnapshot { now: now.into(), state })
                });
                reply.send(look).ok();
            }
            GameRequest::Pgn { reply } => {
                let pgn = self.ensure_loaded().await.and_then(|()| {
                    let live = self.state.as_ref().ok_or(ActionError::Storage)?;
                    Ok(Box::new(live.pgn(&self.node.config.pgn_site())))
                });
                reply.send(pgn).ok();
            }
            GameRequest::Wake => {
                self.ensure_loaded().await.ok();
                self.apply_due(now).await;
            }
        }
    }

    async fn enter(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        since: Option<u32>,
    ) -> Result<EnterReply, ActionError> {
        self.ensure_loaded().await?;
        if self.state.is_none() {
            // Whoever is told that they are not here must not be counted.
            return Err(ActionError::Storage);
        }
        let seat = self.seat_of(player);
        if self.presence.connect(connection, player, seat) {
            self.schedule_presence();
        }
        let now = self.node.time.now();
        // A clock may have stood still for whoever comes.
        self.apply_due(now).await;
        if self.state.is_none() {
            self.presence.disconnect(connection, player, now);
        }
        self.enter_reply(player, since)
    }

    fn enter_reply(&self, player: PlayerId, since: Option<u32>) -> Result<EnterReply, ActionError> {
        let live = self.state.as_ref().ok_or(ActionError::Storage)?;
        let now = self.node.time.now();
        let seat = live.seat_of(player);
        let update = match since.and_then(|since| live.events_since(since)) {
            Some(events) => CatchUp::Events(events),
            None => CatchUp::State(Box::new(live.state(now))),
        };
        Ok(EnterReply {
            seat,
            number: live.next_number().saturating_sub(1),
            now: now.into(),
            update,
            presence: self.presence_message(),
            talk: self.chat.lines(Chat::room_of(seat)),
        })
    }

    fn post_chat(
        &mut self,
        visitor: &Identity,
        room: ChatRoom,
        speech: ChatContent,
    ) -> Result<(), ActionError> {
        let seat = self.seat_of(visitor.id);
        let seated = seat.and_then(|seat| self.state.as_ref()?.seats()[seat.into()].clone());
        let from = seated.unwrap_or_else(|| visitor.to_player(None));
        let line = self.chat.post(from, seat, room, speech, self.node.time.now())?;
        self.publish(Broadcast::Chat(room), &ToClient::Talk { game: self.id, room, lines: vec![line] });
        Ok(())
    }

    pub(super) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.state.as_ref().and_then(|live| live.seat_of(player))
    }

    pub(super) fn schedule_presence(&mut self) {
        let soon = self.node.time.now() + PRESENCE_INTERVAL;
        self.presence_due_at.get_or_insert(soon);
    }

    fn presence_message(&self) -> ToClient {
        let live = self.state.as_ref().filter(|live| live.is_in_progress());
        let players = live.map(|live| live.player_presence(&self.presence));
        ToClient::Presence {
            game: self.id,
            players: players.unwrap_or_default(),
            watchers: self.presence.watcher_count(),
        }
    }

    pub(super) fn publish(&self, news: Broadcast, message: &ToClient) {
        if let Some(bytes) = news.encode(message) {
            self.node.bus.publish(Topic::Game(self.id), bytes);
        }
    }
}
