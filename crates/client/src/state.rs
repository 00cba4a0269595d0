//! All that the client knows. Painters read it through a [`View`](crate::View); only
//! [`update`](crate::update) changes it.

use game::{Claim, GameError, MoveInputError, Timestamp};
use rules::{Bitboard, Board, Color, FenError, Square};

use crate::local_game::Imported;
#[cfg(feature = "online")]
use crate::online::OnlineState;
use crate::{
    Date, GameForm, Interaction, LocalAction, LocalGame, Premove, RejectedMove, SaveFileError, Settings,
    Shapes, premove,
};

/// The whole client.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) screen: Screen,
    pub(crate) local_game: LocalGame,
    #[cfg(feature = "online")]
    pub(crate) online: OnlineState,
    /// What is looked at, if it is not played.
    #[cfg(feature = "study")]
    pub(crate) study: Option<crate::study::Study>,
    pub(crate) ui: BoardUi,
    pub(crate) form: GameForm,
    pub(crate) settings: Settings,
    /// A game from an earlier day that can go on.
    pub(crate) saved_game: Option<LocalGame>,
    pub(crate) today: Option<Date>,
    /// When the game was last saved.
    pub(crate) saved_at: Timestamp,
    /// How many moves have been refused so far.
    pub(crate) rejected_move_count: u32,
}

/// What is on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Screen {
    /// The doors.
    #[default]
    Home,
    /// The form for a new game.
    Form,
    /// The game.
    Game,
    /// The settings.
    Settings,
}

/// What the people at the screen are busy with. Another game begins with a fresh one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct BoardUi {
    pub(crate) interaction: Interaction,
    pub(crate) hovered: Option<Square>,
    pub(crate) cursor: Option<Square>,
    /// The square that was pressed last: from there the keyboard goes on.
    pub(crate) last_pressed: Option<Square>,
    pub(crate) premoves: Vec<Premove>,
    pub(crate) shapes: Shapes,
    pub(crate) typed_move: String,
    pub(crate) rejected_move: Option<RejectedMove>,
    pub(crate) problem: Option<Problem>,
    pub(crate) confirmation: Option<Confirmation>,
    /// The game that wants to take the place of the one in progress.
    pub(crate) pending_import: Option<Imported>,
    /// The claim that the next move is announced for.
    pub(crate) pending_claim: Option<Claim>,
    /// How many plies the board shows; `None` shows the present.
    pub(crate) shown_ply: Option<usize>,
}

/// Something that needs a second word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Confirmation {
    /// Does this side really give up?
    Resign(Color),
    /// Is the game really to be called off?
    Abort,
    /// Does the game in progress really make way for the one that was opened?
    ReplaceGame,
}

/// Something that did not work, beside a move on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The typed text is no move that can be made.
    TypedMove(MoveInputError),
    /// No piece can ever make the move that was typed ahead.
    NoPremove,
    /// No move can be made now: an earlier moment is shown, or it is not the turn of anybody here.
    NotYourTurn,
    /// The game does not allow it.
    GameRule(GameError),
    /// The FEN that was opened is none.
    Fen(FenError),
    /// The PGN that was opened is none.
    Pgn(game::pgn::PgnError),
    /// The text that was opened is empty.
    EmptyText,
    /// The text that was opened holds several games; the others stay out.
    OnlyFirstGame,
    /// The saved game cannot be read.
    SaveFile(SaveFileError),
    /// Games by these rules cannot be studied.
    #[cfg(feature = "study")]
    RulesetNotStudied,
    /// The player elsewhere did something that cannot be.
    InvalidRemoteAction(LocalAction),
    /// The server has not done what was asked; a move that was made is undone.
    #[cfg(feature = "online")]
    RejectedByServer(protocol::ActionError),
    /// It cannot be done without a connection.
    #[cfg(feature = "online")]
    NotConnected,
}

/// Who may touch the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveRights {
    /// This side moves.
    Move(Color),
    /// This side waits, and may decide on moves ahead.
    Premove(Color),
    /// Nobody: the game is over, an earlier moment is shown, or nobody sits here.
    None,
}

impl State {
    /// A client at its home screen.
    #[must_use]
    pub fn new(settings: Settings) -> State {
        State {
            screen: Screen::default(),
            local_game: LocalGame::untimed(game::Game::standard()),
            #[cfg(feature = "online")]
            online: OnlineState::default(),
            #[cfg(feature = "study")]
            study: None,
            ui: BoardUi::default(),
            form: GameForm { auto_flip: settings.turning, ..GameForm::default() },
            settings,
            saved_game: None,
            today: None,
            saved_at: Timestamp::default(),
            rejected_move_count: 0,
        }
    }

    /// Whether one sits at the game on the server.
    #[cfg(feature = "online")]
    pub(crate) fn has_seat(&self) -> bool {
        self.online.game.as_ref().is_some_and(|remote| remote.seat().is_some())
    }

    /// Whether an answer to an offer is on its way to the server.
    #[cfg(feature = "online")]
    pub(crate) fn has_pending_answer(&self, offer: game::Offer) -> bool {
        let answered =
            |remote: &crate::online::OnlineGame| self.online.outbox.has_answer(remote.id(), offer.into());
        self.online.game.as_ref().is_some_and(answered)
    }

    /// Whether the game on the server can be followed by another.
    #[cfg(feature = "online")]
    pub(crate) fn may_rematch(&self) -> bool {
        self.online.game.as_ref().is_some_and(crate::online::OnlineGame::may_rematch)
    }

    /// How many plies the board shows.
    pub(crate) fn shown_ply(&self) -> usize {
        self.ui.shown_ply.unwrap_or_else(|| self.local_game.game.plies())
    }

    pub(crate) fn move_rights(&self) -> MoveRights {
        let turn = self.local_game.game.turn();
        if self.ui.shown_ply.is_some() || self.local_game.game.outcome().is_some() {
            MoveRights::None
        } else if self.local_game.is_local(turn) {
            MoveRights::Move(turn)
        } else if self.local_game.is_local(!turn) {
            MoveRights::Premove(!turn)
        } else {
            MoveRights::None
        }
    }

    /// The board as it will be once all premoves have been made and nothing else.
    pub(crate) fn board_with_premoves(&self) -> Board {
        let mut board = *self.local_game.game.board();
        for premove in &self.ui.premoves {
            premove.apply_to(&mut board);
        }
        board
    }

    /// The pieces that may be picked up.
    pub(crate) fn movable(&self) -> Bitboard {
        match self.move_rights() {
            MoveRights::Move(color) => self.local_game.game.board().color(color),
            MoveRights::Premove(color) => self.board_with_premoves().color(color),
            MoveRights::None => Bitboard::EMPTY,
        }
    }

    /// Where the piece on a square may be put down.
    pub(crate) fn targets(&self, from: Square) -> Bitboard {
        match self.move_rights() {
            MoveRights::Move(_) => self.local_game.game.destinations(from),
            MoveRights::Premove(color) => {
                premove::targets(&self.local_game.game.setup(), &self.board_with_premoves(), color, from)
            }
            MoveRights::None => Bitboard::EMPTY,
        }
    }
}

impl Default for State {
    fn default() -> State {
        State::new(Settings::default())
    }
}
