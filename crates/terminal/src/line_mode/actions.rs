//! Actions other than moves.

use std::io;

use client::{BoardCommand, Event, MessageKey, PlayerAction};
use game::{Claim, Offer};
use protocol::ActionError;
use rules::Color;

use super::Session;
use super::command::matches_word;
use texts::TerminalMessageKey;

impl Session<'_> {
    pub(super) fn take_back(&mut self) -> io::Result<()> {
        self.send(Event::Command(BoardCommand::TakeBack))?;
        self.await_offer_answer(Offer::Takeback)
    }

    /// Offers a draw by the side to move or a named one; if both sides are local, the other is asked at once.
    pub(super) fn offer_draw(&mut self, side: &str) -> io::Result<()> {
        let by = match side {
            "" => self.local_game().local_side(),
            _ if matches_word(TerminalMessageKey::PlainWhite, side) => Color::White,
            _ if matches_word(TerminalMessageKey::PlainBlack, side) => Color::Black,
            _ => {
                self.record_error();
                return self.console.print(self.texts.get(TerminalMessageKey::PlainNeedsSide));
            }
        };
        self.send(Event::Command(BoardCommand::OfferDraw(by)))?;
        self.await_offer_answer(Offer::Draw)
    }

    /// Asks about every offer to a local side.
    pub(super) fn answer_offers(&mut self) -> io::Result<()> {
        for (by, offer) in self.state.view(self.console.now()).actions().answerable_offers {
            let accepts = match offer {
                Offer::Draw => self.ask_yes_no(self.locale.message(MessageKey::TerminalDraw)),
                Offer::Takeback => self.ask_yes_no_with_hint(&self.locale.offer(by, offer)),
            };
            // An unanswered offer stays open and is saved with the game.
            let Some(accepts) = accepts? else { return Ok(()) };
            let answer = if accepts { PlayerAction::accept(offer) } else { PlayerAction::decline(offer) };
            self.send(Event::LocalAction(answer))?;
            self.show_changes()?;
        }
        Ok(())
    }

    /// Claims a draw for the position, or with an announced move.
    pub(super) fn claim(&mut self, rest: &str) -> io::Result<()> {
        let actions = self.state.view(self.console.now()).actions();
        if !rest.is_empty() {
            return self.claim_with(rest, &actions.claim_with_move);
        }
        if actions.claim.is_empty() && !actions.claim_with_move.is_empty() {
            return self.console.print(self.texts.get(TerminalMessageKey::PlainClaimWith));
        }
        // An invalid claim is explained by the client.
        let claim = actions.claim.iter().next().unwrap_or(Claim::Threefold);
        self.send_query(Event::LocalAction(PlayerAction::claim(claim)))
    }

    fn claim_with(&mut self, text: &str, claims: &[Claim]) -> io::Result<()> {
        let game = self.local_game().game();
        let right = game.parse_move(text).ok().and_then(|m| game.claims_with(m).iter().next());
        let claim = right.or(claims.first().copied()).unwrap_or(Claim::Threefold);
        self.send(Event::Command(BoardCommand::ClaimWithMove(claim)))?;
        self.submit(text)?;
        // Cancels the claim if it failed, so that the next move is a normal one.
        self.send(Event::Escape)
    }

    pub(super) fn resign(&mut self) -> io::Result<()> {
        let by = self.local_game().local_side();
        self.send(Event::Command(BoardCommand::Resign(by)))?;
        self.confirm_pending_question()
    }

    pub(super) fn abort(&mut self) -> io::Result<()> {
        self.send(Event::Command(BoardCommand::Abort))?;
        self.confirm_pending_question()
    }

    fn confirm_pending_question(&mut self) -> io::Result<()> {
        let Some(question) = self.state.view(self.console.now()).confirmation() else {
            self.record_error();
            return match self.local_game().game().outcome() {
                Some(outcome) => self.console.print(&self.locale.ending(outcome)),
                None if self.online.is_some() => self.print_refusal(ActionError::NotBegun),
                None => Ok(()),
            };
        };
        let is_right = self.confirm(&self.locale.question(question))?;
        self.send(Event::Command(if is_right { BoardCommand::Confirm } else { BoardCommand::Cancel }))
    }

    pub(super) fn pause(&mut self) -> io::Result<()> {
        match self.state.view(self.console.now()).actions().pause {
            true => self.send(Event::Command(BoardCommand::Pause)),
            false => self.print_unavailable(TerminalMessageKey::NoClockRuns),
        }
    }

    pub(super) fn resume_clocks(&mut self) -> io::Result<()> {
        match self.state.view(self.console.now()).actions().resume {
            true => self.send(Event::Command(BoardCommand::Resume)),
            false => self.print_unavailable(TerminalMessageKey::NoClockStands),
        }
    }

    fn print_unavailable(&mut self, why: TerminalMessageKey) -> io::Result<()> {
        self.record_error();
        self.console.print(self.texts.get(why))
    }

    pub(super) fn clock(&mut self) -> io::Result<()> {
        let control = self.locale.time_control(self.local_game().clock().control());
        self.console.print(&control)?;
        self.show_clocks()
    }
}
