//! What the world around the client is to do. The client itself does nothing to the world.

#[cfg(feature = "online")]
use game::Millis;
use game::{Offer, Outcome};
use rules::{ByColor, Color, Move, Piece, Square};

#[cfg(feature = "online")]
use crate::online::NetworkEffect;
use crate::{LocalAction, RejectedMove};

/// Something to be done by whoever runs the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Make a noise.
    PlaySound(Sound),
    /// Say something to those who do not see the board.
    Announce(Announcement),
    /// Keep this text; it is the game in progress.
    SaveGame(String),
    /// The kept game is not wanted any more.
    DeleteSavedGame,
    /// Keep this text; it is the study.
    #[cfg(feature = "study")]
    SaveStudy(String),
    /// Keep this text; it is the settings.
    SaveSettings(String),
    /// Put this text on the clipboard.
    CopyText(Document, String),
    /// Give this text to the player as a file.
    Download(Document, String),
    /// Bring the keyboard's focus to this square.
    FocusSquare(Square),
    /// Bring the keyboard's focus to the promotion chooser.
    FocusPromotion,
    /// Let the player who sits elsewhere know.
    SendAction(LocalAction),
    /// Do something about a server.
    #[cfg(feature = "online")]
    Network(NetworkEffect),
}

/// A noise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sound {
    /// A game begins.
    Start,
    /// A piece moves.
    Move,
    /// A piece is captured.
    Capture,
    /// King and rook move.
    Castle,
    /// A pawn becomes something better.
    Promotion,
    /// The move gives check.
    Check,
    /// A move is refused.
    Illegal,
    /// A move is put into the queue.
    Premove,
    /// Something is offered.
    Offer,
    /// A side's time is short.
    LowTime,
    /// The game is over and somebody has won.
    Win,
    /// The game is over and nobody has won.
    Draw,
}

/// Something to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Announcement {
    /// A game begins; this side moves first.
    GameStarted(Color),
    /// A move was made.
    Moved {
        /// What moved, as it was before.
        piece: Piece,
        /// The move.
        m: Move,
        /// The same in algebraic notation.
        san: String,
    },
    /// A side is in check.
    Check(Color),
    /// The game is over.
    GameEnded(Outcome),
    /// A move was refused, and why.
    MoveRejected(RejectedMove),
    /// A move was refused, and nobody wants to know why.
    IllegalMove,
    /// Another moment of the game is shown: after this move of this side, or before the first.
    PositionShown(Option<(Color, Move)>),
    /// A game was opened: the names of its players, which may be empty.
    GameOpened(ByColor<String>),
    /// A piece was selected.
    Selected(Piece, Square),
    /// So many moves wait for their turn; none if they were dropped.
    PremovesQueued(usize),
    /// A pawn waits for its promotion.
    ChoosePromotion(Square),
    /// Moves were taken back; so many plies are left.
    TakenBack(usize),
    /// A side offers something.
    Offered(Color, Offer),
    /// A side declines what was offered.
    Declined(Color, Offer),
    /// A side would like to play once more.
    #[cfg(feature = "online")]
    OfferedRematch(Color),
    /// A side would rather not.
    #[cfg(feature = "online")]
    DeclinedRematch(Color),
    /// A side was given time by the other.
    #[cfg(feature = "online")]
    TimeGiven(Color, Millis),
    /// The server was away for so long; nobody's time was counted.
    #[cfg(feature = "online")]
    Interrupted(Millis),
    /// Something was said beside the board.
    #[cfg(feature = "online")]
    ChatReceived(Box<protocol::ChatMessage>),
    /// A side's time is short.
    LowTime(Color),
    /// The clock was stopped.
    Paused,
    /// The clock goes on.
    Resumed,
}

/// A text that tells the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Document {
    /// The position that is shown.
    Fen,
    /// The whole game.
    Pgn,
}

impl Document {
    /// What a text means to be: a position if it is one line that begins with a board, be it a wrong one; else a game.
    #[must_use]
    pub fn detect(text: &str) -> Document {
        let text = text.trim();
        let board = text.split_whitespace().next().unwrap_or_default();
        // A PGN may begin with `1/2-1/2`.
        let is_fen = !text.contains('\n') && board.matches('/').count() > 2;
        if is_fen { Document::Fen } else { Document::Pgn }
    }

    /// How such files end.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Document::Fen => "fen",
            Document::Pgn => "pgn",
        }
    }
}
