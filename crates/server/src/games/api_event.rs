//! Events of a player for API streams. Streams read the state behind an event themselves, so a message is short, and find
//! in the store what a lost one would have told them.

use bytes::Bytes;
use protocol::{GameId, PlayerId, PlayerInfo, PlayerKind};
use serde::{Deserialize, Serialize};

use crate::bus::Topic;
use crate::lobby::LobbyRequest;
use crate::node::Node;
use crate::store::ApiTokenId;

/// Event on [`Topic::Api`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum ApiEvent {
    /// A game has begun.
    GameStart { game: GameId },
    /// A game has ended.
    GameFinish { game: GameId },
    /// A challenge was created.
    Challenge { id: GameId },
    /// A challenge was accepted.
    ChallengeAccepted { id: GameId },
    /// A challenge was declined.
    ChallengeDeclined { id: GameId },
    /// A challenge was canceled.
    ChallengeCanceled { id: GameId },
    /// All tokens of the player have ended.
    TokensEnded,
    /// One token has ended.
    TokenRevoked { token: ApiTokenId },
    /// An event of a newer server.
    #[serde(other)]
    Unknown,
}

/// API tokens of a player that have ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndedTokens {
    /// All: the password was changed, or the account was banned or deleted.
    All,
    /// One was revoked.
    One(ApiTokenId),
}

impl EndedTokens {
    /// Returns true if a token is among them.
    pub(crate) fn contains(self, token: ApiTokenId) -> bool {
        self == EndedTokens::All || self == EndedTokens::One(token)
    }
}

impl ApiEvent {
    /// Reads an event.
    pub(crate) fn decode(bytes: &Bytes) -> ApiEvent {
        serde_json::from_slice(bytes).unwrap_or(ApiEvent::Unknown)
    }

    /// Returns true if streams with this token end.
    pub(crate) fn ends(self, token: ApiTokenId) -> bool {
        self == ApiEvent::TokensEnded || self == ApiEvent::TokenRevoked { token }
    }
}

impl Node {
    /// Ends what was begun with tokens that have ended: their streams on all nodes, and their seeks.
    pub(crate) async fn end_api_tokens(&self, player: PlayerId, tokens: EndedTokens) {
        self.publish_api_event(
            player,
            match tokens {
                EndedTokens::All => ApiEvent::TokensEnded,
                EndedTokens::One(token) => ApiEvent::TokenRevoked { token },
            },
        );
        self.lobby.send(LobbyRequest::EndSeeks { player, tokens }).await;
    }

    /// Sends an event to the API streams of a player.
    pub(crate) fn publish_api_event(&self, player: PlayerId, event: ApiEvent) {
        // Events always serialize.
        if let Ok(bytes) = serde_json::to_vec(&event) {
            self.bus.publish(Topic::Api(player), bytes.into());
        }
    }

    /// Sends an event to those players of a game that have accounts.
    pub(crate) fn publish_game_event<'a>(
        &self,
        players: impl IntoIterator<Item = Option<&'a PlayerInfo>>,
        event: ApiEvent,
    ) {
        for player in players.into_iter().flatten().filter(|player| player.standing == PlayerKind::Account) {
            if let Some(id) = player.id {
                self.publish_api_event(id, event);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_round_trip_and_unknown_ones_are_ignored() {
        let (game, token) = (GameId::from_bits(7), ApiTokenId::from_bits(8));
        for event in [ApiEvent::GameStart { game }, ApiEvent::TokensEnded, ApiEvent::TokenRevoked { token }] {
            assert_eq!(ApiEvent::decode(&serde_json::to_vec(&event).unwrap().into()), event);
        }
        assert_eq!(
            ApiEvent::decode(&Bytes::from_static(b"{\"type\":\"from-2030\",\"x\":1}")),
            ApiEvent::Unknown
        );
        assert_eq!(ApiEvent::decode(&Bytes::from_static(b"")), ApiEvent::Unknown);
        assert!(ApiEvent::TokensEnded.ends(token) && ApiEvent::TokenRevoked { token }.ends(token));
        assert!(!ApiEvent::TokenRevoked { token }.ends(ApiTokenId::from_bits(9)));
    }
}
