//! [`PlayerAction`]s of both sides: those of the player at this screen and those of a remote player go through the same
//! validation, and the remote player is told what the local one does.

use game::Offer;
use protocol::PlayerAction;
use rules::{ByColor, Color};

use super::Update;
use crate::{Announcement, Effect, Player, PlayerLocation, Problem, Sound};

impl Update<'_> {
    /// The player at this screen acts; in an online game the action is sent to the server.
    pub(super) fn act(&mut self, action: PlayerAction) {
        let game = &self.state.local_game;
        if game.is_online() {
            return self.act_online(action);
        }
        let by = match action {
            PlayerAction::Accept { offer } | PlayerAction::Decline { offer } => {
                let pending = offer.to_game_offer().and_then(|offer| game.game.pending(offer));
                let Some(proposer) = pending else { return };
                !proposer
            }
            PlayerAction::Move { .. } | PlayerAction::Claim { .. } => game.game.turn(),
            _ => game.local_side(),
        };
        self.act_as(by, action);
    }

    /// Applies an action of a local side and tells the remote player.
    pub(super) fn act_as(&mut self, by: Color, action: PlayerAction) {
        if self.state.local_game.is_local(by) && self.apply_action(by, &action) {
            self.send_to_remote(by, action);
        }
    }

    /// The remote player has acted. An invalid action is reported and changes nothing.
    pub(super) fn on_remote_action(&mut self, action: PlayerAction) {
        let is_valid = self.remote_side().is_some_and(|by| self.apply_action(by, &action));
        if !is_valid {
            self.problem(Problem::InvalidRemoteAction(action));
        }
    }

    /// Makes both sides local. Premoves are dropped: the side to move may be any side here.
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

    /// Makes one side remote and the other local.
    pub(super) fn make_remote(&mut self, remote: Color) {
        if self.state.local_game.is_online() || self.state.local_game.game.outcome().is_some() {
            return;
        }
        let players = &self.state.local_game.players;
        let location = |color| if color == remote { PlayerLocation::Remote } else { PlayerLocation::Local };
        self.state.local_game.players =
            ByColor::new_with(|color| Player::new(players[color].name(), location(color)));
        self.drop_stale_selection();
        self.save();
    }

    /// Sends an action of a local side to the server or to the remote player, if there is one.
    pub(super) fn send_to_remote(&mut self, by: Color, action: PlayerAction) {
        let game = &self.state.local_game;
        if game.is_online() {
            self.post_action(action);
        } else if game.is_local(by) && !game.is_local(!by) {
            self.effects.push(Effect::SendAction(action));
        }
    }

    /// Validates and applies an action of a side; returns true if it was applied. Actions that only a server knows are
    /// never valid here.
    fn apply_action(&mut self, by: Color, action: &PlayerAction) -> bool {
        let game = &mut self.state.local_game.game;
        let is_to_move = game.turn() == by;
        match *action {
            PlayerAction::Move { ply, uci } if is_to_move && ply == game.ply() => {
                let Ok(m) = game.parse_move(&uci.0.to_string()) else { return false };
                let is_played = self.play_move(m);
                self.play_premove();
                is_played
            }
            PlayerAction::Claim { claim, uci } if is_to_move => {
                let claimed = match uci.map(|uci| game.parse_move(&uci.0.to_string())) {
                    None => game.claim(claim.into()),
                    Some(Ok(m)) => game.claim_with(claim.into(), m),
                    Some(Err(_)) => return false,
                };
                self.report_error(claimed) && self.end_game()
            }
            PlayerAction::Offer { offer } => offer.to_game_offer().is_some_and(|offer| self.offer(by, offer)),
            PlayerAction::Accept { offer } => {
                offer.to_game_offer().is_some_and(|offer| self.accept(by, offer))
            }
            PlayerAction::Decline { offer } => {
                offer.to_game_offer().is_some_and(|offer| self.decline(by, offer))
            }
            PlayerAction::Resign => {
                let resigned = game.resign(by);
                self.report_error(resigned) && self.end_game()
            }
            PlayerAction::Abort => {
                let aborted = game.abort();
                self.report_error(aborted) && self.end_game()
            }
            PlayerAction::Move { .. }
            | PlayerAction::Claim { .. }
            | PlayerAction::Sit { .. }
            | PlayerAction::ClaimWin
            | PlayerAction::ClaimDraw
            | PlayerAction::GiveTime => false,
        }
    }

    /// Makes an offer, or accepts the same offer of the other side.
    fn offer(&mut self, by: Color, offer: Offer) -> bool {
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

    fn accept(&mut self, by: Color, offer: Offer) -> bool {
        let accepted = self.state.local_game.accept(by, offer, self.now);
        let is_accepted = self.report_error(accepted);
        match offer {
            _ if !is_accepted => {}
            Offer::Draw => {
                self.end_game();
            }
            Offer::Takeback => self.on_taken_back(),
        }
        is_accepted
    }

    fn decline(&mut self, by: Color, offer: Offer) -> bool {
        let declined = self.state.local_game.game.decline(by, offer);
        let is_declined = self.report_error(declined);
        if is_declined {
            self.announce(Announcement::Declined(by, offer));
            self.save();
        }
        is_declined
    }

    /// The side of the remote player; the side to move if both are remote.
    fn remote_side(&self) -> Option<Color> {
        let turn = self.state.local_game.game.turn();
        [turn, !turn].into_iter().find(|&color| !self.state.local_game.is_local(color))
    }
}
