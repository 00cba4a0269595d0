//! The only move that wins: the best move and the best of the others, each searched by the engine.

use engine::{Engine, Limits, NeverStop, Score, SearchPosition};
use rules::Move;

/// Score from which a position is won, in centipawns.
pub(crate) const WON: i32 = 260;

/// Score up to which a position is not won, in centipawns.
pub(crate) const NOT_WON: i32 = 160;

/// Lead of the best move over the second, in centipawns: more than the two pawns by which another engine must agree.
const LEAD: i32 = 280;

/// Longest mate that is a puzzle although another move wins, too, without mate.
const SHORT_MATE: i32 = 3;

/// Score up to which such a move is far from mate, in centipawns.
pub(crate) const FAR_FROM_MATE: i32 = 600;

/// The best move of a position and the best of the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TwoBest {
    /// The best move.
    pub(crate) best: Move,
    /// Its score for the side to move.
    pub(crate) score: Score,
    /// The score of the best of the other moves; `None` if there is none.
    pub(crate) second: Option<Score>,
    /// The expected reply to the best move.
    pub(crate) reply: Option<Move>,
}

impl TwoBest {
    /// Searches all moves and then all but the best, each with `nodes` nodes.
    pub(crate) fn search(engine: &mut Engine, at: &SearchPosition, nodes: u64) -> Option<TwoBest> {
        let found = engine.search(at, &Limits::nodes(nodes), &NeverStop, &mut |_| {});
        let best = found.best_move?;
        let search_moves: Vec<Move> =
            at.position().legal_moves().iter().copied().filter(|&m| m != best).collect();
        let second = if search_moves.is_empty() {
            None
        } else {
            let limits = Limits { search_moves, ..Limits::nodes(nodes) };
            Some(engine.search(at, &limits, &NeverStop, &mut |_| {}).score)
        };
        Some(TwoBest { best, score: found.score, second, reply: found.ponder })
    }

    /// True if the best move wins and no other move does, or if it is the only one that mates soon.
    pub(crate) fn is_only(&self) -> bool {
        self.second.is_some_and(|second| is_only(self.score, second))
    }

    /// True if there is no other legal move.
    pub(crate) fn is_forced(&self) -> bool {
        self.second.is_none()
    }
}

fn is_only(best: Score, second: Score) -> bool {
    match (best, second) {
        (Score::Mate(..=0), _) | (_, Score::Mate(1..)) => false,
        (Score::Mate(1..), Score::Mate(_)) => true,
        (Score::Mate(moves), Score::Centipawns(second)) => {
            second <= NOT_WON || moves <= SHORT_MATE && second <= FAR_FROM_MATE
        }
        (Score::Centipawns(best), Score::Mate(_)) => best >= WON,
        (Score::Centipawns(best), Score::Centipawns(second)) => {
            best >= WON && second <= NOT_WON && best - second >= LEAD
        }
    }
}

/// Centipawns of a score; a mate counts more than any.
pub(crate) fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(1..) => 20_000,
        Score::Mate(_) => -20_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Options;
    use rules::Position;

    #[test]
    fn only_moves_lead_clearly_and_alone() {
        use Score::{Centipawns, Mate};
        let check = |best, second, expected| assert_eq!(is_only(best, second), expected, "{best} {second}");
        check(Centipawns(400), Centipawns(0), true);
        check(Centipawns(600), Centipawns(170), false);
        check(Centipawns(290), Centipawns(20), false);
        check(Centipawns(430), Centipawns(150), true);
        check(Centipawns(200), Centipawns(-500), false);
        check(Centipawns(300), Mate(-3), true);
        check(Mate(2), Centipawns(500), true);
        check(Mate(5), Centipawns(500), false);
        check(Mate(5), Centipawns(0), true);
        check(Mate(1), Mate(9), false);
        check(Mate(1), Mate(-1), true);
        check(Mate(-1), Mate(-2), false);
    }

    #[test]
    fn the_second_move_is_searched_without_the_best() {
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
        let mut check = |fen: &str, best: Option<&str>, is_only: bool| {
            engine.clear();
            let position: Position = fen.parse().unwrap();
            let found = TwoBest::search(&mut engine, &SearchPosition::new(position), 5_000).unwrap();
            let san = position.san(found.best).to_string();
            assert!(best.is_none_or(|best| san == best), "{fen} {san}");
            assert_eq!(found.is_only(), is_only, "{fen}");
        };
        check("6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1", Some("Rd8#"), true);
        check("6k1/5ppp/8/8/8/8/q4PPP/1Q1R2K1 w - - 0 1", None, false);
        check("4k3/8/8/8/8/8/8/K1q5 w - - 0 1", Some("Ka2"), false);
    }
}
