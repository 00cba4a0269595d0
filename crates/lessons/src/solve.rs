//! Exhaustive search for the shortest way to a goal.

use std::collections::{HashSet, VecDeque};

use rules::{Bitboard, CastlingSide, Move, Role, Setup};

use crate::Scene;
use crate::exchange::{balance, best_capture};
use crate::goal::{EscapeWay, Goal};

/// Positions that a search sees at most; then it knows nothing.
const MAX_POSITIONS: usize = 60_000;

/// Result of a search in which only the learner moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shortest {
    /// The first move of a shortest way, and its length.
    Found(Move, u8),
    /// There is no way.
    OutOfReach,
    /// There are too many positions.
    Unknown,
}

/// Where a learner who moves alone stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Situation {
    pub(crate) scene: Scene,
    /// Squares of [`Goal::Collect`] that have been visited.
    pub(crate) collected: Bitboard,
}

impl Situation {
    /// The situation after a move; the opponent passes, or answers a check. `None` if the opponent has no move then.
    pub(crate) fn after(&self, m: Move) -> Option<(Situation, Option<Move>)> {
        let collected = self.collected.with(m.to());
        let after = self.scene.after(m);
        if let Some(scene) = after.passed() {
            return Some((Situation { scene, collected }, None));
        }
        let reply = after.moves().into_iter().next()?;
        Some((Situation { scene: after.after(reply), collected }, Some(reply)))
    }

    fn key(&self, goal: Goal) -> (Setup, Bitboard) {
        (self.scene.key(), self.collected & goal.squares())
    }
}

/// Returns true if a move reaches the goal. Of the goals with an opponent only those that need no further move do.
pub(crate) fn is_reached(goal: Goal, from: &Situation, m: Move, start_balance: i32) -> bool {
    let scene = &from.scene;
    let after = scene.after(m);
    let side = scene.turn();
    match goal {
        Goal::Collect(squares) => from.collected.with(m.to()).contains(squares),
        Goal::Reach(role, squares) => m.role() == role && squares.has(m.to()),
        Goal::Check => after.is_check(),
        Goal::Escape(way) => way_out(scene, m) == way,
        Goal::Mate => after.is_checkmate(),
        Goal::Castle(wanted) => {
            let side: Option<CastlingSide> = m.castling_side();
            side.is_some_and(|side| wanted.is_none_or(|wanted| wanted == side))
        }
        Goal::EnPassant => m.is_en_passant(),
        Goal::Promote(role) => m.promotion() == Some(role),
        Goal::Protect(square) => {
            let board = after.board();
            board.attackers(square, side, board.occupied()).any() && board.color(side).has(square)
        }
        Goal::Safe => best_capture(&after).is_none(),
        Goal::Win(points) => {
            let lost = best_capture(&after).map_or(0, |(_, gain)| gain);
            let won = balance(after.board(), side) - start_balance - lost;
            after.is_checkmate() || (!after.is_stalemate() && won >= i32::from(points))
        }
        Goal::Draw => after.is_stalemate() || is_insufficient(&after),
        Goal::Judge => false,
    }
}

/// The way in which a legal move answers a check.
pub(crate) fn way_out(scene: &Scene, m: Move) -> EscapeWay {
    let checkers = scene.position().map_or(Bitboard::EMPTY, |position| position.checkers());
    match m.capture_square() {
        Some(square) if checkers.has(square) => EscapeWay::Capture,
        _ if m.role() == Role::King => EscapeWay::Move,
        _ => EscapeWay::Block,
    }
}

/// Returns true if no side has enough to checkmate: kings alone, or with one minor piece.
fn is_insufficient(scene: &Scene) -> bool {
    let board = scene.board();
    let minor = board.role(Role::Knight) | board.role(Role::Bishop);
    let kings = board.role(Role::King);
    board.occupied().without(minor | kings).is_empty() && minor.count() <= 1
}

/// A shortest way to a goal without an opponent.
pub(crate) fn shortest(start: Situation, goal: Goal, start_balance: i32) -> Shortest {
    let mut seen = HashSet::from([start.key(goal)]);
    let mut queue = VecDeque::from([(start, None, 0u8)]);
    while let Some((situation, first, length)) = queue.pop_front() {
        for m in situation.scene.moves() {
            let first = first.unwrap_or(m);
            if is_reached(goal, &situation, m, start_balance) {
                return Shortest::Found(first, length + 1);
            }
            let Some((next, _)) = situation.after(m) else { continue };
            if seen.insert(next.key(goal)) {
                queue.push_back((next, Some(first), length + 1));
            }
        }
        if seen.len() > MAX_POSITIONS {
            return Shortest::Unknown;
        }
    }
    Shortest::OutOfReach
}

/// A move that forces a goal within `moves` own moves, whatever the opponent answers.
pub(crate) fn forcing_move(scene: &Scene, goal: Goal, moves: u8, start_balance: i32) -> Option<Move> {
    let situation = Situation { scene: *scene, collected: Bitboard::EMPTY };
    let all = scene.moves();
    let reached = all.into_iter().find(|&m| is_reached(goal, &situation, m, start_balance));
    reached.or_else(|| {
        let is_forcing =
            |m: &Move| moves > 1 && leaves_no_answer(&scene.after(*m), goal, moves - 1, start_balance);
        scene.moves().into_iter().find(is_forcing)
    })
}

/// Returns true if the goal is forced after every answer of the side to move.
pub(crate) fn leaves_no_answer(after: &Scene, goal: Goal, moves: u8, start_balance: i32) -> bool {
    let answers = after.moves();
    !answers.is_empty()
        && answers
            .into_iter()
            .all(|answer| forcing_move(&after.after(answer), goal, moves, start_balance).is_some())
}

/// Moves that a forced goal takes at most; `None` if it is not forced within `limit`.
pub(crate) fn forced_in(scene: &Scene, goal: Goal, limit: u8, start_balance: i32) -> Option<u8> {
    (1..=limit).find(|&moves| forcing_move(scene, goal, moves, start_balance).is_some())
}
