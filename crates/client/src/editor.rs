//! Board editor: any arrangement of pieces, valid or not, and what is wrong with it.
//!
//! ```
//! use client::editor::{Editor, EditorCommand, Tool};
//! use rules::{Color, Role, Square};
//!
//! let mut editor = Editor::new();
//! editor.apply(EditorCommand::Clear);
//! editor.apply(EditorCommand::Choose(Tool::Put(Role::King.of(Color::White))));
//! editor.apply(EditorCommand::Use(Square::E1));
//! assert_eq!(editor.fen(), "8/8/8/8/8/8/8/4K3 w - - 0 1");
//! assert_eq!(editor.position(), None);
//! ```

mod faults;
mod presets;

use rules::{
    CastlingSide, Color, File, ParseFenError, Piece, Position, Role, Setup, SetupFault, SetupFaults, Square,
};

use crate::Orientation;
use crate::local_game::playable_setup;

pub use faults::fault_squares;
pub use presets::{Preset, PresetGroup};

/// The editor: a setup, and the tool that the pointer and the keyboard use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editor {
    setup: Setup,
    tool: Tool,
    /// The square whose piece is moved with the next use of [`Tool::Move`].
    picked: Option<Square>,
    orientation: Orientation,
    cursor: Square,
    /// Text of the FEN field until the position is changed otherwise, with the error if it cannot be read.
    typed_fen: Option<(String, Option<ParseFenError>)>,
}

/// The effect of using a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tool {
    /// Picks a piece up, then puts it down.
    #[default]
    Move,
    /// Puts a piece on the square; removes it if it is there already.
    Put(Piece),
    /// Removes the piece.
    Erase,
}

/// A change to the editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditorCommand {
    /// Chooses a tool.
    Choose(Tool),
    /// Uses the tool on a square.
    Use(Square),
    /// Puts a piece on a square.
    Put(Piece, Square),
    /// Moves a piece; `None` removes it from the board.
    Drag(Square, Option<Square>),
    /// Removes the piece of a square.
    Remove(Square),
    /// Puts a picked piece back.
    PutBack,
    /// Moves the keyboard's cursor.
    SetCursor(Square),
    /// Removes all pieces.
    Clear,
    /// The start position.
    Start,
    /// Changes the side to move.
    Turn(Color),
    /// Grants or withdraws a castling right.
    Castling(Color, CastlingSide),
    /// Sets the square on which a pawn can be captured en passant.
    EnPassant(Option<Square>),
    /// Reads a FEN.
    Fen(String),
    /// Sets up a preset.
    Preset(Preset),
    /// Turns the board.
    Flip,
}

impl Default for Editor {
    fn default() -> Editor {
        Editor::new()
    }
}

impl Editor {
    /// The start position.
    #[must_use]
    pub fn new() -> Editor {
        Editor {
            setup: Setup::start(),
            tool: Tool::default(),
            picked: None,
            orientation: Orientation::of(Color::White),
            cursor: Square::E1,
            typed_fen: None,
        }
    }

    /// The arrangement of pieces.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The tool.
    #[must_use]
    pub const fn tool(&self) -> Tool {
        self.tool
    }

    /// The square whose piece is being moved.
    #[must_use]
    pub const fn picked(&self) -> Option<Square> {
        self.picked
    }

    /// The orientation of the board.
    #[must_use]
    pub const fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// The square of the keyboard's cursor.
    #[must_use]
    pub const fn cursor(&self) -> Square {
        self.cursor
    }

    /// The position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        self.setup.to_string()
    }

    /// The text of the FEN field: as it was typed, otherwise the position.
    #[must_use]
    pub fn fen_text(&self) -> String {
        self.typed_fen.as_ref().map_or_else(|| self.fen(), |(text, _)| text.clone())
    }

    /// The error in the FEN field. The board still shows the last position.
    #[must_use]
    pub fn fen_error(&self) -> Option<&ParseFenError> {
        self.typed_fen.as_ref().and_then(|(_, error)| error.as_ref())
    }

    /// The position, if a game can begin with it.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        if self.fen_error().is_some() {
            return None;
        }
        playable_setup(&self.setup).ok()
    }

    /// Everything that is wrong with the position.
    #[must_use]
    pub fn faults(&self) -> SetupFaults {
        playable_setup(&self.setup).err().map_or(SetupFaults::NONE, |error| error.faults)
    }

    /// Applies a change.
    pub fn apply(&mut self, command: EditorCommand) {
        if !matches!(command, EditorCommand::Use(_) | EditorCommand::SetCursor(_) | EditorCommand::Flip) {
            self.picked = None;
        }
        if !matches!(
            command,
            EditorCommand::Choose(_)
                | EditorCommand::SetCursor(_)
                | EditorCommand::Flip
                | EditorCommand::PutBack
        ) {
            self.typed_fen = None;
        }
        match command {
            EditorCommand::Choose(tool) => self.tool = tool,
            EditorCommand::Use(square) => {
                self.cursor = square;
                self.use_tool(square);
            }
            EditorCommand::Put(piece, square) => self.place(square, Some(piece)),
            EditorCommand::Drag(from, to) => self.drag(from, to),
            EditorCommand::Remove(square) => self.place(square, None),
            EditorCommand::PutBack => {}
            EditorCommand::SetCursor(square) => self.cursor = square,
            EditorCommand::Clear => self.setup = Setup { turn: self.setup.turn, ..Setup::empty() },
            EditorCommand::Start => self.setup = Setup::start(),
            EditorCommand::Turn(color) => {
                self.setup.turn = color;
                self.drop_void_rights();
            }
            EditorCommand::Castling(color, side) => self.toggle_castling(color, side),
            EditorCommand::EnPassant(target) => self.setup.en_passant = target,
            EditorCommand::Fen(text) => self.read_fen(text),
            EditorCommand::Preset(preset) => {
                self.setup = preset.setup();
                self.orientation = Orientation::of(self.setup.turn);
            }
            EditorCommand::Flip => self.orientation = self.orientation.flipped(),
        }
    }

    fn read_fen(&mut self, text: String) {
        let read = text.trim().parse::<Setup>();
        if let Ok(setup) = &read {
            self.setup = *setup;
        }
        self.typed_fen = Some((text, read.err()));
    }

    fn use_tool(&mut self, square: Square) {
        let here = self.setup.board.piece_at(square);
        match (self.tool, self.picked) {
            (Tool::Erase, _) => self.place(square, None),
            (Tool::Put(piece), _) => self.place(square, Some(piece).filter(|_| here != Some(piece))),
            (Tool::Move, Some(from)) => {
                self.picked = None;
                self.drag(from, Some(square));
            }
            (Tool::Move, None) => self.picked = here.map(|_| square),
        }
    }

    fn drag(&mut self, from: Square, to: Option<Square>) {
        let Some(piece) = self.setup.board.piece_at(from) else { return };
        if to == Some(from) {
            return;
        }
        self.setup.board.remove(from);
        match to {
            Some(to) => self.place(to, Some(piece)),
            None => self.drop_void_rights(),
        }
    }

    fn place(&mut self, square: Square, piece: Option<Piece>) {
        self.setup.board.remove(square);
        if let Some(piece) = piece {
            self.setup.board.set(square, piece);
        }
        self.drop_void_rights();
    }

    /// Rights that the pieces on the board no longer allow are gone, as in a game.
    fn drop_void_rights(&mut self) {
        let faults = self.setup.faults();
        if faults.has(SetupFault::BadCastling) {
            self.setup.castling_rights =
                self.setup.castling_rights.into_iter().filter(|&rook| self.can_castle_with(rook)).collect();
        }
        if faults.has(SetupFault::BadEnPassant) {
            self.setup.en_passant = None;
        }
    }

    fn can_castle_with(&self, rook: Square) -> bool {
        let rights = rook.bitboard();
        !Setup { castling_rights: rights, ..self.setup }.faults().has(SetupFault::BadCastling)
    }

    /// The rook of a castling right in standard chess: king on the e-file, rook in the corner. `None` if they are elsewhere.
    fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let rank = color.back_rank();
        let corner = Square::new(if side == CastlingSide::King { File::H } else { File::A }, rank);
        let board = &self.setup.board;
        let is_home = board.king(color) == Some(Square::new(File::E, rank))
            && board.piece_at(corner) == Some(Role::Rook.of(color));
        is_home.then_some(corner)
    }

    /// Returns true if king and rook stand where a castling right is possible.
    #[must_use]
    pub fn allows_castling(&self, color: Color, side: CastlingSide) -> bool {
        self.castling_rook(color, side).is_some()
    }

    /// Returns true if a side has the castling right.
    #[must_use]
    pub fn has_castling(&self, color: Color, side: CastlingSide) -> bool {
        self.castling_rook(color, side).is_some_and(|rook| self.setup.castling_rights.has(rook))
    }

    fn toggle_castling(&mut self, color: Color, side: CastlingSide) {
        if let Some(rook) = self.castling_rook(color, side) {
            self.setup.castling_rights ^= rook.bitboard();
        }
    }

    /// Squares on which a pawn can be captured en passant, as far as the board tells.
    #[must_use]
    pub fn en_passant_squares(&self) -> Vec<Square> {
        let is_possible = |&square: &Square| {
            let with = Setup { en_passant: Some(square), ..self.setup };
            !with.faults().has(SetupFault::BadEnPassant)
        };
        Square::ALL.into_iter().filter(is_possible).collect()
    }
}
