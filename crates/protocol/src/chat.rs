//! Talk beside the board.

use serde::{Deserialize, Serialize};

use crate::{ChatText, Moment, Player};

/// Where one talks: players and spectators do not hear each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Room {
    /// The two players.
    Players,
    /// Those who watch.
    Watchers,
}

/// What is said: own words, or a phrase that everybody reads in their own language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speech {
    /// Own words.
    Text(ChatText),
    /// A ready phrase.
    Phrase(Phrase),
}

/// Ready phrases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
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
pub struct Line {
    /// Its number in its room.
    pub number: u32,
    /// When it was said.
    pub at: Moment,
    /// Who said it.
    pub from: Player,
    /// What was said.
    pub speech: Speech,
}

impl Room {
    /// Both rooms.
    pub const ALL: [Room; 2] = [Room::Players, Room::Watchers];
}

impl Phrase {
    /// All phrases, in the order in which one says them.
    pub const ALL: [Phrase; 8] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::HaveFun,
        Phrase::WellPlayed,
        Phrase::GoodGame,
        Phrase::ThankYou,
        Phrase::MustGo,
        Phrase::Goodbye,
    ];
}
