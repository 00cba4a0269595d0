//! The state of the client. User interfaces read it through a [`View`](crate::View); only
//! [`update`](crate::update()) changes it.

use game::{Claim, GameError, MoveInputError, Ply, Timestamp};
use rules::{Bitboard, Board, Color, FenError, Move, Square};

use crate::board::premove_targets;
use crate::local_game::Imported;
use crate::online::OnlineState;
use crate::update::Extensions;
use crate::{
    Date, GameForm, Interaction, LocalGame, PlayerAction, Premove, RejectedMove, SaveFileError, Settings,
    Shapes,
};

/// The complete state.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) screen: Screen,
    pub(crate) local_game: LocalGame,
    pub(crate) online: OnlineState,
    /// The study on the board, if any.
    pub(crate) study: Option<crate::study::Study>,
    pub(crate) ui: BoardUi,
    pub(crate) form: GameForm,
    pub(crate) settings: Settings,
    /// An unfinished game that was found in storage and can be resumed.
    pub(crate) saved_game: Option<LocalGame>,
    pub(crate) today: Option<Date>,
    /// Time of the last save.
    pub(crate) saved_at: Timestamp,
    /// Number of rejected moves, to number them.
    pub(crate) rejected_move_count: u32,
    pub(crate) extensions: Extensions,
}

/// The screen shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Screen {
    /// Start page.
    #[default]
    Home,
    /// New-game form.
    Form,
    /// The game.
    Game,
    /// The settings.
    Settings,
}

/// State of the board widget; reset with every new game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct BoardUi {
    pub(crate) interaction: Interaction,
    pub(crate) hovered: Option<Square>,
    pub(crate) cursor: Option<Square>,
    /// The square pressed last; keyboard navigation continues there.
    pub(crate) last_pressed: Option<Square>,
    pub(crate) premoves: Vec<Premove>,
    pub(crate) shapes: Shapes,
    pub(crate) typed_move: String,
    pub(crate) rejected_move: Option<RejectedMove>,
    pub(crate) problem: Option<Problem>,
    pub(crate) confirmation: Option<Confirmation>,
    /// The imported game that waits for the confirmation to replace the game in progress.
    pub(crate) pending_import: Option<Imported>,
    /// The draw claim that the next move is announced for.
    pub(crate) pending_claim: Option<Claim>,
    /// The position shown; `None` for the current one.
    pub(crate) shown_ply: Option<Ply>,
}

/// An action that waits for confirmation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Confirmation {
    /// Resigning.
    Resign(Color),
    /// Aborting the game.
    Abort,
    /// Replacing the game in progress by an imported one.
    ReplaceGame,
    /// Playing a move of this side; the board shows it already.
    Move(Color, Move),
}

/// An error to show beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The typed text is not a legal move.
    TypedMove(MoveInputError),
    /// The typed premove can never become legal.
    NoPremove,
    /// No side here is to move, or an earlier position is shown.
    NotYourTurn,
    /// The game rejected the action.
    GameRule(GameError),
    /// The opened FEN is invalid.
    Fen(FenError),
    /// The opened PGN is invalid.
    Pgn(game::pgn::PgnError),
    /// The opened text is empty.
    EmptyText,
    /// The opened PGN has several games; only the first was imported.
    OnlyFirstGame,
    /// The save file is damaged.
    SaveFile(SaveFileError),
    /// The ruleset is not supported in studies.
    RulesetNotStudied,
    /// The remote player sent an invalid action.
    InvalidRemoteAction(PlayerAction),
    /// The server rejected the action; an unconfirmed move is undone.
    RejectedByServer(protocol::ActionError),
    /// The command needs a connection.
    NotConnected,
}

/// Rights of the user to move pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveRights {
    /// The side to move is local.
    Move(Color),
    /// The side to move is remote; this local side may premove.
    Premove(Color),
    /// No moves: the game is over, an earlier position is shown, or both sides are remote.
    None,
}

impl State {
    /// A client on the start page that can do everything.
    #[must_use]
    pub fn new(settings: Settings) -> State {
        State::with_extensions(settings, Extensions::all())
    }

    /// A client on the start page with these abilities; events of others are ignored.
    #[must_use]
    pub fn with_extensions(settings: Settings, extensions: Extensions) -> State {
        State {
            screen: Screen::default(),
            local_game: LocalGame::untimed(game::Game::standard()),
            online: OnlineState::default(),
            study: None,
            ui: BoardUi::default(),
            form: GameForm { auto_flip: settings.auto_flip, ..GameForm::default() },
            settings,
            saved_game: None,
            today: None,
            saved_at: Timestamp::default(),
            rejected_move_count: 0,
            extensions,
        }
    }

    /// Adds abilities.
    pub fn extend(&mut self, extensions: Extensions) {
        self.extensions = self.extensions.and(extensions);
    }

    /// True if the user has a seat in the online game.
    pub(crate) fn has_seat(&self) -> bool {
        self.online.game.as_ref().is_some_and(|online_game| online_game.seat().is_some())
    }

    /// True if an answer to the offer is in the outbox.
    pub(crate) fn has_pending_answer(&self, offer: game::Offer) -> bool {
        let answered = |online_game: &crate::online::OnlineGame| {
            self.online.outbox.has_answer(online_game.id(), offer.into())
        };
        self.online.game.as_ref().is_some_and(answered)
    }

    /// True if a rematch of the online game can be offered.
    pub(crate) fn may_rematch(&self) -> bool {
        self.online.game.as_ref().is_some_and(crate::online::OnlineGame::may_rematch)
    }

    /// Returns true if the board shows a study.
    pub(crate) fn is_studying(&self) -> bool {
        self.study.is_some()
    }

    /// The move that waits for confirmation.
    pub(crate) fn unconfirmed_move(&self) -> Option<Move> {
        match self.ui.confirmation {
            Some(Confirmation::Move(_, m)) => Some(m),
            _ => None,
        }
    }

    /// Index of the position shown.
    pub(crate) fn shown_ply(&self) -> Ply {
        self.ui.shown_ply.unwrap_or_else(|| self.local_game.game.ply())
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

    /// The board after all queued premoves.
    pub(crate) fn board_with_premoves(&self) -> Board {
        let mut board = *self.local_game.game.board();
        for premove in &self.ui.premoves {
            premove.apply_to(&mut board);
        }
        board
    }

    /// Pieces that the user may pick up.
    pub(crate) fn movable(&self) -> Bitboard {
        match self.move_rights() {
            MoveRights::Move(color) => self.local_game.game.board().color(color),
            MoveRights::Premove(color) => self.board_with_premoves().color(color),
            MoveRights::None => Bitboard::EMPTY,
        }
    }

    /// Squares on which the piece may be dropped.
    pub(crate) fn targets(&self, from: Square) -> Bitboard {
        match self.move_rights() {
            MoveRights::Move(_) => self.local_game.game.destinations(from),
            MoveRights::Premove(color) => {
                premove_targets(&self.local_game.game.setup(), &self.board_with_premoves(), color, from)
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
