//! What is said at a server without having been asked: how the connection is, who plays, what the other side would like.

use std::io;
use std::rc::Rc;

use client::online::Connection;
use client::{Announcement, ClubPhrase};
use rules::Color;

use super::super::{Session, Source};
use super::{Offered, Said, Stage};
use crate::texts::Text;

impl Session<'_> {
    /// A prompt, once, until something is said or typed.
    pub(super) fn prompt(&mut self) -> io::Result<()> {
        let Some(server) = self.server.as_ref().filter(|_| self.console.source == Source::Person) else {
            return Ok(());
        };
        if server.prompt.get() || self.is_silent() {
            return Ok(());
        }
        let open = Rc::clone(&server.prompt);
        write!(self.console.output, "{} ", self.texts.get(Text::PlainPrompt))?;
        self.console.output.flush()?;
        open.set(true);
        Ok(())
    }

    /// What a script says is shown as if it had been typed; what a person has typed ends the prompt's line.
    pub(super) fn echo(&mut self, line: &str) -> io::Result<()> {
        self.server.iter().for_each(|server| server.prompt.set(false));
        match self.console.source {
            Source::Person => Ok(()),
            Source::Script => self.console.say(&format!("{} {line}", self.texts.get(Text::PlainPrompt))),
        }
    }

    /// The truth about the connection, once for each change of it.
    pub(super) fn say_connection(&mut self) -> io::Result<()> {
        let now = self.console.now();
        let view = self.state.view(now);
        let connection = view.online().link().connection(now);
        let unconfirmed = view.online().outbox().unconfirmed();
        let Some(server) = &mut self.server else { return Ok(()) };
        if matches!(connection, Connection::Up { .. }) {
            server.there_at = now;
        }
        let (said, words) = match connection {
            Connection::Lost { cause, .. } => {
                let lost = Connection::Lost { ago: Default::default(), retry_in: None, cause };
                (Said::Lost, self.words.connection(lost))
            }
            Connection::Ended(_) => (Said::Ended, self.words.connection(connection)),
            Connection::Up { .. } if server.said == Said::Lost => {
                (Said::Nothing, Some(self.texts.get(Text::OnlineBack).to_owned()))
            }
            Connection::Off | Connection::Connecting | Connection::Up { .. } => (Said::Nothing, None),
        };
        if server.said == said {
            return Ok(());
        }
        server.said = said;
        words.map_or(Ok(()), |words| self.console.say(&words))?;
        let kept = self.words.unconfirmed(unconfirmed).filter(|_| said == Said::Lost);
        kept.map_or(Ok(()), |kept| self.console.say(kept))
    }

    /// Who plays, and as what one is here, whenever that changes.
    pub(super) fn say_where_we_are(&mut self) -> io::Result<()> {
        let view = self.state.view(self.console.now());
        let Some(remote) = view.online().game().filter(|_| view.table().is_remote()) else { return Ok(()) };
        let Some(truth) = remote.truth() else { return Ok(()) };
        let stage = if truth.has_begun() { Stage::On } else { Stage::Waiting };
        let place = (remote.id(), remote.seat(), stage);
        let Some(server) = self.server.as_mut().filter(|server| server.shown != Some(place)) else {
            return Ok(());
        };
        server.shown = Some(place);
        let address = server.wire.server().with_game(remote.id()).to_string();
        let mut lines = vec![self.words.time_control(&truth.about.control.get())];
        for color in Color::ALL {
            if let Some(person) = remote.person(color.into()) {
                let name = self.texts.player(person);
                lines.push(
                    self.texts
                        .fill(Text::OnlineSide, &[("color", &self.words.color(color)), ("name", &name)]),
                );
            }
        }
        lines.push(match remote.seat() {
            Some(seat) => self.texts.fill(Text::OnlineYou, &[("color", &self.words.color(seat.into()))]),
            None => self.words.club(ClubPhrase::Spectating).to_owned(),
        });
        if stage == Stage::Waiting {
            lines.push(format!("{} {address}", self.words.club(ClubPhrase::WaitingForOpponent)));
        }
        self.is_news = true;
        lines.iter().try_for_each(|line| self.console.say(line))
    }

    /// Asks once about what the other side would like. Any other line may come before the answer.
    pub(super) fn ask_about_offer(&mut self) -> io::Result<()> {
        let offered = self.offered();
        let own = self.own_color();
        let Some(server) = self.server.as_mut().filter(|server| server.asked != offered) else {
            return Ok(());
        };
        server.asked = offered;
        let (Some(offered), Some(own)) = (offered, own) else { return Ok(()) };
        let offer = self.words.announcement(&match offered {
            Offered::InGame(offer) => Announcement::Offered(!own, offer),
            Offered::Rematch => Announcement::OfferedRematch(!own),
        });
        let [agree, answers] = [Text::OnlineAgree, Text::PlainYesNo].map(|text| self.texts.get(text));
        self.console.say(&format!("{offer} {agree} {answers}"))
    }

    /// Whether something announced is asked about as well, which says it.
    pub(in crate::plain) fn is_asked_about(&self, announcement: &Announcement) -> bool {
        let by = match announcement {
            Announcement::Offered(by, _) | Announcement::OfferedRematch(by) => *by,
            _ => return false,
        };
        self.server.is_some() && self.own_color() == Some(!by)
    }
}
