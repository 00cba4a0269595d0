//! The board as a text of one line, for a painter that cannot read the client's memory: the 3D board is a module of its
//! own. The page writes it, the painter reads it back.
//!
//! The parts are divided by `;`, what is in them by blanks:
//! - who sits at the bottom: `w` or `b`;
//! - the men: home, letter, square, and `x` if taken, `+` if it stands there ahead of time, `^` if held: `e2Pe4`;
//! - the marks: square and bits: `e4:12`;
//! - arrows and circles: pen, from, to: `0e2e4`;
//! - the lines of an explanation: `b4e1`;
//! - the illegal try: its number, from, to: `3e2e5`;
//! - where a pawn waits for its promotion: `e8`.

use std::fmt;
use std::str::FromStr;

use rules::{Color, Piece, Square};

use crate::{Brush, Marks, Shape, View};

/// What a painter needs to know of the board, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Who sits at the bottom.
    pub bottom: Color,
    /// All men of the game.
    pub men: Vec<SceneMan>,
    /// The squares that are marked.
    pub marks: Vec<(Square, Marks)>,
    /// Arrows and circles.
    pub shapes: Vec<Shape>,
    /// The lines of an explanation, from a piece that is to blame to what it means.
    pub lines: Vec<(Square, Square)>,
    /// The illegal try: its number, where it began, where it was to end.
    pub slip: Option<(u32, Square, Square)>,
    /// Where a pawn waits for its promotion.
    pub promotion: Option<Square>,
}

/// One of the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SceneMan {
    /// Its name: the square on which it began the game.
    pub home: Square,
    /// What it is now.
    pub piece: Piece,
    /// Where it stands, or stood when it was captured.
    pub square: Square,
    /// How it stands there.
    pub stance: Stance,
}

/// How a man stands on its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stance {
    /// As pieces do.
    Standing,
    /// Not any more: it was captured.
    Taken,
    /// Ahead of time: a premove will take it there.
    Ahead,
    /// In somebody's hand.
    Held,
}

/// The text is no scene.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadScene {
    /// The part that cannot be read.
    pub part: String,
}

impl View<'_> {
    /// The board for a painter in another module.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let board = self.board();
        let held = board.held.map(|(from, _)| from);
        let men = board.men.iter().map(|man| SceneMan {
            home: man.home,
            piece: man.piece,
            square: man.square,
            stance: match () {
                () if !man.is_visible => Stance::Taken,
                () if man.is_ahead => Stance::Ahead,
                () if held == Some(man.square) => Stance::Held,
                () => Stance::Standing,
            },
        });
        let marked = board.squares.iter().filter(|square| !square.marks.is_empty());
        Scene {
            bottom: board.orientation.bottom,
            men: men.collect(),
            marks: marked.map(|square| (square.square, square.marks)).collect(),
            shapes: board.shapes.to_vec(),
            lines: self.explanation().map_or(Vec::new(), |slip| slip.lines().collect()),
            slip: self.slip().map(|slip| (slip.number, slip.from, slip.to)),
            promotion: board.promotion.map(|promotion| promotion.to),
        }
    }
}

impl Stance {
    const fn sign(self) -> &'static str {
        match self {
            Stance::Standing => "",
            Stance::Taken => "x",
            Stance::Ahead => "+",
            Stance::Held => "^",
        }
    }

    fn from_sign(sign: &str) -> Option<Stance> {
        [Stance::Standing, Stance::Taken, Stance::Ahead, Stance::Held]
            .into_iter()
            .find(|stance| stance.sign() == sign)
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.bottom.letter())?;
        for man in &self.men {
            write!(f, " {}{}{}{}", man.home, man.piece.letter(), man.square, man.stance.sign())?;
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
        if let Some((number, from, to)) = self.slip {
            write!(f, "{number}{from}{to}")?;
        }
        f.write_str(";")?;
        self.promotion.map_or(Ok(()), |square| write!(f, "{square}"))
    }
}

impl FromStr for Scene {
    type Err = BadScene;

    fn from_str(text: &str) -> Result<Scene, BadScene> {
        let parts: Vec<&str> = text.split(';').collect();
        let &[bottom, men, marks, shapes, lines, slip, promotion] = parts.as_slice() else {
            return Err(BadScene { part: text.to_owned() });
        };
        let bad = |part: &str| BadScene { part: part.to_owned() };
        Ok(Scene {
            bottom: bottom.bytes().next().and_then(Color::from_letter).ok_or_else(|| bad(bottom))?,
            men: each(men, man)?,
            marks: each(marks, mark)?,
            shapes: each(shapes, shape)?,
            lines: each(lines, |text| Some((square(text.get(..2)?)?, square(text.get(2..)?)?)))?,
            slip: each(slip, try_of)?.pop(),
            promotion: each(promotion, square)?.pop(),
        })
    }
}

fn each<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, BadScene> {
    let words = text.split_ascii_whitespace();
    words.map(|word| read(word).ok_or_else(|| BadScene { part: word.to_owned() })).collect()
}

fn man(text: &str) -> Option<SceneMan> {
    Some(SceneMan {
        home: square(text.get(..2)?)?,
        piece: Piece::from_letter(*text.as_bytes().get(2)?)?,
        square: square(text.get(3..5)?)?,
        stance: Stance::from_sign(text.get(5..)?)?,
    })
}

fn mark(text: &str) -> Option<(Square, Marks)> {
    let (at, bits) = text.split_once(':')?;
    Some((square(at)?, Marks::from_bits(bits.parse().ok()?)))
}

fn shape(text: &str) -> Option<Shape> {
    let brush = *Brush::ALL.get(text.get(..1)?.parse::<usize>().ok()?)?;
    Some(Shape { brush, from: square(text.get(1..3)?)?, to: square(text.get(3..)?)? })
}

fn try_of(text: &str) -> Option<(u32, Square, Square)> {
    let (number, squares) = text.split_at_checked(text.len().checked_sub(4)?)?;
    Some((number.parse().ok()?, square(squares.get(..2)?)?, square(squares.get(2..)?)?))
}

fn square(text: &str) -> Option<Square> {
    Square::from_ascii(text.as_bytes())
}

impl fmt::Display for BadScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no scene can be read from {:?}", self.part)
    }
}

impl std::error::Error for BadScene {}
