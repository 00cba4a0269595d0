//! All that the client knows. Painters read it through a [`View`](crate::View); only
//! [`update`](crate::update) changes it.

use game::{Claim, GameError, ReadMoveError, Timestamp};
use rules::{Bitboard, Board, Color, FenError, Square};

#[cfg(feature = "online")]
use crate::online::Online;
use crate::table::Brought;
use crate::{Date, Deed, Form, Hand, Premove, SavedError, Settings, Shapes, Slip, Table, premove};

/// The whole client.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) screen: Screen,
    pub(crate) table: Table,
    #[cfg(feature = "online")]
    pub(crate) online: Online,
    /// What is looked at, if it is not played.
    #[cfg(feature = "study")]
    pub(crate) study: Option<crate::study::Study>,
    pub(crate) attention: Attention,
    pub(crate) form: Form,
    pub(crate) settings: Settings,
    /// A game from an earlier day that can go on.
    pub(crate) found: Option<Table>,
    pub(crate) today: Option<Date>,
    /// When the game was last saved.
    pub(crate) saved_at: Timestamp,
    /// How many moves have been refused so far.
    pub(crate) slips: u32,
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
    Table,
    /// The settings.
    Settings,
}

/// What the people at the screen are busy with. Another game begins with a fresh one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Attention {
    pub(crate) hand: Hand,
    pub(crate) over: Option<Square>,
    pub(crate) cursor: Option<Square>,
    /// The square that was pressed last: from there the keyboard goes on.
    pub(crate) pressed: Option<Square>,
    pub(crate) premoves: Vec<Premove>,
    pub(crate) shapes: Shapes,
    pub(crate) typed: String,
    pub(crate) slip: Option<Slip>,
    pub(crate) problem: Option<Problem>,
    pub(crate) question: Option<Question>,
    /// The game that wants to take the place of the one in progress.
    pub(crate) brought: Option<Brought>,
    /// The claim that the next move is announced for.
    pub(crate) claiming: Option<Claim>,
    /// How many plies the board shows; `None` shows the present.
    pub(crate) shown: Option<usize>,
}

/// Something that needs a second word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Does this side really give up?
    Resign(Color),
    /// Is the game really to be called off?
    Abort,
    /// Does the game in progress really make way for the one that was opened?
    Open,
}

/// Something that did not work, beside a move on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The typed text is no move that can be made.
    Typed(ReadMoveError),
    /// No piece can ever make the move that was typed ahead.
    NoPremove,
    /// No move can be made now: an earlier moment is shown, or it is not the turn of anybody here.
    NotNow,
    /// The game does not allow it.
    Refused(GameError),
    /// The FEN that was opened is none.
    Fen(FenError),
    /// The PGN that was opened is none.
    Pgn(game::pgn::PgnError),
    /// The text that was opened is empty.
    Nothing,
    /// The text that was opened holds several games; the others stay out.
    OnlyFirst,
    /// The saved game cannot be read.
    Saved(SavedError),
    /// Games by these rules cannot be studied.
    #[cfg(feature = "study")]
    NoStudy,
    /// The player elsewhere did something that cannot be.
    Told(Deed),
    /// The server has not done what was asked; a move that was made is undone.
    #[cfg(feature = "online")]
    Denied(protocol::Refusal),
    /// It cannot be done without a connection.
    #[cfg(feature = "online")]
    Unconnected,
}

/// Who may touch the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Freedom {
    /// This side moves.
    Now(Color),
    /// This side waits, and may decide on moves ahead.
    Ahead(Color),
    /// Nobody: the game is over, an earlier moment is shown, or nobody sits here.
    Nobody,
}

impl State {
    /// A client at its home screen.
    #[must_use]
    pub fn new(settings: Settings) -> State {
        State {
            screen: Screen::default(),
            table: Table::plain(game::Game::standard()),
            #[cfg(feature = "online")]
            online: Online::default(),
            #[cfg(feature = "study")]
            study: None,
            attention: Attention::default(),
            form: Form { turning: settings.turning, ..Form::default() },
            settings,
            found: None,
            today: None,
            saved_at: Timestamp::default(),
            slips: 0,
        }
    }

    /// Whether one sits at the game on the server.
    #[cfg(feature = "online")]
    pub(crate) fn has_seat(&self) -> bool {
        self.online.game.as_ref().is_some_and(|remote| remote.seat().is_some())
    }

    /// Whether an answer to an offer is on its way to the server.
    #[cfg(feature = "online")]
    pub(crate) fn has_answered(&self, offer: game::Offer) -> bool {
        let answered =
            |remote: &crate::online::Remote| self.online.outbox.has_answer(remote.id(), offer.into());
        self.online.game.as_ref().is_some_and(answered)
    }

    /// Whether the game on the server can be followed by another.
    #[cfg(feature = "online")]
    pub(crate) fn may_rematch(&self) -> bool {
        self.online.game.as_ref().is_some_and(crate::online::Remote::may_rematch)
    }

    /// How many plies the board shows.
    pub(crate) fn shown(&self) -> usize {
        self.attention.shown.unwrap_or_else(|| self.table.game.plies())
    }

    pub(crate) fn freedom(&self) -> Freedom {
        let turn = self.table.game.turn();
        if self.attention.shown.is_some() || self.table.game.outcome().is_some() {
            Freedom::Nobody
        } else if self.table.is_here(turn) {
            Freedom::Now(turn)
        } else if self.table.is_here(!turn) {
            Freedom::Ahead(!turn)
        } else {
            Freedom::Nobody
        }
    }

    /// The board as it will be once all premoves have been made and nothing else.
    pub(crate) fn imagined(&self) -> Board {
        let mut board = *self.table.game.board();
        for premove in &self.attention.premoves {
            premove.imagine(&mut board);
        }
        board
    }

    /// The pieces that may be picked up.
    pub(crate) fn movable(&self) -> Bitboard {
        match self.freedom() {
            Freedom::Now(color) => self.table.game.board().color(color),
            Freedom::Ahead(color) => self.imagined().color(color),
            Freedom::Nobody => Bitboard::EMPTY,
        }
    }

    /// Where the piece on a square may be put down.
    pub(crate) fn targets(&self, from: Square) -> Bitboard {
        match self.freedom() {
            Freedom::Now(_) => self.table.game.targets(from),
            Freedom::Ahead(color) => {
                premove::targets(&self.table.game.setup(), &self.imagined(), color, from)
            }
            Freedom::Nobody => Bitboard::EMPTY,
        }
    }
}

impl Default for State {
    fn default() -> State {
        State::new(Settings::default())
    }
}
