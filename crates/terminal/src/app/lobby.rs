//! The first screen at a server: invite a friend, be paired, or join somebody who is looking.

use client::online::{Incoming, Lobby, Purpose as Coming, Wish};
use client::{Event, Problem, Screen};
use engine::Level;
use protocol::http::{FailureReason, Invitation, Invited};
use protocol::{Name, Refusal, SeekId, Side, Terms};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::list::{Pick, Step, pick_by_letters, turn};
use super::{Against, App, Command, Errand, Layer, Remark};
use crate::Server;
use crate::online::Refused;

/// A row of the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LobbyRow {
    /// A game for a friend, who gets the link.
    Invite,
    /// Whoever looks for the same is played with.
    Pair,
    /// The computer of the server, at the level that is chosen.
    Computer,
    /// It is not looked for anybody any more.
    Cancel,
    /// Somebody who is looking.
    Join(SeekId),
    /// What is to be played.
    Terms,
    Settings,
    Help,
    Quit,
}

/// The seats that can be wished for.
const SIDES: [Side; 3] = [Side::Random, Side::White, Side::Black];

impl App {
    /// The game is played at this server.
    pub(crate) fn at_server(&mut self, server: &Server) {
        self.server = Some(server.clone());
    }

    /// The server that is played at.
    pub(crate) fn server(&self) -> Option<&Server> {
        self.server.as_ref()
    }

    /// The rows that are there now.
    pub(crate) fn lobby_rows(&self) -> Vec<LobbyRow> {
        let lobby = self.view().online().lobby();
        let look = if lobby.is_some_and(Lobby::is_waiting) { LobbyRow::Cancel } else { LobbyRow::Pair };
        let seeks = lobby.into_iter().flat_map(Lobby::others).map(|seek| LobbyRow::Join(seek.id));
        let rest = [LobbyRow::Terms, LobbyRow::Settings, LobbyRow::Help, LobbyRow::Quit];
        [LobbyRow::Invite, look, LobbyRow::Computer].into_iter().chain(seeks).chain(rest).collect()
    }

    /// What is to be played, unless something is wrong with the form.
    pub(crate) fn terms(&self) -> Option<Terms> {
        self.view().form().terms()
    }

    pub(super) fn key_in_lobby(&mut self, key: KeyEvent) {
        if key.code == KeyCode::Char('?') {
            return self.command(Command::Help);
        }
        self.remark = None;
        match pick_by_letters(key, self.row, self.lobby_rows().len()) {
            Some(Pick::Row(row)) => self.row = row,
            Some(Pick::Take) => self.take_lobby_row(self.row),
            Some(Pick::Leave) => self.leave(),
            Some(Pick::Change(step)) if self.lobby_rows().get(self.row) == Some(&LobbyRow::Computer) => {
                self.against = Against::Computer(turn(Level::ALL, self.server_level(), step));
            }
            Some(Pick::Change(_)) | None => {}
        }
    }

    /// The level at which the computer of the server would play; first one that many people are equal to.
    pub(crate) fn server_level(&self) -> Level {
        match self.against {
            Against::Computer(level) => level,
            Against::Person | Against::Engine => Level::Otto,
        }
    }

    pub(super) fn take_lobby_row(&mut self, row: usize) {
        let Some(&chosen) = self.lobby_rows().get(row) else { return };
        self.row = row;
        match chosen {
            LobbyRow::Invite => self.set_up(None),
            LobbyRow::Computer => self.set_up(Name::new(self.server_level().word()).ok()),
            LobbyRow::Pair => self.look(),
            LobbyRow::Cancel => self.send(Event::Wish(Wish::CancelSeek)),
            LobbyRow::Join(seek) => {
                let name = self.guest_name();
                self.send(Event::Wish(Wish::Join { seek, name }));
            }
            LobbyRow::Terms => self.go(Screen::Form),
            LobbyRow::Settings => self.go(Screen::Settings),
            LobbyRow::Help => self.command(Command::Help),
            LobbyRow::Quit => self.leave(),
        }
    }

    /// Something comes from the network. The row that was chosen stays chosen, whatever comes and goes above it.
    pub(crate) fn hear(&mut self, incoming: Incoming) {
        let chosen = self.lobby_rows().get(self.row).copied();
        self.send(Event::Incoming(incoming));
        let is_cut_off = |remark: &Remark| {
            matches!(remark, Remark::Problem(Problem::Unconnected) | Remark::Unreachable(_))
        };
        if self.view().online().link().is_up() && self.remark.as_ref().is_some_and(is_cut_off) {
            self.remark = None;
        }
        let online = self.view().online();
        let has_begun = online.game().and_then(|game| game.truth()).is_some_and(|truth| truth.has_begun());
        let is_found = online.lobby().is_some() && online.game().is_some();
        if is_found {
            // Whoever has found a game looks for no other.
            self.send(Event::Wish(Wish::LeaveLobby));
        } else if self.is_in_lobby()
            && let Some(row) = self.lobby_rows().into_iter().position(|row| Some(row) == chosen)
        {
            self.row = row;
        }
        if has_begun && matches!(self.layer, Layer::Link(_)) {
            self.layer = Layer::None;
        }
    }

    /// Whether the first screen is the lobby, and nothing lies over it.
    fn is_in_lobby(&self) -> bool {
        self.server.is_some() && self.layer == Layer::None && self.view().screen() == Screen::Home
    }

    /// The invitation was made, or why not.
    pub(crate) fn invited(&mut self, asked: &Invitation, answer: Result<Invited, Refused>) {
        match answer {
            Ok(Invited { game, url, .. }) => {
                let purpose = Coming::Play { name: self.guest_name() };
                self.send(Event::Wish(Wish::Enter { game, purpose }));
                self.send(Event::Wish(Wish::LeaveLobby));
                // The computer needs no link.
                if asked.computer.is_none() {
                    self.lay(Layer::Link(url));
                }
            }
            Err(Refused::Unreachable(error)) => self.say(Remark::Unreachable(crate::world::reason(&error))),
            Err(Refused::Said(reason)) => self.say(Remark::Problem(Problem::Denied(match reason {
                FailureReason::Refused { refusal } => refusal,
                FailureReason::TooOften => Refusal::TooFast,
                _ => Refusal::Unknown,
            }))),
        }
    }

    /// Leaves a game that is over, or was only watched, for the lobby.
    pub(super) fn back_to_lobby(&mut self) {
        self.send(Event::Wish(Wish::Leave));
        self.go(Screen::Home);
        self.send(Event::Wish(Wish::EnterLobby));
    }

    /// Another seat is wished for.
    pub(super) fn turn_wished_side(&mut self, step: Step) {
        if let Some(server) = &mut self.server {
            server.side = turn(&SIDES, server.side, step);
        }
    }

    /// What a guest wants to be called; a name that cannot be one is none.
    pub(crate) fn guest_name(&self) -> Option<Name> {
        let name = self.server.as_ref()?.name.as_deref()?;
        Name::new(name).ok()
    }

    /// Sets up a game: against the computer, or with a link for a friend.
    fn set_up(&mut self, computer: Option<Name>) {
        // Before the server knows us it would take us for two people, and let us play each other.
        if !self.view().online().link().is_up() {
            return self.say(Remark::Problem(Problem::Unconnected));
        }
        match (self.terms(), self.server.as_ref().map(|server| server.side)) {
            (Some(terms), Some(side)) => {
                let invitation = Invitation { terms, side, name: self.guest_name(), computer };
                self.errands.push(Errand::Invite(invitation));
            }
            _ => self.say(Remark::Problem(Problem::Denied(Refusal::BadStart))),
        }
    }

    fn look(&mut self) {
        match (self.terms(), self.server.as_ref().map(|server| server.side)) {
            (Some(terms), Some(side)) => {
                let name = self.guest_name();
                self.send(Event::Wish(Wish::Seek { terms, side, name }));
            }
            _ => self.say(Remark::Problem(Problem::Denied(Refusal::BadStart))),
        }
    }
}
