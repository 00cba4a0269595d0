//! The player who sits elsewhere: what comes from there, and what is sent there.

use game::Offer;
use rules::{ByColor, Color};

use super::Update;
use crate::{Announcement, Deed, Effect, Player, Problem, Seat, Sound};

impl Update<'_> {
    /// The player elsewhere has done something. What cannot be is a problem, never a change.
    pub(super) fn told(&mut self, deed: Deed) {
        let is_possible = self.distant_side().is_some_and(|by| self.follow(by, deed));
        if !is_possible {
            self.problem(Problem::Told(deed));
        }
    }

    /// Nobody sits elsewhere any more. Names stay, and moves that waited are not wanted: the turn may be anybody's here.
    pub(super) fn take_over(&mut self) {
        if self.state.table.is_remote() {
            return;
        }
        let players = &self.state.table.players;
        self.state.table.players = ByColor::new_with(|color| Player::new(players[color].name(), Seat::Here));
        self.drop_premoves();
        self.save();
    }

    /// Somebody elsewhere plays this side; the other one is played here. What was being done may have been that side's.
    pub(super) fn hand_over(&mut self, away: Color) {
        if self.state.table.is_remote() || self.state.table.game.outcome().is_some() {
            return;
        }
        let players = &self.state.table.players;
        let seat = |color| if color == away { Seat::Elsewhere } else { Seat::Here };
        self.state.table.players = ByColor::new_with(|color| Player::new(players[color].name(), seat(color)));
        self.let_go_of_what_is_gone();
        self.save();
    }

    /// Lets the other side know what this one has done, if it is not here to see it.
    pub(super) fn tell(&mut self, by: Color, deed: Deed) {
        if self.state.table.is_remote() {
            self.post_deed(deed);
        } else if self.state.table.is_here(by) && !self.state.table.is_here(!by) {
            self.effects.push(Effect::Tell(deed));
        }
    }

    /// An offer was made, or meets the same offer of the other side: then both want it.
    pub(super) fn offer(&mut self, by: Color, offer: Offer) -> bool {
        if self.state.table.game.pending(offer) == Some(!by) {
            return self.accept(by, offer);
        }
        let offered = self.state.table.game.offer(by, offer);
        let is_offered = self.unless_refused(offered);
        if is_offered {
            self.sound(Sound::Offer);
            self.announce(Announcement::Offered(by, offer));
            self.save();
        }
        is_offered
    }

    pub(super) fn accept(&mut self, by: Color, offer: Offer) -> bool {
        let accepted = self.state.table.accept(by, offer, self.now);
        let is_accepted = self.unless_refused(accepted);
        match offer {
            _ if !is_accepted => {}
            Offer::Draw => self.ended(),
            Offer::Takeback => self.taken_back(),
        }
        is_accepted
    }

    pub(super) fn decline(&mut self, by: Color, offer: Offer) -> bool {
        let declined = self.state.table.game.decline(by, offer);
        let is_declined = self.unless_refused(declined);
        if is_declined {
            self.announce(Announcement::Declined(by, offer));
            self.save();
        }
        is_declined
    }

    fn follow(&mut self, by: Color, deed: Deed) -> bool {
        let is_its_turn = self.state.table.game.turn() == by;
        match deed {
            Deed::Move(uci) if is_its_turn => match self.state.table.game.read_move(&uci.to_string()) {
                Ok(m) => {
                    let is_made = self.make(m);
                    self.answer_with_premove();
                    is_made
                }
                Err(_) => false,
            },
            Deed::ClaimWith(claim, uci) if is_its_turn => {
                let game = &mut self.state.table.game;
                let read = game.read_move(&uci.to_string()).ok();
                let is_right = read.is_some_and(|m| game.claim_with(claim, m).is_ok());
                self.ended_if(is_right)
            }
            Deed::Claim(claim) if is_its_turn => {
                let is_right = self.state.table.game.claim(claim).is_ok();
                self.ended_if(is_right)
            }
            Deed::Move(_) | Deed::Claim(_) | Deed::ClaimWith(..) => false,
            Deed::Offer(offer) => self.offer(by, offer),
            Deed::Accept(offer) => self.accept(by, offer),
            Deed::Decline(offer) => self.decline(by, offer),
            Deed::Resign => {
                let is_over = self.state.table.game.resign(by).is_ok();
                self.ended_if(is_over)
            }
            Deed::Abort => {
                let is_over = self.state.table.game.abort().is_ok();
                self.ended_if(is_over)
            }
        }
    }

    fn ended_if(&mut self, is_over: bool) -> bool {
        if is_over {
            self.ended();
        }
        is_over
    }

    /// The side that is played elsewhere; the one to move, if both are.
    fn distant_side(&self) -> Option<Color> {
        let turn = self.state.table.game.turn();
        [turn, !turn].into_iter().find(|&color| !self.state.table.is_here(color))
    }
}
