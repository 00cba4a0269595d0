//! The board as a single-line text for the 3D board, which is a separate WebAssembly module: the page writes
//! it into an attribute, the module parses it.
//!
//! Parts are separated by `;`, their items by spaces:
//! - side at the bottom: `w` or `b`;
//! - pieces: origin, letter, square, and `x` if captured, `+` if premoved, `^` if dragged: `e2Pe4`;
//! - marks: square and bits: `e4:12`;
//! - arrows and circles: brush, from, to: `0e2e4`;
//! - lines of an explanation: `b4e1`;
//! - rejected move: number, from, to: `3e2e5`;
//! - promotion square: `e8`.

use std::fmt;
use std::str::FromStr;

use rules::{Color, Piece, Square};

use crate::{Brush, Marks, Shape, View};

/// Everything that the 3D board draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board3dScene {
    /// Side at the bottom.
    pub bottom: Color,
    /// All pieces of the game, including captured ones.
    pub pieces: Vec<Board3dPiece>,
    /// Marked squares.
    pub marks: Vec<(Square, Marks)>,
    /// Arrows and circles.
    pub shapes: Vec<Shape>,
    /// Lines of an explanation, from an offending piece to its target.
    pub lines: Vec<(Square, Square)>,
    /// The rejected move: number, origin and target.
    pub rejected_move: Option<(u32, Square, Square)>,
    /// Square of a pending promotion.
    pub promotion: Option<Square>,
}

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board3dPiece {
    /// Origin square: identifies the piece during the game.
    pub origin: Square,
    /// Current piece; a promoted pawn is the piece it became.
    pub piece: Piece,
    /// Current square, or the square of its capture.
    pub square: Square,
    /// State of the piece.
    pub state: PieceState,
}

/// State of a piece on the 3D board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceState {
    /// On its square.
    Standing,
    /// Captured.
    Captured,
    /// Moved ahead by a premove.
    Premoved,
    /// Dragged.
    Dragged,
}

/// The text is not a scene.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board3dSceneError {
    /// The invalid part.
    pub part: String,
}

impl View<'_> {
    /// The scene for the 3D board.
    #[must_use]
    pub fn board3d_scene(&self) -> Board3dScene {
        let board = self.board();
        let dragged = board.dragged.map(|(from, _)| from);
        let pieces = board.pieces.iter().map(|tracked| Board3dPiece {
            origin: tracked.origin,
            piece: tracked.piece,
            square: tracked.square,
            state: match () {
                () if !tracked.is_visible => PieceState::Captured,
                () if tracked.is_premoved => PieceState::Premoved,
                () if dragged == Some(tracked.square) => PieceState::Dragged,
                () => PieceState::Standing,
            },
        });
        let marked = board.squares.iter().filter(|square| !square.marks.is_empty());
        Board3dScene {
            bottom: board.orientation.bottom,
            pieces: pieces.collect(),
            marks: marked.map(|square| (square.square, square.marks)).collect(),
            shapes: board.shapes.to_vec(),
            lines: self.explanation().map_or(Vec::new(), |rejected| rejected.lines().collect()),
            rejected_move: self.rejected_move().map(|rejected| (rejected.number, rejected.from, rejected.to)),
            promotion: board.promotion.map(|promotion| promotion.to),
        }
    }
}

impl PieceState {
    const fn suffix(self) -> &'static str {
        match self {
            PieceState::Standing => "",
            PieceState::Captured => "x",
            PieceState::Premoved => "+",
            PieceState::Dragged => "^",
        }
    }

    fn from_suffix(sign: &str) -> Option<PieceState> {
        [PieceState::Standing, PieceState::Captured, PieceState::Premoved, PieceState::Dragged]
            .into_iter()
            .find(|stance| stance.suffix() == sign)
    }
}

impl fmt::Display for Board3dScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.bottom.letter())?;
        for tracked in &self.pieces {
            write!(
                f,
                " {}{}{}{}",
                tracked.origin,
                tracked.piece.letter(),
                tracked.square,
                tracked.state.suffix()
            )?;
        }
        f.write_str(";")?;
        for (square, marks) in &self.marks {
            write!(f, " {square}:{}", marks.bits())?;
        }
        f.write_str(";")?;
        for shape in &self.shapes {
            write!(f, " {}{}{}", shape.brush as u8, shape.from, shape.to)?;
        }
        f.write_str(";")?;
        for (from, to) in &self.lines {
            write!(f, " {from}{to}")?;
        }
        f.write_str(";")?;
        if let Some((number, from, to)) = self.rejected_move {
            write!(f, "{number}{from}{to}")?;
        }
        f.write_str(";")?;
        self.promotion.map_or(Ok(()), |square| write!(f, "{square}"))
    }
}

impl FromStr for Board3dScene {
    type Err = Board3dSceneError;

    fn from_str(text: &str) -> Result<Board3dScene, Board3dSceneError> {
        let parts: Vec<&str> = text.split(';').collect();
        let &[bottom, pieces, marks, shapes, lines, rejected, promotion] = parts.as_slice() else {
            return Err(Board3dSceneError { part: text.to_owned() });
        };
        let bad = |part: &str| Board3dSceneError { part: part.to_owned() };
        Ok(Board3dScene {
            bottom: bottom.bytes().next().and_then(Color::from_letter).ok_or_else(|| bad(bottom))?,
            pieces: parse_each(pieces, parse_piece)?,
            marks: parse_each(marks, parse_mark)?,
            shapes: parse_each(shapes, parse_shape)?,
            lines: parse_each(lines, |text| {
                Some((parse_square(text.get(..2)?)?, parse_square(text.get(2..)?)?))
            })?,
            rejected_move: parse_each(rejected, parse_rejected_move)?.pop(),
            promotion: parse_each(promotion, parse_square)?.pop(),
        })
    }
}

fn parse_each<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, Board3dSceneError> {
    let words = text.split_ascii_whitespace();
    words.map(|word| read(word).ok_or_else(|| Board3dSceneError { part: word.to_owned() })).collect()
}

fn parse_piece(text: &str) -> Option<Board3dPiece> {
    Some(Board3dPiece {
        origin: parse_square(text.get(..2)?)?,
        piece: Piece::from_letter(*text.as_bytes().get(2)?)?,
        square: parse_square(text.get(3..5)?)?,
        state: PieceState::from_suffix(text.get(5..)?)?,
    })
}

fn parse_mark(text: &str) -> Option<(Square, Marks)> {
    let (at, bits) = text.split_once(':')?;
    Some((parse_square(at)?, Marks::from_bits(bits.parse().ok()?)))
}

fn parse_shape(text: &str) -> Option<Shape> {
    let brush = *Brush::ALL.get(text.get(..1)?.parse::<usize>().ok()?)?;
    Some(Shape { brush, from: parse_square(text.get(1..3)?)?, to: parse_square(text.get(3..)?)? })
}

fn parse_rejected_move(text: &str) -> Option<(u32, Square, Square)> {
    let (number, squares) = text.split_at_checked(text.len().checked_sub(4)?)?;
    Some((number.parse().ok()?, parse_square(squares.get(..2)?)?, parse_square(squares.get(2..)?)?))
}

fn parse_square(text: &str) -> Option<Square> {
    Square::from_ascii(text.as_bytes())
}

impl fmt::Display for Board3dSceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no scene can be read from {:?}", self.part)
    }
}

impl std::error::Error for Board3dSceneError {}
