//! [`PlayerAction`]: the one type for what a player does in a game, from the client over the wire to the server.

use game::{Claim, Game, Offer, Ply};
use rules::UciMove;
use serde::{Deserialize, Serialize};

use crate::wire::no_fields;
use crate::{PlayerName, WireMove};

/// An action of a player in a game: at this screen, of a local engine, or of a remote player. The server validates seat,
/// turn, rules and clock; a client validates the actions of remote players in the same way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PlayerAction {
    /// Take a free seat.
    Sit {
        /// Display name of a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<PlayerName>,
    },
    /// Play a move.
    Move {
        /// Index of the position that the move was made in; the move is stale in any other position.
        #[serde(with = "crate::wire::ply")]
        ply: Ply,
        /// The move.
        uci: WireMove,
    },
    /// Make an offer.
    Offer {
        /// The kind of offer.
        offer: OfferKind,
    },
    /// Accept the opponent's offer.
    Accept {
        /// The kind of offer.
        offer: OfferKind,
    },
    /// Decline the opponent's offer.
    Decline {
        /// The kind of offer.
        offer: OfferKind,
    },
    /// Claim a draw by rule.
    Claim {
        /// The rule.
        claim: DrawClaim,
        /// The move that would bring the draw about; it is announced, not played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        uci: Option<WireMove>,
    },
    /// Resign.
    #[serde(deserialize_with = "no_fields")]
    Resign,
    /// Abort the game before both sides have moved.
    #[serde(deserialize_with = "no_fields")]
    Abort,
    /// Claim a win because the opponent has left.
    #[serde(deserialize_with = "no_fields")]
    ClaimWin,
    /// Claim a draw because the opponent has left.
    #[serde(deserialize_with = "no_fields")]
    ClaimDraw,
    /// Give the opponent fifteen seconds.
    #[serde(deserialize_with = "no_fields")]
    GiveTime,
}

/// The kinds of offers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// A draw by agreement.
    Draw,
    /// Taking back the proposer's last move.
    Takeback,
    /// Another game with swapped colors, after this one has ended.
    Rematch,
}

/// Draws that a player can claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawClaim {
    /// Threefold repetition.
    Threefold,
    /// Fifty-move rule.
    Fifty,
}

impl PlayerAction {
    /// Plays a move in the position at `ply`.
    #[must_use]
    pub const fn play(ply: Ply, uci: UciMove) -> PlayerAction {
        PlayerAction::Move { ply, uci: WireMove(uci) }
    }

    /// Makes an offer during the game.
    #[must_use]
    pub fn offer(offer: Offer) -> PlayerAction {
        PlayerAction::Offer { offer: offer.into() }
    }

    /// Accepts an offer made during the game.
    #[must_use]
    pub fn accept(offer: Offer) -> PlayerAction {
        PlayerAction::Accept { offer: offer.into() }
    }

    /// Declines an offer made during the game.
    #[must_use]
    pub fn decline(offer: Offer) -> PlayerAction {
        PlayerAction::Decline { offer: offer.into() }
    }

    /// Claims a draw in the current position.
    #[must_use]
    pub fn claim(claim: Claim) -> PlayerAction {
        PlayerAction::Claim { claim: claim.into(), uci: None }
    }

    /// Claims a draw in the current position or by announcing the move, or else plays the move.
    ///
    /// ```
    /// use game::{Claim, Game};
    /// use protocol::PlayerAction;
    /// let mut game = Game::standard();
    /// for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"] {
    ///     game.play(game.parse_move(san).unwrap()).unwrap();
    /// }
    /// let back = "f6g8".parse().unwrap();
    /// let action = PlayerAction::play_or_claim(&game, back);
    /// assert!(matches!(action, PlayerAction::Claim { uci: Some(_), .. }));
    /// game.play(game.parse_move("Ng8").unwrap()).unwrap();
    /// let action = PlayerAction::play_or_claim(&game, "e2e4".parse().unwrap());
    /// assert_eq!(action, PlayerAction::claim(Claim::Threefold));
    /// ```
    #[must_use]
    pub fn play_or_claim(game: &Game, uci: UciMove) -> PlayerAction {
        if let Some(claim) = game.claims().iter().next() {
            return PlayerAction::claim(claim);
        }
        let announced = game.resolve_uci(uci).and_then(|m| game.claims_with(m).iter().next());
        match announced {
            Some(claim) => PlayerAction::Claim { claim: claim.into(), uci: Some(WireMove(uci)) },
            None => PlayerAction::play(game.ply(), uci),
        }
    }
}

impl OfferKind {
    /// All kinds of offers.
    pub const ALL: [OfferKind; 3] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];

    /// The same offer in [`game`]; `None` for a rematch, which is offered after the game.
    #[must_use]
    pub const fn to_game_offer(self) -> Option<Offer> {
        match self {
            OfferKind::Draw => Some(Offer::Draw),
            OfferKind::Takeback => Some(Offer::Takeback),
            OfferKind::Rematch => None,
        }
    }
}

impl From<Offer> for OfferKind {
    fn from(offer: Offer) -> OfferKind {
        match offer {
            Offer::Draw => OfferKind::Draw,
            Offer::Takeback => OfferKind::Takeback,
        }
    }
}

impl From<DrawClaim> for Claim {
    fn from(claim: DrawClaim) -> Claim {
        match claim {
            DrawClaim::Threefold => Claim::Threefold,
            DrawClaim::Fifty => Claim::Fifty,
        }
    }
}

impl From<Claim> for DrawClaim {
    fn from(claim: Claim) -> DrawClaim {
        match claim {
            Claim::Threefold => DrawClaim::Threefold,
            Claim::Fifty => DrawClaim::Fifty,
        }
    }
}
