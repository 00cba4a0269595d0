//! Fixpoint analysis of the squares that each piece can ever reach, with any number of moves by either side.
//!
//! The analysis starts with immobile pieces and grows: a piece moves along lines that may become free,
//! captures whatever may come into its range, and a pawn that promotes may go anywhere. Turns, checks and
//! pins are ignored, so the analysis overestimates movement: squares that are unreachable here are
//! unreachable in every game. A piece is stopped only by a *fixed* piece, which can neither move nor be
//! captured, a king also by squares that a fixed enemy piece guards, and a pawn by the next pawn on its file
//! while both stay there.

use rules::{Bitboard, ByColor, Color, File, Piece, Position, Role, Square, attacks};

use super::mate;

/// Returns true if the structure proves that no series of legal moves ends in a checkmate by this side. The
/// position itself is not checkmate.
pub(super) fn cannot_mate(position: &Position, by: Color) -> bool {
    Blockade::settled(position, by).is_some_and(|blockade| !mate::is_possible(&blockade, by))
}

/// A piece and all squares on which it may ever stand.
#[derive(Clone, Copy)]
pub(super) struct PieceReach {
    pub(super) piece: Piece,
    origin: Square,
    pub(super) reach: Bitboard,
    /// Squares to which a move of this king may end the game, because it leaves the other side without a
    /// move; empty for other pieces.
    pub(super) last_steps: Bitboard,
    /// Squares that it may ever attack.
    range: Bitboard,
    can_be_captured: bool,
    pub(super) can_promote: bool,
}

impl PieceReach {
    fn new(origin: Square, piece: Piece) -> PieceReach {
        PieceReach {
            piece,
            origin,
            reach: origin.bitboard(),
            last_steps: Bitboard::EMPTY,
            range: Bitboard::EMPTY,
            can_be_captured: false,
            can_promote: false,
        }
    }

    pub(super) fn is_king(&self) -> bool {
        self.piece.role == Role::King
    }

    fn is_pawn(&self) -> bool {
        self.piece.role == Role::Pawn && !self.can_promote
    }

    pub(super) fn can_move(&self) -> bool {
        self.reach | self.last_steps != self.origin.bitboard()
    }

    fn is_fixed(&self) -> bool {
        !self.can_be_captured && !self.can_move()
    }

    fn keeps_file(&self) -> bool {
        self.is_pawn() && Bitboard::file(self.origin.file()).contains(self.reach)
    }

    /// Moves past everything but fixed pieces as far as possible.
    fn spread(&mut self, surroundings: &Surroundings, barred: Bitboard) {
        if self.can_promote {
            self.range = Bitboard::FULL;
            self.reach |= surroundings.open;
            return;
        }
        self.range = Bitboard::EMPTY;
        let mut todo = self.reach;
        while let Some(square) = todo.first() {
            todo = todo.without(square.bitboard());
            let range = attacks::piece(self.piece, square, surroundings.fixed);
            self.range |= range;
            let targets = match self.piece.role {
                Role::King => {
                    let steps = range.without(surroundings.guarded) & surroundings.open;
                    self.last_steps |= steps & barred;
                    steps.without(barred)
                }
                Role::Pawn => {
                    let pushes = pushes(self.piece.color, square, surroundings.fixed | barred);
                    range & surroundings.enemies | pushes
                }
                _ => range & surroundings.open,
            };
            todo |= targets.without(self.reach);
            self.reach |= targets;
        }
        self.last_steps = self.last_steps.without(self.reach);
        let last_rank = Bitboard::rank(self.piece.color.promotion_rank());
        self.can_promote =
            self.piece.role == Role::Pawn && surroundings.has_promotions && (self.reach & last_rank).any();
    }
}

/// The pieces around a side, for the moves of its own pieces.
#[derive(Clone, Copy)]
struct Surroundings {
    /// Fixed pieces of both sides.
    fixed: Bitboard,
    /// Squares without own fixed pieces and the fixed enemy king.
    open: Bitboard,
    /// Reachable squares of enemy pieces without the king.
    enemies: Bitboard,
    /// Permanent attacks of fixed enemy pieces: adjacent squares and knight jumps, on a full board.
    guarded: Bitboard,
    /// Squares on which the king would leave the enemy without a move.
    stalemating: Bitboard,
    has_promotions: bool,
}

/// A castling right.
#[derive(Clone, Copy)]
struct Castling {
    /// Squares that must be empty.
    way: Bitboard,
    /// The moves of king and rook.
    steps: [(Square, Square); 2],
}

impl Castling {
    fn new(king: Square, rook: Square) -> Castling {
        let files = if rook.file() > king.file() { [File::G, File::F] } else { [File::C, File::D] };
        let [king_to, rook_to] = files.map(|file| Square::new(file, rook.rank()));
        let way = attacks::between(king, king_to) | attacks::between(rook, rook_to);
        let way = (way | attacks::between(king, rook)).with(king_to).with(rook_to);
        let way = way.without(king.bitboard() | rook.bitboard());
        Castling { way, steps: [(king, king_to), (rook, rook_to)] }
    }
}

/// The reach of all pieces.
pub(super) struct Blockade {
    pub(super) pieces: Vec<PieceReach>,
    castlings: Vec<Castling>,
    /// True if pawns on the last rank become pieces.
    has_promotions: bool,
}

impl Blockade {
    /// The fixpoint; `None` if a pawn of this side may promote.
    fn settled(position: &Position, by: Color) -> Option<Blockade> {
        let mut blockade = Blockade::new(position);
        while blockade.grow() {
            if blockade.can_promote(by) {
                return None;
            }
        }
        Some(blockade)
    }

    fn new(position: &Position) -> Blockade {
        let pieces = position.board().iter().map(|(home, piece)| PieceReach::new(home, piece)).collect();
        let mut blockade = Blockade { pieces, castlings: Vec::new(), has_promotions: true };
        if let Some(target) = position.legal_en_passant() {
            // The pawn may be captured there.
            let behind = if position.turn() == Color::White { -1 } else { 1 };
            blockade.add_square(target.offset(0, behind), target);
        }
        for color in Color::ALL {
            let king = position.king(color);
            for rook in position.castling_rights() & Bitboard::rank(color.back_rank()) {
                blockade.castlings.push(Castling::new(king, rook));
            }
        }
        blockade
    }

    /// Adds a square to the reach of a piece; returns true if it is new.
    fn add_square(&mut self, origin: Option<Square>, square: Square) -> bool {
        let piece = self.pieces.iter_mut().find(|piece| Some(piece.origin) == origin);
        piece.is_some_and(|piece| {
            let is_new = !piece.reach.has(square);
            piece.reach |= square.bitboard();
            is_new
        })
    }

    /// Castles where no fixed piece is in the way; returns true if the reach has changed.
    fn castle(&mut self) -> bool {
        let fixed = self.fixed();
        let mut has_grown = false;
        for index in 0..self.castlings.len() {
            let Castling { way, steps } = self.castlings[index];
            if (way & fixed).is_empty() {
                for (from, to) in steps {
                    has_grown |= self.add_square(Some(from), to);
                }
            }
        }
        has_grown
    }

    fn side(&self, color: Color) -> impl Iterator<Item = &PieceReach> {
        self.pieces.iter().filter(move |piece| piece.piece.color == color)
    }

    fn can_promote(&self, color: Color) -> bool {
        self.side(color).any(|piece| piece.can_promote)
    }

    /// The squares of all fixed pieces.
    pub(super) fn fixed(&self) -> Bitboard {
        self.pieces.iter().filter(|piece| piece.is_fixed()).map(|piece| piece.origin).collect()
    }

    /// Extends the reach of the pieces past those that are fixed so far; returns true if it has changed.
    fn grow(&mut self) -> bool {
        let surroundings = ByColor::new_with(|color| self.surroundings(color));
        let mut capturable = ByColor::<Bitboard>::default();
        let mut has_grown = self.castle();
        for index in 0..self.pieces.len() {
            let color = self.pieces[index].piece.color;
            let barred = match self.pieces[index].piece.role {
                Role::King => surroundings[color].stalemating,
                _ => self.squares_behind_pawns(&self.pieces[index]),
            };
            let piece = &mut self.pieces[index];
            let before = (piece.reach, piece.last_steps, piece.range);
            piece.spread(&surroundings[color], barred);
            has_grown |= before != (piece.reach, piece.last_steps, piece.range);
            capturable[color] |= if piece.is_king() { piece.reach } else { piece.range };
        }
        for piece in self.pieces.iter_mut().filter(|piece| !piece.is_king() && !piece.can_be_captured) {
            piece.can_be_captured = (piece.reach & capturable[!piece.piece.color]).any();
            has_grown |= piece.can_be_captured;
        }
        has_grown
    }

    fn surroundings(&self, color: Color) -> Surroundings {
        let fixed = self.fixed();
        let mut enemies = Bitboard::EMPTY;
        let mut capturable = Bitboard::EMPTY;
        let mut guarded = Bitboard::EMPTY;
        for enemy in self.side(!color) {
            if !enemy.is_king() {
                enemies |= enemy.reach;
                // A fixed piece in range becomes capturable in this step.
                capturable |= enemy.origin.bitboard();
            }
            if enemy.is_fixed() {
                guarded |= attacks::piece(enemy.piece, enemy.origin, Bitboard::FULL);
            }
        }
        let stalemating = self.stalemating(color);
        let has_promotions = self.has_promotions;
        Surroundings { fixed, open: !fixed | capturable, enemies, guarded, stalemating, has_promotions }
    }

    /// Squares on which a king would leave the other side without a move: those next to either of the two
    /// squares of the enemy king, if no other enemy piece can move. The game goes on only if the king stays
    /// away.
    fn stalemating(&self, color: Color) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for enemy in self.side(!color).filter(|enemy| enemy.can_move() || enemy.is_king()) {
            if !enemy.is_king() {
                return Bitboard::EMPTY;
            }
            squares = enemy.reach | enemy.last_steps;
        }
        match squares.count() {
            // More squares are found as the analysis goes on, or the next move is the last.
            0 | 1 => Bitboard::FULL,
            2 => squares.into_iter().fold(Bitboard::EMPTY, |near, square| near | attacks::king(square)),
            _ => Bitboard::EMPTY,
        }
    }

    /// Squares that a pawn cannot enter because another pawn ahead on its file is always between, as long as
    /// both keep the file and the other is not captured.
    fn squares_behind_pawns(&self, pawn: &PieceReach) -> Bitboard {
        if !pawn.keeps_file() {
            return Bitboard::EMPTY;
        }
        let color = pawn.piece.color;
        let way = ahead(color, pawn.origin);
        let stays =
            |other: &&PieceReach| way.has(other.origin) && other.keeps_file() && !other.can_be_captured;
        self.pieces.iter().filter(stays).fold(Bitboard::EMPTY, |barred, other| {
            let farthest = if other.piece.color == color {
                other.reach.into_iter().find(|&square| (other.reach & ahead(color, square)).is_empty())
            } else {
                Some(other.origin)
            };
            barred | farthest.map_or(Bitboard::EMPTY, |square| ahead(color, square).with(square))
        })
    }
}

/// For positions in which pawn moves run out.
impl Blockade {
    /// The fixpoint until a pawn promotes.
    pub(super) fn without_promotions(position: &Position) -> Blockade {
        let mut blockade = Blockade { has_promotions: false, ..Blockade::new(position) };
        while blockade.grow() {}
        blockade
    }

    /// The squares of the pieces that can move.
    pub(super) fn movable(&self, color: Color) -> Bitboard {
        self.side(color).filter(|piece| piece.can_move()).map(|piece| piece.origin).collect()
    }

    pub(super) fn moves_only_pawns(&self, color: Color) -> bool {
        self.side(color).all(|piece| piece.is_pawn() || !piece.can_move())
    }

    pub(super) fn all_pawns_keep_files(&self) -> bool {
        self.pieces.iter().filter(|piece| piece.is_pawn()).all(PieceReach::keeps_file)
    }
}

/// Squares ahead on the same file.
pub(super) fn ahead(color: Color, square: Square) -> Bitboard {
    let last = Square::new(square.file(), color.promotion_rank());
    if square == last { Bitboard::EMPTY } else { attacks::between(square, last).with(last) }
}

/// Pawn pushes past everything but the given squares.
fn pushes(color: Color, from: Square, stops: Bitboard) -> Bitboard {
    let up = if color == Color::White { 1 } else { -1 };
    let step = |from: Square| from.offset(0, up).filter(|&to| !stops.has(to));
    let single = step(from);
    let double = single.filter(|_| from.rank() == color.pawn_rank()).and_then(step);
    single.into_iter().chain(double).collect()
}
