//! Limits the searches for dead positions of a game.

/// Positions that may be seen between two irreversible moves; they take 46 ms.
const PER_IRREVERSIBLE_MOVE: u32 = 48_000;

/// Positions that may be seen after each further move; they take 1 ms.
const PER_MOVE: u32 = 1_000;

/// Positions that the searches of a game may still see.
///
/// Pieces that wander behind a blocked pawn wall change little. If every move had the whole budget, a few such games would
/// keep the server busy.
#[derive(Debug)]
pub(crate) struct DeadPositionBudget(u32);

impl Default for DeadPositionBudget {
    fn default() -> DeadPositionBudget {
        DeadPositionBudget(PER_IRREVERSIBLE_MOVE)
    }
}

impl DeadPositionBudget {
    /// The budget after a move; `halfmoves` is the number of plies since the last capture or pawn move.
    pub(crate) fn after_move(&mut self, halfmoves: u16) -> &mut u32 {
        self.0 = if halfmoves == 0 { PER_IRREVERSIBLE_MOVE } else { self.0.max(PER_MOVE) };
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, dead};
    use rules::Position;

    use super::*;

    /// The only move takes the rook.
    const DEAD: &str = "6Rk/8/7K/8/8/8/8/8 b - - 1 1";

    #[test]
    fn moves_behind_a_wall_share_one_budget() {
        let mut budget = DeadPositionBudget::default();
        let spent: Vec<u32> = [1, 2, 3]
            .map(|halfmoves| {
                let left = budget.after_move(halfmoves);
                let before = *left;
                *left = 0; // an undecided search spends all
                before
            })
            .to_vec();
        assert_eq!(spent, [PER_IRREVERSIBLE_MOVE, PER_MOVE, PER_MOVE]);
        assert_eq!(*budget.after_move(0), PER_IRREVERSIBLE_MOVE, "a pawn move or capture renews it");
    }

    #[test]
    fn a_search_takes_what_it_costs() {
        let position: Position = DEAD.parse().unwrap();
        let mut budget = DeadPositionBudget::default();
        let left = budget.after_move(0);
        assert!(dead::is_dead_within(&position, left));
        assert!(*left < PER_IRREVERSIBLE_MOVE, "{left}");
        assert!(
            Game::from_position(position).dead_position_within(&mut 0).is_none(),
            "nothing left to spend"
        );
    }
}
