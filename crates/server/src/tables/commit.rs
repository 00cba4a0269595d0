//! What a game decides becomes durable, and then everybody is told.

use std::sync::Arc;

use game::{Millis, Timestamp};
use protocol::{Act, ActId, Both, Event, Happening, Player, Refusal, Seat, ToClient, Visibility};
use rules::ByColor;

use super::News;
use super::create::sitter;
use super::task::Task;
use crate::directory::Liveliness;
use crate::live::{Command, Fact, Live, Opening, RETURN, Record, Wish, entry, restore};
use crate::rating::RatingChange;
use crate::store::{Append, AppendError, Entry, Outage};
use crate::visitor::{Visitor, shown};

/// How often somebody else may be faster before we give up.
const TRIES: usize = 4;

/// Why records did not become durable.
pub(super) enum Setback {
    /// Somebody else was faster, or nobody knows what became of them: the log has been read again.
    Reread,
    /// The store fails.
    Storage,
}

impl Task {
    /// A player does something.
    pub(super) async fn act(
        &mut self,
        visitor: &Visitor,
        id: ActId,
        act: Act,
        received: Timestamp,
        round_trip: Millis,
    ) -> Result<u32, Refusal> {
        // If what time brings does not become durable, neither will this.
        self.tick(received).await.ok();
        for _ in 0..TRIES {
            self.loaded().await?;
            let Some(live) = self.live.as_ref() else { return Err(Refusal::Storage) };
            if let Some(number) = live.seat_of(visitor.id).and_then(|seat| live.done(seat, id)) {
                return Ok(number);
            }
            let player = self.player(visitor, &act).await?;
            let seat = self.room_for_rematch(visitor, &act).await?;
            let Some(live) = self.live.as_ref() else { return Err(Refusal::Storage) };
            let fresh = Opening::rematch_id(self.id);
            let wish = Wish { player: player.clone(), id, act: act.clone(), round_trip, fresh };
            // What others did in the meantime came first.
            let now = received.max(live.turn_since());
            let records = live.decide(&Command::Act(Box::new(wish)), &self.attendance, now)?;
            self.open_rematch(&records, seat).await?;
            match self.commit(records, Some(&player), now).await {
                Ok(number) => {
                    if let Some(seat) = self.seat_of(visitor.id) {
                        self.attendance.seen(seat, now);
                    }
                    return Ok(number);
                }
                Err(Setback::Reread) => {}
                Err(Setback::Storage) => return Err(Refusal::Storage),
            }
        }
        Err(Refusal::Storage)
    }

    /// Time has passed.
    ///
    /// # Errors
    /// If what it brings did not become durable.
    pub(super) async fn tick(&mut self, now: Timestamp) -> Result<(), Setback> {
        let Some(live) = self.live.as_ref() else { return Ok(()) };
        // Time refuses nothing.
        let records = live.decide(&Command::Tick, &self.attendance, now).unwrap_or_default();
        if records.is_empty() { Ok(()) } else { self.commit(records, None, now).await.map(drop) }
    }

    /// Reads the game from its log, unless it is here already.
    pub(super) async fn loaded(&mut self) -> Result<(), Refusal> {
        if self.live.is_some() {
            return Ok(());
        }
        let stored = self.node.store.load(self.id).await.map_err(|error| {
            tracing::error!(game = %self.id, %error, "a game cannot be read");
            Refusal::Storage
        })?;
        let Some(stored) = stored else {
            // Nobody will come back for a game that there is not.
            self.open_until = self.node.time.now();
            return Err(Refusal::NoGame);
        };
        let live = match restore(&stored) {
            Ok(live) => live,
            Err(error) => {
                tracing::error!(game = %self.id, %error, "a log is damaged");
                // Or it would be due in every round, before others that can be looked after.
                self.node.store.shelve(self.id).await.ok();
                return Err(Refusal::Storage);
            }
        };
        if self.published == 0 {
            self.published = live.next();
        }
        self.live = Some(live);
        self.publish_events();
        self.note_outages().await;
        Ok(())
    }

    /// Nobody pays for the times in which there was no server, nor for the way back to one.
    async fn note_outages(&mut self) {
        let node = Arc::clone(&self.node);
        for &Outage { from, until } in &node.outages {
            let Some(live) = self.live.as_ref() else { return };
            let outage = Command::Outage { from, until };
            let records = live.decide(&outage, &self.attendance, until).unwrap_or_default();
            if records.is_empty() {
                continue;
            }
            self.attendance.expect_from(until + RETURN);
            // If it does not become durable the game is read again, and this is tried again.
            if self.commit_once(records, None, node.time.now()).await.is_err() {
                self.live = None;
            }
        }
    }

    async fn commit(
        &mut self,
        records: Vec<Record>,
        actor: Option<&Player>,
        now: Timestamp,
    ) -> Result<u32, Setback> {
        match self.commit_once(records, actor, now).await {
            Ok(number) => Ok(number),
            Err(AppendError::NoGame) => Err(Setback::Storage),
            Err(error) => {
                if let AppendError::Store(error) = &error {
                    tracing::error!(game = %self.id, %error, "nothing was written");
                }
                // What is in memory ran ahead of the log. Only the log is true.
                self.live = None;
                match Box::pin(self.loaded()).await {
                    Ok(()) => Err(Setback::Reread),
                    Err(_) => Err(Setback::Storage),
                }
            }
        }
    }

    /// Takes records in and writes them down. While this waits nobody sees the game; should it fail, the game in memory
    /// is thrown away.
    async fn commit_once(
        &mut self,
        records: Vec<Record>,
        actor: Option<&Player>,
        now: Timestamp,
    ) -> Result<u32, AppendError> {
        let Some(live) = self.live.as_mut() else { return Err(AppendError::NoGame) };
        let seated = records.iter().find_map(Record::seated);
        let was_over = live.game().outcome().is_some();
        let entries = take_in(live, &records, actor, now).ok_or(AppendError::Taken)?;
        let written = entries.len() as u64;
        let append = Append {
            game: self.id,
            entries,
            seated: seated.and_then(|seat| Some((seat.into(), sitter(actor?)?))),
            standing: (!was_over).then(|| live.standing(now)),
            rated: Some(told_ratings),
        };
        let number = live.next().saturating_sub(1);
        let appended = self.node.store.append(append).await?;
        self.node.metrics.records.add(written);
        if let (Some(changes), Some(live)) = (&appended.ratings, self.live.as_mut()) {
            // The store has rated the players, and written that down with the rest.
            live.apply(&rated(changes), now, None).map_err(|_| AppendError::Taken)?;
        }
        if self.live.as_ref().is_some_and(|live| live.game().outcome().is_some()) {
            self.node.origins.over(self.id);
        }
        self.sat_down(seated, actor, now);
        self.publish_events();
        self.note_in_directory();
        Ok(number)
    }

    fn sat_down(&mut self, seated: Option<Seat>, actor: Option<&Player>, now: Timestamp) {
        let Some(live) = self.live.as_ref() else { return };
        if let (Some(seat), Some(player)) = (seated, actor.and_then(|actor| actor.id)) {
            self.attendance.sit(player, seat, now);
        }
        // With the second move the game counts: from then on it can be claimed.
        if seated.is_some() || live.game().outcome().is_some() || live.game().plies() == 2 {
            self.presence_changed();
        }
    }

    /// Whoever acts, with what is only needed for those who sit down.
    async fn player(&self, visitor: &Visitor, act: &Act) -> Result<Player, Refusal> {
        let Act::Sit { name } = act else { return Ok(visitor.player(None)) };
        self.node.has_room(visitor.id).await?;
        let Some(live) = self.live.as_ref() else { return Err(Refusal::Storage) };
        let speed = protocol::Speed::of(&live.about().control.get());
        let player = visitor.at_speed(name.clone(), speed, &*self.node.store).await;
        player.map_err(|_| Refusal::Storage)
    }

    /// Tells everybody what they do not know yet.
    pub(super) fn publish_events(&mut self) {
        let Some(live) = self.live.as_ref() else { return };
        let (first, last) = (self.published, live.next().saturating_sub(1));
        if first > last {
            return;
        }
        let events = first.checked_sub(1).and_then(|last| live.events_since(last));
        let seats =
            |events: &[Event]| events.iter().any(|event| matches!(event.happening, Happening::Seated { .. }));
        let news = match &events {
            Some(events) if !seats(events) => News::Events { first, last },
            // Who watched may play now; or there is more than is at hand. Either way everybody asks for it.
            _ => News::Seats { first, last },
        };
        let now = self.node.time.now().into();
        self.publish(news, &ToClient::Events { game: self.id, now, events: events.unwrap_or_default() });
        self.published = last + 1;
    }

    pub(super) fn note_in_directory(&self) {
        let Some(live) = self.live.as_ref() else { return };
        if !live.is_on() {
            return self.node.directory.forget(self.id);
        }
        let rating = |player: &Option<Player>| {
            player.as_ref().and_then(|player| player.rating).map_or(0, |rating| u32::from(rating.value))
        };
        self.node.directory.note(
            self.id,
            Liveliness {
                is_public: live.about().visibility == Visibility::Public,
                watchers: self.attendance.watchers(),
                ratings: rating(&live.seats().white) + rating(&live.seats().black),
                moved: live.turn_since(),
            },
        );
    }
}

/// What everybody is told of new ratings.
fn rated(changes: &ByColor<RatingChange>) -> Record {
    let ratings = Both { white: shown(changes.white.after), black: shown(changes.black.after) };
    Record::of(Fact::Rated { ratings })
}

/// The same for the log.
fn told_ratings(changes: &ByColor<RatingChange>) -> String {
    // Numbers and names can always be written.
    serde_json::to_string(&rated(changes)).unwrap_or_default()
}

fn take_in_one(
    live: &mut Live,
    record: &Record,
    actor: Option<&Player>,
    now: Timestamp,
    entries: &mut Vec<Entry>,
) -> Option<()> {
    let ply = matches!(record.fact, Fact::Moved { .. }).then(|| live.made());
    entries.push(entry(record, live.next(), ply, now).ok()?);
    live.apply(record, now, actor).ok().map(drop)
}

/// Makes records part of the game, and entries for its log.
fn take_in(
    live: &mut Live,
    records: &[Record],
    actor: Option<&Player>,
    now: Timestamp,
) -> Option<Vec<Entry>> {
    let mut entries = Vec::with_capacity(records.len());
    for record in records {
        take_in_one(live, record, actor, now, &mut entries)?;
        if let Some(consequence) = live.consequence(record) {
            take_in_one(live, &consequence, actor, now, &mut entries)?;
        }
    }
    Some(entries)
}
