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
        let Some(remote) = self.state.online.game.as_mut().filter(|remote| remote.id == game) else { return };
        remote.state_request = Default::default();
        if remote.server_game.as_ref().is_some_and(|truth| truth.number > state.number) {
            // The snapshot is older than the events received since.
            return;
        }
        let Ok(truth) = ServerGame::new(state, now) else {
            remote.entry_error = Some(ActionError::Unknown);
            return self.show_rejection(ActionError::Unknown);
        };
        remote.server_game = Some(truth);
        remote.seat = you;
        remote.entry_error = None;
        self.sync_local_game();
        self.sit_if_intended();
    }

    /// Events were received.
    pub(super) fn on_events(&mut self, game: GameId, events: &[GameEvent]) {
        for event in events {
            let me = self.state.online.me.as_ref().and_then(|me| me.id);
            let Some(remote) = self.state.online.game.as_mut().filter(|remote| remote.id == game) else {
                return;
            };
            // Events before the first snapshot are part of it.
            let Some(truth) = &mut remote.server_game else { return };
            match truth.apply(event) {
                Ok(true) => {
                    remote.seat = me.and_then(|me| truth.seat_of(me));
                    self.sync_local_game();
                    self.announce_event(&event.kind);
                }
                Ok(false) => {}
                Err(misfit) => return self.request_missing_events(misfit),
            }
        }
        let Some(remote) = self.state.online.game.as_mut().filter(|remote| remote.id == game) else { return };
        if std::mem::take(&mut remote.state_request) != Default::default() {
            // Nothing was missed; the clocks run again.
            self.sync_local_game();
        }
    }

    /// Requests missing events once; an impossible event discards the state.
    fn request_missing_events(&mut self, misfit: Desync) {
        let Some(remote) = &mut self.state.online.game else { return };
        if misfit == Desync::Impossible {
            remote.server_game = None;
        } else if remote.state_request != Default::default() {
            return;
        }
        self.request_state();
    }

    pub(super) fn on_chat(&mut self, game: GameId, room: ChatRoom, lines: Vec<ChatMessage>) {
        let Some(remote) = self.state.online.game.as_mut().filter(|remote| remote.id == game) else { return };
        let latest = lines.last().cloned();
        let new = remote.chat.receive(room, lines);
        let me = self.state.online.me.as_ref().and_then(|me| me.id);
        let is_heard = new == 1 && !remote.chat.is_muted();
        if let Some(line) = latest.filter(|line| is_heard && (me.is_none() || line.from.id != me)) {
            self.announce(Announcement::ChatReceived(Box::new(line)));
        }
    }

    /// The server rejected an action. A move is undone; no error is shown if the same move was played in
    /// another window.
    pub(super) fn on_action_rejected(&mut self, letter: &PendingAction, reason: ActionError) {
        let is_at_table = self.state.online.game.as_ref().is_some_and(|remote| remote.id == letter.game);
        if !is_at_table {
            return;
        }
        let was_made_elsewhere = self.was_played_in_another_window(letter);
        self.sync_local_game();
        let is_idle_sit = matches!(letter.action, PlayerAction::Sit { .. })
            && matches!(reason, ActionError::Seated | ActionError::Full | ActionError::Over);
        if !was_made_elsewhere && !is_idle_sit {
            self.show_rejection(reason);
        }
    }

    /// True if another window has played the same move.
    fn was_played_in_another_window(&self, letter: &PendingAction) -> bool {
        let PlayerAction::Move { ply, uci } = letter.action else { return false };
        let truth = self.state.online.game.as_ref().and_then(OnlineGame::server_game);
        let made = truth.and_then(|truth| truth.game.moves().nth(ply.index()));
        made.is_some_and(|m| {
            [CastlingStyle::Standard, CastlingStyle::Chess960].into_iter().any(|style| m.uci(style) == uci.0)
        })
    }

    /// Synchronizes the board with the confirmed state, with sounds, announcements and premoves.
    pub(super) fn sync_local_game(&mut self) {
        let (online, now) = (&mut self.state.online, self.now);
        let Some(remote) = &mut online.game else { return };
        let Some(truth) = &remote.server_game else { return };
        online.outbox.drop_confirmed(remote.id, truth.number);
        let clock = truth.clock(online.server_time, now);
        let (Some(shown), Some(players)) = (remote.optimistic_game(&online.outbox), remote.players()) else {
            return;
        };
        if !remote.is_shown {
            remote.is_shown = true;
            let table = remote.to_local_game(&online.outbox, online.server_time, now);
            table.into_iter().for_each(|table| self.set_game(table));
            return self.announce_start();
        }
        let table = &mut self.state.local_game;
        if let Some(mine) = remote.seat.map(Color::from).filter(|&mine| !table.is_local(mine)) {
            table.orientation = Orientation::of(mine);
        }
        table.players = players;
        let was_over = table.game.outcome().is_some();
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
        let truth = self.state.online.game.as_ref().and_then(OnlineGame::server_game);
        let is_new = |truth: &ServerGame| {
            truth.has_begun() && truth.game.plies() == 0 && truth.game.outcome().is_none()
        };
        if truth.is_some_and(is_new) {
            self.sound(Sound::Start);
            self.announce(Announcement::GameStarted(self.state.local_game.game.turn()));
        }
    }

    /// Announces an event.
    fn announce_event(&mut self, happening: &GameEventKind) {
        let seat = self.state.online.game.as_ref().and_then(OnlineGame::seat);
        match happening {
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
        let Some(remote) = &mut self.state.online.game else { return };
        let is_free = |truth: &ServerGame| truth.free_seat().is_some() && truth.game.outcome().is_none();
        if let JoinIntent::Play { name } = std::mem::take(&mut remote.intent)
            && remote.seat.is_none()
            && remote.server_game.as_ref().is_some_and(is_free)
        {
            self.post_action(PlayerAction::Sit { name });
        }
    }
}
