//! Positions in which one side can move nothing but pawns, and each of these meets an enemy pawn on its file.
//!
//! This side runs out of moves unless the other side captures a pawn and promotes. Both sides make the same
//! number of moves, so that a promotion that needs more moves than are left never happens.

use rules::{Bitboard, Board, Color, Position, Role, Square, attacks};

use super::blockade::{Blockade, ahead};
use super::mate;

/// Bound for the moves until the game ends by stalemate.
#[derive(Clone, Copy)]
pub(super) struct Tempo {
    /// The side that can move nothing but pawns.
    limited: Color,
    /// Its pawns that cannot move either.
    stuck: Bitboard,
}

impl Tempo {
    /// The bound holds until a promotion; `None` if neither side is limited, or if `by` can checkmate without
    /// a promotion.
    pub(super) fn new(position: &Position, by: Color) -> Option<Tempo> {
        let blockade = Blockade::without_promotions(position);
        let is_limited = |&color: &Color| {
            let enemies = position.board().pieces(Role::Pawn.of(!color));
            let meets_enemy = |pawn| (ahead(color, pawn) & enemies).any();
            blockade.moves_only_pawns(color) && blockade.movable(color).into_iter().all(meets_enemy)
        };
        let limited = Color::ALL.into_iter().find(is_limited)?;
        let stuck = position.board().pieces(Role::Pawn.of(limited)).without(blockade.movable(limited));
        let holds = blockade.all_pawns_keep_files() && !mate::is_possible(&blockade, by);
        holds.then_some(Tempo { limited, stuck })
    }

    /// Returns true if no promotion is possible before the limited side runs out of moves. There has been none
    /// before.
    pub(super) fn runs_out(self, position: &Position) -> bool {
        let board = position.board();
        let enemies = board.pieces(Role::Pawn.of(!self.limited));
        let pawns = board.pieces(Role::Pawn.of(self.limited));
        let moves = |pawn| self.moves_left(board, pawn);
        let left: u32 = pawns.without(self.stuck).into_iter().map(moves).sum();
        let left = left + u32::from(position.turn() != self.limited);
        !enemies.into_iter().any(|pawn| self.can_promote(board, pawn, pawns, left))
    }

    /// Returns true if a pawn of the other side may promote while the limited side has moves left.
    fn can_promote(self, board: &Board, pawn: Square, pawns: Bitboard, left: u32) -> bool {
        let color = !self.limited;
        let way = ahead(color, pawn);
        let steps = way.count() - u32::from(pawn.rank() == color.pawn_rank());
        let Some(blocker) = (way & pawns).into_iter().min_by_key(|blocker| blocker.distance(pawn)) else {
            return steps <= left;
        };
        // Another piece captures the blocker somewhere on its way.
        let king = board.king(color);
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let has_pieces = roles.into_iter().any(|role| board.pieces(role.of(color)).any());
        let gap = if self.stuck.has(blocker) { 0 } else { self.moves_left(board, blocker) };
        (0..=gap).any(|made| {
            let square =
                blocker.offset(0, if self.limited == Color::White { made as i8 } else { -(made as i8) });
            let captures = match (king, square) {
                (Some(king), Some(square)) if !has_pieces => u32::from(king.distance(square)),
                _ => 1,
            };
            captures + steps <= left - gap + made
        })
    }

    /// Moves of a pawn towards the next enemy pawn on its file. If an own pawn between them is captured, there
    /// is one more, but the capture costs the other side a move as well; only with three pawns on a file it
    /// would pay.
    fn moves_left(self, board: &Board, pawn: Square) -> u32 {
        let (own, enemies) = (self.limited, board.pieces(Role::Pawn.of(!self.limited)));
        let pawns = board.pieces(Role::Pawn.of(own));
        let on_file = Bitboard::file(pawn.file()) & pawns.without(self.stuck);
        let between = if on_file.count() > 2 { Bitboard::EMPTY } else { pawns };
        let enemy = (ahead(own, pawn) & enemies).into_iter().min_by_key(|enemy| enemy.distance(pawn));
        enemy.map_or(0, |enemy| attacks::between(pawn, enemy).without(between).count())
    }
}
