//! The first screen at a server: invite a friend, be paired, or join somebody who is looking.

use client::online::{JoinIntent as Coming, Lobby, NetworkEvent, OnlineCommand};
use client::{Event, Problem, Screen};
use engine::Level;
use protocol::http::{ApiErrorReason, CreateGameRequest, CreateGameResponse};
use protocol::{ActionError, ColorPreference, GameSetup, PlayerName, SeekId};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::list::{ListAction, Step, cycle, list_action_vi};
use super::{App, AppEffect, Command, Notice, OpponentChoice, Overlay};
use crate::ServerOptions;
use crate::online::RequestError;

/// A row of the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LobbyRow {
    /// A game for a friend, who gets the link.
    Invite,
    /// Whoever looks for the same is played with.
    QuickPairing,
    /// The computer of the server, at the level that is chosen.
    Computer,
    /// It is not looked for anybody any more.
    CancelSeek,
    /// Somebody who is looking.
    Join(SeekId),
    /// What is to be played.
    Terms,
    Settings,
    Help,
    Quit,
}

/// The seats that can be wished for.
const SIDES: [ColorPreference; 3] = [ColorPreference::Random, ColorPreference::White, ColorPreference::Black];

impl App {
    /// The game is played at this server.
    pub(crate) fn set_server(&mut self, server: &ServerOptions) {
        self.server = Some(server.clone());
    }

    /// The server that is played at.
    pub(crate) fn server(&self) -> Option<&ServerOptions> {
        self.server.as_ref()
    }

    /// The rows that are there now.
    pub(crate) fn lobby_rows(&self) -> Vec<LobbyRow> {
        let lobby = self.view().online().lobby();
        let look =
            if lobby.is_some_and(Lobby::is_seeking) { LobbyRow::CancelSeek } else { LobbyRow::QuickPairing };
        let seeks = lobby.into_iter().flat_map(Lobby::seeks_of_others).map(|seek| LobbyRow::Join(seek.id));
        let rest = [LobbyRow::Terms, LobbyRow::Settings, LobbyRow::Help, LobbyRow::Quit];
        [LobbyRow::Invite, look, LobbyRow::Computer].into_iter().chain(seeks).chain(rest).collect()
    }

    /// What is to be played, unless something is wrong with the form.
    pub(crate) fn terms(&self) -> Option<GameSetup> {
        self.view().form().game_setup()
    }

    pub(super) fn key_in_lobby(&mut self, key: KeyEvent) {
        if key.code == KeyCode::Char('?') {
            return self.run_command(Command::Help);
        }
        self.notice = None;
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

    /// The level at which the computer of the server would play; first one that many people are equal to.
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
            LobbyRow::Computer => self.create_game(PlayerName::new(self.server_level().word()).ok()),
            LobbyRow::QuickPairing => self.seek_game(),
            LobbyRow::CancelSeek => self.send(Event::Online(OnlineCommand::CancelSeek)),
            LobbyRow::Join(seek) => {
                let name = self.guest_name();
                self.send(Event::Online(OnlineCommand::Join { seek, name }));
            }
            LobbyRow::Terms => self.go_to_screen(Screen::Form),
            LobbyRow::Settings => self.go_to_screen(Screen::Settings),
            LobbyRow::Help => self.run_command(Command::Help),
            LobbyRow::Quit => self.quit(),
        }
    }

    /// Something comes from the network. The row that was chosen stays chosen, whatever comes and goes above it.
    pub(crate) fn handle_incoming(&mut self, incoming: NetworkEvent) {
        let chosen = self.lobby_rows().get(self.selected_row).copied();
        self.send(Event::Network(incoming));
        let is_cut_off = |remark: &Notice| {
            matches!(remark, Notice::Problem(Problem::NotConnected) | Notice::Unreachable(_))
        };
        if self.view().online().connection().is_connected() && self.notice.as_ref().is_some_and(is_cut_off) {
            self.notice = None;
        }
        let online = self.view().online();
        let has_begun =
            online.game().and_then(|game| game.server_game()).is_some_and(|truth| truth.has_begun());
        let is_found = online.lobby().is_some() && online.game().is_some();
        if is_found {
            // Whoever has found a game looks for no other.
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

    /// Whether the first screen is the lobby, and nothing lies over it.
    fn is_in_lobby(&self) -> bool {
        self.server.is_some() && self.overlay == Overlay::None && self.view().screen() == Screen::Home
    }

    /// The invitation was made, or why not.
    pub(crate) fn online_game_created(
        &mut self,
        asked: &CreateGameRequest,
        answer: Result<CreateGameResponse, RequestError>,
    ) {
        match answer {
            Ok(CreateGameResponse { game, url, .. }) => {
                let purpose = Coming::Play { name: self.guest_name() };
                self.send(Event::Online(OnlineCommand::EnterGame { game, purpose }));
                self.send(Event::Online(OnlineCommand::LeaveLobby));
                // The computer needs no link.
                if asked.computer.is_none() {
                    self.open_overlay(Overlay::InviteLink(url));
                }
            }
            Err(RequestError::Unreachable(error)) => {
                self.show_notice(Notice::Unreachable(crate::platform::io_reason(&error)))
            }
            Err(RequestError::Rejected(reason)) => {
                self.show_notice(Notice::Problem(Problem::RejectedByServer(match reason {
                    ApiErrorReason::Refused { refusal } => refusal,
                    ApiErrorReason::TooOften => ActionError::TooFast,
                    _ => ActionError::Unknown,
                })))
            }
        }
    }

    /// Leaves a game that is over, or was only watched, for the lobby.
    pub(super) fn back_to_lobby(&mut self) {
        self.send(Event::Online(OnlineCommand::LeaveGame));
        self.go_to_screen(Screen::Home);
        self.send(Event::Online(OnlineCommand::EnterLobby));
    }

    /// Another seat is wished for.
    pub(super) fn cycle_preferred_side(&mut self, step: Step) {
        if let Some(server) = &mut self.server {
            server.side = cycle(&SIDES, server.side, step);
        }
    }

    /// What a guest wants to be called; a name that cannot be one is none.
    pub(crate) fn guest_name(&self) -> Option<PlayerName> {
        let name = self.server.as_ref()?.name.as_deref()?;
        PlayerName::new(name).ok()
    }

    /// Sets up a game: against the computer, or with a link for a friend.
    fn create_game(&mut self, computer: Option<PlayerName>) {
        // Before the server knows us it would take us for two people, and let us play each other.
        if !self.view().online().connection().is_connected() {
            return self.show_notice(Notice::Problem(Problem::NotConnected));
        }
        match (self.terms(), self.server.as_ref().map(|server| server.side)) {
            (Some(terms), Some(side)) => {
                let invitation = CreateGameRequest { terms, side, name: self.guest_name(), computer };
                self.effects.push(AppEffect::CreateOnlineGame(invitation));
            }
            _ => self.show_notice(Notice::Problem(Problem::RejectedByServer(ActionError::BadStart))),
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
