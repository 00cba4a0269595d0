//! What players do beside moving.

use std::io;

use client::{Act, Event, Phrase};
use game::{Claim, Offer};
use protocol::Refusal;
use rules::Color;

use super::Session;
use super::command::says;
use crate::texts::Text;

impl Session<'_> {
    pub(super) fn take_back(&mut self) -> io::Result<()> {
        self.send(Event::Act(Act::TakeBack))?;
        self.await_answer(Offer::Takeback)
    }

    /// The side to move offers a draw, or the one that is named; in front of one screen the other side is asked at once.
    pub(super) fn offer_draw(&mut self, side: &str) -> io::Result<()> {
        let by = match side {
            "" => self.table().speaker(),
            _ if says(Text::PlainWhite, side) => Color::White,
            _ if says(Text::PlainBlack, side) => Color::Black,
            _ => {
                self.mistake();
                return self.console.say(self.texts.get(Text::PlainNeedsSide));
            }
        };
        self.send(Event::Act(Act::OfferDraw(by)))?;
        self.await_answer(Offer::Draw)
    }

    /// Asks those who sit here about everything that was offered to them.
    pub(super) fn answer_offers(&mut self) -> io::Result<()> {
        for (by, offer) in self.state.view(self.console.now()).actions().answer {
            let accepts = match offer {
                Offer::Draw => self.answers(self.words.phrase(Phrase::TerminalDraw)),
                Offer::Takeback => self.answers_plainly(&self.words.offer(by, offer)),
            };
            // Whoever says nothing leaves it open: the game is kept with the offer.
            let Some(accepts) = accepts? else { return Ok(()) };
            let act = if accepts { Act::Accept(offer) } else { Act::Decline(offer) };
            self.send(Event::Act(act))?;
            self.show_news()?;
        }
        Ok(())
    }

    /// Claims what can be claimed: for what is on the board, or with a move that follows.
    pub(super) fn claim(&mut self, rest: &str) -> io::Result<()> {
        let actions = self.state.view(self.console.now()).actions();
        if !rest.is_empty() {
            return self.claim_with(rest, &actions.claim_with_move);
        }
        if actions.claim.is_empty() && !actions.claim_with_move.is_empty() {
            return self.console.say(self.texts.get(Text::PlainClaimWith));
        }
        // A claim that is wrong is explained like any other.
        let claim = actions.claim.iter().next().unwrap_or(Claim::Threefold);
        self.ask_about(Event::Act(Act::Claim(claim)))
    }

    fn claim_with(&mut self, text: &str, claims: &[Claim]) -> io::Result<()> {
        let game = self.table().game();
        let right = game.read_move(text).ok().and_then(|m| game.claims_with(m).iter().next());
        let claim = right.or(claims.first().copied()).unwrap_or(Claim::Threefold);
        self.send(Event::Act(Act::ClaimWithMove(claim)))?;
        self.submit(text)?;
        // If it came to nothing, the next move is an ordinary one again.
        self.send(Event::Escape)
    }

    pub(super) fn resign(&mut self) -> io::Result<()> {
        let by = self.table().speaker();
        self.send(Event::Act(Act::Resign(by)))?;
        self.confirm_question()
    }

    pub(super) fn abort(&mut self) -> io::Result<()> {
        self.send(Event::Act(Act::Abort))?;
        self.confirm_question()
    }

    fn confirm_question(&mut self) -> io::Result<()> {
        let Some(question) = self.state.view(self.console.now()).question() else {
            self.mistake();
            return match self.table().game().outcome() {
                Some(outcome) => self.console.say(&self.words.ending(outcome)),
                None if self.server.is_some() => self.deny(Refusal::NotBegun),
                None => Ok(()),
            };
        };
        let is_right = self.confirms_plainly(&self.words.question(question))?;
        self.send(Event::Act(if is_right { Act::Confirm } else { Act::Cancel }))
    }

    pub(super) fn pause(&mut self) -> io::Result<()> {
        match self.state.view(self.console.now()).actions().pause {
            true => self.send(Event::Act(Act::Pause)),
            false => self.not_now(Text::NoClockRuns),
        }
    }

    pub(super) fn resume_clocks(&mut self) -> io::Result<()> {
        match self.state.view(self.console.now()).actions().resume {
            true => self.send(Event::Act(Act::Resume)),
            false => self.not_now(Text::NoClockStands),
        }
    }

    fn not_now(&mut self, why: Text) -> io::Result<()> {
        self.mistake();
        self.console.say(self.texts.get(why))
    }

    pub(super) fn clock(&mut self) -> io::Result<()> {
        let control = self.words.time_control(self.table().clock().control());
        self.console.say(&control)?;
        self.show_clocks()
    }
}
