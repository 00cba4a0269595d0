//! Commits records: decide, append to the log, then publish.

use game::{Millis, Timestamp};
use protocol::{ActionError, ActionId, BySeat, EventNumber, PlayerAction, PlayerInfo, Seat, ToClient};
use rules::ByColor;
use tokio::time::Instant;

use super::Broadcast;
use super::actor::GameActor;
use super::create::seated_player;
use super::load::LogChange;
use crate::accounts::{Identity, to_public_rating};
use crate::bus::Topic;
use crate::games::state::{
    ActiveGame, DeadPositionBudget, GameBuilder, GameCommand, PlayerCommand, Record, RecordKind, to_entry,
};
use crate::store::{Append, AppendError, LogEntry, RatingTerms};
use glicko::RatingChange;

/// Attempts after conflicts with other nodes.
const MAX_ATTEMPTS: usize = 4;

/// An append that takes longer is an outage: the opponent learns of the move only when it is written, and must not pay
/// for that.
const SLOW_APPEND: Millis = Millis::seconds(1);

/// Shorter delays are not deducted from the opponent's time: they would be noted with every move.
const MIN_DELAY: Millis = Millis(20);

/// Reason why records were not committed.
pub(super) enum CommitError {
    /// Another node was faster, or the outcome is unknown; the log was loaded again.
    Conflict,
    /// The store failed.
    Storage,
}

impl GameActor {
    /// Handles a player's action.
    pub(super) async fn handle_action(
        &mut self,
        identity: &Identity,
        id: ActionId,
        action: PlayerAction,
        received: Timestamp,
        round_trip: Millis,
    ) -> Result<EventNumber, ActionError> {
        if self.state.is_some() {
            self.settle_outages().await;
            // If this fails to commit, the action will fail, too.
            self.tick(received).await.ok();
        }
        for _ in 0..MAX_ATTEMPTS {
            self.ensure_loaded().await?;
            if self.interrupted_since.is_some() || !self.node.has_lease() {
                return Err(self.refuse_interrupted(identity, &action));
            }
            if matches!(action, PlayerAction::ClaimWin | PlayerAction::ClaimDraw) {
                self.read_presence().await?;
            }
            let Some(active) = self.state.as_ref() else { return Err(ActionError::Storage) };
            if let Some(number) = active.seat_of(identity.id).and_then(|seat| active.find_action(seat, id)) {
                return Ok(number);
            }
            let player = self.acting_player(identity, &action).await?;
            let reservation = self.reserve_rematch(identity, &action).await?;
            let Some(active) = self.state.as_ref() else { return Err(ActionError::Storage) };
            let rematch_id = GameBuilder::rematch_id(self.id, &self.node.secret);
            let command =
                PlayerCommand { player: player.clone(), id, action: action.clone(), round_trip, rematch_id };
            // Actions of others in the meantime come first.
            let now = received.max(active.turn_since());
            let decided = active.decide(&GameCommand::Action(Box::new(command)), &self.presence, now);
            let records = match decided {
                Ok(records) => records,
                Err(refusal) if self.is_final(refusal) => return Err(refusal),
                // Memory may be old; only the log refuses.
                Err(_) if self.catch_up().await? == LogChange::Grown => continue,
                Err(refusal) => return Err(refusal),
            };
            self.create_rematch(&records, reservation).await?;
            match self.commit(records, Some(&player), now).await {
                Ok(number) => {
                    if let Some(seat) = self.seat_of(identity.id) {
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

    /// Returns true if a refusal holds whatever the log has: no other node writes to it, or the game is over for good.
    fn is_final(&self, refusal: ActionError) -> bool {
        refusal == ActionError::Over || !self.node.membership.has_peers()
    }

    /// Commits what is due.
    ///
    /// # Errors
    ///
    /// Returns an error if it was not committed.
    pub(super) async fn tick(&mut self, now: Timestamp) -> Result<(), CommitError> {
        let Some(active) = self.state.as_ref() else { return Ok(()) };
        if self.interrupted_since.is_some() || !self.node.has_lease() {
            return Err(CommitError::Storage);
        }
        // A tick is never refused.
        let mut records = active.decide(&GameCommand::Tick, &self.presence, now).unwrap_or_default();
        if records.is_empty() {
            return Ok(());
        }
        if self.node.membership.has_peers() {
            // The player may be connected to another node, which then decides.
            self.read_presence().await.map_err(|_| CommitError::Storage)?;
            let Some(active) = self.state.as_ref() else { return Ok(()) };
            records = active.decide(&GameCommand::Tick, &self.presence, now).unwrap_or_default();
            if records.is_empty() {
                return Ok(());
            }
        }
        let resumes = records.iter().any(|record| matches!(record.kind, RecordKind::Resumed { .. }));
        self.commit(records, None, now).await?;
        if resumes {
            self.presence.forget_retries();
        }
        Ok(())
    }

    async fn commit(
        &mut self,
        records: Vec<Record>,
        actor: Option<&PlayerInfo>,
        now: Timestamp,
    ) -> Result<EventNumber, CommitError> {
        match self.commit_once(records, actor, now).await {
            Ok(number) => Ok(number),
            Err(AppendError::NoGame) => Err(CommitError::Storage),
            Err(error) => {
                if let AppendError::Store(error) = &error {
                    tracing::error!(game = %self.id, %error, "append failed");
                    self.node.store_monitor.suspect();
                    self.interrupt(now);
                }
                // The state in memory is ahead of the log; only the log counts.
                self.state = None;
                match self.load().await {
                    Ok(()) => Err(CommitError::Conflict),
                    Err(_) => Err(CommitError::Storage),
                }
            }
        }
    }

    /// Applies records and appends them. The state is not visible while this waits; on failure it is
    /// discarded.
    pub(super) async fn commit_once(
        &mut self,
        records: Vec<Record>,
        actor: Option<&PlayerInfo>,
        now: Timestamp,
    ) -> Result<EventNumber, AppendError> {
        let rules = self.node.config.rating;
        let Some(active) = self.state.as_mut() else { return Err(AppendError::NoGame) };
        let seated = records.iter().find_map(Record::taken_seat);
        let was_over = active.game().outcome().is_some();
        let turn_before = active.turn_number();
        let budget = &mut self.dead_position_budget;
        let entries = apply_all(active, &records, actor, now, budget).ok_or(AppendError::Taken)?;
        let written = entries.len() as u64;
        let append = Append {
            game: self.id,
            entries,
            seat: seated.and_then(|seat| Some((seat.into(), seated_player(actor?)?))),
            status: (!was_over).then(|| active.status(now)),
            taken_back: records.iter().map(Record::taken_back).sum(),
            rating: active
                .counts_for_rating(rules)
                .then_some(RatingTerms { games_per_pair: rules.games_per_pair, entry: ratings_entry }),
        };
        let number = active.next_number().previous();
        let begins_turn = active.turn_number() != turn_before;
        let started = self.node.time.now();
        let begun = Instant::now();
        let appended = self.node.store.append(append).await;
        self.node.metrics.appends.record(begun.elapsed());
        let appended = appended?;
        self.node.store_monitor.succeeded(started);
        self.note_append(begins_turn, started);
        self.node.metrics.records.add(written);
        if let (Some(changes), Some(active)) = (&appended.ratings, self.state.as_mut()) {
            // The store has rated the players and written the record already.
            active.apply(&ratings_record(changes), now, None).map_err(|_| AppendError::Taken)?;
        }
        self.release_if_over();
        self.update_presence(seated, actor, now);
        self.publish_events();
        if records.iter().any(|record| matches!(record.kind, RecordKind::Moved { .. })) {
            self.tell_absent_player();
        }
        self.publish_start_or_end(seated, was_over);
        self.update_live_games();
        Ok(number)
    }

    /// Tells the side to move of its turn, on whatever page it is, unless one of its connections follows the game.
    fn tell_absent_player(&self) {
        let Some(active) = self.state.as_ref().filter(|active| active.is_in_progress()) else { return };
        let seat = Seat::from(active.game().turn());
        if self.presence.is_connected(seat) || active.is_computer(seat) {
            return;
        }
        let player = active.seats()[seat.into()].as_ref().and_then(|player| player.id);
        if let (Some(player), Some(bytes)) =
            (player, Broadcast::Plain.encode(&ToClient::YourTurn { game: self.id }))
        {
            self.node.bus.publish(Topic::Player(player), bytes);
        }
    }

    /// Notes how long an append took that was just finished. If it began a turn, the side to move has waited since.
    fn note_append(&mut self, begins_turn: bool, started: Timestamp) {
        let Some(active) = self.state.as_ref() else { return };
        let (turn, since) = (active.turn_number(), if begins_turn { active.turn_since() } else { started });
        let delay = self.node.time.now().since(since);
        if begins_turn {
            self.note_turn_delay(turn, delay);
        }
        if delay >= SLOW_APPEND {
            self.interrupt(since);
        }
    }

    /// Notes the delay with which the side to move was told of its turn. A longer one is an outage.
    pub(super) fn note_turn_delay(&mut self, turn: EventNumber, delay: Millis) {
        let counts = (MIN_DELAY..SLOW_APPEND).contains(&delay);
        self.presence.set_turn_delay(turn, if counts { delay } else { Millis::ZERO });
    }

    fn update_presence(&mut self, seated: Option<Seat>, actor: Option<&PlayerInfo>, now: Timestamp) {
        let Some(active) = self.state.as_ref() else { return };
        if let (Some(seat), Some(player)) = (seated, actor.and_then(|actor| actor.id)) {
            self.presence.take_seat(player, seat, now);
        }
        // From the second move on the game can be claimed.
        if seated.is_some() || active.game().outcome().is_some() || active.game().plies() == 2 {
            self.schedule_presence();
        }
    }

    /// The acting player; for `sit` with name and rating.
    async fn acting_player(
        &self,
        identity: &Identity,
        action: &PlayerAction,
    ) -> Result<PlayerInfo, ActionError> {
        let PlayerAction::Sit { name } = action else { return Ok(identity.to_player(None)) };
        self.node.check_game_limit(identity.id, identity.is_bot).await?;
        let Some(active) = self.state.as_ref() else { return Err(ActionError::Storage) };
        let speed = protocol::Speed::of(&active.about().control.get());
        let player = identity.to_rated_player(name.clone(), speed, &*self.node.store).await;
        player.map_err(|_| ActionError::Storage)
    }
}

/// The public record of new ratings.
fn ratings_record(changes: &ByColor<RatingChange>) -> Record {
    let ratings =
        BySeat { white: to_public_rating(changes.white.after), black: to_public_rating(changes.black.after) };
    Record::automatic(RecordKind::Rated { ratings })
}

/// JSON of the ratings record, for the log.
fn ratings_entry(changes: &ByColor<RatingChange>) -> String {
    // Ratings always serialize.
    serde_json::to_string(&ratings_record(changes)).unwrap_or_default()
}

pub(super) fn apply_one(
    active: &mut ActiveGame,
    record: &Record,
    actor: Option<&PlayerInfo>,
    now: Timestamp,
    entries: &mut Vec<LogEntry>,
) -> Option<()> {
    let ply = matches!(record.kind, RecordKind::Moved { .. }).then(|| active.moves_made());
    entries.push(to_entry(record, active.next_number(), ply, now).ok()?);
    active.apply(record, now, actor).ok().map(drop)
}

/// Applies records to the state and returns their log entries.
pub(super) fn apply_all(
    active: &mut ActiveGame,
    records: &[Record],
    actor: Option<&PlayerInfo>,
    now: Timestamp,
    budget: &mut DeadPositionBudget,
) -> Option<Vec<LogEntry>> {
    let mut entries = Vec::with_capacity(records.len());
    for record in records {
        apply_one(active, record, actor, now, &mut entries)?;
        if let Some(follow_up) = active.follow_up(record, budget) {
            apply_one(active, &follow_up, actor, now, &mut entries)?;
        }
    }
    Some(entries)
}
