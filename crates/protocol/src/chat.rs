//! Chat of a game.

use serde::{Deserialize, Serialize};

use crate::{ChatText, PlayerInfo, UnixMillis};

/// Chat room of a game: players and spectators have separate rooms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatRoom {
    /// Players only.
    Players,
    /// Spectators only.
    Watchers,
}

/// Content of a chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatContent {
    /// Free text.
    Text(ChatText),
    /// A predefined phrase, shown in the reader's language.
    Phrase(ChatPhrase),
}

/// Predefined phrases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatPhrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Have fun.
    HaveFun,
    /// Well played.
    WellPlayed,
    /// Good game.
    GoodGame,
    /// Thank you.
    ThankYou,
    /// I have to go.
    MustGo,
    /// Goodbye.
    Goodbye,
}

/// A chat message. The server keeps messages in memory while the game is loaded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatMessage {
    /// Number in its room.
    pub number: u32,
    /// Time of sending.
    pub at: UnixMillis,
    /// Sender.
    pub from: PlayerInfo,
    /// Content.
    pub speech: ChatContent,
}

impl ChatRoom {
    /// Both rooms.
    pub const ALL: [ChatRoom; 2] = [ChatRoom::Players, ChatRoom::Watchers];
}

impl ChatPhrase {
    /// All phrases, from greeting to farewell.
    pub const ALL: [ChatPhrase; 8] = [
        ChatPhrase::Hello,
        ChatPhrase::GoodLuck,
        ChatPhrase::HaveFun,
        ChatPhrase::WellPlayed,
        ChatPhrase::GoodGame,
        ChatPhrase::ThankYou,
        ChatPhrase::MustGo,
        ChatPhrase::Goodbye,
    ];
}
