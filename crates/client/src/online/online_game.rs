//! The subscribed online game.

use game::{Date, Game, Millis, TimeControl, Timestamp};
use protocol::{
    ActionError, BySeat, ChatRoom, GameId, OfferKind, PlayerInfo as Person, PlayerKind, PlayerName,
    PublicRating, Seat, SeatPresence, UnixMillis,
};
use rules::{ByColor, Color};

use super::{ChatLog, Outbox, ServerGame, ServerTime};
use crate::{AutoFlip, LocalGame, Player, PlayerLocation};

/// Name of guests in PGN files, which are in English.
const GUEST: &str = "Guest";

/// An online game and the user's part in it.
#[derive(Clone, Debug)]
pub struct OnlineGame {
    pub(crate) id: GameId,
    pub(crate) intent: JoinIntent,
    /// True for the small board of the lobby.
    pub(crate) is_preview: bool,
    pub(crate) seat: Option<Seat>,
    /// Confirmed state; `None` before it is received.
    pub(crate) server_game: Option<ServerGame>,
    pub(crate) presence: BySeat<SeatPresence>,
    pub(crate) watchers: u32,
    pub(crate) chat: ChatLog,
    /// True if the board shows this game.
    pub(crate) is_shown: bool,
    /// Error of subscribing.
    pub(crate) entry_error: Option<ActionError>,
    /// Pending request for a snapshot or missing events.
    pub(crate) state_request: StateRequest,
}

/// Intent of entering a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum JoinIntent {
    /// Watch. A player with a seat still plays.
    #[default]
    Watch,
    /// Show the game on the small board of the lobby, without being counted as a spectator.
    Preview,
    /// Take the free seat if there is one, otherwise watch.
    Play {
        /// Display name of a guest.
        name: Option<PlayerName>,
    },
}

/// Pending request for the state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum StateRequest {
    #[default]
    None,
    /// Sent at this time.
    SentAt(Timestamp),
    /// Not to be sent before this time.
    NotBefore(Timestamp),
}

/// Absence of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpponentAbsence {
    /// Time until the game may be claimed: zero if it may be claimed now, `None` if never.
    pub claim_in: Option<Millis>,
}

/// Display time of the notice about a server outage.
const INTERRUPTION_NOTICE: Millis = Millis::seconds(15);

impl OnlineGame {
    pub(crate) fn new(id: GameId, intent: JoinIntent) -> OnlineGame {
        OnlineGame {
            id,
            is_preview: intent == JoinIntent::Preview,
            intent,
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

    /// Id of the game.
    #[must_use]
    pub fn id(&self) -> GameId {
        self.id
    }

    /// Seat of the user; `None` for spectators.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Confirmed state; `None` before it is received.
    #[must_use]
    pub fn server_game(&self) -> Option<&ServerGame> {
        self.server_game.as_ref()
    }

    /// Error of subscribing.
    #[must_use]
    pub fn entry_error(&self) -> Option<ActionError> {
        self.entry_error
    }

    /// Presence of a player.
    #[must_use]
    pub fn presence_of(&self, seat: Seat) -> SeatPresence {
        *self.presence.get(seat)
    }

    /// Number of spectators.
    #[must_use]
    pub fn watchers(&self) -> u32 {
        self.watchers
    }

    /// The chat log.
    #[must_use]
    pub fn chat(&self) -> &ChatLog {
        &self.chat
    }

    /// The chat room of the user.
    #[must_use]
    pub fn room(&self) -> ChatRoom {
        if self.seat.is_some() { ChatRoom::Players } else { ChatRoom::Watchers }
    }

    /// The player in a seat, with the rating at the start of the game.
    #[must_use]
    pub fn player_info(&self, seat: Seat) -> Option<&Person> {
        self.server_game.as_ref()?.seats.get(seat).as_ref()
    }

    /// Rating after the game and its change.
    #[must_use]
    pub fn rating_change(&self, seat: Seat) -> Option<(PublicRating, i32)> {
        let after = *self.server_game.as_ref()?.ratings.as_ref()?.get(seat);
        let before = self.player_info(seat)?.rating?;
        Some((after, i32::from(after.value) - i32::from(before.value)))
    }

    /// Time until the game is aborted unless the next move is played.
    #[must_use]
    pub fn time_to_first_move(&self, time: ServerTime, now: Timestamp) -> Option<Millis> {
        let server_game =
            self.server_game.as_ref().filter(|server_game| server_game.game.outcome().is_none())?;
        server_game.first_move_by.map(|by| time.until(by, now))
    }

    /// Duration of the last server outage, for a while after it.
    #[must_use]
    pub fn interruption(&self, time: ServerTime, now: Timestamp) -> Option<Millis> {
        let server_game =
            self.server_game.as_ref().filter(|server_game| server_game.game.outcome().is_none())?;
        let (away, UnixMillis(back)) = server_game.interruption?;
        let is_new = time.until(UnixMillis(back + INTERRUPTION_NOTICE.0), now) > Millis::ZERO;
        is_new.then_some(away)
    }

    /// True if the user's clock runs according to the confirmed state; an unconfirmed move does not stop it.
    #[must_use]
    pub fn is_own_clock_running(&self) -> bool {
        let is_mine = |server_game: &ServerGame| {
            server_game.game.plies() >= 2 && Some(server_game.game.turn()) == self.seat.map(Color::from)
        };
        self.is_timed() && self.server_game.as_ref().is_some_and(is_mine)
    }

    /// Absence of the opponent. Not reported for correspondence games.
    #[must_use]
    pub fn opponent_absence(&self, time: ServerTime, now: Timestamp) -> Option<OpponentAbsence> {
        let server_game =
            self.server_game.as_ref().filter(|server_game| server_game.game.outcome().is_none())?;
        if matches!(server_game.info.control.get(), game::TimeControl::Correspondence { .. }) {
            return None;
        }
        let SeatPresence::Away { claim } = self.presence_of(self.seat?.other()) else { return None };
        // Before both sides have moved the game is aborted instead of won.
        let claim = claim.filter(|_| server_game.has_begun() && server_game.game.plies() >= 2);
        server_game
            .has_begun()
            .then(|| OpponentAbsence { claim_in: claim.map(|claim| time.until(claim, now)) })
    }

    /// True if a rematch can be offered or accepted.
    #[must_use]
    pub fn may_rematch(&self) -> bool {
        let (Some(server_game), Some(seat)) = (&self.server_game, self.seat) else { return false };
        let is_over = server_game.has_begun() && server_game.game.outcome().is_some();
        is_over && !self.is_kept() && server_game.rematch.is_none() && server_game.rematch_offer != Some(seat)
    }

    /// True if the game was played against the computer of the player's device and kept in the archive. On a server the
    /// computer plays without a clock only if a program has asked by the Lichess API; these games have no rematch here
    /// either.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.server_game.as_ref().is_some_and(|server_game| {
            let BySeat { white, black } = &server_game.seats;
            let is_computer = |player: &Person| player.standing == PlayerKind::Computer;
            let has_clock = matches!(server_game.info.control.get(), TimeControl::Clock(_));
            !has_clock && [white, black].into_iter().flatten().any(is_computer)
        })
    }

    /// True if the opponent offers a rematch.
    #[must_use]
    pub fn is_rematch_offered(&self) -> bool {
        let offer =
            self.server_game.as_ref().and_then(|server_game| server_game.pending_offer(OfferKind::Rematch));
        offer.is_some() && offer != self.seat && self.seat.is_some()
    }

    /// True if the user can give the opponent time.
    #[must_use]
    pub fn may_give_time(&self) -> bool {
        self.seat.is_some() && self.is_timed()
    }

    /// True if the user plays this game and it is in progress.
    pub(crate) fn is_being_played(&self) -> bool {
        let is_on =
            |server_game: &ServerGame| server_game.has_begun() && server_game.game.outcome().is_none();
        self.seat.is_some() && self.server_game.as_ref().is_some_and(is_on)
    }

    /// True if the game is in progress and has a running time control.
    pub(crate) fn is_timed(&self) -> bool {
        let is_timed = |server_game: &ServerGame| {
            server_game.has_begun()
                && server_game.game.outcome().is_none()
                && matches!(server_game.info.control.get(), game::TimeControl::Clock(_))
        };
        self.server_game.as_ref().is_some_and(is_timed)
    }

    /// The game as the board shows it: the confirmed state plus the unconfirmed local move, if it still fits.
    pub(crate) fn optimistic_game(&self, outbox: &Outbox) -> Option<Game> {
        let server_game = self.server_game.as_ref()?;
        let mut game = server_game.game.clone();
        if let (Some((ply, uci)), Some(seat)) = (outbox.pending_move(self.id), self.seat) {
            let fits = ply == game.ply() && game.turn() == Color::from(seat);
            let read = game.parse_move(&uci.0.to_string()).ok().filter(|_| fits);
            // The server will reject an unconfirmed move that is illegal here.
            let _played = read.map(|m| game.play_recorded(m));
        }
        Some(game)
    }

    /// The game on the board for a state that was just received.
    pub(crate) fn to_local_game(
        &self,
        outbox: &Outbox,
        time: ServerTime,
        now: Timestamp,
    ) -> Option<LocalGame> {
        let server_game = self.server_game.as_ref()?;
        let control = server_game.info.control.get();
        let local_game =
            LocalGame::new(self.optimistic_game(outbox)?, control, self.players()?, AutoFlip::Never);
        let bottom = self.seat.map_or(Color::White, Color::from);
        let date = Date::from_unix_seconds(server_game.opened.0 / 1_000);
        let local_game = local_game.with_bottom(bottom).with_date(date);
        Some(local_game.with_server_clock(server_game.clock(time, now)))
    }

    /// The players of both sides: the user's side is local once the game has begun, all others are remote.
    pub(crate) fn players(&self) -> Option<ByColor<Player>> {
        let server_game = self.server_game.as_ref()?;
        let own_color = self.seat.map(Color::from).filter(|_| server_game.has_begun());
        Some(ByColor::new_with(|color| {
            let name = server_game.seats.get(color.into()).as_ref().map(|player| match &player.name {
                Some(name) => name.as_str(),
                None if player.standing == PlayerKind::Guest => GUEST,
                None => "",
            });
            let location =
                if own_color == Some(color) { PlayerLocation::Local } else { PlayerLocation::Remote };
            Player::new(name.unwrap_or_default(), location)
        }))
    }
}

impl StateRequest {
    /// Time after which a request is repeated.
    const RESPONSE_TIMEOUT: Millis = Millis::seconds(5);

    /// Time of the next request.
    pub(crate) fn next_retry(self) -> Option<Timestamp> {
        match self {
            StateRequest::None => None,
            StateRequest::SentAt(moment) => Some(moment + StateRequest::RESPONSE_TIMEOUT),
            StateRequest::NotBefore(moment) => Some(moment),
        }
    }
}
