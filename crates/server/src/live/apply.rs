//! A record becomes part of the game.

use std::fmt;

use game::{Clock, Game, GameError, Press, TimeControl, Timestamp};
use protocol::{Event, GameId, Happening, MoveText, Played, Player, Seat, Span, Standing};
use rules::{ByColor, CastlingStyle, Color, IllegalPosition, Setup};

use super::{Fact, KEPT_ACTS, KEPT_EVENTS, Live, Quota, Record};

/// A record that does not fit the game: the log is damaged.
#[derive(Debug)]
pub(crate) enum Unfit {
    /// Its start is none.
    Start(String),
    /// The move cannot be made.
    Move(MoveText),
    /// The act cannot be done.
    Act(GameError),
    /// Two beginnings, or none.
    Order,
}

impl Live {
    /// A game with nothing but its first record in it.
    pub(crate) fn begin(id: GameId, record: &Record, at: Timestamp) -> Result<Live, Unfit> {
        let Fact::Opened { about } = &record.fact else { return Err(Unfit::Order) };
        let setup = Setup::from_fen(about.fen.as_bytes()).map_err(|error| Unfit::Start(error.to_string()))?;
        let game = Game::new(about.ruleset, &setup)
            .map_err(|error: IllegalPosition| Unfit::Start(error.to_string()))?;
        let control = about.control.get();
        let mut live = Live {
            id,
            about: (**about).clone(),
            opened: at,
            seats: ByColor::default(),
            game,
            clock: Clock::new(control),
            quotas: ByColor::new_with(|color| Quota::new(&control, color)),
            quotas_before: Vec::new(),
            played: Vec::new(),
            made: 0,
            next: 0,
            turn_since: at,
            held_until: None,
            gifts: ByColor::default(),
            rematch_offer: None,
            rematch_offered: ByColor::default(),
            rematch: None,
            ratings: None,
            events: Default::default(),
            done: Default::default(),
        };
        live.note(record, at, Happening::Opened { about: about.clone() });
        Ok(live)
    }

    /// Takes a record in; gives what everybody may know of it. Somebody who sits down is named beside it.
    pub(crate) fn apply(
        &mut self,
        record: &Record,
        at: Timestamp,
        who: Option<&Player>,
    ) -> Result<Event, Unfit> {
        let happening = match &record.fact {
            Fact::Opened { .. } => return Err(Unfit::Order),
            &Fact::Seated { seat } => self.seated(seat, who.cloned(), at),
            &Fact::Moved { uci, lag, held_until } => self.moved(uci, lag, held_until.map(Into::into), at)?,
            &Fact::Offered { seat, offer } => {
                match offer.in_game() {
                    Some(offer) => self.game.offer(seat.into(), offer).map_err(Unfit::Act)?,
                    None => {
                        self.rematch_offer = Some(seat);
                        self.rematch_offered[seat.into()] = true;
                    }
                }
                Happening::Offered { seat, offer }
            }
            &Fact::Declined { seat, offer } => {
                match offer.in_game() {
                    Some(offer) => self.game.decline(seat.into(), offer).map_err(Unfit::Act)?,
                    None => self.rematch_offer = None,
                }
                Happening::Declined { seat, offer }
            }
            &Fact::TakenBack { plies } => self.taken_back(plies, at)?,
            &Fact::TimeGiven { seat, amount } => {
                self.clock.give(seat.into(), amount.into());
                self.gifts[seat.other().into()] = Some(self.made);
                Happening::TimeGiven { seat, amount, clocks: self.clocks(at) }
            }
            &Fact::Interrupted { from, until, held_until } => {
                self.interrupted(from.into(), until.into(), held_until.map(Into::into));
                let away = Timestamp::from(until).since(from.into()).into();
                Happening::Interrupted { away, clocks: self.clocks(at) }
            }
            &Fact::Resumed { at: resumed } => {
                self.resume(resumed.into());
                Happening::Resumed { clocks: self.clocks(at) }
            }
            Fact::Ended { result } => {
                if self.game.outcome().is_none() {
                    self.game.end(result.0).map_err(Unfit::Act)?;
                }
                self.clock.pause(at);
                Happening::Ended { result: result.clone(), clocks: self.clocks(at) }
            }
            &Fact::Rated { ratings } => {
                self.ratings = Some(ratings);
                Happening::Rated { ratings }
            }
            &Fact::Rematched { game } => {
                self.rematch = Some(game);
                self.rematch_offer = None;
                Happening::Rematched { game }
            }
        };
        Ok(self.note(record, at, happening))
    }

    fn note(&mut self, record: &Record, at: Timestamp, happening: Happening) -> Event {
        let first_move_by = self.first_move_by().map(Into::into);
        let event = Event { number: self.next, at: at.into(), first_move_by, happening };
        self.next += 1;
        if self.events.len() == KEPT_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(event.clone());
        if let Some(doer) = record.by {
            if self.done.len() == KEPT_ACTS {
                self.done.pop_front();
            }
            self.done.push_back((doer, event.number));
        }
        event
    }

    fn seated(&mut self, seat: Seat, who: Option<Player>, at: Timestamp) -> Happening {
        let gone = Player { id: None, name: None, standing: Standing::Gone, rating: None };
        let player = who.unwrap_or(gone);
        self.seats[seat.into()] = Some(player.clone());
        self.turn_since = at;
        if self.has_begun() && matches!(self.clock.control(), TimeControl::Correspondence { .. }) {
            self.clock.start(self.game.turn(), at);
        }
        Happening::Seated { seat, player }
    }

    fn moved(
        &mut self,
        uci: MoveText,
        lag: Option<Span>,
        held_until: Option<Timestamp>,
        at: Timestamp,
    ) -> Result<Happening, Unfit> {
        let color = self.game.turn();
        let m = self.game.find_move(uci.0).ok_or(Unfit::Move(uci))?;
        let ply = self.game.plies() as u32;
        self.game.play(m).map_err(Unfit::Act)?;
        self.quotas_before.push(self.quotas);
        // Who moves is back.
        self.resume(at);
        let press = self.press(color, lag, at);
        if !self.clock.is_running() && self.game.plies() >= 2 {
            self.clock.start(self.game.turn(), at);
        }
        self.hold(at, held_until);
        let left = self.clock.left(color, at).map(Into::into);
        let spent = press.map(|press| press.spent.into());
        let played = Played { uci, spent, lag: lag.filter(|_| press.is_some()), left };
        self.played.push(played.clone());
        self.made += 1;
        self.turn_since = at;
        Ok(Happening::Moved { ply, played, clocks: self.clocks(at) })
    }

    /// Hands the clock over, if it runs; the quota pays for what was made up.
    fn press(&mut self, color: Color, lag: Option<Span>, at: Timestamp) -> Option<Press> {
        let lag = lag.unwrap_or(Span(0)).into();
        // Whether the flag had fallen was decided when the move came; what was decided stays.
        let press = self.clock.press_after_lag(at, lag).ok()?;
        self.quotas[color] = self.quotas[color].after(lag);
        Some(press)
    }

    fn taken_back(&mut self, plies: u32, at: Timestamp) -> Result<Happening, Unfit> {
        let rest = self.played.len().saturating_sub(plies as usize);
        let presses = self.played.drain(rest..).filter(|played| played.spent.is_some()).count();
        self.game.take_back(plies as usize).map_err(Unfit::Act)?;
        self.resume(at);
        self.clock.take_back(presses, at);
        // What was made up for moves that were never made was never used.
        self.quotas = self.quotas_before.get(rest).copied().unwrap_or(self.quotas);
        self.quotas_before.truncate(rest);
        let days = matches!(self.clock.control(), TimeControl::Correspondence { .. });
        if self.game.plies() < 2 && !days {
            // Both have to move before the clocks run, as at the start.
            self.clock = Clock::new(*self.clock.control());
        }
        self.turn_since = at;
        Ok(Happening::TakenBack { plies, clocks: self.clocks(at) })
    }

    fn interrupted(&mut self, from: Timestamp, until: Timestamp, held_until: Option<Timestamp>) {
        self.resume(from);
        if held_until.is_some() {
            self.hold(from, held_until);
        } else if self.clock.is_running() {
            self.clock.pause(from);
            self.clock.start(self.game.turn(), until);
        }
        // A first move has its time once more, for the one who waits may have to come back, too.
        self.turn_since = until;
    }

    /// The clock stands still for the side to move, if that is waited for and the clock runs.
    fn hold(&mut self, from: Timestamp, until: Option<Timestamp>) {
        if until.is_some() && self.clock.is_running() {
            self.clock.pause(from);
            self.held_until = until;
        }
    }

    /// Nobody is waited for any more: the clock goes on, if it stood still for that.
    fn resume(&mut self, at: Timestamp) {
        if let (Some(held_until), Some(color)) = (self.held_until.take(), self.clock.turn()) {
            self.clock.start(color, at.min(held_until));
        }
    }

    /// How castling is written in this game.
    pub(crate) fn castling_style(&self) -> CastlingStyle {
        match self.game.ruleset() {
            game::Ruleset::Chess960 => CastlingStyle::Chess960,
            _ => CastlingStyle::Standard,
        }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Start(words) => write!(f, "no game can start so: {words}"),
            Unfit::Move(uci) => write!(f, "a move that cannot be made: {}", uci.0),
            Unfit::Act(error) => error.fmt(f),
            Unfit::Order => f.write_str("a game has exactly one beginning, and it comes first"),
        }
    }
}

impl std::error::Error for Unfit {}
