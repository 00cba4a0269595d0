//! What a game decides becomes durable, and then everybody is told.

use std::sync::Arc;

use game::{Millis, Timestamp};
use protocol::{
    ActionError, ActionId, BySeat, GameEvent, GameEventKind, PlayerAction, PlayerInfo, Seat, ToClient,
    Visibility,
};
use rules::ByColor;

use super::Broadcast;
use super::actor::GameActor;
use super::create::seated_player;
use crate::game_state::{
    ActiveGame, GameBuilder, GameCommand, PlayerCommand, RECONNECT_GRACE, Record, RecordKind, restore,
    to_entry,
};
use crate::identity::{Identity, to_wire_rating};
use crate::live_games::FeaturedRank;
use crate::rating::RatingChange;
use crate::store::{Append, AppendError, LogEntry, Outage};

/// How often somebody else may be faster before we give up.
const MAX_ATTEMPTS: usize = 4;

/// Why records did not become durable.
pub(super) enum CommitError {
    /// Somebody else was faster, or nobody knows what became of them: the log has been read again.
    Conflict,
    /// The store fails.
    Storage,
}

impl GameActor {
    /// A player does something.
    pub(super) async fn handle_action(
        &mut self,
        visitor: &Identity,
        id: ActionId,
        act: PlayerAction,
        received: Timestamp,
        round_trip: Millis,
    ) -> Result<u32, ActionError> {
        // If what time brings does not become durable, neither will this.
        self.tick(received).await.ok();
        for _ in 0..MAX_ATTEMPTS {
            self.ensure_loaded().await?;
            let Some(live) = self.state.as_ref() else { return Err(ActionError::Storage) };
            if let Some(number) = live.seat_of(visitor.id).and_then(|seat| live.find_action(seat, id)) {
                return Ok(number);
            }
            let player = self.acting_player(visitor, &act).await?;
            let seat = self.reserve_rematch(visitor, &act).await?;
            let Some(live) = self.state.as_ref() else { return Err(ActionError::Storage) };
            let fresh = GameBuilder::rematch_id(self.id);
            let wish = PlayerCommand {
                player: player.clone(),
                id,
                action: act.clone(),
                round_trip,
                rematch_id: fresh,
            };
            // What others did in the meantime came first.
            let now = received.max(live.turn_since());
            let records = live.decide(&GameCommand::Action(Box::new(wish)), &self.presence, now)?;
            self.create_rematch(&records, seat).await?;
            match self.commit(records, Some(&player), now).await {
                Ok(number) => {
                    if let Some(seat) = self.seat_of(visitor.id) {
                        self.presence.mark_active(seat, now);
                    }
                    return Ok(number);
                }
                Err(CommitError::Conflict) => {}
                Err(CommitError::Storage) => return Err(ActionError::Storage),
            }
        }
        Err(ActionError::Storage)
    }

    /// Time has passed.
    ///
    /// # Errors
    /// If what it brings did not become durable.
    pub(super) async fn tick(&mut self, now: Timestamp) -> Result<(), CommitError> {
        let Some(live) = self.state.as_ref() else { return Ok(()) };
        // Time refuses nothing.
        let records = live.decide(&GameCommand::Tick, &self.presence, now).unwrap_or_default();
        if records.is_empty() { Ok(()) } else { self.commit(records, None, now).await.map(drop) }
    }

    /// Reads the game from its log, unless it is here already.
    pub(super) async fn ensure_loaded(&mut self) -> Result<(), ActionError> {
        if self.state.is_some() {
            return Ok(());
        }
        let stored = self.node.store.load(self.id).await.map_err(|error| {
            tracing::error!(game = %self.id, %error, "a game cannot be read");
            ActionError::Storage
        })?;
        let Some(stored) = stored else {
            // Nobody will come back for a game that there is not.
            self.idle_deadline = self.node.time.now();
            return Err(ActionError::NoGame);
        };
        let live = match restore(&stored) {
            Ok(live) => live,
            Err(error) => {
                tracing::error!(game = %self.id, %error, "a log is damaged");
                // Or it would be due in every round, before others that can be looked after.
                self.node.store.quarantine(self.id).await.ok();
                return Err(ActionError::Storage);
            }
        };
        if self.next_published == 0 {
            self.next_published = live.next_number();
        }
        self.state = Some(live);
        self.publish_events();
        self.apply_outages().await;
        Ok(())
    }

    /// Nobody pays for the times in which there was no server, nor for the way back to one.
    async fn apply_outages(&mut self) {
        let node = Arc::clone(&self.node);
        for &Outage { from, until } in &node.outages {
            let Some(live) = self.state.as_ref() else { return };
            let outage = GameCommand::Outage { from, until };
            let records = live.decide(&outage, &self.presence, until).unwrap_or_default();
            if records.is_empty() {
                continue;
            }
            self.presence.excuse_until(until + RECONNECT_GRACE);
            // If it does not become durable the game is read again, and this is tried again.
            if self.commit_once(records, None, node.time.now()).await.is_err() {
                self.state = None;
            }
        }
    }

    async fn commit(
        &mut self,
        records: Vec<Record>,
        actor: Option<&PlayerInfo>,
        now: Timestamp,
    ) -> Result<u32, CommitError> {
        match self.commit_once(records, actor, now).await {
            Ok(number) => Ok(number),
            Err(AppendError::NoGame) => Err(CommitError::Storage),
            Err(error) => {
                if let AppendError::Store(error) = &error {
                    tracing::error!(game = %self.id, %error, "nothing was written");
                }
                // What is in memory ran ahead of the log. Only the log is true.
                self.state = None;
                match Box::pin(self.ensure_loaded()).await {
                    Ok(()) => Err(CommitError::Conflict),
                    Err(_) => Err(CommitError::Storage),
                }
            }
        }
    }

    /// Takes records in and writes them down. While this waits nobody sees the game; should it fail, the game in memory
    /// is thrown away.
    async fn commit_once(
        &mut self,
        records: Vec<Record>,
        actor: Option<&PlayerInfo>,
        now: Timestamp,
    ) -> Result<u32, AppendError> {
        let Some(live) = self.state.as_mut() else { return Err(AppendError::NoGame) };
        let seated = records.iter().find_map(Record::taken_seat);
        let was_over = live.game().outcome().is_some();
        let entries = apply_all(live, &records, actor, now).ok_or(AppendError::Taken)?;
        let written = entries.len() as u64;
        let append = Append {
            game: self.id,
            entries,
            seat: seated.and_then(|seat| Some((seat.into(), seated_player(actor?)?))),
            status: (!was_over).then(|| live.status(now)),
            rating_entry: Some(ratings_entry),
        };
        let number = live.next_number().saturating_sub(1);
        let appended = self.node.store.append(append).await?;
        self.node.metrics.records.add(written);
        if let (Some(changes), Some(live)) = (&appended.ratings, self.state.as_mut()) {
            // The store has rated the players, and written that down with the rest.
            live.apply(&ratings_record(changes), now, None).map_err(|_| AppendError::Taken)?;
        }
        if self.state.as_ref().is_some_and(|live| live.game().outcome().is_some()) {
            self.node.games_per_network.finish(self.id);
        }
        self.update_presence(seated, actor, now);
        self.publish_events();
        self.update_live_games();
        Ok(number)
    }

    fn update_presence(&mut self, seated: Option<Seat>, actor: Option<&PlayerInfo>, now: Timestamp) {
        let Some(live) = self.state.as_ref() else { return };
        if let (Some(seat), Some(player)) = (seated, actor.and_then(|actor| actor.id)) {
            self.presence.take_seat(player, seat, now);
        }
        // With the second move the game counts: from then on it can be claimed.
        if seated.is_some() || live.game().outcome().is_some() || live.game().plies() == 2 {
            self.schedule_presence();
        }
    }

    /// Whoever acts, with what is only needed for those who sit down.
    async fn acting_player(&self, visitor: &Identity, act: &PlayerAction) -> Result<PlayerInfo, ActionError> {
        let PlayerAction::Sit { name } = act else { return Ok(visitor.to_player(None)) };
        self.node.check_game_limit(visitor.id).await?;
        let Some(live) = self.state.as_ref() else { return Err(ActionError::Storage) };
        let speed = protocol::Speed::of(&live.about().control.get());
        let player = visitor.to_rated_player(name.clone(), speed, &*self.node.store).await;
        player.map_err(|_| ActionError::Storage)
    }

    /// Tells everybody what they do not know yet.
    pub(super) fn publish_events(&mut self) {
        let Some(live) = self.state.as_ref() else { return };
        let (first, last) = (self.next_published, live.next_number().saturating_sub(1));
        if first > last {
            return;
        }
        let events = first.checked_sub(1).and_then(|last| live.events_since(last));
        let seats = |events: &[GameEvent]| {
            events.iter().any(|event| matches!(event.kind, GameEventKind::Seated { .. }))
        };
        let news = match &events {
            Some(events) if !seats(events) => Broadcast::Events { first, last },
            // Who watched may play now; or there is more than is at hand. Either way everybody asks for it.
            _ => Broadcast::SeatsChanged { first, last },
        };
        let now = self.node.time.now().into();
        self.publish(news, &ToClient::Events { game: self.id, now, events: events.unwrap_or_default() });
        self.next_published = last + 1;
    }

    pub(super) fn update_live_games(&self) {
        let Some(live) = self.state.as_ref() else { return };
        if !live.is_in_progress() {
            return self.node.live_games.remove(self.id);
        }
        let rating = |player: &Option<PlayerInfo>| {
            player.as_ref().and_then(|player| player.rating).map_or(0, |rating| u32::from(rating.value))
        };
        self.node.live_games.update(
            self.id,
            FeaturedRank {
                is_public: live.about().visibility == Visibility::Public,
                watchers: self.presence.watcher_count(),
                ratings: rating(&live.seats().white) + rating(&live.seats().black),
                last_move_at: live.turn_since(),
            },
        );
    }
}

/// What everybody is told of new ratings.
fn ratings_record(changes: &ByColor<RatingChange>) -> Record {
    let ratings =
        BySeat { white: to_wire_rating(changes.white.after), black: to_wire_rating(changes.black.after) };
    Record::automatic(RecordKind::Rated { ratings })
}

/// The same for the log.
fn ratings_entry(changes: &ByColor<RatingChange>) -> String {
    // Numbers and names can always be written.
    serde_json::to_string(&ratings_record(changes)).unwrap_or_default()
}

fn apply_one(
    live: &mut ActiveGame,
    record: &Record,
    actor: Option<&PlayerInfo>,
    now: Timestamp,
    entries: &mut Vec<LogEntry>,
) -> Option<()> {
    let ply = matches!(record.kind, RecordKind::Moved { .. }).then(|| live.moves_made());
    entries.push(to_entry(record, live.next_number(), ply, now).ok()?);
    live.apply(record, now, actor).ok().map(drop)
}

/// Makes records part of the game, and entries for its log.
fn apply_all(
    live: &mut ActiveGame,
    records: &[Record],
    actor: Option<&PlayerInfo>,
    now: Timestamp,
) -> Option<Vec<LogEntry>> {
    let mut entries = Vec::with_capacity(records.len());
    for record in records {
        apply_one(live, record, actor, now, &mut entries)?;
        if let Some(consequence) = live.follow_up(record) {
            apply_one(live, &consequence, actor, now, &mut entries)?;
        }
    }
    Some(entries)
}
