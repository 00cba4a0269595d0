//! The board: every square with its marks, and the men as individuals.

use rules::{Bitboard, Piece, Square};

use super::View;
use crate::interaction::Promotion;
use crate::state::MoveRights;
use crate::{Interaction, Mark, Marks, Orientation, Premove, Shape};
use game::{Ending, TrackedPiece};

/// What there is to draw on and over the board.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardView<'a> {
    /// Which way round it lies.
    pub orientation: Orientation,
    /// The 64 squares by their index, `a1` first; [`Orientation::squares`] gives the order of the screen.
    pub squares: [SquareView; 64],
    /// All men of the game, each under a name that never changes: for pieces that glide.
    pub pieces: Vec<PieceView>,
    /// Arrows and circles.
    pub shapes: &'a [Shape],
    /// The moves that wait for their turn, the next one first.
    pub premoves: &'a [Premove],
    /// The pawn that waits for its promotion.
    pub promotion: Option<Promotion>,
    /// The square of the piece that is held, and the square it is held over.
    pub dragged: Option<(Square, Option<Square>)>,
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
pub struct PieceView {
    /// Its name: the square on which it began the game.
    pub origin: Square,
    /// What it is now; a promoted pawn is what it became.
    pub piece: Piece,
    /// Where it stands, or stood when it was captured.
    pub square: Square,
    /// Whether it is to be drawn on the board. A captured man fades where it stood.
    pub is_visible: bool,
    /// Whether it stands where a premove will take it, not where it is.
    pub is_premoved: bool,
}

impl<'a> View<'a> {
    /// The board as it is to be drawn.
    #[must_use]
    pub fn board(&self) -> BoardView<'a> {
        let attention = &self.state.ui;
        let men = self.pieces();
        let mut squares = [const { SquareView::empty(Square::A1) }; 64];
        for square in Bitboard::FULL {
            squares[square as usize] = SquareView::empty(square);
        }
        for man in men.iter().filter(|man| man.is_visible) {
            squares[man.square as usize].piece = Some(man.piece);
        }
        self.add_marks(&mut squares);
        BoardView {
            orientation: self.state.local_game.orientation,
            squares,
            pieces: men,
            shapes: attention.shapes.as_slice(),
            premoves: &attention.premoves,
            promotion: attention.interaction.promotion(),
            dragged: match attention.interaction {
                Interaction::Dragging { from, .. } => Some((from, attention.hovered)),
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

    fn pieces(&self) -> Vec<PieceView> {
        let men = self.state.local_game.game.tracked_pieces_at(self.state.shown_ply());
        let mut men: Vec<PieceView> = men.into_iter().map(PieceView::from).collect();
        if self.state.ui.shown_ply.is_none() {
            for premove in &self.state.ui.premoves {
                apply_premove(&mut men, *premove);
            }
        }
        men
    }

    fn add_marks(&self, squares: &mut [SquareView; 64]) {
        let attention = &self.state.ui;
        let mut put = |mark, on: Bitboard| on.into_iter().for_each(|s| squares[s as usize].marks.add(mark));
        let one = |square: Option<Square>| square.map_or(Bitboard::EMPTY, Square::bitboard);
        let game = &self.state.local_game.game;

        let last = self.state.shown_ply().checked_sub(1).and_then(|index| game.moves().nth(index));
        put(Mark::LastFrom, one(last.map(|m| m.from())));
        put(Mark::LastTo, one(last.map(|m| m.to())));
        let king = self.king_in_check();
        let is_mate = attention.shown_ply.is_none()
            && game.outcome().is_some_and(|outcome| outcome.ending() == Ending::Checkmate);
        put(if is_mate { Mark::Mated } else { Mark::Check }, one(king));

        if let Some(from) = attention.interaction.selected_square() {
            put(Mark::Selected, from.bitboard());
            let targets = MoveTargets::of(self, from);
            put(Mark::Target, targets.empty);
            put(Mark::Capture, targets.captures);
            put(Mark::Castle, targets.castles);
        }
        match attention.interaction {
            Interaction::Dragging { .. } => put(Mark::DropTarget, one(attention.hovered)),
            _ => put(Mark::Hover, one(attention.hovered) & self.state.movable()),
        }
        for premove in &attention.premoves {
            put(Mark::Premove, premove.from.bitboard() | premove.to.bitboard());
        }
        if let Some(slip) = self.explanation() {
            put(Mark::Blame, slip.offending_squares());
            put(Mark::ExplanationLine, slip.line_squares());
        }
        put(Mark::Cursor, one(attention.cursor));
    }

    /// The king of the side to move at the moment that is shown, if it is attacked.
    pub(super) fn king_in_check(&self) -> Option<Square> {
        let setup = self.state.local_game.game.setup_at(self.state.shown_ply())?;
        let king = setup.board.king(setup.turn)?;
        setup.board.attackers(king, !setup.turn, setup.board.occupied()).any().then_some(king)
    }
}

/// The targets of a piece by their kind.
struct MoveTargets {
    empty: Bitboard,
    captures: Bitboard,
    castles: Bitboard,
}

impl MoveTargets {
    fn of(view: &View<'_>, from: Square) -> MoveTargets {
        let all = view.state.targets(from);
        let board = view.state.board_with_premoves();
        let own = board.piece_at(from).map_or(Bitboard::EMPTY, |piece| board.color(piece.color));
        let enemies = board.occupied().without(own);
        let (captures, castles) = match view.state.move_rights() {
            MoveRights::Move(_) => {
                let moves = view.state.local_game.game.moves_from(from);
                let captures = moves.iter().filter(|m| m.is_capture()).map(|m| m.to()).collect();
                (captures, all & own)
            }
            // Ahead of time, an own piece may be gone by then: going there means to take back.
            MoveRights::Premove(_) | MoveRights::None => (all & (enemies | own), Bitboard::EMPTY),
        };
        MoveTargets { empty: all.without(captures | castles), captures, castles }
    }
}

impl SquareView {
    const fn empty(square: Square) -> SquareView {
        SquareView { square, piece: None, marks: Marks::NONE }
    }
}

impl From<TrackedPiece> for PieceView {
    fn from(man: TrackedPiece) -> PieceView {
        PieceView {
            origin: man.origin,
            piece: man.piece,
            square: man.square,
            is_visible: man.is_on_board,
            is_premoved: false,
        }
    }
}

/// Shows a move that waits as if it were made.
fn apply_premove(men: &mut [PieceView], premove: Premove) {
    let index_on =
        |men: &[PieceView], square| men.iter().position(|man| man.is_visible && man.square == square);
    let Some(mover) = index_on(men, premove.from) else { return };
    if let Some(taken) = index_on(men, premove.to) {
        men[taken].is_visible = false;
    }
    let man = &mut men[mover];
    man.square = premove.to;
    man.is_premoved = true;
    man.piece.role = premove.promotion.unwrap_or(man.piece.role);
}
