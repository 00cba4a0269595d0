//! The home screen of a server: create a game, get paired, challenge a player, or accept a seek or a challenge.

use client::online::{JoinIntent, Lobby, NetworkEvent, OnlineCommand};
use client::{Event, Problem, Screen};
use engine::Level;
use protocol::http::{CreateGameRequest, CreateGameResponse};
use protocol::{
    ActionError, ChallengeAnswer, ColorPreference, GameId, GameSetup, PlayerKind, PlayerName, SeekId,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::list::{ListAction, Step, cycle, list_action_vi};
use super::overlay::InputPurpose;
use super::{App, AppEffect, Command, Notice, OpponentChoice, Overlay};
use crate::ServerOptions;
use crate::challenge_words::{UnknownWord, parse_challenge};
use crate::online::{RequestError, action_error};

/// A row of the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LobbyRow {
    /// Creates a game with a link for a friend.
    Invite,
    /// Creates a seek and waits for an opponent.
    QuickPairing,
    /// Plays the server's computer at the selected level.
    Computer,
    /// Cancels the own seek.
    CancelSeek,
    /// A challenge to the user.
    Received(GameId),
    /// A challenge that the user has sent.
    Sent(GameId),
    /// Challenges a player by name.
    Challenge,
    /// Accepts a seek.
    Join(SeekId),
    /// Withdraws a lasting seek that a program of the user has posted.
    Withdraw(SeekId),
    /// Edits time control and rules.
    Terms,
    Settings,
    Help,
    Quit,
}

/// Sides that can be preferred.
const SIDES: [ColorPreference; 3] = [ColorPreference::Random, ColorPreference::White, ColorPreference::Black];

impl App {
    /// Sets the server to play on.
    pub(crate) fn set_server(&mut self, server: &ServerOptions) {
        self.server = Some(server.clone());
    }

    /// The server, if the game is played online.
    pub(crate) fn server(&self) -> Option<&ServerOptions> {
        self.server.as_ref()
    }

    /// The rows that are available.
    pub(crate) fn lobby_rows(&self) -> Vec<LobbyRow> {
        let lobby = self.view().online().lobby();
        let look =
            if lobby.is_some_and(Lobby::is_seeking) { LobbyRow::CancelSeek } else { LobbyRow::QuickPairing };
        let rest = [LobbyRow::Terms, LobbyRow::Settings, LobbyRow::Help, LobbyRow::Quit];
        let online = self.view().online();
        let seeks = online.seeks_to_join().map(|seek| LobbyRow::Join(seek.id));
        let lasting = online.seeks_to_withdraw().map(|seek| LobbyRow::Withdraw(seek.id));
        let received = online.received_challenges().map(|challenge| LobbyRow::Received(challenge.id));
        let sent = online.sent_challenges().map(|challenge| LobbyRow::Sent(challenge.id));
        // Only accounts can challenge.
        let can_challenge = online.me().is_some_and(|me| me.standing == PlayerKind::Account);
        let challenge = can_challenge.then_some(LobbyRow::Challenge);
        let own = [LobbyRow::Invite, look, LobbyRow::Computer].into_iter().chain(challenge);
        received.chain(sent).chain(lasting).chain(own).chain(seeks).chain(rest).collect()
    }

    /// The terms of the form, if it is valid.
    pub(crate) fn terms(&self) -> Option<GameSetup> {
        self.view().form().game_setup()
    }

    pub(super) fn key_in_lobby(&mut self, key: KeyEvent) {
        if key.code == KeyCode::Char('?') {
            return self.run_command(Command::Help);
        }
        self.notice = None;
        let row = self.lobby_rows().get(self.selected_row).copied();
        match (key.code, row) {
            (KeyCode::Char('x') | KeyCode::Delete, Some(LobbyRow::Received(id))) => {
                return self.answer_challenge(id, ChallengeAnswer::Decline);
            }
            (KeyCode::Char('x') | KeyCode::Delete, Some(LobbyRow::Sent(id))) => {
                return self.answer_challenge(id, ChallengeAnswer::Cancel);
            }
            _ => {}
        }
        match list_action_vi(key, self.selected_row, self.lobby_rows().len()) {
            Some(ListAction::Select(row)) => self.selected_row = row,
            Some(ListAction::Activate) => self.activate_lobby_row(self.selected_row),
            Some(ListAction::Leave) => self.quit(),
            Some(ListAction::Change(step))
                if self.lobby_rows().get(self.selected_row) == Some(&LobbyRow::Computer) =>
            {
                self.opponent_choice = OpponentChoice::Computer(cycle(Level::ALL, self.server_level(), step));
            }
            Some(ListAction::Change(_)) | None => {}
        }
    }

    /// The level of the server's computer; a medium one by default.
    pub(crate) fn server_level(&self) -> Level {
        match self.opponent_choice {
            OpponentChoice::Computer(level) => level,
            OpponentChoice::Person | OpponentChoice::Engine => Level::Otto,
        }
    }

    pub(super) fn activate_lobby_row(&mut self, row: usize) {
        let Some(&chosen) = self.lobby_rows().get(row) else { return };
        self.selected_row = row;
        match chosen {
            LobbyRow::Invite => self.create_game(None),
            LobbyRow::Computer => self.create_game(PlayerName::new(self.server_level().name()).ok()),
            LobbyRow::QuickPairing => self.seek_game(),
            LobbyRow::CancelSeek => self.send(Event::Online(OnlineCommand::CancelSeek)),
            LobbyRow::Received(id) => self.answer_challenge(id, ChallengeAnswer::Accept),
            LobbyRow::Sent(id) => self.answer_challenge(id, ChallengeAnswer::Cancel),
            LobbyRow::Challenge => {
                self.open_overlay(Overlay::TextInput(InputPurpose::Challenge, String::new()));
            }
            LobbyRow::Join(seek) => {
                let name = self.guest_name();
                self.send(Event::Online(OnlineCommand::Join { seek, name }));
            }
            LobbyRow::Withdraw(seek) => self.send(Event::Online(OnlineCommand::WithdrawSeek(seek))),
            LobbyRow::Terms => self.go_to_screen(Screen::Form),
            LobbyRow::Settings => self.go_to_screen(Screen::Settings),
            LobbyRow::Help => self.run_command(Command::Help),
            LobbyRow::Quit => self.quit(),
        }
    }

    /// Handles an event from the network. The selected row stays selected if rows appear or vanish.
    pub(crate) fn handle_incoming(&mut self, incoming: NetworkEvent) {
        let chosen = self.lobby_rows().get(self.selected_row).copied();
        self.send(Event::Network(incoming));
        let is_cut_off = |notice: &Notice| {
            matches!(notice, Notice::Problem(Problem::NotConnected) | Notice::RequestFailed(_))
        };
        if self.view().online().connection().is_connected() && self.notice.as_ref().is_some_and(is_cut_off) {
            self.notice = None;
        }
        let online = self.view().online();
        let has_begun = online
            .game()
            .and_then(|game| game.server_game())
            .is_some_and(|server_game| server_game.has_begun());
        let is_found = online.lobby().is_some() && online.game().is_some();
        if is_found {
            // A player who found a game stops seeking.
            self.send(Event::Online(OnlineCommand::LeaveLobby));
        } else if self.is_in_lobby()
            && let Some(row) = self.lobby_rows().into_iter().position(|row| Some(row) == chosen)
        {
            self.selected_row = row;
        }
        if has_begun && matches!(self.overlay, Overlay::InviteLink(_)) {
            self.overlay = Overlay::None;
        }
    }

    /// True if the lobby is shown without an overlay.
    fn is_in_lobby(&self) -> bool {
        self.server.is_some() && self.overlay == Overlay::None && self.view().screen() == Screen::Home
    }

    /// Handles the result of creating an online game.
    pub(crate) fn online_game_created(
        &mut self,
        asked: &CreateGameRequest,
        answer: Result<CreateGameResponse, RequestError>,
    ) {
        match answer {
            Ok(CreateGameResponse { game, url, .. }) => {
                let intent = JoinIntent::Play { name: self.guest_name() };
                self.send(Event::Online(OnlineCommand::EnterGame { game, intent }));
                self.send(Event::Online(OnlineCommand::LeaveLobby));
                // Games against the computer need no link.
                if asked.computer.is_none() {
                    self.open_overlay(Overlay::InviteLink(url));
                }
            }
            Err(RequestError::Rejected(reason)) => {
                self.show_notice(Notice::Problem(Problem::RejectedByServer(action_error(&reason))))
            }
            Err(error) => self.show_notice(Notice::RequestFailed(error)),
        }
    }

    /// Leaves a finished or watched game and returns to the lobby.
    pub(super) fn back_to_lobby(&mut self) {
        self.send(Event::Online(OnlineCommand::LeaveGame));
        self.go_to_screen(Screen::Home);
        self.send(Event::Online(OnlineCommand::EnterLobby));
    }

    /// Selects the next preferred side.
    pub(super) fn cycle_preferred_side(&mut self, step: Step) {
        if let Some(server) = &mut self.server {
            server.side = cycle(&SIDES, server.side, step);
        }
    }

    /// The guest name from the command line, if it is valid.
    pub(crate) fn guest_name(&self) -> Option<PlayerName> {
        let name = self.server.as_ref()?.name.as_deref()?;
        PlayerName::new(name).ok()
    }

    /// Creates a game: against the computer, or with a link for a friend.
    fn create_game(&mut self, computer: Option<PlayerName>) {
        // Before the connection has an identity, a request would create a second guest, who could then be
        // paired with the first.
        if !self.view().online().connection().is_connected() {
            return self.show_notice(Notice::Problem(Problem::NotConnected));
        }
        match (self.terms(), self.server.as_ref().map(|server| server.side)) {
            (Some(terms), Some(side)) => {
                let request = CreateGameRequest { terms, side, name: self.guest_name(), computer };
                self.effects.push(AppEffect::CreateOnlineGame(request));
            }
            _ => self.show_notice(Notice::Problem(Problem::RejectedByServer(ActionError::BadStart))),
        }
    }

    fn answer_challenge(&mut self, challenge: GameId, answer: ChallengeAnswer) {
        self.send(Event::Online(OnlineCommand::AnswerChallenge { challenge, answer }));
        self.selected_row = self.selected_row.min(self.lobby_rows().len().saturating_sub(1));
    }

    /// Challenges a player by the typed words.
    pub(super) fn challenge_player(&mut self, text: &str) {
        let (Some(terms), Some(side)) = (self.terms(), self.server.as_ref().map(|server| server.side)) else {
            return self.show_notice(Notice::Problem(Problem::RejectedByServer(ActionError::BadStart)));
        };
        match parse_challenge(text, terms, side) {
            Ok(command) => {
                self.overlay = Overlay::None;
                self.send(Event::Online(command));
            }
            Err(UnknownWord(word)) => {
                self.open_overlay(Overlay::TextInput(InputPurpose::Challenge, text.to_owned()));
                self.show_notice(Notice::UnknownChallengeWord(word));
            }
        }
    }

    fn seek_game(&mut self) {
        match (self.terms(), self.server.as_ref().map(|server| server.side)) {
            (Some(terms), Some(side)) => {
                let name = self.guest_name();
                self.send(Event::Online(OnlineCommand::Seek { terms, side, name }));
            }
            _ => self.show_notice(Notice::Problem(Problem::RejectedByServer(ActionError::BadStart))),
        }
    }
}
