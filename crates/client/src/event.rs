//! All that can happen to the client.

use game::{Claim, Offer};
use rules::{Color, Role, Square};

#[cfg(feature = "online")]
use crate::online::{NetworkEvent, OnlineCommand};
#[cfg(feature = "study")]
use crate::study::StudyCommand;
use crate::{Date, Direction, Document, FormField, LocalAction, Screen, Setting, Shape};

/// Something that happened: at the board, around it, or elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Time has passed. To be sent a few times a second while a clock runs, and when the program is seen again.
    Tick,
    /// The program goes out of sight, perhaps for good: what a running clock has counted is kept.
    Hide,
    /// The mouse button or a finger goes down on a square. Picks up a piece, or goes to a target.
    Press(Square),
    /// The pointer is over this square now, or over none.
    PointerOver(Option<Square>),
    /// The mouse button or finger goes up over a square, or beside the board. Puts a held piece down.
    Release(Option<Square>),
    /// A square is pointed at without dragging: a press and a release in one.
    Click(Square),
    /// An arrow key moves the cursor, or the choice of a promotion.
    ArrowKey(Direction),
    /// The cursor comes to a square by other means, or leaves the board.
    FocusSquare(Option<Square>),
    /// The key that points at the cursor's square, or takes the lit promotion.
    Enter,
    /// The key that cancels the last thing begun: promotion, question, claim, held or selected piece, premoves.
    Escape,
    /// The text of a typed move changes.
    TypeMove(String),
    /// The typed move is finished.
    SubmitMove,
    /// What the waiting pawn becomes.
    Promote(Role),
    /// Forgets the moves that wait for their turn.
    CancelPremoves,
    /// Draws an arrow or a circle, or rubs it out.
    DrawShape(Shape),
    /// Rubs out all arrows and circles.
    ClearShapes,
    /// Shows another moment of the game.
    Navigate(Navigation),
    /// A player does something other than moving.
    Command(BoardCommand),
    /// The player who sits elsewhere does something.
    RemoteAction(LocalAction),
    /// Something comes from the network.
    #[cfg(feature = "online")]
    Network(NetworkEvent),
    /// Something is wanted of a server.
    #[cfg(feature = "online")]
    Online(OnlineCommand),
    /// Something is done with a study.
    #[cfg(feature = "study")]
    Study(StudyCommand),
    /// The player who sat elsewhere will not come back: both sides are played from here.
    MakeLocal,
    /// This side is played elsewhere, from now on or again.
    MakeRemote(Color),
    /// The board is turned round.
    FlipBoard,
    /// Another screen is wanted.
    GoTo(Screen),
    /// A field of the new-game form changes.
    EditForm(FormField),
    /// The form is finished: a new game. The seed is for what is left to chance.
    StartGame {
        /// Any number, a different one each time.
        seed: u64,
    },
    /// Another game with the colours changed.
    Rematch,
    /// A saved text was found when the program began.
    SavedGameFound(String),
    /// The saved game that was found goes on.
    ResumeSavedGame,
    /// A text is brought to the table, a FEN or a PGN, whichever it is. A game in progress makes way only after a question.
    OpenText(String),
    /// A text of the game is wanted for the clipboard.
    CopyText(Document),
    /// A text of the game is wanted as a file.
    Download(Document),
    /// A setting changes.
    ChangeSetting(Setting),
    /// What day it is, for the games begun from now on.
    SetDate(Date),
}

/// What a player does beside moving.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardCommand {
    /// Takes the last move back. With a player elsewhere, asks for it.
    TakeBack,
    /// Offers a draw.
    OfferDraw(Color),
    /// Accepts what the other side has offered.
    Accept(Offer),
    /// Declines what the other side has offered.
    Decline(Offer),
    /// Claims a draw for the position on the board.
    Claim(Claim),
    /// Claims a draw with the next move, which is announced and not made; the second time, does not after all.
    ClaimWithMove(Claim),
    /// Wants to give up; has to be confirmed.
    Resign(Color),
    /// Wants to call the game off; has to be confirmed.
    Abort,
    /// Yes to the question.
    Confirm,
    /// No to the question.
    Cancel,
    /// Stops the clock.
    Pause,
    /// Lets the clock go on.
    Resume,
}

/// A moment of the game to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Navigation {
    /// Before the first move.
    First,
    /// One ply earlier.
    Previous,
    /// One ply later.
    Next,
    /// The present, where the game goes on.
    Last,
    /// After so many plies.
    ToPly(usize),
}
