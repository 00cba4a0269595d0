//! The task that owns one game.

use std::pin::{Pin, pin};
use std::sync::Arc;

use game::{Millis, Timestamp};
use protocol::{GameId, PlayerId, Refusal, Room, Seat, Speech, ToClient};
use tokio::sync::mpsc::Receiver;
use tokio::time::{Duration, Instant, Sleep, sleep};

use super::chat::Chat;
use super::computer::Prompted;
use super::{Entered, Look, News, Request, Update};
use crate::bus::{Lagged, Subscription, Topic};
use crate::live::{Attendance, Live};
use crate::node::Node;
use crate::visitor::{ConnectionId, Visitor};

/// How long a table stays open when nobody is there, after somebody was.
const LINGER: Millis = Millis::seconds(30);

/// How long it stays open after one who only looked.
const GLANCE: Millis = Millis::seconds(2);

/// When the store has failed, the next try is that much later.
const RETRY: Millis = Millis::seconds(1);

/// When nothing happens by itself, this is when it is looked at again.
const FAR: Duration = Duration::from_secs(24 * 60 * 60);

/// How often, at most, everybody is told who is there.
const TOLD: Millis = Millis(250);

/// A game with its connections.
pub(super) struct Task {
    pub(super) node: Arc<Node>,
    pub(super) id: GameId,
    inbox: Receiver<Request>,
    /// What other nodes tell of this game, and we ourselves.
    news: Option<Subscription>,
    /// Nothing before it is read, and after the store has failed.
    pub(super) live: Option<Live>,
    pub(super) attendance: Attendance,
    chat: Chat,
    /// What the computer was asked, if it sits here.
    pub(super) prompted: Prompted,
    /// The next event that everybody has to be told.
    pub(super) published: u32,
    /// When everybody is told who is there, if that has changed.
    tell_presence: Option<Timestamp>,
    /// Until when it stays open though nobody is there.
    pub(super) open_until: Timestamp,
    /// When what time brings is tried again, if the store has failed.
    retry_at: Option<Timestamp>,
}

impl Task {
    pub(super) fn new(node: Arc<Node>, id: GameId, inbox: Receiver<Request>) -> Task {
        let now = node.time.now();
        Task {
            node,
            id,
            inbox,
            news: None,
            live: None,
            attendance: Attendance::new(now),
            chat: Chat::default(),
            prompted: Prompted::default(),
            published: 0,
            tell_presence: None,
            open_until: now + GLANCE,
            retry_at: None,
        }
    }

    /// Looks after the game until nobody needs it.
    pub(super) async fn run(mut self) {
        // Without news a node learns from the store that another was faster: later, but in time.
        self.news = self.node.bus.subscribe(Topic::Game(self.id)).await.ok();
        let mut alarm = pin!(sleep(FAR));
        loop {
            self.set(alarm.as_mut());
            tokio::select! {
                // What was sent in time is looked at before the time that has passed since.
                biased;
                request = self.inbox.recv() => match request {
                    Some(request) => self.serve(request).await,
                    None => return,
                },
                () = alarm.as_mut() => self.awake().await,
            }
            self.prompt_computer();
            if self.may_end() && self.node.tables.forget(self.id, &self.inbox) {
                return self.hand_on().await;
            }
        }
    }

    /// Whoever found this table just before it was forgotten is served by the next one.
    async fn hand_on(mut self) {
        self.inbox.close();
        while let Some(request) = self.inbox.recv().await {
            // A server that closes answers nobody any more.
            self.node.tables.tell(&self.node, self.id, request).await.ok();
        }
    }

    /// If another node has written to the log, what is in memory is old. Nobody needs to know before somebody asks; most of
    /// what is heard is what this table has said itself.
    fn catch_up(&mut self) {
        while let Some(heard) = self.news.as_mut().and_then(Subscription::at_once) {
            match heard.as_ref().map(News::decode) {
                Ok(Some((News::Events { last, .. } | News::Seats { last, .. }, _))) => {
                    if self.live.as_ref().is_some_and(|live| live.next() <= last) {
                        // Whoever wrote it has told everybody.
                        self.published = last + 1;
                        self.live = None;
                    }
                }
                Ok(_) => {}
                Err(Lagged) => self.live = None,
            }
        }
    }

    /// Sets the alarm for the next moment at which something happens by itself. One that rings too early stays: to wake up
    /// once in vain costs less than to set it with every move.
    fn set(&self, alarm: Pin<&mut Sleep>) {
        let wake = self.wake_at().map(|at| self.node.time.instant(at));
        if alarm.is_elapsed() {
            alarm.reset(wake.unwrap_or_else(|| Instant::now() + FAR));
        } else if let Some(wake) = wake.filter(|&wake| wake < alarm.deadline()) {
            alarm.reset(wake);
        }
    }

    fn wake_at(&self) -> Option<Timestamp> {
        let deadline = self.live.as_ref().and_then(|live| live.deadline(&self.attendance));
        let deadline = deadline.map(|at| self.retry_at.map_or(at, |retry| at.max(retry)));
        let idle = self.is_idle().then_some(self.open_until);
        [deadline, idle, self.tell_presence].into_iter().flatten().min()
    }

    fn is_idle(&self) -> bool {
        self.attendance.is_empty() && self.live.as_ref().is_none_or(Live::can_wait)
    }

    fn may_end(&self) -> bool {
        self.is_idle() && self.node.time.now() >= self.open_until
    }

    async fn awake(&mut self) {
        self.catch_up();
        // If it cannot be read now, the next one who asks tries again.
        self.loaded().await.ok();
        let now = self.node.time.now();
        if self.tell_presence.is_some_and(|at| at <= now) {
            self.tell_presence = None;
            self.publish(News::Plain, &self.presence());
            self.note_in_directory();
        }
        self.time_passed(now).await;
    }

    /// Does what time brings. A store that fails is not asked again at once: it would have no time to recover.
    async fn time_passed(&mut self, now: Timestamp) {
        self.retry_at = self.tick(now).await.err().map(|_| now + RETRY);
    }

    async fn serve(&mut self, request: Request) {
        self.catch_up();
        let now = self.node.time.now();
        let stay =
            if matches!(request, Request::Look { .. } | Request::Pgn { .. }) { GLANCE } else { LINGER };
        self.open_until = self.open_until.max(now + stay);
        // Whoever asked may have gone away; then nobody misses the answer.
        match request {
            Request::Enter { connection, player, since, reply } => {
                let entered = self.enter(connection, player, since).await;
                reply.send(entered).ok();
            }
            Request::Leave { connection, player } => {
                self.attendance.go(connection, player, now);
                self.presence_changed();
            }
            Request::Act { visitor, id, act, received, round_trip, reply } => {
                let done = self.act(&visitor, id, act, received, round_trip).await;
                reply.send(done).ok();
            }
            Request::Say { visitor, room, speech, reply } => {
                let said = self.loaded().await.and_then(|()| self.say(&visitor, room, speech));
                reply.send(said).ok();
            }
            Request::Measure { connection, player, round_trip } => {
                if let Some(seat) = self.seat_of(player) {
                    self.attendance.measure(connection, seat, round_trip);
                }
            }
            Request::Look { reply } => {
                let look = self.loaded().await.and_then(|()| {
                    let state = Box::new(self.live.as_ref().ok_or(Refusal::Storage)?.state(now));
                    Ok(Look { now: now.into(), state })
                });
                reply.send(look).ok();
            }
            Request::Pgn { reply } => {
                let pgn = self.loaded().await.and_then(|()| {
                    let live = self.live.as_ref().ok_or(Refusal::Storage)?;
                    Ok(Box::new(live.pgn(&self.node.config.site())))
                });
                reply.send(pgn).ok();
            }
            Request::Wake => {
                self.loaded().await.ok();
                self.time_passed(now).await;
            }
        }
    }

    async fn enter(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        since: Option<u32>,
    ) -> Result<Entered, Refusal> {
        self.loaded().await?;
        if self.live.is_none() {
            // Whoever is told that they are not here must not be counted.
            return Err(Refusal::Storage);
        }
        let seat = self.seat_of(player);
        if self.attendance.come(connection, player, seat) {
            self.presence_changed();
        }
        let now = self.node.time.now();
        // A clock may have stood still for whoever comes.
        self.time_passed(now).await;
        if self.live.is_none() {
            self.attendance.go(connection, player, now);
        }
        self.entered(player, since)
    }

    fn entered(&self, player: PlayerId, since: Option<u32>) -> Result<Entered, Refusal> {
        let live = self.live.as_ref().ok_or(Refusal::Storage)?;
        let now = self.node.time.now();
        let seat = live.seat_of(player);
        let update = match since.and_then(|since| live.events_since(since)) {
            Some(events) => Update::Events(events),
            None => Update::State(Box::new(live.state(now))),
        };
        Ok(Entered {
            seat,
            number: live.next().saturating_sub(1),
            now: now.into(),
            update,
            presence: self.presence(),
            talk: self.chat.lines(Chat::room_of(seat)),
        })
    }

    fn say(&mut self, visitor: &Visitor, room: Room, speech: Speech) -> Result<(), Refusal> {
        let seat = self.seat_of(visitor.id);
        let seated = seat.and_then(|seat| self.live.as_ref()?.seats()[seat.into()].clone());
        let from = seated.unwrap_or_else(|| visitor.player(None));
        let line = self.chat.say(from, seat, room, speech, self.node.time.now())?;
        self.publish(News::Talk(room), &ToClient::Talk { game: self.id, room, lines: vec![line] });
        Ok(())
    }

    pub(super) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.live.as_ref().and_then(|live| live.seat_of(player))
    }

    pub(super) fn presence_changed(&mut self) {
        let soon = self.node.time.now() + TOLD;
        self.tell_presence.get_or_insert(soon);
    }

    fn presence(&self) -> ToClient {
        let live = self.live.as_ref().filter(|live| live.is_on());
        let players = live.map(|live| live.presence(&self.attendance));
        ToClient::Presence {
            game: self.id,
            players: players.unwrap_or_default(),
            watchers: self.attendance.watchers(),
        }
    }

    pub(super) fn publish(&self, news: News, message: &ToClient) {
        if let Some(bytes) = news.encode(message) {
            self.node.bus.publish(Topic::Game(self.id), bytes);
        }
    }
}
