//! The lobby in line mode: create a game, accept a seek or a challenge, challenge a player, or get paired.

use std::io;

use client::Event;
use client::online::{Lobby, OnlineCommand};
use protocol::http::CreateGameRequest;
use protocol::{ChallengeAnswer, ColorPreference, GameId, GameSetup, PlayerName, Seek};

use super::super::command::{help_line, matches_word};
use super::super::{InputSource, Session};
use super::challenges::second_word;
use super::guest_name;
use crate::{InitialGame, Options, ServerOptions};
use texts::TerminalMessageKey;

/// Default level of the server's computer.
const DEFAULT_LEVEL: &str = "otto";

/// Result of a line in the lobby.
enum LobbyStep {
    /// A game was chosen.
    Game(GameId),
    /// No game yet.
    Stay,
    /// Leave the server.
    Leave,
}

impl Session<'_> {
    /// Reads lines until a game is chosen or the user leaves.
    pub(super) fn choose_game(
        &mut self,
        options: &Options,
        server: &ServerOptions,
    ) -> io::Result<Option<GameId>> {
        let Some(terms) = self.terms(options)? else { return Ok(None) };
        self.send(Event::Online(OnlineCommand::EnterLobby))?;
        let (mut listed, mut told) = (None, Vec::new());
        loop {
            self.print_connection()?;
            let view = self.state.view(self.console.now());
            if let Some(game) = view.online().game() {
                let game = game.id();
                return self.leave_lobby(Some(game));
            }
            if self.has_server_timed_out() {
                return self.leave_lobby(None);
            }
            if self.is_input_over() && self.online.as_ref().is_none_or(|server| server.pending_line.is_none())
            {
                return self.leave_lobby(None);
            }
            self.print_challenges(&mut told)?;
            let seeks = self.seeks();
            if seeks.is_some() && seeks != listed {
                if listed.is_none() {
                    self.print_terms(&terms)?;
                }
                self.print_seeks(seeks.as_deref().unwrap_or_default())?;
                listed = seeks;
            }
            let line = listed.is_some().then(|| self.take_due_line(Self::is_lobby_line_due)).flatten();
            let Some(line) = line else {
                listed.as_ref().map_or(Ok(()), |_| self.show_prompt())?;
                self.wait_for_event()?;
                continue;
            };
            self.echo(&line)?;
            match self.handle_lobby_line(&line, &terms, server)? {
                LobbyStep::Game(game) => return self.leave_lobby(Some(game)),
                LobbyStep::Leave => return self.leave_lobby(None),
                LobbyStep::Stay => {}
            }
        }
    }

    /// True if a script's line is for the lobby: after `pair`, all lines but `quit` and `cancel` are for the
    /// game.
    fn is_lobby_line_due(&self, line: &str) -> bool {
        let view = self.state.view(self.console.now());
        let challenges = view.online().challenges();
        let is_waiting = view.online().lobby().is_some_and(Lobby::is_seeking)
            || challenges.is_sending()
            || view.online().sent_challenges().next().is_some();
        let first = line.split_whitespace().next().unwrap_or_default();
        // A challenge can be withdrawn once it is open.
        let may_cancel = !challenges.is_sending() && matches_word(TerminalMessageKey::LobbyCancel, first);
        !is_waiting || may_cancel || matches_word(TerminalMessageKey::PlainQuit, first)
    }

    fn leave_lobby(&mut self, game: Option<GameId>) -> io::Result<Option<GameId>> {
        self.send(Event::Online(OnlineCommand::LeaveLobby))?;
        Ok(game)
    }

    fn handle_lobby_line(
        &mut self,
        line: &str,
        terms: &GameSetup,
        server: &ServerOptions,
    ) -> io::Result<LobbyStep> {
        let name = guest_name(server);
        let number = line.split_whitespace().last().and_then(|word| word.parse::<usize>().ok());
        let seek = number.and_then(|number| self.seeks()?.into_iter().nth(number.checked_sub(1)?));
        match line.split_whitespace().next().unwrap_or_default() {
            "" => {}
            word if matches_word(TerminalMessageKey::PlainQuit, word) => return Ok(LobbyStep::Leave),
            word if matches_word(TerminalMessageKey::LobbyCreate, word) => {
                return self.create_game(terms, server, None);
            }
            word if matches_word(TerminalMessageKey::LobbyComputer, word) => {
                let called = line.split_whitespace().nth(1).unwrap_or(DEFAULT_LEVEL);
                return self.create_game(terms, server, PlayerName::new(&called.to_lowercase()).ok());
            }
            word if matches_word(TerminalMessageKey::LobbyPair, word) => {
                let command = OnlineCommand::Seek { terms: terms.clone(), side: server.side, name };
                self.send(Event::Online(command))?;
                self.console.print(self.texts.get(TerminalMessageKey::LobbyPairing))?;
            }
            word if matches_word(TerminalMessageKey::LobbyChallenge, word) => {
                let words = line.trim_start().strip_prefix(word).unwrap_or_default();
                self.challenge_player(words, terms, server.side)?;
            }
            word if matches_word(TerminalMessageKey::LobbyAccept, word) => {
                self.answer_challenge(second_word(line), ChallengeAnswer::Accept)?;
            }
            word if matches_word(TerminalMessageKey::LobbyDecline, word) => {
                self.answer_challenge(second_word(line), ChallengeAnswer::Decline)?;
            }
            word if matches_word(TerminalMessageKey::LobbyCancel, word)
                && (second_word(line).is_some() || self.is_challenging()) =>
            {
                self.answer_challenge(second_word(line), ChallengeAnswer::Cancel)?;
            }
            word if matches_word(TerminalMessageKey::LobbyCancel, word) => {
                self.send(Event::Online(OnlineCommand::CancelSeek))?;
                self.print_choices()?;
            }
            _ => match seek {
                Some(seek) => self.send(Event::Online(OnlineCommand::Join { seek: seek.id, name }))?,
                None => {
                    self.record_error();
                    self.print_choices()?;
                }
            },
        }
        Ok(LobbyStep::Stay)
    }

    /// Creates a game: against the computer, or with a link for a friend.
    fn create_game(
        &mut self,
        terms: &GameSetup,
        server: &ServerOptions,
        computer: Option<PlayerName>,
    ) -> io::Result<LobbyStep> {
        let is_for_friend = computer.is_none();
        let (terms, name) = (terms.clone(), guest_name(server));
        let request = CreateGameRequest { terms, side: server.side, name, computer };
        let Some(at) = &self.online else { return Ok(LobbyStep::Leave) };
        match at.network.api().create_game(&request) {
            Ok(invited) if !is_for_friend => Ok(LobbyStep::Game(invited.game)),
            Ok(invited) => {
                self.console.print(self.texts.get(TerminalMessageKey::LobbyInvite))?;
                self.console.print(&invited.url)?;
                if self.console.source == InputSource::Person
                    && let Some(drawn) = (server.render_qr)(&invited.url)
                {
                    self.console.print(&drawn)?;
                    self.console.print(self.texts.get(TerminalMessageKey::LobbyResume))?;
                    self.read_line_online()?;
                }
                Ok(LobbyStep::Game(invited.game))
            }
            Err(error) => {
                self.record_error();
                self.console.print(&error.sentence(self.locale, self.texts))?;
                Ok(LobbyStep::Stay)
            }
        }
    }

    /// The terms from the options.
    fn terms(&mut self, options: &Options) -> io::Result<Option<GameSetup>> {
        let terms = match &options.initial_game {
            InitialGame::New(form) => form.game_setup(),
            InitialGame::Ask | InitialGame::Resume | InitialGame::Load(_) => {
                client::GameForm::default().game_setup()
            }
        };
        if terms.is_none() {
            self.record_error();
            self.console.print(self.locale.server_refusal(protocol::ActionError::BadStart))?;
        }
        Ok(terms)
    }

    /// Open seeks of others; `None` before the server has sent them.
    fn seeks(&self) -> Option<Vec<Seek>> {
        let view = self.state.view(self.console.now());
        let lobby = view.online().lobby()?;
        lobby.stats().map(|_| view.online().seeks_to_join().cloned().collect())
    }

    fn print_terms(&mut self, terms: &GameSetup) -> io::Result<()> {
        let control = self.locale.time_control(&terms.control.get());
        self.console.print(&self.texts.fill(TerminalMessageKey::LobbyGameSetup, &[("terms", &control)]))?;
        self.print_choices()
    }

    fn print_choices(&mut self) -> io::Result<()> {
        let choices = [
            TerminalMessageKey::LobbyCreate,
            TerminalMessageKey::LobbyPair,
            TerminalMessageKey::LobbyComputer,
            TerminalMessageKey::LobbyJoin,
            TerminalMessageKey::LobbyChallenge,
            TerminalMessageKey::LobbyAccept,
            TerminalMessageKey::LobbyDecline,
            TerminalMessageKey::LobbyCancel,
            TerminalMessageKey::LobbyQuit,
        ];
        choices.into_iter().try_for_each(|text| self.console.print(&help_line(self.texts, text)))
    }

    fn print_seeks(&mut self, seeks: &[Seek]) -> io::Result<()> {
        if seeks.is_empty() {
            return self.console.print(self.texts.get(TerminalMessageKey::LobbyEmpty));
        }
        for (index, seek) in seeks.iter().enumerate() {
            let name = self.texts.player_with_rating(&seek.player);
            let control = self.locale.time_control(&seek.terms.control.get());
            let side = match seek.side {
                ColorPreference::White => self.locale.color(rules::Color::White),
                ColorPreference::Black => self.locale.color(rules::Color::Black),
                ColorPreference::Random => "",
            };
            self.console.print(format!("{:>3}  {name}  {control}  {side}", index + 1).trim_end())?;
        }
        Ok(())
    }
}
