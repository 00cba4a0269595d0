//! The game at the table that is played on a server.

use game::{Game, Millis, Timestamp};
use protocol::{
    Attendance, Both, GameId, Moment, Name, Offer, Player as Person, Rating, Refusal, Room, Seat,
};
use rules::{ByColor, Color};

use super::{Outbox, ServerTime, Talk, Truth};
use crate::{Player, Seat as Place, Table, Turning};

/// A game on a server, and one's part in it.
#[derive(Clone, Debug)]
pub struct Remote {
    pub(crate) id: GameId,
    pub(crate) purpose: Purpose,
    pub(crate) seat: Option<Seat>,
    /// Nothing before the server has told it.
    pub(crate) truth: Option<Truth>,
    pub(crate) presence: Both<Attendance>,
    pub(crate) watchers: u32,
    pub(crate) talk: Talk,
    /// Whether the table is this game's.
    pub(crate) is_at_table: bool,
    /// Why it cannot be entered.
    pub(crate) refused: Option<Refusal>,
    /// The whole of it, or what was missed, has been asked for and has not come.
    pub(crate) asked: Asked,
}

/// What one comes to a game for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Purpose {
    /// To see it. One who sits there already plays all the same.
    #[default]
    Watch,
    /// To take the free seat, if there is one, and otherwise to watch.
    Play {
        /// What a guest wants to be called.
        name: Option<Name>,
    },
}

/// What has been asked of the server about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Asked {
    #[default]
    Nothing,
    /// Since this moment.
    Since(Timestamp),
    /// Not to be asked before this moment.
    NotBefore(Timestamp),
}

/// An opponent who is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    /// How long it takes until the game may be claimed; nothing once it may, `None` if it never may.
    pub claim_in: Option<Millis>,
}

/// How long it is told that the server was away.
const NEWS: Millis = Millis::seconds(15);

impl Remote {
    pub(crate) fn new(id: GameId, purpose: Purpose) -> Remote {
        Remote {
            id,
            purpose,
            seat: None,
            truth: None,
            presence: Both::default(),
            watchers: 0,
            talk: Talk::default(),
            is_at_table: false,
            refused: None,
            asked: Asked::Nothing,
        }
    }

    /// Which game.
    #[must_use]
    pub fn id(&self) -> GameId {
        self.id
    }

    /// One's seat; nothing for those who watch.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// What the server has told; nothing before it has.
    #[must_use]
    pub fn truth(&self) -> Option<&Truth> {
        self.truth.as_ref()
    }

    /// Why the game cannot be entered.
    #[must_use]
    pub fn refused(&self) -> Option<Refusal> {
        self.refused
    }

    /// Whether somebody is at the board.
    #[must_use]
    pub fn attendance(&self, seat: Seat) -> Attendance {
        *self.presence.of(seat)
    }

    /// How many watch.
    #[must_use]
    pub fn watchers(&self) -> u32 {
        self.watchers
    }

    /// What is said beside the board.
    #[must_use]
    pub fn talk(&self) -> &Talk {
        &self.talk
    }

    /// Where one talks.
    #[must_use]
    pub fn room(&self) -> Room {
        if self.seat.is_some() { Room::Players } else { Room::Watchers }
    }

    /// Who sits in a seat, with the rating at the beginning of the game.
    #[must_use]
    pub fn person(&self, seat: Seat) -> Option<&Person> {
        self.truth.as_ref()?.seats.of(seat).as_ref()
    }

    /// The rating of a seat after the game, and by how much it has changed.
    #[must_use]
    pub fn rating_change(&self, seat: Seat) -> Option<(Rating, i32)> {
        let after = *self.truth.as_ref()?.ratings.as_ref()?.of(seat);
        let before = self.person(seat)?.rating?;
        Some((after, i32::from(after.value) - i32::from(before.value)))
    }

    /// How long it takes until the game is called off, unless the next move comes.
    #[must_use]
    pub fn first_move_in(&self, time: ServerTime, now: Timestamp) -> Option<Millis> {
        let truth = self.truth.as_ref().filter(|truth| truth.game.outcome().is_none())?;
        truth.first_move_by.map(|by| time.until(by, now))
    }

    /// For how long there was no server, for a while after it is back: whoever saw the clocks stand still learns why.
    #[must_use]
    pub fn interruption(&self, time: ServerTime, now: Timestamp) -> Option<Millis> {
        let truth = self.truth.as_ref().filter(|truth| truth.game.outcome().is_none())?;
        let (away, Moment(back)) = truth.interruption?;
        let is_new = time.until(Moment(back + NEWS.0), now) > Millis::ZERO;
        is_new.then_some(away)
    }

    /// Whether one's own clock runs, as far as it is known here: a move that has not arrived does not stop it.
    #[must_use]
    pub fn is_on_own_time(&self) -> bool {
        let is_mine =
            |truth: &Truth| truth.game.plies() >= 2 && Some(truth.game.turn()) == self.seat.map(Color::from);
        self.is_timed() && self.truth.as_ref().is_some_and(is_mine)
    }

    /// Whether the opponent is away, and until when one has to wait. Where moves take days nobody has to be there.
    #[must_use]
    pub fn absence(&self, time: ServerTime, now: Timestamp) -> Option<Absence> {
        let truth = self.truth.as_ref().filter(|truth| truth.game.outcome().is_none())?;
        if matches!(truth.about.control.get(), game::TimeControl::Correspondence { .. }) {
            return None;
        }
        let Attendance::Away { claim } = self.attendance(self.seat?.other()) else { return None };
        // While both sides have not moved the game is called off, not won.
        let claim = claim.filter(|_| truth.has_begun() && truth.game.plies() >= 2);
        truth.has_begun().then(|| Absence { claim_in: claim.map(|claim| time.until(claim, now)) })
    }

    /// Whether a rematch can be asked for, or agreed to.
    #[must_use]
    pub fn may_rematch(&self) -> bool {
        let (Some(truth), Some(seat)) = (&self.truth, self.seat) else { return false };
        let is_over = truth.has_begun() && truth.game.outcome().is_some();
        is_over && truth.rematch.is_none() && truth.rematch_offer != Some(seat)
    }

    /// Whether the opponent would like a rematch.
    #[must_use]
    pub fn is_asked_for_rematch(&self) -> bool {
        let offer = self.truth.as_ref().and_then(|truth| truth.offer_of(Offer::Rematch));
        offer.is_some() && offer != self.seat && self.seat.is_some()
    }

    /// Whether time can be given to the opponent.
    #[must_use]
    pub fn may_give_time(&self) -> bool {
        self.seat.is_some() && self.is_timed()
    }

    /// Whether the game is on and somebody's time may run out in it while one looks.
    pub(crate) fn is_timed(&self) -> bool {
        let is_timed = |truth: &Truth| {
            truth.has_begun()
                && truth.game.outcome().is_none()
                && matches!(truth.about.control.get(), game::TimeControl::Clock(_))
        };
        self.truth.as_ref().is_some_and(is_timed)
    }

    /// What the board shows: what the server has told, and the move made here that it has not confirmed yet.
    pub(crate) fn shown(&self, outbox: &Outbox) -> Option<Game> {
        let truth = self.truth.as_ref()?;
        let mut game = truth.game.clone();
        if let (Some((ply, uci)), Some(seat)) = (outbox.pending_move(self.id), self.seat) {
            let fits = ply as usize == game.plies() && game.turn() == Color::from(seat);
            let read = game.read_move(&uci.0.to_string()).ok().filter(|_| fits);
            // One that cannot be made here will be refused there.
            let _played = read.map(|m| game.play(m));
        }
        Some(game)
    }

    /// The table for a game that has just been told.
    pub(crate) fn table(&self, outbox: &Outbox, time: ServerTime, now: Timestamp) -> Option<Table> {
        let truth = self.truth.as_ref()?;
        let control = truth.about.control.get();
        let table = Table::new(self.shown(outbox)?, control, self.players()?, Turning::Fixed);
        let bottom = self.seat.map_or(Color::White, Color::from);
        Some(table.seen_by(bottom).kept_by_server(truth.clock(time, now)))
    }

    /// Who plays, for the table: nobody here before both are there, and nobody who only watches.
    pub(crate) fn players(&self) -> Option<ByColor<Player>> {
        let truth = self.truth.as_ref()?;
        let mine = self.seat.map(Color::from).filter(|_| truth.has_begun());
        Some(ByColor::new_with(|color| {
            let name = truth.seats.of(color.into()).as_ref().and_then(|person| person.name.as_ref());
            let place = if mine == Some(color) { Place::Here } else { Place::Elsewhere };
            Player::new(name.map_or("", Name::as_str), place)
        }))
    }
}

impl Asked {
    /// An answer that has not come after this long will not come.
    const PATIENCE: Millis = Millis::seconds(5);

    /// When it may be asked again.
    pub(crate) fn wakes_at(self) -> Option<Timestamp> {
        match self {
            Asked::Nothing => None,
            Asked::Since(moment) => Some(moment + Asked::PATIENCE),
            Asked::NotBefore(moment) => Some(moment),
        }
    }
}
