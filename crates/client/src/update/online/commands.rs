//! Commands and actions of the user in online games.

use ::game::{Clock, Game, TimeControl};
use protocol::{ActionError, GameId, OfferKind, PlayerAction, ToServer};
use rules::{ByColor, Color};

use super::super::Update;
use crate::online::{
    JoinIntent, Lobby, NetworkEffect, OnlineCommand, OnlineGame, Outbox, Rng, SavedPremoves, random_id,
};
use crate::{AutoFlip, BoardCommand, Confirmation, LocalGame, Player, PlayerLocation, Problem, Screen};

impl Update<'_> {
    pub(super) fn run_online_command(&mut self, command: OnlineCommand) {
        let online = &mut self.state.online;
        match command {
            OnlineCommand::Connect { seed } => {
                online.rng = Rng::new(seed);
                online.connection.request(self.now);
            }
            OnlineCommand::Retry => online.connection.retry(self.now),
            OnlineCommand::Disconnect => {
                let socket = online.connection.disconnect();
                self.on_disconnected();
                socket.into_iter().for_each(|socket| self.network_effect(NetworkEffect::Disconnect(socket)));
            }
            OnlineCommand::EnterGame { game, intent } => {
                self.enter_game(game, intent);
                self.show_empty_board();
            }
            OnlineCommand::LeaveGame => self.leave_server_game(),
            OnlineCommand::Say(speech) => {
                if let Some(online_game) = &online.game {
                    let (game, room) = (online_game.id, online_game.room());
                    self.send_or_report(ToServer::Say { game, room, speech });
                }
            }
            OnlineCommand::Mute => online.game.iter_mut().for_each(|online_game| online_game.chat.mute()),
            OnlineCommand::Unmute => online.game.iter_mut().for_each(|online_game| online_game.chat.unmute()),
            OnlineCommand::EnterLobby => {
                if online.lobby.is_none() {
                    online.lobby = Some(Lobby::default());
                    self.send(ToServer::EnterLobby);
                }
            }
            OnlineCommand::LeaveLobby => {
                if let Some(mut lobby) = online.lobby.take() {
                    lobby.cancel_seek().into_iter().for_each(|cancel| self.send(cancel));
                    self.send(ToServer::LeaveLobby);
                }
            }
            OnlineCommand::Seek { terms, side, name } => {
                let id = random_id(&mut online.rng);
                let Some(lobby) = &mut online.lobby else { return };
                let earlier = lobby.cancel_seek();
                let seek = lobby.seek(id, terms, side, name);
                earlier.into_iter().chain([seek]).for_each(|message| self.send(message));
            }
            OnlineCommand::CancelSeek => {
                let cancel = online.lobby.as_mut().and_then(Lobby::cancel_seek);
                cancel.into_iter().for_each(|cancel| self.send(cancel));
            }
            OnlineCommand::WithdrawSeek(seek) => self.send_or_report(ToServer::Cancel { seek }),
            OnlineCommand::Join { seek, name } => {
                let id = random_id(&mut online.rng);
                let Some(lobby) = online.lobby.as_mut().filter(|_| online.connection.is_connected()) else {
                    return self.problem(Problem::NotConnected);
                };
                let join = lobby.join(id, seek, name);
                self.send(join);
            }
            OnlineCommand::Challenge { .. }
            | OnlineCommand::AnswerChallenge { .. }
            | OnlineCommand::DismissChallengeNews => self.run_challenge_command(command),
            OnlineCommand::RestorePremoves(text) => {
                online.restored_premoves = SavedPremoves::parse(&text);
                online.saved_premoves = text;
            }
            OnlineCommand::RestoreOutbox(text) => {
                online.outbox.restore(Outbox::from_save_text(&text, self.now))
            }
        }
    }

    /// Subscribes to a game; the board shows it once the state is received.
    pub(in crate::update) fn enter_game(&mut self, game: GameId, intent: JoinIntent) {
        if let Some(online_game) =
            self.state.online.game.as_mut().filter(|online_game| online_game.id == game)
        {
            online_game.is_preview = intent == JoinIntent::Preview;
            online_game.intent = intent;
            online_game.entry_error = None;
            return self.request_state();
        }
        self.leave_server_game();
        self.state.online.game = Some(OnlineGame::new(game, intent));
        self.request_state();
    }

    /// Shows an empty board that cannot be moved until the state is received.
    fn show_empty_board(&mut self) {
        if self.state.online.game.as_ref().is_some_and(|online_game| online_game.is_shown) {
            return self.state.screen = Screen::Game;
        }
        let players = ByColor::new_with(|_| Player::new("", PlayerLocation::Remote));
        let local_game = LocalGame::new(Game::standard(), TimeControl::Unlimited, players, AutoFlip::Never);
        self.set_game(local_game.with_server_clock(Clock::new(TimeControl::Unlimited)));
    }

    /// Unsubscribes from the game. The board keeps the last confirmed state, read-only.
    pub(super) fn leave_server_game(&mut self) {
        let Some(online_game) = self.state.online.game.take() else { return };
        self.state.online.outbox.drop_confirmed_except(None);
        if let Some(server_game) = online_game.server_game.filter(|_| online_game.is_shown) {
            self.state.local_game.game = server_game.game;
            self.state.local_game.clock.pause(self.now);
            let players = &self.state.local_game.players;
            self.state.local_game.players =
                ByColor::new_with(|color| Player::new(players[color].name(), PlayerLocation::Remote));
            self.drop_premoves();
        }
        self.send(ToServer::Leave { game: online_game.id });
    }

    pub(super) fn queue_rematch_offer(&mut self) {
        if self.state.online.game.as_ref().is_some_and(OnlineGame::may_rematch) {
            self.queue_action(PlayerAction::Offer { offer: OfferKind::Rematch });
        }
    }

    /// Sends an action of the player here to the server; it takes effect when the server's event arrives. Spectators can
    /// only take a seat.
    pub(super) fn act_on_server(&mut self, action: PlayerAction) {
        let has_seat = self.state.online.game.as_ref().is_some_and(|game| game.seat().is_some());
        match action {
            PlayerAction::Offer { offer: OfferKind::Rematch } => self.queue_rematch_offer(),
            PlayerAction::Sit { .. } => self.queue_action(action),
            _ if has_seat => self.queue_action(action),
            _ => self.show_rejection(ActionError::NotSeated),
        }
    }

    /// Runs a command in an online game.
    pub(super) fn run_board_command_online(&mut self, command: BoardCommand) {
        let Some(seat) = self.state.online.game.as_ref().and_then(OnlineGame::seat) else { return };
        let me = Color::from(seat);
        match command {
            BoardCommand::TakeBack => self.queue_action(PlayerAction::Offer { offer: OfferKind::Takeback }),
            BoardCommand::OfferDraw(by) if by == me => {
                self.queue_action(PlayerAction::Offer { offer: OfferKind::Draw })
            }
            BoardCommand::ClaimWithMove(claim) => self.toggle_claim_with_move(claim),
            BoardCommand::Resign(by) if by == me => self.ask_confirmation(Confirmation::Resign(by)),
            BoardCommand::Abort => self.ask_confirmation(Confirmation::Abort),
            BoardCommand::Confirm => match self.state.ui.confirmation.take() {
                Some(Confirmation::Resign(_)) => self.queue_action(PlayerAction::Resign),
                Some(Confirmation::Abort) => self.queue_action(PlayerAction::Abort),
                Some(Confirmation::ReplaceGame) => self.replace_game(),
                Some(Confirmation::Move(_, m)) => self.play_confirmed(m),
                None => {}
            },
            BoardCommand::Cancel => self.state.ui.confirmation = None,
            // Online clocks cannot be paused, and the opponent acts for themselves.
            BoardCommand::OfferDraw(_)
            | BoardCommand::Resign(_)
            | BoardCommand::Pause
            | BoardCommand::Resume => {}
        }
    }

    /// Queues an action for the subscribed game; the outbox sends it.
    pub(super) fn queue_action(&mut self, action: PlayerAction) {
        let online = &mut self.state.online;
        let Some(online_game) = &online.game else { return };
        let is_kept = matches!(action, PlayerAction::Move { .. });
        online.outbox.push(online_game.id, random_id(&mut online.rng), action, self.now);
        if is_kept {
            self.network_effect(NetworkEffect::SaveOutbox(self.state.online.outbox.to_save_text()));
        }
    }

    /// Chat messages are not queued while disconnected.
    fn send_or_report(&mut self, message: ToServer) {
        match self.state.online.connection.is_connected() {
            true => self.send(message),
            false => self.problem(Problem::NotConnected),
        }
    }
}
