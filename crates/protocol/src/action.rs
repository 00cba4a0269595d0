//! What a player does in a game.

use game::{Claim, Offer as GameOffer};
use serde::{Deserialize, Serialize};

use crate::strict::nothing_else;
use crate::{PlayerName, WireMove};

/// What a player asks the server to do in a game. Everything is checked: seat, turn, rules, clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PlayerAction {
    /// Take a free seat.
    Sit {
        /// What a guest wants to be called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<PlayerName>,
    },
    /// Make a move.
    Move {
        /// How many plies had been played when the mover saw the board: nothing happens on another board.
        ply: u32,
        /// The move.
        uci: WireMove,
    },
    /// Propose something.
    Offer {
        /// What.
        offer: OfferKind,
    },
    /// Accept what the other side proposes.
    Accept {
        /// What.
        offer: OfferKind,
    },
    /// Refuse what the other side proposes.
    Decline {
        /// What.
        offer: OfferKind,
    },
    /// Claim a draw by the rules.
    Claim {
        /// Why it is a draw.
        claim: DrawClaim,
        /// The move that would bring it about; it is announced, not made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        uci: Option<WireMove>,
    },
    /// Give up.
    #[serde(deserialize_with = "nothing_else")]
    Resign,
    /// Call the game off, before both sides have moved.
    #[serde(deserialize_with = "nothing_else")]
    Abort,
    /// The other player left and has not come back in time: win.
    #[serde(deserialize_with = "nothing_else")]
    ClaimWin,
    /// The other player left and has not come back in time: call it a draw.
    #[serde(deserialize_with = "nothing_else")]
    ClaimDraw,
    /// Give the other player fifteen seconds.
    #[serde(deserialize_with = "nothing_else")]
    GiveTime,
}

/// What players can agree on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// To call the game a draw.
    Draw,
    /// To take back the proposer's last move.
    Takeback,
    /// To play once more with colours changed, after the game.
    Rematch,
}

/// Draws that can be claimed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawClaim {
    /// The same position for the third time.
    Threefold,
    /// Fifty moves without a capture or a pawn move.
    Fifty,
}

impl OfferKind {
    /// All of them.
    pub const ALL: [OfferKind; 3] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];

    /// The same for a game that goes on; a rematch is none of its business.
    #[must_use]
    pub const fn to_game_offer(self) -> Option<GameOffer> {
        match self {
            OfferKind::Draw => Some(GameOffer::Draw),
            OfferKind::Takeback => Some(GameOffer::Takeback),
            OfferKind::Rematch => None,
        }
    }
}

impl From<GameOffer> for OfferKind {
    fn from(offer: GameOffer) -> OfferKind {
        match offer {
            GameOffer::Draw => OfferKind::Draw,
            GameOffer::Takeback => OfferKind::Takeback,
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
