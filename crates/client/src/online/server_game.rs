//! A game as the server has told it, and nothing else: events are taken in one after another, and no other way.

use game::{Clock, ClockPress, Game, Millis, Timestamp};
use protocol::{
    BySeat, ClockTimes, GameEvent, GameEventKind, GameId, GameInfo, GameState, MoveRecord, OfferKind,
    PlayerId, PlayerInfo, PublicRating, Seat, UnixMillis,
};
use rules::{ByColor, Color, Setup};

use super::ServerTime;

/// What is known of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerGame {
    /// The last event that is in it.
    pub number: u32,
    /// What is played.
    pub info: GameInfo,
    /// Who sits where.
    pub seats: BySeat<Option<PlayerInfo>>,
    /// The moves, the offers, the end.
    pub game: Game,
    /// How long each move took.
    pub played_moves: Vec<MoveRecord>,
    /// The clocks, and the moment at which they stood so.
    pub clocks: Option<(ClockTimes, UnixMillis)>,
    /// How long there was no server, the last time, and since when there is one again.
    pub interruption: Option<(Millis, UnixMillis)>,
    /// When the game is called off unless the next move comes.
    pub first_move_by: Option<UnixMillis>,
    /// Who would like to play once more.
    pub rematch_offer: Option<Seat>,
    /// The next game of the two.
    pub rematch: Option<GameId>,
    /// The ratings after the game.
    pub ratings: Option<BySeat<PublicRating>>,
}

/// Why something told cannot be taken in. The game has to be told as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Desync {
    /// Something before it is missing.
    Gap,
    /// It cannot happen in this game.
    Impossible,
}

impl ServerGame {
    /// Takes in a game that is told as a whole.
    ///
    /// # Errors
    /// If no such game can be.
    pub fn new(state: &GameState, now: UnixMillis) -> Result<ServerGame, Desync> {
        let impossible = |()| Desync::Impossible;
        let setup = Setup::from_fen(state.about.fen.as_bytes()).map_err(|_| Desync::Impossible)?;
        let mut game = Game::new(state.about.ruleset, &setup).map_err(|_| Desync::Impossible)?;
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
        if let (Some(result), None) = (&state.result, game.outcome()) {
            game.end(result.0).map_err(|_| Desync::Impossible)?;
        }
        Ok(ServerGame {
            number: state.number,
            info: state.about.clone(),
            seats: state.seats.clone(),
            game,
            played_moves: state.moves.clone(),
            clocks: state.clocks.map(|clocks| (clocks, now)),
            interruption: None,
            first_move_by: state.first_move_by,
            rematch_offer,
            rematch: state.rematch,
            ratings: state.ratings,
        })
    }

    /// Takes in an event; says whether it is new. One that has been seen before is passed over.
    ///
    /// # Errors
    /// If it does not fit; then nothing is changed.
    pub fn apply(&mut self, event: &GameEvent) -> Result<bool, Desync> {
        if event.number <= self.number {
            return Ok(false);
        }
        if event.number != self.number + 1 {
            return Err(Desync::Gap);
        }
        self.apply_kind(event).ok_or(Desync::Impossible)?;
        self.number = event.number;
        self.first_move_by = event.first_move_by;
        Ok(true)
    }

    /// The seat of a player.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let sits = |seat: &Seat| self.seats.get(*seat).as_ref().and_then(|player| player.id) == Some(player);
        Seat::ALL.into_iter().find(sits)
    }

    /// A seat that nobody has taken.
    #[must_use]
    pub fn free_seat(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.seats.get(seat).is_none())
    }

    /// Whether both sides are there: before, nobody can move.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.free_seat().is_none()
    }

    /// The clock by this program's time.
    pub(crate) fn clock(&self, time: ServerTime, now: Timestamp) -> Clock {
        let control = self.info.control.get();
        let Some((clocks, at)) = self.clocks else { return Clock::new(control) };
        let left = ByColor { white: clocks.white.into(), black: clocks.black.into() };
        let at = time.to_local(at).map_or(now, |at| at.min(now));
        let delay = clocks.delay.map_or(Millis::ZERO, Into::into);
        let clock = Clock::from_remote(control, left, clocks.running.map(Color::from), delay, at);
        clock.with_presses(self.presses())
    }

    /// The moves as a clock remembers them.
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
                if *ply as usize != self.game.plies() {
                    return None;
                }
                play(&mut self.game, played).ok()?;
                self.played_moves.push(played.clone());
                *clocks
            }
            GameEventKind::Offered { seat, offer } => {
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
                if self.game.outcome().is_none() {
                    self.game.end(result.0).ok()?;
                }
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
            // Whatever it is, it has a number and changes nothing that we know.
            GameEventKind::Unknown => None,
        };
        self.clocks = clocks.map(|clocks| (clocks, event.at)).or(self.clocks);
        Some(())
    }

    /// Whether somebody waits for an answer.
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
    game.play(m).map_err(drop)
}
