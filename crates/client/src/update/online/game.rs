//! State and events of the subscribed game: updates the confirmed state and synchronizes the board.

use ::game::Game;
use protocol::{
    ActionError, ChatMessage, ChatRoom, GameEvent, GameEventKind, GameId, GameState, PlayerAction, Seat,
    UnixMillis,
};
use rules::{CastlingStyle, Color};

use super::super::Update;
use crate::online::{Desync, JoinIntent, OnlineGame, PendingAction, ServerGame};
use crate::state::MoveRights;
use crate::{Announcement, Orientation, Sound};

impl Update<'_> {
    /// A snapshot was received.
    pub(super) fn on_state(&mut self, game: GameId, now: UnixMillis, you: Option<Seat>, state: &GameState) {
        let Some(online_game) = self.state.online.game.as_mut().filter(|online_game| online_game.id == game)
        else {
            return;
        };
        online_game.state_request = Default::default();
        if online_game.server_game.as_ref().is_some_and(|server_game| server_game.number > state.number) {
            // The snapshot is older than the events received since.
            return;
        }
        let Ok(server_game) = ServerGame::new(state, now) else {
            online_game.entry_error = Some(ActionError::Unknown);
            return self.show_rejection(ActionError::Unknown);
        };
        online_game.server_game = Some(server_game);
        online_game.seat = you;
        online_game.entry_error = None;
        self.sync_local_game();
        self.sit_if_intended();
    }

    /// Events were received.
    pub(super) fn on_events(&mut self, game: GameId, events: &[GameEvent]) {
        for event in events {
            let me = self.state.online.me.as_ref().and_then(|me| me.id);
            let Some(online_game) =
                self.state.online.game.as_mut().filter(|online_game| online_game.id == game)
            else {
                return;
            };
            // Events before the first snapshot are part of it.
            let Some(server_game) = &mut online_game.server_game else { return };
            match server_game.apply(event) {
                Ok(true) => {
                    online_game.seat = me.and_then(|me| server_game.seat_of(me));
                    self.sync_local_game();
                    self.announce_event(&event.kind);
                }
                Ok(false) => {}
                Err(desync) => return self.request_missing_events(desync),
            }
        }
        let Some(online_game) = self.state.online.game.as_mut().filter(|online_game| online_game.id == game)
        else {
            return;
        };
        if std::mem::take(&mut online_game.state_request) != Default::default() {
            // Nothing was missed; the clocks run again.
            self.sync_local_game();
        }
    }

    /// Requests missing events once; an impossible event discards the state.
    fn request_missing_events(&mut self, desync: Desync) {
        let Some(online_game) = &mut self.state.online.game else { return };
        if desync == Desync::Impossible {
            online_game.server_game = None;
        } else if online_game.state_request != Default::default() {
            return;
        }
        self.request_state();
    }

    pub(super) fn on_chat(&mut self, game: GameId, room: ChatRoom, messages: Vec<ChatMessage>) {
        let Some(online_game) = self.state.online.game.as_mut().filter(|online_game| online_game.id == game)
        else {
            return;
        };
        let latest = messages.last().cloned();
        let new = online_game.chat.receive(room, messages);
        let me = self.state.online.me.as_ref().and_then(|me| me.id);
        let is_heard = new == 1 && !online_game.chat.is_muted();
        if let Some(message) = latest.filter(|message| is_heard && (me.is_none() || message.from.id != me)) {
            self.announce(Announcement::ChatReceived(Box::new(message)));
        }
    }

    /// The server rejected an action. A move is undone; no error is shown if the same move was played in
    /// another window.
    pub(super) fn on_action_rejected(&mut self, pending: &PendingAction, reason: ActionError) {
        let is_at_table =
            self.state.online.game.as_ref().is_some_and(|online_game| online_game.id == pending.game);
        if !is_at_table {
            return;
        }
        let was_made_elsewhere = self.was_played_in_another_window(pending);
        self.sync_local_game();
        let is_idle_sit = matches!(pending.action, PlayerAction::Sit { .. })
            && matches!(reason, ActionError::Seated | ActionError::Full | ActionError::Over);
        if !was_made_elsewhere && !is_idle_sit {
            self.show_rejection(reason);
        }
    }

    /// True if another window has played the same move.
    fn was_played_in_another_window(&self, pending: &PendingAction) -> bool {
        let PlayerAction::Move { ply, uci } = pending.action else { return false };
        let server_game = self.state.online.game.as_ref().and_then(OnlineGame::server_game);
        let made = server_game.and_then(|server_game| server_game.game.moves().nth(ply.index()));
        made.is_some_and(|m| {
            [CastlingStyle::Standard, CastlingStyle::Chess960].into_iter().any(|style| m.uci(style) == uci.0)
        })
    }

    /// Synchronizes the board with the confirmed state, with sounds, announcements and premoves.
    pub(super) fn sync_local_game(&mut self) {
        let (online, now) = (&mut self.state.online, self.now);
        let Some(online_game) = &mut online.game else { return };
        let Some(server_game) = &online_game.server_game else { return };
        online.outbox.drop_confirmed(online_game.id, server_game.number);
        let clock = server_game.clock(online.server_time, now);
        let (Some(shown), Some(players)) =
            (online_game.optimistic_game(&online.outbox), online_game.players())
        else {
            return;
        };
        if !online_game.is_shown {
            online_game.is_shown = true;
            let local_game = online_game.to_local_game(&online.outbox, online.server_time, now);
            local_game.into_iter().for_each(|local_game| self.set_game(local_game));
            self.announce_start();
            return self.restore_premoves();
        }
        let local_game = &mut self.state.local_game;
        if let Some(own_color) =
            online_game.seat.map(Color::from).filter(|&own_color| !local_game.is_local(own_color))
        {
            local_game.orientation = Orientation::of(own_color);
        }
        local_game.players = players;
        let was_over = local_game.game.outcome().is_some();
        let has_moved = self.sync_moves(&shown);
        let is_over = shown.outcome().is_some();
        self.state.local_game.game = shown;
        self.state.local_game.clock = clock;
        if is_over && !was_over && !has_moved {
            self.end_game();
        } else if has_moved && matches!(self.state.move_rights(), MoveRights::Move(_)) {
            self.play_premove();
        }
    }

    /// Queues the premoves from before a reload. If the opponent has moved in the meantime, the first one is played.
    fn restore_premoves(&mut self) {
        let Some(saved) = self.state.online.restored_premoves.take() else { return };
        if self.state.online.game.as_ref().map(OnlineGame::id) != Some(saved.game) {
            return;
        }
        let plies = self.state.local_game.game.plies();
        match self.state.move_rights() {
            MoveRights::Premove(_) if plies == saved.plies => self.state.ui.premoves = saved.moves,
            MoveRights::Move(_) if plies == saved.plies + 1 => {
                self.state.ui.premoves = saved.moves;
                self.play_premove();
            }
            _ => {}
        }
    }

    /// Plays new moves, or resets the board to the confirmed moves; returns true if a move was played.
    fn sync_moves(&mut self, shown: &Game) -> bool {
        let known = self.state.local_game.game.plies();
        if known > shown.plies() || !self.state.local_game.game.moves().eq(shown.moves().take(known)) {
            self.state.local_game.game = shown.clone();
            self.on_taken_back();
            return false;
        }
        if known + 1 < shown.plies() {
            // Of several missed moves only the last is animated.
            let mut before = shown.clone();
            if before.rewind(1).is_ok() {
                self.state.local_game.game = before;
            }
        }
        let new = shown.last_move().filter(|_| known < shown.plies());
        new.is_some_and(|m| self.play_move(m))
    }

    /// Announces the start of the game once both players are seated.
    fn announce_start(&mut self) {
        let server_game = self.state.online.game.as_ref().and_then(OnlineGame::server_game);
        let is_new = |server_game: &ServerGame| {
            server_game.has_begun() && server_game.game.plies() == 0 && server_game.game.outcome().is_none()
        };
        if server_game.is_some_and(is_new) {
            self.sound(Sound::Start);
            self.announce(Announcement::GameStarted(self.state.local_game.game.turn()));
        }
    }

    /// Announces an event.
    fn announce_event(&mut self, kind: &GameEventKind) {
        let seat = self.state.online.game.as_ref().and_then(OnlineGame::seat);
        match kind {
            GameEventKind::Seated { .. } => self.announce_start(),
            GameEventKind::Offered { seat: by, offer } => {
                if seat != Some(*by) {
                    self.sound(Sound::Offer);
                }
                self.announce(match offer.to_game_offer() {
                    Some(offer) => Announcement::Offered((*by).into(), offer),
                    None => Announcement::OfferedRematch((*by).into()),
                });
            }
            GameEventKind::Declined { seat: by, offer } => {
                self.announce(match offer.to_game_offer() {
                    Some(offer) => Announcement::Declined((*by).into(), offer),
                    None => Announcement::DeclinedRematch((*by).into()),
                });
            }
            GameEventKind::TimeGiven { seat: to, amount, .. } => {
                self.announce(Announcement::TimeGiven((*to).into(), (*amount).into()));
            }
            GameEventKind::Interrupted { away, .. } => {
                self.announce(Announcement::Interrupted((*away).into()));
            }
            GameEventKind::Rematched { game } if seat.is_some() => self.switch_to_game(*game),
            // Shown on the board, or not announced.
            GameEventKind::Rematched { .. }
            | GameEventKind::Opened { .. }
            | GameEventKind::Moved { .. }
            | GameEventKind::TakenBack { .. }
            | GameEventKind::Resumed { .. }
            | GameEventKind::Ended { .. }
            | GameEventKind::Rated { .. }
            | GameEventKind::Unknown => {}
        }
    }

    /// Takes the free seat once, if the user came to play.
    fn sit_if_intended(&mut self) {
        let Some(online_game) = &mut self.state.online.game else { return };
        let is_free = |server_game: &ServerGame| {
            server_game.free_seat().is_some() && server_game.game.outcome().is_none()
        };
        if let JoinIntent::Play { name } = std::mem::take(&mut online_game.intent)
            && online_game.seat.is_none()
            && online_game.server_game.as_ref().is_some_and(is_free)
        {
            self.queue_action(PlayerAction::Sit { name });
        }
    }
}
