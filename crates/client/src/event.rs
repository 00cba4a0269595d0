//! Input of the state machine.

use game::{Claim, Ply};
use rules::{Color, Role, Square};

use crate::online::{NetworkEvent, OnlineCommand};
use crate::study::StudyCommand;
use crate::{Date, Direction, Document, FormField, LocalGame, PlayerAction, Screen, Setting, Shape};

/// An input event: of the user, the remote player, the network or the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Time has passed. Sent several times a second while a clock runs, and when the window becomes visible.
    Tick,
    /// The window is hidden, possibly closed: the clock is saved.
    Hide,
    /// Pointer down on a square. Picks up a piece or moves to a target.
    Press(Square),
    /// The pointer is over this square, or outside the board.
    PointerOver(Option<Square>),
    /// Pointer up over a square, or outside the board. Drops a dragged piece.
    Release(Option<Square>),
    /// Press and release on one square.
    Click(Square),
    /// An arrow key: moves the cursor or the promotion choice.
    ArrowKey(Direction),
    /// The keyboard focus is on this square, or outside the board.
    FocusSquare(Option<Square>),
    /// Enter: clicks the cursor's square or chooses the highlighted promotion.
    Enter,
    /// Escape: cancels the innermost of promotion, confirmation, claim, selection, premoves.
    Escape,
    /// The message beside the board has been shown long enough.
    Dismiss,
    /// The text of the typed move changed.
    TypeMove(String),
    /// The typed move is submitted.
    SubmitMove,
    /// The promotion is chosen.
    Promote(Role),
    /// The queued premoves are cancelled.
    CancelPremoves,
    /// An arrow or a circle is drawn or erased.
    DrawShape(Shape),
    /// All arrows and circles are erased.
    ClearShapes,
    /// Another position of the game is shown.
    Navigate(Navigation),
    /// The user acts in the game. Moves use the board events above; actions that need a confirmation or name
    /// a side use [`Event::Command`].
    LocalAction(PlayerAction),
    /// A button beside the board is pressed.
    Command(BoardCommand),
    /// The remote player acts.
    RemoteAction(PlayerAction),
    /// An event of the network.
    Network(NetworkEvent),
    /// A command for the server connection.
    Online(OnlineCommand),
    /// A page puts a game of its own on the board.
    ShowGame(Box<LocalGame>),
    /// A command for the study.
    Study(StudyCommand),
    /// Both sides become local: the remote player is gone.
    MakeLocal,
    /// This side becomes remote, the other local.
    MakeRemote(Color),
    /// The board is flipped.
    FlipBoard,
    /// The user goes to another screen.
    GoTo(Screen),
    /// A field of the new-game form changes.
    EditForm(FormField),
    /// The new-game form is submitted.
    StartGame {
        /// Seed for random start positions; different for every game.
        seed: u64,
    },
    /// A rematch with swapped colors is requested.
    Rematch,
    /// A save file was found at startup.
    SavedGameFound(String),
    /// The saved game is resumed.
    ResumeSavedGame,
    /// A FEN or PGN is opened. Replacing a game in progress needs a confirmation.
    OpenText(String),
    /// The FEN or PGN is copied to the clipboard.
    CopyText(Document),
    /// The FEN or PGN is downloaded.
    Download(Document),
    /// A setting changes.
    ChangeSetting(Setting),
    /// All settings are reset to their defaults.
    ResetSettings,
    /// The current date, for games started from now on.
    SetDate(Date),
}

/// A button beside the board that leads to a [`PlayerAction`] only after a confirmation or with the side of
/// the user, or that concerns this screen only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardCommand {
    /// Takes the last move back; with a remote player, offers a takeback.
    TakeBack,
    /// Offers a draw.
    OfferDraw(Color),
    /// Toggles claiming a draw with the next move, which is then announced instead of played.
    ClaimWithMove(Claim),
    /// Asks for confirmation to resign.
    Resign(Color),
    /// Asks for confirmation to abort.
    Abort,
    /// Confirms.
    Confirm,
    /// Cancels the confirmation.
    Cancel,
    /// Pauses the clock.
    Pause,
    /// Resumes the clock.
    Resume,
}

/// A position to show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Navigation {
    /// The start position.
    First,
    /// One ply earlier.
    Previous,
    /// One ply later.
    Next,
    /// The current position.
    Last,
    /// The position with this index.
    ToPly(Ply),
}
