//! Keywords of online games.

use std::io;

use client::online::OnlineCommand;
use client::{Announcement, BoardCommand, Event, PlayerAction};
use protocol::{ActionError, ChallengeAnswer, ChatContent, ChatText, OfferKind};
use rules::Square;

use super::super::command::{Keyword, LineCommand, help_line, matches_word};
use super::super::{Flow, Session};
use super::PendingOffer;
use texts::TerminalMessageKey;

/// A keyword of online games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OnlineKeyword {
    Accept,
    Decline,
    Chat,
    ClaimWin,
    GiveTime,
    CancelPremoves,
}

/// Keywords in the order of the help, with their catalogue line.
const ONLINE_KEYWORDS: [(OnlineKeyword, TerminalMessageKey); 6] = [
    (OnlineKeyword::Accept, TerminalMessageKey::PlainAccept),
    (OnlineKeyword::Decline, TerminalMessageKey::PlainDecline),
    (OnlineKeyword::Chat, TerminalMessageKey::PlainSay),
    (OnlineKeyword::ClaimWin, TerminalMessageKey::PlainWin),
    (OnlineKeyword::GiveTime, TerminalMessageKey::PlainGive),
    (OnlineKeyword::CancelPremoves, TerminalMessageKey::PlainCancelAhead),
];

/// Parses a keyword; yes and no answer the open offer.
fn online_keyword(first: &str) -> Option<OnlineKeyword> {
    let word = ONLINE_KEYWORDS.into_iter().find(|&(_, text)| matches_word(text, first)).map(|(word, _)| word);
    let answer = [
        (TerminalMessageKey::PlainYes, OnlineKeyword::Accept),
        (TerminalMessageKey::PlainNo, OnlineKeyword::Decline),
    ];
    word.or_else(|| answer.into_iter().find(|&(text, _)| matches_word(text, first)).map(|(_, word)| word))
}

fn first_word(line: &str) -> (&str, &str) {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first, rest.trim())
}

impl Session<'_> {
    /// True if a line starts with an online keyword.
    pub(super) fn is_online_keyword(&self, line: &str) -> bool {
        online_keyword(first_word(line).0).is_some()
    }

    /// Handles a line of an online game.
    pub(super) fn handle_online_line(&mut self, line: &str) -> io::Result<Flow> {
        let (first, rest) = first_word(line);
        if let Some(word) = online_keyword(first) {
            self.run_online_keyword(word, rest)?;
            return Ok(Flow::Continue);
        }
        match LineCommand::read(line) {
            // The server keeps the clock, and a session has one game.
            LineCommand::Keyword(Keyword::New | Keyword::Load | Keyword::Pause | Keyword::Resume, _) => {
                self.record_error();
                self.console.print(self.texts.get(TerminalMessageKey::OnlineNotHere))?;
            }
            LineCommand::Keyword(Keyword::Help, _) => {
                self.help()?;
                for (_, text) in ONLINE_KEYWORDS {
                    self.console.print(&help_line(self.texts, text))?;
                }
            }
            LineCommand::Keyword(
                Keyword::Draw | Keyword::Undo | Keyword::Resign | Keyword::Abort | Keyword::Claim,
                _,
            )
            | LineCommand::Keyword(Keyword::Rematch, _)
                if self.own_color().is_none() =>
            {
                self.print_refusal(ActionError::NotSeated)?;
            }
            LineCommand::Keyword(Keyword::Draw, _) => {
                let own = self.own_color();
                own.map_or(Ok(()), |own| self.send(Event::Command(BoardCommand::OfferDraw(own))))?;
            }
            LineCommand::Keyword(Keyword::Rematch, _)
                if !self.state.view(self.console.now()).actions().rematch =>
            {
                self.print_refusal(ActionError::MayNotOffer { offer: OfferKind::Rematch })?;
            }
            LineCommand::Keyword(Keyword::King, _) if !self.is_own_turn() => {
                self.print_refusal(ActionError::NotYourTurn)?
            }
            LineCommand::Move(text) if self.is_wrong_answer(text) => {
                self.record_error();
                self.console.print(self.locale.message(client::MessageKey::TerminalYesNoAgain))?;
            }
            LineCommand::Move(text) if !self.is_own_turn() && self.is_own_piece(text) => {
                self.print_refusal(ActionError::NotYourTurn)?;
            }
            _ => return self.handle_line(line),
        }
        Ok(Flow::Continue)
    }

    fn run_online_keyword(&mut self, word: OnlineKeyword, rest: &str) -> io::Result<()> {
        match word {
            OnlineKeyword::Accept => {
                self.answer_offer(PlayerAction::accept, Event::Rematch, ChallengeAnswer::Accept)
            }
            OnlineKeyword::Decline => {
                let rematch = PlayerAction::Decline { offer: OfferKind::Rematch };
                let rematch = Event::LocalAction(rematch);
                self.answer_offer(PlayerAction::decline, rematch, ChallengeAnswer::Decline)
            }
            OnlineKeyword::ClaimWin => self.send(Event::LocalAction(PlayerAction::ClaimWin)),
            OnlineKeyword::GiveTime => self.send(Event::LocalAction(PlayerAction::GiveTime)),
            OnlineKeyword::Chat => match ChatText::new(rest) {
                Ok(text) => self.send(Event::Online(OnlineCommand::Say(ChatContent::Text(text)))),
                Err(_) => {
                    self.record_error();
                    self.console.print(self.texts.get(TerminalMessageKey::OnlineCannotSay))
                }
            },
            OnlineKeyword::CancelPremoves => {
                let waits = !self.state.view(self.console.now()).board().premoves.is_empty();
                self.send(Event::CancelPremoves)?;
                // The client announces cancelled premoves, but not that there were none.
                let none = self.locale.announcement(&Announcement::PremovesQueued(0));
                if waits { Ok(()) } else { self.console.print(&none) }
            }
        }
    }

    /// Answers the opponent's last offer, or else the oldest challenge.
    fn answer_offer(
        &mut self,
        answer: fn(game::Offer) -> PlayerAction,
        rematch: Event,
        by_challenge: ChallengeAnswer,
    ) -> io::Result<()> {
        match self.pending_offer() {
            Some(PendingOffer::InGame(offer)) => self.send(Event::LocalAction(answer(offer))),
            Some(PendingOffer::Rematch) => self.send(rematch),
            None if self.challenge_with(None, by_challenge).is_some() => {
                self.answer_challenge(None, by_challenge)
            }
            None => {
                self.record_error();
                self.console.print(self.texts.get(TerminalMessageKey::OnlineNothingAsked))
            }
        }
    }

    /// Prints why the server would refuse, without asking it.
    pub(in crate::line_mode) fn print_refusal(&mut self, refusal: ActionError) -> io::Result<()> {
        self.record_error();
        self.console.print(self.locale.server_refusal(refusal))
    }

    fn is_own_turn(&self) -> bool {
        !self.is_in_progress() || self.own_color() == Some(self.local_game().game().turn())
    }

    /// True if a text is the square of an own piece.
    fn is_own_piece(&self, text: &str) -> bool {
        let own = self.own_color().map(|own| self.local_game().game().board().color(own));
        let square = text.to_lowercase().parse::<Square>().ok();
        own.zip(square).is_some_and(|(own, square)| own.has(square))
    }
}
