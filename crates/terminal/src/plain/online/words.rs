//! The words that have a meaning only at a server.

use std::io;

use client::online::{Remote, Wish};
use client::{Act, Event, Problem};
use game::GameError;
use protocol::{ChatText, Speech};

use super::super::command::{Command, Word, says};
use super::super::{Next, Session};
use crate::texts::Text;

/// A word of this place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ServerWord {
    Accept,
    Decline,
    Say,
    Win,
    Give,
}

/// In the order of the help, each with its line in the catalogues.
const WORDS: [(ServerWord, Text); 5] = [
    (ServerWord::Accept, Text::PlainAccept),
    (ServerWord::Decline, Text::PlainDecline),
    (ServerWord::Say, Text::PlainSay),
    (ServerWord::Win, Text::PlainWin),
    (ServerWord::Give, Text::PlainGive),
];

impl Session<'_> {
    /// A line while a game on a server is at the table.
    pub(super) fn obey_at_server(&mut self, line: &str) -> io::Result<Next> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if let Some((word, _)) = WORDS.into_iter().find(|&(_, text)| says(text, first)) {
            self.do_at_server(word, rest.trim())?;
            return Ok(Next::GoOn);
        }
        match Command::read(line) {
            Command::Word(Word::Draw, _) => self.offer_draw_to_opponent()?,
            // The server keeps the clock, and one game is enough for one sitting.
            Command::Word(Word::New | Word::Load | Word::Pause | Word::Resume, _) => {
                self.mistake();
                self.console.say(self.texts.get(Text::OnlineNotHere))?;
            }
            Command::Word(Word::Help, _) => {
                self.help()?;
                self.help_at_server()?;
            }
            _ => return self.obey(line),
        }
        Ok(Next::GoOn)
    }

    fn do_at_server(&mut self, word: ServerWord, rest: &str) -> io::Result<()> {
        match word {
            ServerWord::Accept => self.answer_offer(Act::Accept, Wish::Rematch),
            ServerWord::Decline => self.answer_offer(Act::Decline, Wish::DeclineRematch),
            ServerWord::Win => self.send(Event::Wish(Wish::ClaimWin)),
            ServerWord::Give => self.send(Event::Wish(Wish::GiveTime)),
            ServerWord::Say => match ChatText::new(rest) {
                Ok(text) => self.send(Event::Wish(Wish::Say(Speech::Text(text)))),
                Err(_) => {
                    self.mistake();
                    self.console.say(self.texts.get(Text::OnlineCannotSay))
                }
            },
        }
    }

    /// Answers what the other side has offered last.
    fn answer_offer(&mut self, answer: fn(game::Offer) -> Act, rematch: Wish) -> io::Result<()> {
        let view = self.state.view(self.console.now());
        let offered = view.actions().answer.first().map(|&(_, offer)| offer);
        let wants_rematch = view.online().game().is_some_and(Remote::is_asked_for_rematch);
        match offered {
            Some(offer) => self.send(Event::Act(answer(offer))),
            None if wants_rematch => self.send(Event::Wish(rematch)),
            None => {
                self.mistake();
                let nothing = Problem::Refused(GameError::NoOffer(game::Offer::Draw));
                self.console.say(&self.words.problem(&nothing))
            }
        }
    }

    fn help_at_server(&mut self) -> io::Result<()> {
        for (_, text) in WORDS {
            let mut parts = self.texts.get(text).split('|').map(str::trim);
            let [words, usage, about] = [(); 3].map(|()| parts.next().unwrap_or_default());
            self.console.say(&format!("  {} {usage}: {about}", words.replace(' ', ", ")))?;
        }
        Ok(())
    }
}
