//! The player who sits elsewhere: what comes from there, and what is sent there.

use game::Offer;
use rules::{ByColor, Color};

use super::Update;
use crate::{Announcement, Effect, LocalAction, Player, PlayerLocation, Problem, Sound};

impl Update<'_> {
    /// The player elsewhere has done something. What cannot be is a problem, never a change.
    pub(super) fn on_remote_action(&mut self, deed: LocalAction) {
        let is_possible = self.remote_side().is_some_and(|by| self.apply_remote_action(by, deed));
        if !is_possible {
            self.problem(Problem::InvalidRemoteAction(deed));
        }
    }

    /// Nobody sits elsewhere any more. Names stay, and moves that waited are not wanted: the turn may be anybody's here.
    pub(super) fn make_local(&mut self) {
        if self.state.local_game.is_online() {
            return;
        }
        let players = &self.state.local_game.players;
        self.state.local_game.players =
            ByColor::new_with(|color| Player::new(players[color].name(), PlayerLocation::Local));
        self.drop_premoves();
        self.save();
    }

    /// Somebody elsewhere plays this side; the other one is played here. What was being done may have been that side's.
    pub(super) fn make_remote(&mut self, away: Color) {
        if self.state.local_game.is_online() || self.state.local_game.game.outcome().is_some() {
            return;
        }
        let players = &self.state.local_game.players;
        let seat = |color| if color == away { PlayerLocation::Remote } else { PlayerLocation::Local };
        self.state.local_game.players =
            ByColor::new_with(|color| Player::new(players[color].name(), seat(color)));
        self.drop_stale_selection();
        self.save();
    }

    /// Lets the other side know what this one has done, if it is not here to see it.
    pub(super) fn send_to_remote(&mut self, by: Color, deed: LocalAction) {
        if self.state.local_game.is_online() {
            self.post_local_action(deed);
        } else if self.state.local_game.is_local(by) && !self.state.local_game.is_local(!by) {
            self.effects.push(Effect::SendAction(deed));
        }
    }

    /// An offer was made, or meets the same offer of the other side: then both want it.
    pub(super) fn offer(&mut self, by: Color, offer: Offer) -> bool {
        if self.state.local_game.game.pending(offer) == Some(!by) {
            return self.accept(by, offer);
        }
        let offered = self.state.local_game.game.offer(by, offer);
        let is_offered = self.report_error(offered);
        if is_offered {
            self.sound(Sound::Offer);
            self.announce(Announcement::Offered(by, offer));
            self.save();
        }
        is_offered
    }

    pub(super) fn accept(&mut self, by: Color, offer: Offer) -> bool {
        let accepted = self.state.local_game.accept(by, offer, self.now);
        let is_accepted = self.report_error(accepted);
        match offer {
            _ if !is_accepted => {}
            Offer::Draw => self.end_game(),
            Offer::Takeback => self.on_taken_back(),
        }
        is_accepted
    }

    pub(super) fn decline(&mut self, by: Color, offer: Offer) -> bool {
        let declined = self.state.local_game.game.decline(by, offer);
        let is_declined = self.report_error(declined);
        if is_declined {
            self.announce(Announcement::Declined(by, offer));
            self.save();
        }
        is_declined
    }

    fn apply_remote_action(&mut self, by: Color, deed: LocalAction) -> bool {
        let is_its_turn = self.state.local_game.game.turn() == by;
        match deed {
            LocalAction::Move(uci) if is_its_turn => {
                match self.state.local_game.game.parse_move(&uci.to_string()) {
                    Ok(m) => {
                        let is_made = self.play_move(m);
                        self.play_premove();
                        is_made
                    }
                    Err(_) => false,
                }
            }
            LocalAction::ClaimWith(claim, uci) if is_its_turn => {
                let game = &mut self.state.local_game.game;
                let read = game.parse_move(&uci.to_string()).ok();
                let is_right = read.is_some_and(|m| game.claim_with(claim, m).is_ok());
                self.end_game_if(is_right)
            }
            LocalAction::Claim(claim) if is_its_turn => {
                let is_right = self.state.local_game.game.claim(claim).is_ok();
                self.end_game_if(is_right)
            }
            LocalAction::Move(_) | LocalAction::Claim(_) | LocalAction::ClaimWith(..) => false,
            LocalAction::Offer(offer) => self.offer(by, offer),
            LocalAction::Accept(offer) => self.accept(by, offer),
            LocalAction::Decline(offer) => self.decline(by, offer),
            LocalAction::Resign => {
                let is_over = self.state.local_game.game.resign(by).is_ok();
                self.end_game_if(is_over)
            }
            LocalAction::Abort => {
                let is_over = self.state.local_game.game.abort().is_ok();
                self.end_game_if(is_over)
            }
        }
    }

    fn end_game_if(&mut self, is_over: bool) -> bool {
        if is_over {
            self.end_game();
        }
        is_over
    }

    /// The side that is played elsewhere; the one to move, if both are.
    fn remote_side(&self) -> Option<Color> {
        let turn = self.state.local_game.game.turn();
        [turn, !turn].into_iter().find(|&color| !self.state.local_game.is_local(color))
    }
}
