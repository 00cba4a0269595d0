//! The last confirmed state of an online game; changes only by applying numbered events.

use game::{Clock, ClockPress, Game, Millis, Timestamp};
use protocol::{
    BySeat, ClockTimes, EventNumber, GameEvent, GameEventKind, GameId, GameInfo, GameState, MoveRecord,
    OfferKind, PlayerId, PlayerInfo, PublicRating, Seat, UnixMillis,
};
use rules::{ByColor, Color, Setup};

use super::ServerTime;

/// Confirmed state of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerGame {
    /// Number of the last applied event.
    pub number: EventNumber,
    /// Attributes of the game.
    pub info: GameInfo,
    /// Time of creation.
    pub opened: UnixMillis,
    /// The players.
    pub seats: BySeat<Option<PlayerInfo>>,
    /// Moves, offers and outcome.
    pub game: Game,
    /// Times of the moves.
    pub played_moves: Vec<MoveRecord>,
    /// Clocks, and the server time at which they were measured.
    pub clocks: Option<(ClockTimes, UnixMillis)>,
    /// Duration of the last server outage, and the server time of its end.
    pub interruption: Option<(Millis, UnixMillis)>,
    /// Deadline for the next move, while both sides have not moved.
    pub first_move_by: Option<UnixMillis>,
    /// The player who offers a rematch.
    pub rematch_offer: Option<Seat>,
    /// The last declined offer and the player who declined it, until the other player moves or a new offer is made.
    pub declined: Option<(Seat, OfferKind)>,
    /// The rematch, once created.
    pub rematch: Option<GameId>,
    /// Ratings after the game.
    pub ratings: Option<BySeat<PublicRating>>,
}

/// An event that cannot be applied; the client requests the missing events or a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Desync {
    /// Earlier events are missing.
    Gap,
    /// The event contradicts the state.
    Impossible,
}

impl ServerGame {
    /// Creates the state from a snapshot.
    ///
    /// # Errors
    /// If the snapshot is inconsistent.
    pub fn new(state: &GameState, now: UnixMillis) -> Result<ServerGame, Desync> {
        let impossible = |()| Desync::Impossible;
        let setup = Setup::from_fen(state.about.fen.as_bytes()).map_err(|_| Desync::Impossible)?;
        let mut game = Game::recorded(state.about.ruleset, &setup).map_err(|_| Desync::Impossible)?;
        for played in &state.moves {
            play(&mut game, played).map_err(impossible)?;
        }
        let mut rematch_offer = None;
        for offered in &state.offers {
            match offered.offer.to_game_offer() {
                Some(offer) => {
                    game.offer(offered.seat.into(), offer).map_err(|_| Desync::Impossible)?;
                }
                None => rematch_offer = Some(offered.seat),
            }
        }
        if let Some(result) = &state.result {
            game.end_recorded(result.0).map_err(|_| Desync::Impossible)?;
        }
        Ok(ServerGame {
            number: state.number,
            info: state.about.clone(),
            opened: state.opened,
            seats: state.seats.clone(),
            game,
            played_moves: state.moves.clone(),
            clocks: state.clocks.map(|clocks| (clocks, now)),
            interruption: None,
            first_move_by: state.first_move_by,
            rematch_offer,
            declined: None,
            rematch: state.rematch,
            ratings: state.ratings,
        })
    }

    /// Applies an event. Returns false for an event that was applied before.
    ///
    /// # Errors
    /// If the event does not fit; the state is unchanged then.
    pub fn apply(&mut self, event: &GameEvent) -> Result<bool, Desync> {
        if event.number <= self.number {
            return Ok(false);
        }
        if event.number != self.number.next() {
            return Err(Desync::Gap);
        }
        self.apply_kind(event).ok_or(Desync::Impossible)?;
        self.number = event.number;
        self.first_move_by = event.first_move_by;
        Ok(true)
    }

    /// Seat of a player.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let sits = |seat: &Seat| self.seats.get(*seat).as_ref().and_then(|player| player.id) == Some(player);
        Seat::ALL.into_iter().find(sits)
    }

    /// A free seat.
    #[must_use]
    pub fn free_seat(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.seats.get(seat).is_none())
    }

    /// True if both seats are taken.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.free_seat().is_none()
    }

    /// The clock in local time.
    pub(crate) fn clock(&self, time: ServerTime, now: Timestamp) -> Clock {
        let control = self.info.control.get();
        let Some((clocks, at)) = self.clocks else { return Clock::new(control) };
        let left = ByColor { white: clocks.white.into(), black: clocks.black.into() };
        let at = time.to_local(at).map_or(now, |at| at.min(now));
        let delay = clocks.delay.map_or(Millis::ZERO, Into::into);
        let clock = Clock::from_remote(control, left, clocks.running.map(Color::from), delay, at);
        clock.with_presses(self.presses())
    }

    /// The moves as clock presses.
    fn presses(&self) -> Vec<ClockPress> {
        let control = self.info.control.get();
        let mut left = ByColor::new_with(|color| control.initial(color).unwrap_or_default());
        let mut color = self.game.start().turn;
        let press = |played: &MoveRecord| {
            let before = left;
            left[color] = played.left.map_or(before[color], Into::into);
            let spent = played.spent.map_or(Millis::ZERO, Into::into);
            let press = ClockPress { color, spent, before, after: left };
            color = !color;
            press
        };
        self.played_moves.iter().map(press).collect()
    }

    fn apply_kind(&mut self, event: &GameEvent) -> Option<()> {
        let clocks = match &event.kind {
            GameEventKind::Opened { .. } => return None,
            GameEventKind::Seated { seat, player } => {
                *self.seats.get_mut(*seat) = Some(player.clone());
                None
            }
            GameEventKind::Moved { ply, played, clocks } => {
                if *ply != self.game.ply() {
                    return None;
                }
                let mover = Seat::from(self.game.turn());
                play(&mut self.game, played).ok()?;
                self.declined.take_if(|(by, _)| mover != *by);
                self.interruption = None;
                self.played_moves.push(played.clone());
                *clocks
            }
            GameEventKind::Offered { seat, offer } => {
                self.declined = None;
                match offer.to_game_offer() {
                    Some(offer) => self.game.offer((*seat).into(), offer).ok()?,
                    None => self.rematch_offer = Some(*seat),
                }
                None
            }
            GameEventKind::Declined { seat, offer } => {
                match offer.to_game_offer() {
                    Some(offer) => self.game.decline((*seat).into(), offer).ok()?,
                    None => self.rematch_offer = None,
                }
                self.declined = Some((*seat, *offer));
                None
            }
            GameEventKind::TakenBack { plies, clocks } => {
                self.game.take_back(*plies as usize).ok()?;
                self.played_moves.truncate(self.game.plies());
                *clocks
            }
            GameEventKind::Interrupted { away, clocks } => {
                self.interruption = Some(((*away).into(), event.at));
                *clocks
            }
            GameEventKind::TimeGiven { clocks, .. } | GameEventKind::Resumed { clocks } => *clocks,
            GameEventKind::Ended { result, clocks } => {
                self.declined = None;
                self.game.end_recorded(result.0).ok()?;
                *clocks
            }
            GameEventKind::Rated { ratings } => {
                self.ratings = Some(*ratings);
                None
            }
            GameEventKind::Rematched { game } => {
                (self.rematch, self.rematch_offer) = (Some(*game), None);
                None
            }
            // Events of newer servers count, but change nothing.
            GameEventKind::Unknown => None,
        };
        self.clocks = clocks.map(|clocks| (clocks, event.at)).or(self.clocks);
        Some(())
    }

    /// The player whose offer is pending.
    #[must_use]
    pub fn pending_offer(&self, offer: OfferKind) -> Option<Seat> {
        match offer.to_game_offer() {
            Some(offer) => self.game.pending(offer).map(Seat::from),
            None => self.rematch_offer,
        }
    }
}

fn play(game: &mut Game, played: &MoveRecord) -> Result<(), ()> {
    let m = game.parse_move(&played.uci.0.to_string()).map_err(drop)?;
    game.play_recorded(m).map_err(drop)
}
