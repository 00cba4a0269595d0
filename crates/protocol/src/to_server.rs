//! Messages from the client to the server.

use serde::{Deserialize, Serialize};

use crate::wire::no_fields;
use crate::{
    ActionId, ChallengeAnswer, ChatContent, ChatRoom, ColorPreference, EventNumber, GameId, GameSetup,
    PlayerAction, PlayerName, SeekId,
};

/// A message to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// Subscribe to a game.
    Enter {
        /// The game.
        game: GameId,
        /// Number of the last event known: the server sends later events, or a snapshot if they are no longer
        /// in memory.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<EventNumber>,
    },
    /// Subscribe to a game for the small board of the lobby, like `Enter`: the viewer is not counted as a spectator, and a
    /// player of the game not as present.
    Preview {
        /// The game.
        game: GameId,
        /// Number of the last event known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<EventNumber>,
    },
    /// Unsubscribe from a game.
    Leave {
        /// The game.
        game: GameId,
    },
    /// Act in a game. Idempotent: the server executes each id once.
    #[serde(rename = "act")]
    Action {
        /// The game.
        game: GameId,
        /// Random id, chosen by the client.
        id: ActionId,
        /// The action.
        #[serde(rename = "act")]
        action: PlayerAction,
    },
    /// Send a chat message.
    Say {
        /// The game.
        game: GameId,
        /// The room.
        room: ChatRoom,
        /// The content.
        speech: ChatContent,
    },
    /// Subscribe to the lobby.
    #[serde(deserialize_with = "no_fields")]
    EnterLobby,
    /// Unsubscribe from the lobby.
    #[serde(deserialize_with = "no_fields")]
    LeaveLobby,
    /// Open a seek, or pair with a matching open one.
    Seek {
        /// Random id, chosen by the client; sending it again leads to the same game.
        id: ActionId,
        /// Setup of the game.
        terms: GameSetup,
        /// Color preference.
        #[serde(default)]
        side: ColorPreference,
        /// Display name of a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<PlayerName>,
    },
    /// Close a seek.
    Cancel {
        /// The seek.
        seek: SeekId,
    },
    /// Accept a seek.
    Join {
        /// Random id, chosen by the client; sending it again leads to the same game.
        id: ActionId,
        /// The seek.
        seek: SeekId,
        /// Display name of a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<PlayerName>,
    },
    /// Challenge a player. Both need an account.
    Challenge {
        /// Random id, chosen by the client; sending it again makes no second challenge.
        id: ActionId,
        /// Account name of the other player.
        player: PlayerName,
        /// Setup of the game.
        terms: GameSetup,
        /// Color preference.
        #[serde(default)]
        side: ColorPreference,
    },
    /// Accept, decline or withdraw a challenge. Sending it again changes nothing.
    AnswerChallenge {
        /// Random id, chosen by the client.
        id: ActionId,
        /// The challenge.
        challenge: GameId,
        /// The answer.
        answer: ChallengeAnswer,
    },
}

/// Returns true if a message or request body was rejected because of a type or field that this version does
/// not know, as those of a newer client are.
#[must_use]
pub fn is_from_newer_client(error: &serde_json::Error) -> bool {
    // serde has no other way to tell; a test holds the words.
    let words = error.to_string();
    words.starts_with("unknown variant") || words.starts_with("unknown field")
}

impl ToServer {
    /// Maximum size of a message.
    pub const MAX_BYTES: usize = 2_048;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_newer_clients_are_told_from_malformed_ones() {
        let check = |text: &str, newer: bool| {
            let error = serde_json::from_str::<ToServer>(text).unwrap_err();
            assert_eq!(is_from_newer_client(&error), newer, "{text}: {error}");
        };
        let act = |act: &str| {
            let id = "AAAAAAAAAAAAAAAAAAAAAQ";
            format!(r#"{{"type":"act","game":"{id}","id":"{id}","act":{act}}}"#)
        };
        check(r#"{"type":"enter-arena"}"#, true);
        check(r#"{"type":"enter-lobby","room":"blitz"}"#, true);
        check(r#"{"type":"leave","game":"AAAAAAAAAAAAAAAAAAAAAQ","why":"bored"}"#, true);
        check(&act(r#"{"type":"berserk"}"#), true);
        check(&act(r#"{"type":"offer","offer":"peace"}"#), true);
        check(&act(r#"{"type":"resign","loudly":true}"#), true);
        for text in
            ["", "null", "[]", "{}", r#"{"type":5}"#, r#"{"type":"leave"}"#, r#"{"type":"leave","game":"x"}"#]
        {
            check(text, false);
        }
        check(&act(r#"{"type":"move","ply":0,"uci":"e9e4"}"#), false);
    }
}
