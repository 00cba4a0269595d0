//! Talk beside the board.

use serde::{Deserialize, Serialize};

use crate::{ChatText, PlayerInfo, UnixMillis};

/// Where one talks: players and spectators do not hear each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatRoom {
    /// The two players.
    Players,
    /// Those who watch.
    Watchers,
}

/// What is said: own words, or a phrase that everybody reads in their own language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatContent {
    /// Own words.
    Text(ChatText),
    /// A ready phrase.
    Phrase(ChatPhrase),
}

/// Ready phrases.
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

/// A line of talk. Lines are kept while the game is open on the server, not for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatMessage {
    /// Its number in its room.
    pub number: u32,
    /// When it was said.
    pub at: UnixMillis,
    /// Who said it.
    pub from: PlayerInfo,
    /// What was said.
    pub speech: ChatContent,
}

impl ChatRoom {
    /// Both rooms.
    pub const ALL: [ChatRoom; 2] = [ChatRoom::Players, ChatRoom::Watchers];
}

impl ChatPhrase {
    /// All phrases, in the order in which one says them.
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
