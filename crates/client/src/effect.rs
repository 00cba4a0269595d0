//! Output of the state machine: side effects for the host to run.

use game::Millis;
use game::{Offer, Outcome};
use rules::{ByColor, Color, Move, Piece, Square};

use crate::online::{ChallengeNews, NetworkEffect};
use crate::{PlayerAction, RejectedMove};

/// A side effect, run by the host in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Play a sound.
    PlaySound(Sound),
    /// Announce to screen readers.
    Announce(Announcement),
    /// Save the game in progress.
    SaveGame(String),
    /// Delete the saved game.
    DeleteSavedGame,
    /// Save the study.
    SaveStudy(String),
    /// Save the settings.
    SaveSettings(String),
    /// Copy a text to the clipboard.
    CopyText(Document, String),
    /// Offer a text as a file.
    Download(String, String),
    /// Focus this square.
    FocusSquare(Square),
    /// Focus the promotion chooser.
    FocusPromotion,
    /// Send an action of a local side to the remote player (an engine or another program).
    SendAction(PlayerAction),
    /// Run a network effect.
    Network(NetworkEffect),
}

/// Sounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sound {
    /// A game starts.
    Start,
    /// A piece moves.
    Move,
    /// A piece is captured.
    Capture,
    /// King and rook move.
    Castle,
    /// A pawn is promoted.
    Promotion,
    /// The move gives check.
    Check,
    /// A move is rejected.
    Illegal,
    /// A premove is queued.
    Premove,
    /// An offer is made.
    Offer,
    /// A clock runs low.
    LowTime,
    /// The game ends with a winner.
    Win,
    /// The game ends in a draw or is aborted.
    Draw,
}

/// Announcements for screen readers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Announcement {
    /// A game started; the side to move first.
    GameStarted(Color),
    /// A move was played.
    Moved {
        /// The moved piece, before a promotion.
        piece: Piece,
        /// The move.
        m: Move,
        /// SAN of the move.
        san: String,
    },
    /// A side is in check.
    Check(Color),
    /// The game ended.
    GameEnded(Outcome),
    /// A move was rejected, with the reason.
    MoveRejected(RejectedMove),
    /// A move was rejected; explanations are switched off.
    IllegalMove,
    /// Another position is shown: the move that led to it with its side, or `None` at the start.
    PositionShown(Option<(Color, Move)>),
    /// A game was opened: names of its players, possibly empty.
    GameOpened(ByColor<String>),
    /// A piece was selected.
    Selected(Piece, Square),
    /// Number of queued premoves; 0 if they were cancelled.
    PremovesQueued(usize),
    /// A promotion has to be chosen.
    ChoosePromotion(Square),
    /// Moves were taken back: number of plies left.
    TakenBack(usize),
    /// A side made an offer.
    Offered(Color, Offer),
    /// A side declined an offer.
    Declined(Color, Offer),
    /// A side offered a rematch.
    OfferedRematch(Color),
    /// A side declined a rematch.
    DeclinedRematch(Color),
    /// A side received time.
    TimeGiven(Color, Millis),
    /// The server was down for this long; the clocks did not run.
    Interrupted(Millis),
    /// A chat message was received.
    ChatReceived(Box<protocol::ChatMessage>),
    /// Something happened to a challenge from or to the user.
    Challenge(Box<ChallengeNews>),
    /// A side's clock runs low.
    LowTime(Color),
    /// The clock was paused.
    Paused,
    /// The clock runs again.
    Resumed,
}

impl Announcement {
    /// Returns true if it is spoken when moves are read aloud: what happens in the game, not what the user's own clicks and
    /// keys do.
    #[must_use]
    pub const fn is_spoken(&self) -> bool {
        matches!(
            self,
            Announcement::GameStarted(_)
                | Announcement::Moved { .. }
                | Announcement::Check(_)
                | Announcement::GameEnded(_)
                | Announcement::PositionShown(Some(_))
                | Announcement::TakenBack(_)
                | Announcement::Offered(..)
                | Announcement::Declined(..)
                | Announcement::LowTime(_)
        )
    }
}

/// Text formats of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Document {
    /// FEN of the shown position.
    Fen,
    /// PGN of the whole game.
    Pgn,
}

impl Document {
    /// Detects the format of a text: FEN if it is a single line whose first word has at least three slashes,
    /// valid or not; otherwise PGN.
    #[must_use]
    pub fn detect(text: &str) -> Document {
        let text = text.trim();
        let board = text.split_whitespace().next().unwrap_or_default();
        // A PGN may begin with `1/2-1/2`. A FEN with too few ranks is still one, so that its fault is named.
        let is_fen = !text.contains('\n') && board.matches('/').count() > 1 && !board.contains(['-', '–']);
        if is_fen { Document::Fen } else { Document::Pgn }
    }

    /// File extension.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Document::Fen => "fen",
            Document::Pgn => "pgn",
        }
    }
}
