//! Board view: squares with their marks, and pieces with identities.

use rules::{Bitboard, Color, Piece, Square};

use super::View;
use crate::board::Promotion;
use crate::state::MoveRights;
use crate::{AutoFlip, Interaction, Mark, Marks, Orientation, Premove, Shape};
use game::{Ending, TrackedPiece};

/// Everything to draw on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardView<'a> {
    /// Orientation.
    pub orientation: Orientation,
    /// The 64 squares by index, `a1` first; [`Orientation::squares`] has the screen order.
    pub squares: [SquareView; 64],
    /// All pieces of the game with stable identities, for animations; none in blindfold chess. The squares have them all
    /// the same, for labels.
    pub pieces: Vec<PieceView>,
    /// Arrows and circles.
    pub shapes: &'a [Shape],
    /// Queued premoves, next one first.
    pub premoves: &'a [Premove],
    /// Pending promotion.
    pub promotion: Option<Promotion>,
    /// Origin of the dragged piece, and the square under it.
    pub dragged: Option<(Square, Option<Square>)>,
    /// Pieces that may be picked up.
    pub movable: Bitboard,
}

/// A square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareView {
    /// The square.
    pub square: Square,
    /// Piece on the square.
    pub piece: Option<Piece>,
    /// Marks.
    pub marks: Marks,
}

/// A piece with its identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// Origin square: identifies the piece during the game.
    pub origin: Square,
    /// Current piece; a promoted pawn is the piece it became.
    pub piece: Piece,
    /// Current square, or the square of its capture.
    pub square: Square,
    /// False for a captured piece, which fades out on its square.
    pub is_visible: bool,
    /// True if a premove has moved the piece.
    pub is_premoved: bool,
}

impl BoardView<'_> {
    /// The piece to draw on a square; none in blindfold chess.
    #[must_use]
    pub fn drawn_piece(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize].piece.filter(|_| !self.pieces.is_empty())
    }
}

impl<'a> View<'a> {
    /// The board view.
    #[must_use]
    pub fn board(&self) -> BoardView<'a> {
        let ui = &self.state.ui;
        let mut pieces = self.pieces();
        let mut squares = [const { SquareView::empty(Square::A1) }; 64];
        for square in Bitboard::FULL {
            squares[square as usize] = SquareView::empty(square);
        }
        for tracked in pieces.iter().filter(|tracked| tracked.is_visible) {
            squares[tracked.square as usize].piece = Some(tracked.piece);
        }
        self.add_marks(&mut squares);
        if self.hides_pieces() {
            pieces.clear();
        }
        BoardView {
            orientation: self.state.local_game.orientation,
            squares,
            pieces,
            shapes: ui.shapes.as_slice(),
            premoves: &ui.premoves,
            promotion: ui.interaction.promotion(),
            dragged: match ui.interaction {
                Interaction::Dragging { from, .. } => Some((from, ui.hovered)),
                _ => None,
            },
            movable: self.state.movable(),
        }
    }

    /// True in blindfold chess: the user plays a game that is not over.
    #[must_use]
    pub fn hides_pieces(&self) -> bool {
        let local_game = &self.state.local_game;
        self.state.settings.blindfold.is_on()
            && !local_game.is_finished()
            && !self.state.is_studying()
            && Color::ALL.into_iter().any(|color| local_game.is_local(color))
    }

    /// The side whose pieces are upside down, because its player sits on the other side of the screen.
    #[must_use]
    pub fn upside_down(&self) -> Option<Color> {
        let local_game = &self.state.local_game;
        let is_face_to_face = self.state.settings.face_to_face.is_on()
            && local_game.is_all_local()
            && local_game.auto_flip == AutoFlip::Never
            && !self.state.is_studying();
        is_face_to_face.then_some(!local_game.orientation.bottom)
    }

    /// Target squares of a piece, for labels such as “e4, white pawn, can move to …”.
    #[must_use]
    pub fn targets(&self, from: Square) -> Bitboard {
        if self.state.movable().has(from) { self.state.targets(from) } else { Bitboard::EMPTY }
    }

    fn pieces(&self) -> Vec<PieceView> {
        let game = &self.state.local_game.game;
        let tracked_pieces = |game: &game::Game, ply| {
            game.tracked_pieces_at(ply).into_iter().map(PieceView::from).collect::<Vec<PieceView>>()
        };
        let mut pieces = tracked_pieces(game, self.state.shown_ply().index());
        if let Some(m) = self.state.unconfirmed_move() {
            let mut ahead = game.clone();
            if ahead.play(m).is_ok() {
                let before = std::mem::replace(&mut pieces, tracked_pieces(&ahead, ahead.plies()));
                for (piece, before) in pieces.iter_mut().zip(before) {
                    piece.is_premoved = piece.square != before.square;
                }
            }
        }
        if self.state.ui.shown_ply.is_none() {
            for premove in &self.state.ui.premoves {
                apply_premove(&mut pieces, *premove);
            }
        }
        pieces
    }

    fn add_marks(&self, squares: &mut [SquareView; 64]) {
        let ui = &self.state.ui;
        let mut put = |mark, on: Bitboard| on.into_iter().for_each(|s| squares[s as usize].marks.add(mark));
        let one = |square: Option<Square>| square.map_or(Bitboard::EMPTY, Square::bitboard);
        let game = &self.state.local_game.game;

        let last = self.state.shown_ply().previous().and_then(|ply| game.moves().nth(ply.index()));
        put(Mark::LastFrom, one(last.map(|m| m.from())));
        put(Mark::LastTo, one(last.map(|m| m.to())));
        let king = self.king_in_check();
        let is_mate = ui.shown_ply.is_none()
            && game.outcome().is_some_and(|outcome| outcome.ending() == Ending::Checkmate);
        put(if is_mate { Mark::Mated } else { Mark::Check }, one(king));

        if let Some(from) = ui.interaction.selected_square() {
            put(Mark::Selected, from.bitboard());
            let targets = MoveTargets::of(self, from);
            put(Mark::Target, targets.empty);
            put(Mark::Capture, targets.captures);
            put(Mark::Castle, targets.castles);
        }
        match ui.interaction {
            Interaction::Dragging { .. } => put(Mark::DropTarget, one(ui.hovered)),
            _ => put(Mark::Hover, one(ui.hovered) & self.state.movable()),
        }
        if let Some(m) = self.state.unconfirmed_move() {
            put(Mark::Premove, m.from().bitboard() | m.to().bitboard());
        }
        for premove in &ui.premoves {
            put(Mark::Premove, premove.from.bitboard() | premove.to.bitboard());
        }
        if let Some(rejected) = self.explanation() {
            put(Mark::Blame, rejected.offending_squares());
            put(Mark::ExplanationLine, rejected.line_squares());
        }
        put(Mark::Cursor, one(ui.cursor));
    }

    /// The king of the side to move in the shown position, if it is in check.
    pub(super) fn king_in_check(&self) -> Option<Square> {
        let setup = self.state.local_game.game.setup_at(self.state.shown_ply().index())?;
        let king = setup.board.king(setup.turn)?;
        setup.board.attackers(king, !setup.turn, setup.board.occupied()).any().then_some(king)
    }
}

/// Targets of a piece by kind.
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
            // A premove to an own piece is a recapture.
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
    fn from(tracked: TrackedPiece) -> PieceView {
        PieceView {
            origin: tracked.origin,
            piece: tracked.piece,
            square: tracked.square,
            is_visible: tracked.is_on_board,
            is_premoved: false,
        }
    }
}

/// Shows a premove as if it were played.
fn apply_premove(pieces: &mut [PieceView], premove: Premove) {
    let index_on = |pieces: &[PieceView], square| {
        pieces.iter().position(|tracked| tracked.is_visible && tracked.square == square)
    };
    let Some(mover) = index_on(pieces, premove.from) else { return };
    if let Some(taken) = index_on(pieces, premove.to) {
        pieces[taken].is_visible = false;
    }
    let tracked = &mut pieces[mover];
    tracked.square = premove.to;
    tracked.is_premoved = true;
    tracked.piece.role = premove.promotion.unwrap_or(tracked.piece.role);
}
