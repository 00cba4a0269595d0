//! The board: every square with its marks, and the men as individuals.

use rules::{Bitboard, Piece, Square};

use super::View;
use crate::hand::Promotion;
use crate::state::Freedom;
use crate::{Hand, Mark, Marks, Orientation, Premove, Shape};
use game::{Ending, Man};

/// What there is to draw on and over the board.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardView<'a> {
    /// Which way round it lies.
    pub orientation: Orientation,
    /// The 64 squares by their index, `a1` first; [`Orientation::squares`] gives the order of the screen.
    pub squares: [SquareView; 64],
    /// All men of the game, each under a name that never changes: for pieces that glide.
    pub men: Vec<ManView>,
    /// Arrows and circles.
    pub shapes: &'a [Shape],
    /// The moves that wait for their turn, the next one first.
    pub premoves: &'a [Premove],
    /// The pawn that waits for its promotion.
    pub promotion: Option<Promotion>,
    /// The square of the piece that is held, and the square it is held over.
    pub held: Option<(Square, Option<Square>)>,
    /// The pieces that may be picked up.
    pub movable: Bitboard,
}

/// A square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareView {
    /// Which.
    pub square: Square,
    /// What stands there.
    pub piece: Option<Piece>,
    /// What is to be marked there.
    pub marks: Marks,
}

/// One of the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManView {
    /// Its name: the square on which it began the game.
    pub home: Square,
    /// What it is now; a promoted pawn is what it became.
    pub piece: Piece,
    /// Where it stands, or stood when it was captured.
    pub square: Square,
    /// Whether it is to be drawn on the board. A captured man fades where it stood.
    pub is_visible: bool,
    /// Whether it stands where a premove will take it, not where it is.
    pub is_ahead: bool,
}

impl<'a> View<'a> {
    /// The board as it is to be drawn.
    #[must_use]
    pub fn board(&self) -> BoardView<'a> {
        let attention = &self.state.attention;
        let men = self.men();
        let mut squares = [const { SquareView::empty(Square::A1) }; 64];
        for square in Bitboard::FULL {
            squares[square as usize] = SquareView::empty(square);
        }
        for man in men.iter().filter(|man| man.is_visible) {
            squares[man.square as usize].piece = Some(man.piece);
        }
        self.mark(&mut squares);
        BoardView {
            orientation: self.state.table.orientation,
            squares,
            men,
            shapes: attention.shapes.as_slice(),
            premoves: &attention.premoves,
            promotion: attention.hand.promotion(),
            held: match attention.hand {
                Hand::Holding { from, .. } => Some((from, attention.over)),
                _ => None,
            },
            movable: self.state.movable(),
        }
    }

    /// Where the piece on a square may go: for labels such as “e4, white pawn, can move to …”.
    #[must_use]
    pub fn targets(&self, from: Square) -> Bitboard {
        if self.state.movable().has(from) { self.state.targets(from) } else { Bitboard::EMPTY }
    }

    fn men(&self) -> Vec<ManView> {
        let men = self.state.table.game.men_at(self.state.shown());
        let mut men: Vec<ManView> = men.into_iter().map(ManView::from).collect();
        if self.state.attention.shown.is_none() {
            for premove in &self.state.attention.premoves {
                imagine(&mut men, *premove);
            }
        }
        men
    }

    fn mark(&self, squares: &mut [SquareView; 64]) {
        let attention = &self.state.attention;
        let mut put = |mark, on: Bitboard| on.into_iter().for_each(|s| squares[s as usize].marks.add(mark));
        let one = |square: Option<Square>| square.map_or(Bitboard::EMPTY, Square::bitboard);
        let game = &self.state.table.game;

        let last = self.state.shown().checked_sub(1).and_then(|index| game.moves().nth(index));
        put(Mark::LastFrom, one(last.map(|m| m.from())));
        put(Mark::LastTo, one(last.map(|m| m.to())));
        let king = self.king_in_check();
        let is_mate = attention.shown.is_none()
            && game.outcome().is_some_and(|outcome| outcome.ending() == Ending::Checkmate);
        put(if is_mate { Mark::Mated } else { Mark::Check }, one(king));

        if let Some(from) = attention.hand.piece() {
            put(Mark::Selected, from.bitboard());
            let targets = Targets::of(self, from);
            put(Mark::Target, targets.empty);
            put(Mark::Capture, targets.captures);
            put(Mark::Castle, targets.castles);
        }
        match attention.hand {
            Hand::Holding { .. } => put(Mark::DropHere, one(attention.over)),
            _ => put(Mark::Hover, one(attention.over) & self.state.movable()),
        }
        for premove in &attention.premoves {
            put(Mark::Premove, premove.from.bitboard() | premove.to.bitboard());
        }
        if let Some(slip) = self.explanation() {
            put(Mark::Blame, slip.squares());
            put(Mark::Line, slip.line());
        }
        put(Mark::Cursor, one(attention.cursor));
    }

    /// The king of the side to move at the moment that is shown, if it is attacked.
    pub(super) fn king_in_check(&self) -> Option<Square> {
        let setup = self.state.table.game.setup_at(self.state.shown())?;
        let king = setup.board.king(setup.turn)?;
        setup.board.attackers(king, !setup.turn, setup.board.occupied()).any().then_some(king)
    }
}

/// The targets of a piece by their kind.
struct Targets {
    empty: Bitboard,
    captures: Bitboard,
    castles: Bitboard,
}

impl Targets {
    fn of(view: &View<'_>, from: Square) -> Targets {
        let all = view.state.targets(from);
        let board = view.state.imagined();
        let own = board.piece_at(from).map_or(Bitboard::EMPTY, |piece| board.color(piece.color));
        let enemies = board.occupied().without(own);
        let (captures, castles) = match view.state.freedom() {
            Freedom::Now(_) => {
                let moves = view.state.table.game.moves_from(from);
                let captures = moves.iter().filter(|m| m.is_capture()).map(|m| m.to()).collect();
                (captures, all & own)
            }
            // Ahead of time, an own piece may be gone by then: going there means to take back.
            Freedom::Ahead(_) | Freedom::Nobody => (all & (enemies | own), Bitboard::EMPTY),
        };
        Targets { empty: all.without(captures | castles), captures, castles }
    }
}

impl SquareView {
    const fn empty(square: Square) -> SquareView {
        SquareView { square, piece: None, marks: Marks::NONE }
    }
}

impl From<Man> for ManView {
    fn from(man: Man) -> ManView {
        ManView {
            home: man.home,
            piece: man.piece,
            square: man.square,
            is_visible: man.is_alive,
            is_ahead: false,
        }
    }
}

/// Shows a move that waits as if it were made.
fn imagine(men: &mut [ManView], premove: Premove) {
    let index_on =
        |men: &[ManView], square| men.iter().position(|man| man.is_visible && man.square == square);
    let Some(mover) = index_on(men, premove.from) else { return };
    if let Some(taken) = index_on(men, premove.to) {
        men[taken].is_visible = false;
    }
    let man = &mut men[mover];
    man.square = premove.to;
    man.is_ahead = true;
    man.piece.role = premove.promotion.unwrap_or(man.piece.role);
}
