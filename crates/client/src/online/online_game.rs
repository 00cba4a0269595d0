//! The game at the table that is played on a server.

use game::{Game, Millis, Timestamp};
use protocol::{
    ActionError, BySeat, ChatRoom, GameId, OfferKind, PlayerInfo as Person, PlayerName, PublicRating, Seat,
    SeatPresence, UnixMillis,
};
use rules::{ByColor, Color};

use super::{ChatLog, Outbox, ServerGame, ServerTime};
use crate::{AutoFlip, LocalGame, Player, PlayerLocation as Place};

/// A game on a server, and one's part in it.
#[derive(Clone, Debug)]
pub struct OnlineGame {
    pub(crate) id: GameId,
    pub(crate) intent: JoinIntent,
    pub(crate) seat: Option<Seat>,
    /// Nothing before the server has told it.
    pub(crate) server_game: Option<ServerGame>,
    pub(crate) presence: BySeat<SeatPresence>,
    pub(crate) watchers: u32,
    pub(crate) chat: ChatLog,
    /// Whether the table is this game's.
    pub(crate) is_shown: bool,
    /// Why it cannot be entered.
    pub(crate) entry_error: Option<ActionError>,
    /// The whole of it, or what was missed, has been asked for and has not come.
    pub(crate) state_request: StateRequest,
}

/// What one comes to a game for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum JoinIntent {
    /// To see it. One who sits there already plays all the same.
    #[default]
    Watch,
    /// To take the free seat, if there is one, and otherwise to watch.
    Play {
        /// What a guest wants to be called.
        name: Option<PlayerName>,
    },
}

/// What has been asked of the server about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum StateRequest {
    #[default]
    None,
    /// Since this moment.
    SentAt(Timestamp),
    /// Not to be asked before this moment.
    NotBefore(Timestamp),
}

/// An opponent who is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpponentAbsence {
    /// How long it takes until the game may be claimed; nothing once it may, `None` if it never may.
    pub claim_in: Option<Millis>,
}

/// How long it is told that the server was away.
const INTERRUPTION_NOTICE: Millis = Millis::seconds(15);

impl OnlineGame {
    pub(crate) fn new(id: GameId, purpose: JoinIntent) -> OnlineGame {
        OnlineGame {
            id,
            intent: purpose,
            seat: None,
            server_game: None,
            presence: BySeat::default(),
            watchers: 0,
            chat: ChatLog::default(),
            is_shown: false,
            entry_error: None,
            state_request: StateRequest::None,
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
    pub fn server_game(&self) -> Option<&ServerGame> {
        self.server_game.as_ref()
    }

    /// Why the game cannot be entered.
    #[must_use]
    pub fn entry_error(&self) -> Option<ActionError> {
        self.entry_error
    }

    /// Whether somebody is at the board.
    #[must_use]
    pub fn presence_of(&self, seat: Seat) -> SeatPresence {
        *self.presence.get(seat)
    }

    /// How many watch.
    #[must_use]
    pub fn watchers(&self) -> u32 {
        self.watchers
    }

    /// What is said beside the board.
    #[must_use]
    pub fn chat(&self) -> &ChatLog {
        &self.chat
    }

    /// Where one talks.
    #[must_use]
    pub fn room(&self) -> ChatRoom {
        if self.seat.is_some() { ChatRoom::Players } else { ChatRoom::Watchers }
    }

    /// Who sits in a seat, with the rating at the beginning of the game.
    #[must_use]
    pub fn player_info(&self, seat: Seat) -> Option<&Person> {
        self.server_game.as_ref()?.seats.get(seat).as_ref()
    }

    /// The rating of a seat after the game, and by how much it has changed.
    #[must_use]
    pub fn rating_change(&self, seat: Seat) -> Option<(PublicRating, i32)> {
        let after = *self.server_game.as_ref()?.ratings.as_ref()?.get(seat);
        let before = self.player_info(seat)?.rating?;
        Some((after, i32::from(after.value) - i32::from(before.value)))
    }

    /// How long it takes until the game is called off, unless the next move comes.
    #[must_use]
    pub fn time_to_first_move(&self, time: ServerTime, now: Timestamp) -> Option<Millis> {
        let truth = self.server_game.as_ref().filter(|truth| truth.game.outcome().is_none())?;
        truth.first_move_by.map(|by| time.until(by, now))
    }

    /// For how long there was no server, for a while after it is back: whoever saw the clocks stand still learns why.
    #[must_use]
    pub fn interruption(&self, time: ServerTime, now: Timestamp) -> Option<Millis> {
        let truth = self.server_game.as_ref().filter(|truth| truth.game.outcome().is_none())?;
        let (away, UnixMillis(back)) = truth.interruption?;
        let is_new = time.until(UnixMillis(back + INTERRUPTION_NOTICE.0), now) > Millis::ZERO;
        is_new.then_some(away)
    }

    /// Whether one's own clock runs, as far as it is known here: a move that has not arrived does not stop it.
    #[must_use]
    pub fn is_own_clock_running(&self) -> bool {
        let is_mine = |truth: &ServerGame| {
            truth.game.plies() >= 2 && Some(truth.game.turn()) == self.seat.map(Color::from)
        };
        self.is_timed() && self.server_game.as_ref().is_some_and(is_mine)
    }

    /// Whether the opponent is away, and until when one has to wait. Where moves take days nobody has to be there.
    #[must_use]
    pub fn opponent_absence(&self, time: ServerTime, now: Timestamp) -> Option<OpponentAbsence> {
        let truth = self.server_game.as_ref().filter(|truth| truth.game.outcome().is_none())?;
        if matches!(truth.info.control.get(), game::TimeControl::Correspondence { .. }) {
            return None;
        }
        let SeatPresence::Away { claim } = self.presence_of(self.seat?.other()) else { return None };
        // While both sides have not moved the game is called off, not won.
        let claim = claim.filter(|_| truth.has_begun() && truth.game.plies() >= 2);
        truth.has_begun().then(|| OpponentAbsence { claim_in: claim.map(|claim| time.until(claim, now)) })
    }

    /// Whether a rematch can be asked for, or agreed to.
    #[must_use]
    pub fn may_rematch(&self) -> bool {
        let (Some(truth), Some(seat)) = (&self.server_game, self.seat) else { return false };
        let is_over = truth.has_begun() && truth.game.outcome().is_some();
        is_over && truth.rematch.is_none() && truth.rematch_offer != Some(seat)
    }

    /// Whether the opponent would like a rematch.
    #[must_use]
    pub fn is_rematch_offered(&self) -> bool {
        let offer = self.server_game.as_ref().and_then(|truth| truth.pending_offer(OfferKind::Rematch));
        offer.is_some() && offer != self.seat && self.seat.is_some()
    }

    /// Whether time can be given to the opponent.
    #[must_use]
    pub fn may_give_time(&self) -> bool {
        self.seat.is_some() && self.is_timed()
    }

    /// Whether the game is on and somebody's time may run out in it while one looks.
    pub(crate) fn is_timed(&self) -> bool {
        let is_timed = |truth: &ServerGame| {
            truth.has_begun()
                && truth.game.outcome().is_none()
                && matches!(truth.info.control.get(), game::TimeControl::Clock(_))
        };
        self.server_game.as_ref().is_some_and(is_timed)
    }

    /// What the board shows: what the server has told, and the move made here that it has not confirmed yet.
    pub(crate) fn optimistic_game(&self, outbox: &Outbox) -> Option<Game> {
        let truth = self.server_game.as_ref()?;
        let mut game = truth.game.clone();
        if let (Some((ply, uci)), Some(seat)) = (outbox.pending_move(self.id), self.seat) {
            let fits = ply as usize == game.plies() && game.turn() == Color::from(seat);
            let read = game.parse_move(&uci.0.to_string()).ok().filter(|_| fits);
            // One that cannot be made here will be refused there.
            let _played = read.map(|m| game.play(m));
        }
        Some(game)
    }

    /// The table for a game that has just been told.
    pub(crate) fn to_local_game(
        &self,
        outbox: &Outbox,
        time: ServerTime,
        now: Timestamp,
    ) -> Option<LocalGame> {
        let truth = self.server_game.as_ref()?;
        let control = truth.info.control.get();
        let table = LocalGame::new(self.optimistic_game(outbox)?, control, self.players()?, AutoFlip::Never);
        let bottom = self.seat.map_or(Color::White, Color::from);
        Some(table.with_bottom(bottom).with_server_clock(truth.clock(time, now)))
    }

    /// Who plays, for the table: nobody here before both are there, and nobody who only watches.
    pub(crate) fn players(&self) -> Option<ByColor<Player>> {
        let truth = self.server_game.as_ref()?;
        let mine = self.seat.map(Color::from).filter(|_| truth.has_begun());
        Some(ByColor::new_with(|color| {
            let name = truth.seats.get(color.into()).as_ref().and_then(|person| person.name.as_ref());
            let place = if mine == Some(color) { Place::Local } else { Place::Remote };
            Player::new(name.map_or("", PlayerName::as_str), place)
        }))
    }
}

impl StateRequest {
    /// An answer that has not come after this long will not come.
    const RESPONSE_TIMEOUT: Millis = Millis::seconds(5);

    /// When it may be asked again.
    pub(crate) fn next_retry(self) -> Option<Timestamp> {
        match self {
            StateRequest::None => None,
            StateRequest::SentAt(moment) => Some(moment + StateRequest::RESPONSE_TIMEOUT),
            StateRequest::NotBefore(moment) => Some(moment),
        }
    }
}
