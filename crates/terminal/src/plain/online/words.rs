//! The words that have a meaning only at a server.

use std::io;

use client::online::Wish;
use client::{Act, Announcement, Event};
use protocol::{ChatText, Offer, Refusal, Speech};
use rules::Square;

use super::super::command::{Command, Word, help_line, says};
use super::super::{Next, Session};
use super::Offered;
use crate::texts::Text;

/// A word of this place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ServerWord {
    Accept,
    Decline,
    Say,
    Win,
    Give,
    Cancel,
}

/// In the order of the help, each with its line in the catalogues.
const WORDS: [(ServerWord, Text); 6] = [
    (ServerWord::Accept, Text::PlainAccept),
    (ServerWord::Decline, Text::PlainDecline),
    (ServerWord::Say, Text::PlainSay),
    (ServerWord::Win, Text::PlainWin),
    (ServerWord::Give, Text::PlainGive),
    (ServerWord::Cancel, Text::PlainCancelAhead),
];

/// What a line means here; yes and no answer the question that stands open.
fn server_word(first: &str) -> Option<ServerWord> {
    let word = WORDS.into_iter().find(|&(_, text)| says(text, first)).map(|(word, _)| word);
    let answer = [(Text::PlainYes, ServerWord::Accept), (Text::PlainNo, ServerWord::Decline)];
    word.or_else(|| answer.into_iter().find(|&(text, _)| says(text, first)).map(|(_, word)| word))
}

fn first_word(line: &str) -> (&str, &str) {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first, rest.trim())
}

impl Session<'_> {
    /// Whether a line is one of these words, and no move.
    pub(super) fn is_server_word(&self, line: &str) -> bool {
        server_word(first_word(line).0).is_some()
    }

    /// A line while a game on a server is at the table.
    pub(super) fn obey_at_server(&mut self, line: &str) -> io::Result<Next> {
        let (first, rest) = first_word(line);
        if let Some(word) = server_word(first) {
            self.do_at_server(word, rest)?;
            return Ok(Next::GoOn);
        }
        match Command::read(line) {
            // The server keeps the clock, and one game is enough for one sitting.
            Command::Word(Word::New | Word::Load | Word::Pause | Word::Resume, _) => {
                self.mistake();
                self.console.say(self.texts.get(Text::OnlineNotHere))?;
            }
            Command::Word(Word::Help, _) => {
                self.help()?;
                for (_, text) in WORDS {
                    self.console.say(&help_line(self.texts, text))?;
                }
            }
            Command::Word(Word::Draw | Word::Undo | Word::Resign | Word::Abort | Word::Claim, _)
            | Command::Word(Word::Rematch, _)
                if self.own_color().is_none() =>
            {
                self.deny(Refusal::NotSeated)?;
            }
            Command::Word(Word::Draw, _) => {
                let own = self.own_color();
                own.map_or(Ok(()), |own| self.send(Event::Act(Act::OfferDraw(own))))?;
            }
            Command::Word(Word::Rematch, _) if !self.state.view(self.console.now()).actions().rematch => {
                self.deny(Refusal::MayNotOffer { offer: Offer::Rematch })?;
            }
            Command::Word(Word::King, _) if !self.is_own_turn() => self.deny(Refusal::NotYourTurn)?,
            Command::Move(text) if self.is_wrong_answer(text) => {
                self.mistake();
                self.console.say(self.words.phrase(client::Phrase::TerminalYesNoAgain))?;
            }
            Command::Move(text) if !self.is_own_turn() && self.is_own_man(text) => {
                self.deny(Refusal::NotYourTurn)?;
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
            ServerWord::Cancel => {
                let waits = !self.state.view(self.console.now()).board().premoves.is_empty();
                self.send(Event::CancelPremoves)?;
                // The client says it where there is something to cancel.
                let none = self.words.announcement(&Announcement::Premoves(0));
                if waits { Ok(()) } else { self.console.say(&none) }
            }
        }
    }

    /// Answers what the other side has offered last.
    fn answer_offer(&mut self, answer: fn(game::Offer) -> Act, rematch: Wish) -> io::Result<()> {
        match self.offered() {
            Some(Offered::InGame(offer)) => self.send(Event::Act(answer(offer))),
            Some(Offered::Rematch) => self.send(Event::Wish(rematch)),
            None => {
                self.mistake();
                self.console.say(self.texts.get(Text::OnlineNothingAsked))
            }
        }
    }

    /// Says why the server would not do it, without asking it.
    pub(in crate::plain) fn deny(&mut self, refusal: Refusal) -> io::Result<()> {
        self.mistake();
        self.console.say(self.words.denied(refusal))
    }

    fn is_own_turn(&self) -> bool {
        !self.is_on() || self.own_color() == Some(self.table().game().turn())
    }

    /// Whether a text is the square of one's own man: to pick it up it has to be one's turn.
    fn is_own_man(&self, text: &str) -> bool {
        let own = self.own_color().map(|own| self.table().game().board().color(own));
        let square = text.to_lowercase().parse::<Square>().ok();
        own.zip(square).is_some_and(|(own, square)| own.has(square))
    }
}
