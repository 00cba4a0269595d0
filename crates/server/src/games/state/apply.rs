//! Applies records to the game state.

use std::fmt;

use game::{Clock, ClockPress, Game, GameError, TimeControl, Timestamp};
use protocol::{
    DurationMillis, EventNumber, GameEvent, GameEventKind, GameId, MoveRecord, PlayerInfo, PlayerKind, Seat,
    WireMove,
};
use rules::{ByColor, CastlingStyle, Color, IllegalPositionError, Setup};

use super::{ActiveGame, LagQuota, RECENT_ACTIONS, RECENT_EVENTS, Record, RecordKind, UnchargedTime};

/// The record does not fit the state: the log is damaged.
#[derive(Debug)]
pub(crate) enum ApplyError {
    /// The starting position is invalid.
    BadStart(String),
    /// The move is illegal.
    IllegalMove(WireMove),
    /// The game rejects the action.
    RejectedAction(GameError),
    /// The first record is not `opened`, or a later one is.
    MisplacedStart,
}

impl ActiveGame {
    /// Creates a game from its first record.
    pub(crate) fn from_first_record(
        id: GameId,
        record: &Record,
        at: Timestamp,
    ) -> Result<ActiveGame, ApplyError> {
        let RecordKind::Opened { about } = &record.kind else { return Err(ApplyError::MisplacedStart) };
        let setup =
            Setup::from_fen(about.fen.as_bytes()).map_err(|error| ApplyError::BadStart(error.to_string()))?;
        let game = Game::recorded(about.ruleset, &setup)
            .map_err(|error: IllegalPositionError| ApplyError::BadStart(error.to_string()))?;
        let control = about.control.get();
        let mut active = ActiveGame {
            id,
            about: (**about).clone(),
            opened: at,
            seats: ByColor::default(),
            game,
            clock: Clock::new(control),
            lag_quotas: ByColor::new_with(|color| LagQuota::new(&control, color)),
            lag_quota_history: Vec::new(),
            played: Vec::new(),
            moves_made: 0,
            next_number: EventNumber::default(),
            turn_since: at,
            turn_number: EventNumber::default(),
            began_with_move: false,
            held_until: None,
            time_given_at: ByColor::default(),
            rematch_offer: None,
            rematch_offered: ByColor::default(),
            rematch: None,
            ratings: None,
            events: Default::default(),
            recent_actions: Default::default(),
        };
        active.push_event(record, at, GameEventKind::Opened { about: about.clone() });
        Ok(active)
    }

    /// Applies a record and returns the public event. `who` is the player for a `seated` record.
    pub(crate) fn apply(
        &mut self,
        record: &Record,
        at: Timestamp,
        who: Option<&PlayerInfo>,
    ) -> Result<GameEvent, ApplyError> {
        let happening = match &record.kind {
            RecordKind::Opened { .. } => return Err(ApplyError::MisplacedStart),
            &RecordKind::Seated { seat } => self.apply_seated(seat, who.cloned(), at),
            &RecordKind::Moved { uci, lag, write_delay, held_until } => {
                self.apply_move(uci, UnchargedTime { lag, write_delay }, held_until.map(Into::into), at)?
            }
            &RecordKind::Offered { seat, offer } => {
                match offer.to_game_offer() {
                    Some(offer) => self.game.offer(seat.into(), offer).map_err(ApplyError::RejectedAction)?,
                    None => {
                        self.rematch_offer = Some(seat);
                        self.rematch_offered[seat.into()] = true;
                    }
                }
                GameEventKind::Offered { seat, offer }
            }
            &RecordKind::Declined { seat, offer } => {
                match offer.to_game_offer() {
                    Some(offer) => {
                        self.game.decline(seat.into(), offer).map_err(ApplyError::RejectedAction)?
                    }
                    None => self.rematch_offer = None,
                }
                GameEventKind::Declined { seat, offer }
            }
            &RecordKind::TakenBack { plies } => self.apply_takeback(plies, at)?,
            &RecordKind::TimeGiven { seat, amount } => {
                self.clock.add_time(seat.into(), amount.into());
                self.time_given_at[seat.other().into()] = Some(self.moves_made);
                GameEventKind::TimeGiven { seat, amount, clocks: self.clocks(at) }
            }
            &RecordKind::Interrupted { from, until, held_until } => {
                self.apply_interruption(from.into(), until.into(), held_until.map(Into::into));
                let away = Timestamp::from(until).since(from.into()).into();
                GameEventKind::Interrupted { away, clocks: self.clocks(at) }
            }
            &RecordKind::Resumed { at: resumed } => {
                self.resume_clock(resumed.into());
                GameEventKind::Resumed { clocks: self.clocks(at) }
            }
            RecordKind::Ended { result } => {
                self.game.end_recorded(result.0).map_err(ApplyError::RejectedAction)?;
                self.clock.pause(at);
                GameEventKind::Ended { result: result.clone(), clocks: self.clocks(at) }
            }
            &RecordKind::Rated { ratings } => {
                self.ratings = Some(ratings);
                GameEventKind::Rated { ratings }
            }
            &RecordKind::Rematched { game } => {
                self.rematch = Some(game);
                self.rematch_offer = None;
                GameEventKind::Rematched { game }
            }
        };
        Ok(self.push_event(record, at, happening))
    }

    fn push_event(&mut self, record: &Record, at: Timestamp, happening: GameEventKind) -> GameEvent {
        let first_move_by = self.first_move_by().map(Into::into);
        let event = GameEvent { number: self.next_number, at: at.into(), first_move_by, kind: happening };
        self.next_number = self.next_number.next();
        if self.events.len() == RECENT_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(event.clone());
        if let Some(key) = record.by {
            if self.recent_actions.len() == RECENT_ACTIONS {
                self.recent_actions.pop_front();
            }
            self.recent_actions.push_back((key, event.number));
        }
        event
    }

    fn apply_seated(&mut self, seat: Seat, who: Option<PlayerInfo>, at: Timestamp) -> GameEventKind {
        let gone = PlayerInfo { id: None, name: None, standing: PlayerKind::Gone, rating: None, bot: false };
        let player = who.unwrap_or(gone);
        self.seats[seat.into()] = Some(player.clone());
        self.begin_turn(at);
        if self.has_begun() && matches!(self.clock.control(), TimeControl::Correspondence { .. }) {
            self.clock.start(self.game.turn(), at);
        }
        GameEventKind::Seated { seat, player }
    }

    fn apply_move(
        &mut self,
        uci: WireMove,
        uncharged: UnchargedTime,
        held_until: Option<Timestamp>,
        at: Timestamp,
    ) -> Result<GameEventKind, ApplyError> {
        let m = self.game.resolve_uci(uci.0).ok_or(ApplyError::IllegalMove(uci))?;
        let ply = self.game.ply();
        let color = self.game.turn();
        self.game.play_recorded(m).map_err(ApplyError::RejectedAction)?;
        let played = self.time_move(color, uci, uncharged, held_until, at);
        Ok(GameEventKind::Moved { ply, played, clocks: self.clocks(at) })
    }

    /// Applies a move of an archived game that another move follows, without event, outcome and recognition of
    /// retries: enough for a PGN.
    pub(super) fn replay_move(&mut self, record: &RecordKind, at: Timestamp) -> Result<(), ApplyError> {
        let &RecordKind::Moved { uci, lag, write_delay, held_until } = record else { return Ok(()) };
        let color = self.game.turn();
        self.game.replay(uci.0).map_err(|_| ApplyError::IllegalMove(uci))?;
        let uncharged = UnchargedTime { lag, write_delay };
        self.time_move(color, uci, uncharged, held_until.map(Into::into), at);
        self.next_number = self.next_number.next();
        Ok(())
    }

    /// Updates clock and lag quotas after a move.
    fn time_move(
        &mut self,
        color: Color,
        uci: WireMove,
        uncharged: UnchargedTime,
        held_until: Option<Timestamp>,
        at: Timestamp,
    ) -> MoveRecord {
        if self.began_with_move {
            self.lag_quotas[color] = self.lag_quotas[color].after_reply(at.since(self.turn_since));
        }
        self.lag_quota_history.push(self.lag_quotas);
        // The mover is back.
        self.resume_clock(at);
        let press = self.press_clock(color, uncharged, at);
        if !self.clock.is_running() && self.game.plies() >= 2 {
            self.clock.start(self.game.turn(), at);
        }
        self.hold_clock(at, held_until);
        let left = self.clock.left(color, at).map(Into::into);
        let spent = press.map(|press| press.spent.into());
        let played = MoveRecord { uci, spent, lag: uncharged.lag.filter(|_| press.is_some()), left };
        self.played.push(played.clone());
        self.moves_made += 1;
        self.begin_turn(at);
        self.began_with_move = true;
        played
    }

    /// Presses the clock if it runs, with lag compensation from the quota. The delay of a write uses up no quota.
    fn press_clock(&mut self, color: Color, uncharged: UnchargedTime, at: Timestamp) -> Option<ClockPress> {
        // Flag fall was decided when the move arrived and is not reconsidered on replay.
        let press = self.clock.press_with_lag_compensation(at, uncharged.total()).ok()?;
        let lag = uncharged.lag.unwrap_or(DurationMillis(0)).into();
        self.lag_quotas[color] = self.lag_quotas[color].after_move(lag, press.spent);
        Some(press)
    }

    fn apply_takeback(&mut self, plies: u32, at: Timestamp) -> Result<GameEventKind, ApplyError> {
        let rest = self.played.len().saturating_sub(plies as usize);
        let presses = self.played.drain(rest..).filter(|played| played.spent.is_some()).count();
        self.game.take_back(plies as usize).map_err(ApplyError::RejectedAction)?;
        self.resume_clock(at);
        self.clock.take_back(presses, at);
        // Compensation for moves taken back is refunded.
        self.lag_quotas = self.lag_quota_history.get(rest).copied().unwrap_or(self.lag_quotas);
        self.lag_quota_history.truncate(rest);
        let days = matches!(self.clock.control(), TimeControl::Correspondence { .. });
        if self.game.plies() < 2 && !days {
            // As at the start, the clocks run once both sides have moved.
            self.clock = Clock::new(*self.clock.control());
        }
        self.begin_turn(at);
        Ok(GameEventKind::TakenBack { plies, clocks: self.clocks(at) })
    }

    fn apply_interruption(&mut self, from: Timestamp, until: Timestamp, held_until: Option<Timestamp>) {
        self.resume_clock(from);
        if held_until.is_some() {
            self.hold_clock(from, held_until);
        } else if self.clock.is_running() {
            self.clock.pause(from);
            self.clock.start(self.game.turn(), until);
        }
        // The first move gets its full time again, since the opponent may have to reconnect, too.
        self.begin_turn(until);
    }

    /// Begins the turn of the side to move with the record that is applied.
    fn begin_turn(&mut self, since: Timestamp) {
        self.turn_since = since;
        self.turn_number = self.next_number;
        self.began_with_move = false;
    }

    /// Holds the clock of the side to move, if it runs.
    fn hold_clock(&mut self, from: Timestamp, until: Option<Timestamp>) {
        if until.is_some() && self.clock.is_running() {
            self.clock.pause(from);
            self.held_until = until;
        }
    }

    /// Ends a hold: the clock runs again.
    fn resume_clock(&mut self, at: Timestamp) {
        if let (Some(held_until), Some(color)) = (self.held_until.take(), self.clock.turn()) {
            self.clock.start(color, at.min(held_until));
        }
    }

    /// Castling notation of this game's moves.
    pub(crate) fn castling_style(&self) -> CastlingStyle {
        match self.game.ruleset() {
            game::Ruleset::Chess960 => CastlingStyle::Chess960,
            _ => CastlingStyle::Standard,
        }
    }
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApplyError::BadStart(words) => write!(f, "invalid start: {words}"),
            ApplyError::IllegalMove(uci) => write!(f, "illegal move: {}", uci.0),
            ApplyError::RejectedAction(error) => error.fmt(f),
            ApplyError::MisplacedStart => {
                f.write_str("`opened` must be the first record, and only the first")
            }
        }
    }
}

impl std::error::Error for ApplyError {}
