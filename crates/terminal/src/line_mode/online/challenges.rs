//! Challenges in line mode: they are listed in the lobby, and answered there or after a game.

use std::io;

use client::Event;
use client::online::OnlineCommand;
use protocol::{Challenge, ChallengeAnswer, ColorPreference, GameId, GameSetup, PlayerInfo};

use super::super::Session;
use crate::challenge_words::{UnknownWord, parse_challenge};
use texts::TerminalMessageKey;

impl Session<'_> {
    /// Prints the challenges that are not among those told before.
    pub(super) fn print_challenges(&mut self, told: &mut Vec<GameId>) -> io::Result<()> {
        let view = self.state.view(self.console.now());
        let online = view.online();
        let is_new = |challenge: &&Challenge| !told.contains(&challenge.id);
        let received: Vec<Challenge> = online.received_challenges().filter(is_new).cloned().collect();
        let sent: Vec<Challenge> = online.sent_challenges().filter(is_new).cloned().collect();
        told.extend(received.iter().chain(&sent).map(|challenge| challenge.id));
        for challenge in &received {
            let name = self.texts.player_with_rating(&challenge.challenger);
            let from = self.locale.club_message(client::ClubMessageKey::ChallengesYou);
            self.print_challenge(&format!("{name} {from}"), challenge)?;
        }
        for challenge in &sent {
            let name = self.texts.player_with_rating(&challenge.challenged);
            let waiting = self.locale.club_message(client::ClubMessageKey::ChallengeWaiting);
            self.print_challenge(&format!("{name}: {waiting}"), challenge)?;
        }
        Ok(())
    }

    fn print_challenge(&mut self, about: &str, challenge: &Challenge) -> io::Result<()> {
        let terms = self.locale.game_terms(&challenge.terms);
        self.console.print(&format!("{about}: {terms}"))
    }

    /// True if a challenge of the user waits for an answer.
    pub(super) fn is_challenging(&self) -> bool {
        let view = self.state.view(self.console.now());
        view.online().sent_challenges().next().is_some()
    }

    /// Challenges a player: `ben 5+3 rated`.
    pub(super) fn challenge_player(
        &mut self,
        words: &str,
        terms: &GameSetup,
        side: ColorPreference,
    ) -> io::Result<()> {
        match parse_challenge(words, terms.clone(), side) {
            Ok(command) => self.send(Event::Online(command)),
            Err(UnknownWord(word)) => {
                self.record_error();
                let sentence = self.texts.fill(TerminalMessageKey::LobbyNotAgreed, &[("word", &word)]);
                self.console.print(&sentence)
            }
        }
    }

    /// Answers the challenge of or to the named player, or the oldest one.
    pub(super) fn answer_challenge(&mut self, name: Option<&str>, answer: ChallengeAnswer) -> io::Result<()> {
        match self.challenge_with(name, answer) {
            Some(challenge) => self.send(Event::Online(OnlineCommand::AnswerChallenge { challenge, answer })),
            None => {
                self.record_error();
                self.console.print(self.texts.get(TerminalMessageKey::LobbyNoChallenge))
            }
        }
    }

    /// The challenge that an answer is about.
    pub(super) fn challenge_with(&self, name: Option<&str>, answer: ChallengeAnswer) -> Option<GameId> {
        let is_named = |player: &PlayerInfo| {
            let own = player.name.as_ref().map(|name| name.as_str().to_lowercase());
            name.is_none_or(|name| own.as_deref() == Some(name.to_lowercase().as_str()))
        };
        let view = self.state.view(self.console.now());
        let online = view.online();
        let found = match answer {
            ChallengeAnswer::Cancel => online.sent_challenges().find(|open| is_named(&open.challenged)),
            ChallengeAnswer::Accept | ChallengeAnswer::Decline => {
                online.received_challenges().find(|open| is_named(&open.challenger))
            }
        };
        found.map(|challenge| challenge.id)
    }
}

/// The second word of a line: a name.
pub(super) fn second_word(line: &str) -> Option<&str> {
    line.split_whitespace().nth(1)
}
