//! Network events: messages of the server, connection changes, and the outbox.

mod game;
mod commands;
mod challenges;

use ::game::Millis;
use protocol::{ActionError, ActionId, CloseReason, EventNumber, GameId, SeekId, ToClient, ToServer};

use super::Update;
use super::extensions::OnlineUpdates;
use crate::online::{
    ConnectionTask, JoinIntent, LobbyRejection, NetworkEffect, NetworkEvent, OnlineGame, Outbox,
    RejectionResult, SavedPremoves, StateRequest,
};
use crate::{Effect, Problem, Sound};

/// Delay before a failed subscription is repeated.
const RETRY_DELAY: Millis = Millis::seconds(1);

/// The code of play on a server.
pub(super) const UPDATES: OnlineUpdates = OnlineUpdates {
    drive_connection: |update| update.drive_online_connection(),
    on_network_event: |update, event| update.on_network_event(event),
    run_command: |update, command| update.run_online_command(command),
    run_board_command: |update, command| update.run_board_command_online(command),
    act: |update, action| update.act_on_server(action),
    post_action: |update, action| update.queue_action(action),
    offer_rematch: |update| update.queue_rematch_offer(),
    leave_game: |update| update.leave_server_game(),
};

impl Update<'_> {
    /// Handles a network event; events of earlier sockets are ignored.
    fn on_network_event(&mut self, event: NetworkEvent) {
        let online = &mut self.state.online;
        let current = online.connection.active_id();
        match event {
            NetworkEvent::Message(socket, message) if current == Some(socket) => {
                online.connection.on_message(self.now);
                self.on_message(*message);
            }
            NetworkEvent::Closed(socket) if current == Some(socket) => {
                online.connection.on_closed(self.now, online.urgency(), &mut online.rng);
                self.on_disconnected();
            }
            NetworkEvent::Offline => {
                if let Some(socket) = current {
                    online.connection.on_closed(self.now, online.urgency(), &mut online.rng);
                    self.on_disconnected();
                    self.network_effect(NetworkEffect::Disconnect(socket));
                }
            }
            NetworkEvent::Rejected(socket) if current == Some(socket) => {
                online.connection.on_rejected();
                self.on_disconnected();
            }
            NetworkEvent::Message(..) | NetworkEvent::Closed(_) | NetworkEvent::Rejected(_) => {}
        }
    }

    /// Connects, drops silent connections, repeats requests and sends the outbox, as time requires.
    fn drive_online_connection(&mut self) {
        self.save_premoves();
        self.expire_challenges();
        let online = &mut self.state.online;
        match online.connection.poll(self.now, online.urgency(), &mut online.rng) {
            Some(ConnectionTask::Connect(socket)) => self.network_effect(NetworkEffect::Connect(socket)),
            Some(ConnectionTask::Drop(socket)) => {
                self.on_disconnected();
                self.network_effect(NetworkEffect::Disconnect(socket));
            }
            None => {}
        }
        let online = &mut self.state.online;
        if !online.connection.is_connected() {
            return;
        }
        let asks_again = |asked: StateRequest| asked.next_retry().is_some_and(|at| self.now >= at);
        if online.game.as_ref().is_some_and(|game| asks_again(game.state_request)) {
            self.request_state();
        }
        let lobby = self.state.online.lobby.as_mut().map(|lobby| lobby.take_due(self.now));
        let actions = self.state.online.outbox.take_due(self.now);
        for message in lobby.into_iter().flatten().chain(actions) {
            self.send(message);
        }
    }

    /// Saves the premoves if they have changed.
    fn save_premoves(&mut self) {
        let online = &self.state.online;
        if online.restored_premoves.is_some() {
            return;
        }
        let (premoves, plies) = (&self.state.ui.premoves, self.state.local_game.game.plies());
        let game = online.game.as_ref().filter(|game| game.is_shown && !premoves.is_empty());
        let text = game.map(|game| SavedPremoves::to_text(game.id, plies, premoves)).unwrap_or_default();
        if text != online.saved_premoves {
            self.state.online.saved_premoves.clone_from(&text);
            self.network_effect(NetworkEffect::SavePremoves(text));
        }
    }

    fn on_message(&mut self, message: ToClient) {
        let (online, now) = (&mut self.state.online, self.now);
        match message {
            ToClient::Welcome { you, now: told } => {
                online.connection.on_welcome(now);
                online.server_time.reset(told, now);
                if online.me.as_ref().is_some_and(|me| me.id != you.id) {
                    online.challenges.clear();
                }
                online.me = Some(you);
                if self.state.ui.problem == Some(Problem::NotConnected) {
                    self.state.ui.problem = None;
                }
                self.on_reconnected();
            }
            ToClient::Beat { now: told, lag } => {
                online.server_time.observe(told, now);
                online.connection.on_lag(lag);
            }
            ToClient::Farewell { reason, retry } => {
                online.connection.on_close_message(reason, retry, now, &mut online.rng);
                if reason == CloseReason::Banned {
                    self.on_banned();
                }
                self.on_disconnected();
            }
            ToClient::State { game, now: told, you, state } => {
                online.server_time.observe(told, now);
                self.on_state(game, told, you, &state);
            }
            ToClient::Events { game, now: told, events } => {
                online.server_time.observe(told, now);
                self.on_events(game, &events);
            }
            ToClient::Accepted { id, number } => self.on_accepted(id, number),
            ToClient::Refused { id, game, reason } => self.on_rejected(id, game, reason),
            ToClient::Presence { game, players, watchers } => {
                if let Some(online_game) = online.game.as_mut().filter(|online_game| online_game.id == game) {
                    (online_game.presence, online_game.watchers) = (players, watchers);
                }
            }
            ToClient::Talk { game, room, lines } => self.on_chat(game, room, lines),
            ToClient::Lobby { seeks, crowd } => {
                online.lobby.iter_mut().for_each(|lobby| lobby.set(seeks.clone(), crowd));
            }
            ToClient::SeekOpened { seek } => {
                online.lobby.iter_mut().for_each(|lobby| lobby.add_seek(seek.clone()));
            }
            ToClient::SeekClosed { seek } => {
                online.lobby.iter_mut().for_each(|lobby| lobby.remove_seek(seek));
            }
            ToClient::Crowd { crowd } => online.lobby.iter_mut().for_each(|lobby| lobby.set_stats(crowd)),
            ToClient::Seeking { id, seek } => self.on_seek_listed(id, seek),
            ToClient::Paired { game, .. } => self.on_paired(game),
            ToClient::YourTurn { .. } => online.lobby.iter_mut().for_each(|lobby| lobby.on_turn()),
            ToClient::Challenges { challenges } => online.challenges.set(challenges),
            ToClient::Challenging { id, challenge } => online.challenges.on_sent(id, challenge),
            ToClient::Challenge { challenge } => self.on_challenge_opened(*challenge),
            ToClient::ChallengeClosed { challenge, outcome } => self.on_challenge_closed(challenge, outcome),
            ToClient::Unknown => {}
        }
    }

    /// The connection was lost: sent actions may not have arrived, and clocks and presence are unknown.
    fn on_disconnected(&mut self) {
        let online = &mut self.state.online;
        online.outbox.on_disconnect();
        if let Some(online_game) = &mut online.game {
            online_game.presence = Default::default();
            if online_game.is_shown {
                self.state.local_game.clock.pause(self.now);
            }
        }
    }

    /// The account was banned: the user becomes a spectator and the outbox is discarded.
    fn on_banned(&mut self) {
        let online = &mut self.state.online;
        online.me = None;
        online.challenges.clear();
        online.outbox = Outbox::default();
        if let Some(online_game) = &mut online.game {
            (online_game.seat, online_game.intent) = (None, JoinIntent::Watch);
        }
        self.clear_interaction();
        self.sync_local_game();
        self.network_effect(NetworkEffect::SaveOutbox(String::new()));
    }

    /// Restores the subscriptions after a welcome message; the outbox follows.
    fn on_reconnected(&mut self) {
        let challenges = self.state.online.challenges.on_reconnected();
        challenges.into_iter().for_each(|request| self.send(request));
        if let Some(lobby) = &mut self.state.online.lobby {
            let again = lobby.resend();
            self.send(ToServer::EnterLobby);
            again.into_iter().for_each(|seek| self.send(seek));
        }
        self.request_state();
    }

    /// Requests the events since the last known one, or a snapshot.
    fn request_state(&mut self) {
        let up = self.state.online.connection.is_connected();
        let Some(online_game) = self.state.online.game.as_mut().filter(|_| up) else { return };
        online_game.state_request = StateRequest::SentAt(self.now);
        let since = online_game.server_game.as_ref().map(|server_game| server_game.number);
        let game = online_game.id;
        let is_preview = online_game.is_preview;
        self.send(if is_preview {
            ToServer::Preview { game, since }
        } else {
            ToServer::Enter { game, since }
        });
    }

    fn on_accepted(&mut self, id: ActionId, number: Option<EventNumber>) {
        self.state.online.outbox.on_accepted(id, number);
        self.save_outbox();
        self.on_challenge_confirmed(id);
    }

    fn on_rejected(&mut self, id: Option<ActionId>, game: Option<GameId>, reason: ActionError) {
        let online = &mut self.state.online;
        let Some(id) = id else { return self.on_rejected_without_id(game, reason) };
        match online.outbox.on_rejected(id, reason, self.now) {
            RejectionResult::WillRetry => {}
            RejectionResult::Dropped(pending) => {
                self.save_outbox();
                self.on_action_rejected(&pending, reason);
            }
            RejectionResult::Unknown if online.challenges.on_rejected(id, reason) => {
                self.show_rejection(reason);
            }
            RejectionResult::Unknown => {
                let Some(lobby) = &mut online.lobby else { return };
                let rejection = match is_transient(reason) {
                    true => lobby.on_transient_error(id, self.now),
                    false => lobby.on_rejected(id),
                };
                if rejection == LobbyRejection::Dropped {
                    self.show_rejection(reason);
                }
            }
        }
    }

    /// A subscription or a chat message was rejected.
    fn on_rejected_without_id(&mut self, game: Option<GameId>, reason: ActionError) {
        let now = self.now;
        let online_game = self.state.online.game.as_mut().filter(|online_game| Some(online_game.id) == game);
        match online_game.filter(|online_game| online_game.state_request != StateRequest::None) {
            Some(online_game) if is_transient(reason) => {
                online_game.state_request = StateRequest::NotBefore(now + RETRY_DELAY)
            }
            Some(online_game) => {
                (online_game.state_request, online_game.entry_error) = (StateRequest::None, Some(reason));
                self.show_rejection(reason);
            }
            None => self.show_rejection(reason),
        }
    }

    fn on_seek_listed(&mut self, id: ActionId, seek: SeekId) {
        let unwanted = match &mut self.state.online.lobby {
            Some(lobby) => lobby.on_listed(id, seek),
            None => Some(ToServer::Cancel { seek }),
        };
        unwanted.into_iter().for_each(|cancel| self.send(cancel));
    }

    /// Every window of a player receives the pairing; only the seeking one switches to the game.
    fn on_paired(&mut self, game: GameId) {
        let Some(lobby) = self.state.online.lobby.as_mut().filter(|lobby| lobby.is_seeking()) else { return };
        lobby.on_paired();
        self.switch_to_game(game);
    }

    /// Switches to another game automatically.
    fn switch_to_game(&mut self, game: GameId) {
        self.enter_game(game, JoinIntent::Watch);
        self.network_effect(NetworkEffect::SwitchToGame(game));
    }

    /// Removes confirmed actions and saves the outbox.
    fn save_outbox(&mut self) {
        let online = &mut self.state.online;
        online.outbox.drop_confirmed_except(online.game.as_ref().map(OnlineGame::id));
        if let Some(online_game) = &online.game
            && let Some(server_game) = &online_game.server_game
        {
            online.outbox.drop_confirmed(online_game.id, server_game.number);
        }
        self.network_effect(NetworkEffect::SaveOutbox(self.state.online.outbox.to_save_text()));
    }

    fn show_rejection(&mut self, reason: ActionError) {
        self.sound(Sound::Illegal);
        self.problem(Problem::RejectedByServer(reason));
    }

    fn send(&mut self, message: ToServer) {
        if self.state.online.connection.is_connected() {
            self.network_effect(NetworkEffect::Send(message));
        }
    }

    fn network_effect(&mut self, effect: NetworkEffect) {
        self.effects.push(Effect::Network(effect));
    }
}

/// True if the request may succeed later.
fn is_transient(reason: ActionError) -> bool {
    matches!(reason, ActionError::TooFast | ActionError::Storage | ActionError::Closing)
}
