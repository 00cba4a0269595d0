//! Finding a game at a server, line by line: invite somebody, take up what somebody looks for, or be paired.

use std::io;

use client::Event;
use client::online::{Lobby, Wish};
use protocol::http::{FailureReason, Invitation};
use protocol::{GameId, Name, Seek, Side, Terms};

use super::super::command::{help_line, says};
use super::super::{Session, Source};
use super::guest_name;
use crate::online::{Refused, invite};
use crate::texts::Text;
use crate::{Opening, Options, Server};

/// Who plays for the computer if nobody is named: as strong as many people are.
const SOMEBODY: &str = "otto";

/// What has become of a line.
enum Chosen {
    /// This game.
    Game(GameId),
    /// Nothing yet: another line is wanted, or a game will come by itself.
    Nothing,
    /// Nothing, now and for ever.
    Leave,
}

impl Session<'_> {
    /// Asks until there is a game, or somebody goes.
    pub(super) fn choose_game(&mut self, options: &Options, server: &Server) -> io::Result<Option<GameId>> {
        let Some(terms) = self.terms(options)? else { return Ok(None) };
        self.send(Event::Wish(Wish::EnterLobby))?;
        let mut listed = None;
        loop {
            self.say_connection()?;
            let view = self.state.view(self.console.now());
            if let Some(game) = view.online().game() {
                let game = game.id();
                return self.chosen(Some(game));
            }
            if self.is_hopeless() {
                return self.chosen(None);
            }
            if self.is_silent() && self.server.as_ref().is_none_or(|server| server.line.is_none()) {
                return self.chosen(None);
            }
            let seeks = self.seeks();
            if seeks.is_some() && seeks != listed {
                if listed.is_none() {
                    self.say_terms(&terms)?;
                }
                self.say_seeks(seeks.as_deref().unwrap_or_default())?;
                listed = seeks;
            }
            let line = listed.is_some().then(|| self.take_line(Self::is_for_lobby)).flatten();
            let Some(line) = line else {
                listed.as_ref().map_or(Ok(()), |_| self.prompt())?;
                self.listen()?;
                continue;
            };
            self.echo(&line)?;
            match self.choose(&line, &terms, server)? {
                Chosen::Game(game) => return self.chosen(Some(game)),
                Chosen::Leave => return self.chosen(None),
                Chosen::Nothing => {}
            }
        }
    }

    /// Whether a script's line is for the lobby: once it looks for somebody, all but a change of mind is for the game that
    /// it waits for.
    fn is_for_lobby(&self, line: &str) -> bool {
        let view = self.state.view(self.console.now());
        let is_waiting = view.online().lobby().is_some_and(Lobby::is_waiting);
        !is_waiting || [Text::PlainQuit, Text::LobbyCancel].into_iter().any(|text| says(text, line))
    }

    fn chosen(&mut self, game: Option<GameId>) -> io::Result<Option<GameId>> {
        self.send(Event::Wish(Wish::LeaveLobby))?;
        Ok(game)
    }

    fn choose(&mut self, line: &str, terms: &Terms, server: &Server) -> io::Result<Chosen> {
        let name = guest_name(server);
        let number = line.split_whitespace().last().and_then(|word| word.parse::<usize>().ok());
        let seek = number.and_then(|number| self.seeks()?.into_iter().nth(number.checked_sub(1)?));
        match line.split_whitespace().next().unwrap_or_default() {
            "" => {}
            word if says(Text::PlainQuit, word) => return Ok(Chosen::Leave),
            word if says(Text::LobbyCreate, word) => return self.create(terms, server, None),
            word if says(Text::LobbyComputer, word) => {
                let called = line.split_whitespace().nth(1).unwrap_or(SOMEBODY);
                return self.create(terms, server, Name::new(&called.to_lowercase()).ok());
            }
            word if says(Text::LobbyPair, word) => {
                let wish = Wish::Seek { terms: terms.clone(), side: server.side, name };
                self.send(Event::Wish(wish))?;
                self.console.say(self.texts.get(Text::LobbyPairing))?;
            }
            word if says(Text::LobbyCancel, word) => {
                self.send(Event::Wish(Wish::CancelSeek))?;
                self.say_choices()?;
            }
            _ => match seek {
                Some(seek) => self.send(Event::Wish(Wish::Join { seek: seek.id, name }))?,
                None => {
                    self.mistake();
                    self.say_choices()?;
                }
            },
        }
        Ok(Chosen::Nothing)
    }

    /// A game of one's own: against the computer, or with the link for a friend.
    fn create(&mut self, terms: &Terms, server: &Server, computer: Option<Name>) -> io::Result<Chosen> {
        let is_for_friend = computer.is_none();
        let (terms, name) = (terms.clone(), guest_name(server));
        let invitation = Invitation { terms, side: server.side, name, computer };
        let Some(at) = &self.server else { return Ok(Chosen::Leave) };
        match invite(at.wire.server(), at.wire.pass(), &invitation) {
            Ok(invited) if !is_for_friend => Ok(Chosen::Game(invited.game)),
            Ok(invited) => {
                self.console.say(self.texts.get(Text::LobbyInvite))?;
                self.console.say(&invited.url)?;
                if self.console.source == Source::Person
                    && let Some(drawn) = (server.draw_link)(&invited.url)
                {
                    self.console.say(&drawn)?;
                    self.console.say(self.texts.get(Text::LobbyGoOn))?;
                    self.read_at_server()?;
                }
                Ok(Chosen::Game(invited.game))
            }
            Err(Refused::Unreachable(error)) => {
                self.mistake();
                self.console.say(&self.texts.fill(Text::LobbyUnreachable, &[("reason", &error)]))?;
                Ok(Chosen::Nothing)
            }
            Err(Refused::Said(reason)) => {
                let words = match reason {
                    FailureReason::Refused { refusal } => self.words.denied(refusal),
                    FailureReason::TooOften => self.words.denied(protocol::Refusal::TooFast),
                    _ => self.words.denied(protocol::Refusal::Unknown),
                };
                self.mistake();
                self.console.say(words)?;
                Ok(Chosen::Nothing)
            }
        }
    }

    /// What would be played, by the options.
    fn terms(&mut self, options: &Options) -> io::Result<Option<Terms>> {
        let terms = match &options.opening {
            Opening::New(form) => form.terms(),
            Opening::Ask | Opening::Resume | Opening::Load(_) => client::Form::default().terms(),
        };
        if terms.is_none() {
            self.mistake();
            self.console.say(self.words.denied(protocol::Refusal::BadStart))?;
        }
        Ok(terms)
    }

    /// What others look for; nothing before the server has said.
    fn seeks(&self) -> Option<Vec<Seek>> {
        let view = self.state.view(self.console.now());
        let lobby = view.online().lobby()?;
        lobby.crowd().map(|_| lobby.others().cloned().collect())
    }

    fn say_terms(&mut self, terms: &Terms) -> io::Result<()> {
        let control = self.words.time_control(&terms.control.get());
        self.console.say(&self.texts.fill(Text::LobbyTerms, &[("terms", &control)]))?;
        self.say_choices()
    }

    fn say_choices(&mut self) -> io::Result<()> {
        let choices = [
            Text::LobbyCreate,
            Text::LobbyPair,
            Text::LobbyComputer,
            Text::LobbyJoin,
            Text::LobbyCancel,
            Text::LobbyQuit,
        ];
        choices.into_iter().try_for_each(|text| self.console.say(&help_line(self.texts, text)))
    }

    fn say_seeks(&mut self, seeks: &[Seek]) -> io::Result<()> {
        if seeks.is_empty() {
            return self.console.say(self.texts.get(Text::LobbyNobody));
        }
        for (index, seek) in seeks.iter().enumerate() {
            let name = self.texts.player(&seek.player);
            let control = self.words.time_control(&seek.terms.control.get());
            let side = match seek.side {
                Side::White => self.words.color(rules::Color::White),
                Side::Black => self.words.color(rules::Color::Black),
                Side::Random => "",
            };
            self.console.say(format!("{:>3}  {name}  {control}  {side}", index + 1).trim_end())?;
        }
        Ok(())
    }
}
