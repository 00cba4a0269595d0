//! A game as the server has told it, and nothing else: events are taken in one after another, and no other way.

use game::{Clock, Game, Millis, Press, Timestamp};
use protocol::{
    About, Both, Clocks, Event, GameId, GameState, Happening, Moment, Offer, Played, Player, PlayerId,
    Rating, Seat,
};
use rules::{ByColor, Color, Setup};

use super::ServerTime;

/// What is known of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Truth {
    /// The last event that is in it.
    pub number: u32,
    /// What is played.
    pub about: About,
    /// Who sits where.
    pub seats: Both<Option<Player>>,
    /// The moves, the offers, the end.
    pub game: Game,
    /// How long each move took.
    pub played: Vec<Played>,
    /// The clocks, and the moment at which they stood so.
    pub clocks: Option<(Clocks, Moment)>,
    /// How long there was no server, the last time, and since when there is one again.
    pub interruption: Option<(Millis, Moment)>,
    /// When the game is called off unless the next move comes.
    pub first_move_by: Option<Moment>,
    /// Who would like to play once more.
    pub rematch_offer: Option<Seat>,
    /// The next game of the two.
    pub rematch: Option<GameId>,
    /// The ratings after the game.
    pub ratings: Option<Both<Rating>>,
}

/// Why something told cannot be taken in. The game has to be told as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// Something before it is missing.
    Gap,
    /// It cannot happen in this game.
    Impossible,
}

impl Truth {
    /// Takes in a game that is told as a whole.
    ///
    /// # Errors
    /// If no such game can be.
    pub fn new(state: &GameState, now: Moment) -> Result<Truth, Misfit> {
        let impossible = |()| Misfit::Impossible;
        let setup = Setup::from_fen(state.about.fen.as_bytes()).map_err(|_| Misfit::Impossible)?;
        let mut game = Game::new(state.about.ruleset, &setup).map_err(|_| Misfit::Impossible)?;
        for played in &state.moves {
            play(&mut game, played).map_err(impossible)?;
        }
        let mut rematch_offer = None;
        for offered in &state.offers {
            match offered.offer.in_game() {
                Some(offer) => {
                    game.offer(offered.seat.into(), offer).map_err(|_| Misfit::Impossible)?;
                }
                None => rematch_offer = Some(offered.seat),
            }
        }
        if let (Some(result), None) = (&state.result, game.outcome()) {
            game.end(result.0).map_err(|_| Misfit::Impossible)?;
        }
        Ok(Truth {
            number: state.number,
            about: state.about.clone(),
            seats: state.seats.clone(),
            game,
            played: state.moves.clone(),
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
    pub fn take(&mut self, event: &Event) -> Result<bool, Misfit> {
        if event.number <= self.number {
            return Ok(false);
        }
        if event.number != self.number + 1 {
            return Err(Misfit::Gap);
        }
        self.happen(event).ok_or(Misfit::Impossible)?;
        self.number = event.number;
        self.first_move_by = event.first_move_by;
        Ok(true)
    }

    /// The seat of a player.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let sits = |seat: &Seat| self.seats.of(*seat).as_ref().and_then(|player| player.id) == Some(player);
        Seat::ALL.into_iter().find(sits)
    }

    /// A seat that nobody has taken.
    #[must_use]
    pub fn free_seat(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.seats.of(seat).is_none())
    }

    /// Whether both sides are there: before, nobody can move.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.free_seat().is_none()
    }

    /// The clock by this program's time.
    pub(crate) fn clock(&self, time: ServerTime, now: Timestamp) -> Clock {
        let control = self.about.control.get();
        let Some((clocks, at)) = self.clocks else { return Clock::new(control) };
        let left = ByColor { white: clocks.white.into(), black: clocks.black.into() };
        let at = time.here(at).map_or(now, |at| at.min(now));
        let delay = clocks.delay.map_or(Millis::ZERO, Into::into);
        let clock = Clock::kept_elsewhere(control, left, clocks.running.map(Color::from), delay, at);
        clock.with_presses(self.presses())
    }

    /// The moves as a clock remembers them.
    fn presses(&self) -> Vec<Press> {
        let control = self.about.control.get();
        let mut left = ByColor::new_with(|color| control.initial(color).unwrap_or_default());
        let mut color = self.game.start().turn;
        let press = |played: &Played| {
            let before = left;
            left[color] = played.left.map_or(before[color], Into::into);
            let spent = played.spent.map_or(Millis::ZERO, Into::into);
            let press = Press { color, spent, before, after: left };
            color = !color;
            press
        };
        self.played.iter().map(press).collect()
    }

    fn happen(&mut self, event: &Event) -> Option<()> {
        let clocks = match &event.happening {
            Happening::Opened { .. } => return None,
            Happening::Seated { seat, player } => {
                *self.seats.of_mut(*seat) = Some(player.clone());
                None
            }
            Happening::Moved { ply, played, clocks } => {
                if *ply as usize != self.game.plies() {
                    return None;
                }
                play(&mut self.game, played).ok()?;
                self.played.push(played.clone());
                *clocks
            }
            Happening::Offered { seat, offer } => {
                match offer.in_game() {
                    Some(offer) => self.game.offer((*seat).into(), offer).ok()?,
                    None => self.rematch_offer = Some(*seat),
                }
                None
            }
            Happening::Declined { seat, offer } => {
                match offer.in_game() {
                    Some(offer) => self.game.decline((*seat).into(), offer).ok()?,
                    None => self.rematch_offer = None,
                }
                None
            }
            Happening::TakenBack { plies, clocks } => {
                self.game.take_back(*plies as usize).ok()?;
                self.played.truncate(self.game.plies());
                *clocks
            }
            Happening::Interrupted { away, clocks } => {
                self.interruption = Some(((*away).into(), event.at));
                *clocks
            }
            Happening::TimeGiven { clocks, .. } | Happening::Resumed { clocks } => *clocks,
            Happening::Ended { result, clocks } => {
                if self.game.outcome().is_none() {
                    self.game.end(result.0).ok()?;
                }
                *clocks
            }
            Happening::Rated { ratings } => {
                self.ratings = Some(*ratings);
                None
            }
            Happening::Rematched { game } => {
                (self.rematch, self.rematch_offer) = (Some(*game), None);
                None
            }
            // Whatever it is, it has a number and changes nothing that we know.
            Happening::Unknown => None,
        };
        self.clocks = clocks.map(|clocks| (clocks, event.at)).or(self.clocks);
        Some(())
    }

    /// Whether somebody waits for an answer.
    #[must_use]
    pub fn offer_of(&self, offer: Offer) -> Option<Seat> {
        match offer.in_game() {
            Some(offer) => self.game.pending(offer).map(Seat::from),
            None => self.rematch_offer,
        }
    }
}

fn play(game: &mut Game, played: &Played) -> Result<(), ()> {
    let m = game.read_move(&played.uci.0.to_string()).map_err(drop)?;
    game.play(m).map_err(drop)
}
