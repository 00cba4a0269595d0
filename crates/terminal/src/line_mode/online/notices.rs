//! Unsolicited output of an online session: connection, players, offers.

use std::io;
use std::rc::Rc;

use client::online::{ChallengeNewsKind, ConnectionStatus};
use client::{Announcement, ClubMessageKey};
use rules::Color;

use super::super::{InputSource, Session};
use super::{ConnectionNotice, GamePhase, PendingOffer};
use texts::TerminalMessageKey;

impl Session<'_> {
    /// Prints a prompt unless one is open.
    pub(super) fn show_prompt(&mut self) -> io::Result<()> {
        let Some(server) = self.online.as_ref().filter(|_| self.console.source == InputSource::Person) else {
            return Ok(());
        };
        if server.prompt_open.get() || self.is_input_over() {
            return Ok(());
        }
        let open = Rc::clone(&server.prompt_open);
        write!(self.console.output, "{} ", self.texts.get(TerminalMessageKey::PlainPrompt))?;
        self.console.output.flush()?;
        open.set(true);
        Ok(())
    }

    /// Echoes a script's line; a person's line has closed the prompt.
    pub(super) fn echo(&mut self, line: &str) -> io::Result<()> {
        self.online.iter().for_each(|server| server.prompt_open.set(false));
        match self.console.source {
            InputSource::Person => Ok(()),
            InputSource::Script => {
                self.console.print(&format!("{} {line}", self.texts.get(TerminalMessageKey::PlainPrompt)))
            }
        }
    }

    /// Prints the connection status whenever it changes.
    pub(super) fn print_connection(&mut self) -> io::Result<()> {
        let now = self.console.now();
        let view = self.state.view(now);
        let connection = view.online().connection().status(now);
        let unconfirmed = view.online().outbox().unconfirmed_count();
        let Some(server) = &mut self.online else { return Ok(()) };
        if matches!(connection, ConnectionStatus::Connected { .. }) {
            server.last_contact = now;
        }
        let (said, text) = match connection {
            ConnectionStatus::Lost { cause, .. } => {
                let lost = ConnectionStatus::Lost { ago: Default::default(), retry_in: None, cause };
                (ConnectionNotice::Lost, self.locale.connection_state(lost))
            }
            ConnectionStatus::ClosedByServer(_) => {
                (ConnectionNotice::Ended, self.locale.connection_state(connection))
            }
            ConnectionStatus::Connected { .. } if server.notice == ConnectionNotice::Lost => {
                (ConnectionNotice::None, Some(self.texts.get(TerminalMessageKey::OnlineBack).to_owned()))
            }
            ConnectionStatus::Disconnected
            | ConnectionStatus::Connecting
            | ConnectionStatus::Connected { .. } => (ConnectionNotice::None, None),
        };
        if server.notice == said {
            return Ok(());
        }
        server.notice = said;
        text.map_or(Ok(()), |text| self.console.print(&text))?;
        let unconfirmed_text =
            self.locale.unconfirmed(unconfirmed).filter(|_| said == ConnectionNotice::Lost);
        unconfirmed_text.map_or(Ok(()), |unconfirmed_text| self.console.print(unconfirmed_text))
    }

    /// Prints players, own side and game link whenever they change.
    pub(super) fn print_game_info(&mut self) -> io::Result<()> {
        let view = self.state.view(self.console.now());
        let Some(remote) = view.online().game().filter(|_| view.local_game().is_online()) else {
            return Ok(());
        };
        let Some(server_game) = remote.server_game() else { return Ok(()) };
        let phase = if server_game.has_begun() { GamePhase::Playing } else { GamePhase::Waiting };
        let place = (remote.id(), remote.seat(), phase);
        let Some(server) = self.online.as_mut().filter(|server| server.shown_game != Some(place)) else {
            return Ok(());
        };
        server.shown_game = Some(place);
        let address = server.network.server().with_game(remote.id()).to_string();
        let mut lines = vec![self.locale.time_control(&server_game.info.control.get())];
        for color in Color::ALL {
            if let Some(person) = remote.player_info(color.into()) {
                let name = self.texts.player_with_rating(person);
                lines.push(self.texts.fill(
                    TerminalMessageKey::OnlineSide,
                    &[("color", &self.locale.color(color)), ("name", &name)],
                ));
            }
        }
        lines.push(match remote.seat() {
            Some(seat) => {
                self.texts.fill(TerminalMessageKey::OnlineYou, &[("color", &self.locale.color(seat.into()))])
            }
            None => self.locale.club_message(ClubMessageKey::Spectating).to_owned(),
        });
        if phase == GamePhase::Waiting {
            lines.push(format!("{} {address}", self.locale.club_message(ClubMessageKey::WaitingForOpponent)));
        }
        self.has_changed = true;
        lines.iter().try_for_each(|line| self.console.print(line))
    }

    /// Prompts for an offer once. Other lines may precede the answer.
    pub(super) fn prompt_offer(&mut self) -> io::Result<()> {
        let offered = self.pending_offer();
        let own = self.own_color();
        let Some(server) = self.online.as_mut().filter(|server| server.prompted_offer != offered) else {
            return Ok(());
        };
        server.prompted_offer = offered;
        let (Some(offered), Some(own)) = (offered, own) else { return Ok(()) };
        let offer = self.locale.announcement(&match offered {
            PendingOffer::InGame(offer) => Announcement::Offered(!own, offer),
            PendingOffer::Rematch => Announcement::OfferedRematch(!own),
        });
        let [agree, answers] = [TerminalMessageKey::OnlineAgree, TerminalMessageKey::PlainYesNo]
            .map(|text| self.texts.get(text));
        self.console.print(&format!("{offer} {agree} {answers}"))
    }

    /// True if an announcement is printed as a prompt or in a list anyway.
    pub(in crate::line_mode) fn is_prompted_offer(&self, announcement: &Announcement) -> bool {
        let by = match announcement {
            // The lobby lists challenges.
            Announcement::Challenge(news) => {
                let view = self.state.view(self.console.now());
                return news.kind == ChallengeNewsKind::Received && view.online().lobby().is_some();
            }
            Announcement::Offered(by, _) | Announcement::OfferedRematch(by) => *by,
            _ => return false,
        };
        self.online.is_some() && self.own_color() == Some(!by)
    }
}
