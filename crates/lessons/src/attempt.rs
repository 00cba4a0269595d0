//! An attempt at a step: it takes the learner's moves and answers for the opponent.

use rules::{Bitboard, IllegalMoveReason, Move, Role, Square};

use crate::exchange::{balance, value};
use crate::fault::{captured_by, placed, why_not_mate, why_not_safe, why_not_verdict};
use crate::goal::{Goal, Verdict};
use crate::solve::{
    Shortest, Situation, forced_in, forcing_move, is_reached, leaves_no_answer, shortest, way_out,
};
use crate::{Scene, Step, WrongMove};

/// An attempt at a step.
#[derive(Clone, Debug)]
pub struct Attempt<'a> {
    step: &'a Step,
    situation: Situation,
    /// Material at the start, from the learner's side.
    balance: i32,
    moves: u8,
}

/// Result of a move that leads to the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// The goal is reached.
    Done,
    /// The learner moves again, after the opponent's answer if there is one.
    Goes(Option<Move>),
}

impl<'a> Attempt<'a> {
    /// A new attempt.
    #[must_use]
    pub fn new(step: &'a Step) -> Attempt<'a> {
        let scene = step.scene;
        Attempt {
            step,
            situation: Situation { scene, collected: Bitboard::EMPTY },
            balance: balance(scene.board(), scene.turn()),
            moves: 0,
        }
    }

    /// The position on the board; the learner is to move.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.situation.scene
    }

    /// Moves made.
    #[must_use]
    pub fn moves(&self) -> u8 {
        self.moves
    }

    /// Squares to mark on the board, so that learners need not read: those that remain to be visited, the king to attack,
    /// where a move of king or pawn ends. Goals that are to be found have none.
    #[must_use]
    pub fn targets(&self) -> Bitboard {
        let setup = self.scene().setup();
        let (board, side) = (&setup.board, setup.turn);
        match self.step.goal {
            Goal::Check | Goal::Mate => board.pieces(Role::King.of(!side)),
            Goal::Castle(Some(castling)) => castling.king_to(side.back_rank()).bitboard(),
            Goal::EnPassant => setup.en_passant.map_or(Bitboard::EMPTY, Square::bitboard),
            Goal::Promote(_) => {
                let pawns = board.pieces(Role::Pawn.of(side)).into_iter();
                pawns.map(|pawn| Square::new(pawn.file(), side.promotion_rank())).collect()
            }
            goal => goal.squares().without(self.situation.collected),
        }
    }

    /// Returns the legal move between two squares, or the reason why it is illegal.
    ///
    /// # Errors
    /// The reason.
    pub fn explain(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, IllegalMoveReason> {
        self.scene().explain(from, to, promotion)
    }

    /// Makes one of the legal moves, and the opponent's answer.
    ///
    /// # Errors
    /// The reason why the move does not lead to the goal; nothing is changed then.
    pub fn play(&mut self, m: Move) -> Result<Reaction, WrongMove> {
        let goal = self.step.goal;
        if is_reached(goal, &self.situation, m, self.balance) {
            self.moves = self.moves.saturating_add(1);
            return Ok(Reaction::Done);
        }
        let (next, reply) = if goal.has_opponent() { self.answer(m)? } else { self.pass(m)? };
        self.situation = next;
        self.moves = self.moves.saturating_add(1);
        Ok(Reaction::Goes(reply))
    }

    /// Answers the question of [`Goal::Judge`].
    ///
    /// # Errors
    /// The reason why the verdict is wrong.
    pub fn judge(&self, verdict: Verdict) -> Result<(), WrongMove> {
        if self.step.verdict() == Some(verdict) {
            Ok(())
        } else {
            Err(why_not_verdict(self.scene(), verdict))
        }
    }

    /// A move that leads to the goal.
    #[must_use]
    pub fn hint(&self) -> Option<Move> {
        let goal = self.step.goal;
        if goal.has_opponent() {
            let scene = self.scene();
            let moves = forced_in(scene, goal, self.moves_left(), self.balance)?;
            return forcing_move(scene, goal, moves, self.balance);
        }
        match shortest(self.situation, goal, self.balance) {
            Shortest::Found(m, _) => Some(m),
            Shortest::OutOfReach | Shortest::Unknown => None,
        }
    }

    fn moves_left(&self) -> u8 {
        self.step.moves.saturating_sub(self.moves).max(1)
    }

    /// The situation after a move to which the opponent does not answer, except to a check.
    fn pass(&self, m: Move) -> Result<(Situation, Option<Move>), WrongMove> {
        let goal = self.step.goal;
        if goal.is_strict(self.step.moves) {
            return Err(self.why_not(m));
        }
        let (next, reply) = self.situation.after(m).ok_or(WrongMove::Away)?;
        match shortest(next, goal, self.balance) {
            Shortest::OutOfReach => Err(match goal.squares().without(next.collected).first() {
                Some(square) => WrongMove::OutOfReach(square),
                None => WrongMove::Away,
            }),
            Shortest::Found(..) | Shortest::Unknown => Ok((next, reply)),
        }
    }

    /// The situation after a move and the opponent's best answer.
    fn answer(&self, m: Move) -> Result<(Situation, Option<Move>), WrongMove> {
        let (goal, left) = (self.step.goal, self.moves_left() - 1);
        let after = self.scene().after(m);
        if left == 0 || !leaves_no_answer(&after, goal, left, self.balance) {
            return Err(self.why_not_forced(&after, left));
        }
        let worth = |reply: &Move| {
            let next = after.after(*reply);
            (forced_in(&next, goal, left, self.balance), reply.capture().map_or(0, value))
        };
        // Of equal answers the last one; `leaves_no_answer` has found one.
        let reply = after.moves().into_iter().max_by_key(worth).ok_or(WrongMove::NothingWon)?;
        Ok((Situation { scene: after.after(reply), ..self.situation }, Some(reply)))
    }

    /// The reason why a move does not reach a goal that takes one move.
    fn why_not(&self, m: Move) -> WrongMove {
        let after = self.scene().after(m);
        match self.step.goal {
            Goal::Check => WrongMove::NoCheck,
            Goal::Escape(_) => WrongMove::OtherWay(way_out(self.scene(), m)),
            Goal::Castle(_) => WrongMove::NotCastling,
            Goal::EnPassant => WrongMove::NotEnPassant,
            Goal::Promote(_) if m.promotion().is_some() => WrongMove::OtherPromotion,
            Goal::Protect(square) => {
                let enemies = after.board().attackers(square, after.turn(), after.board().occupied());
                let by = enemies.first().and_then(|square| placed(&after, square));
                match placed(&after, square).filter(|piece| piece.piece.color != after.turn()) {
                    Some(piece) => WrongMove::Unprotected { piece, by },
                    None => WrongMove::Away,
                }
            }
            Goal::Safe => why_not_safe(&after).unwrap_or(WrongMove::Away),
            Goal::Draw => WrongMove::NotDrawn,
            _ => WrongMove::Away,
        }
    }

    /// The reason why a move does not force the goal within `left` further moves.
    fn why_not_forced(&self, after: &Scene, left: u8) -> WrongMove {
        let (goal, start) = (self.step.goal, self.balance);
        if after.is_stalemate() || (goal == Goal::Mate && left == 0) {
            return why_not_mate(after);
        }
        if let Some(reason) = why_not_safe(after).filter(|_| goal != Goal::Mate) {
            return reason;
        }
        let escapes =
            |reply: &Move| left == 0 || forced_in(&after.after(*reply), goal, left, start).is_none();
        let refutation =
            after.moves().into_iter().filter(escapes).max_by_key(|reply| reply.capture().map_or(0, value));
        match refutation.filter(|_| left > 0) {
            None => WrongMove::NothingWon,
            Some(reply) => captured_by(after, reply)
                .or_else(|| Some(WrongMove::Answered { by: placed(after, reply.from())?, to: reply.to() }))
                .unwrap_or(WrongMove::NothingWon),
        }
    }
}

impl Step {
    /// The number of moves that the goal takes at least; `None` if it is out of reach, or too far to find out. A question takes
    /// none.
    #[must_use]
    pub fn shortest_solution(&self) -> Option<u8> {
        let attempt = Attempt::new(self);
        match self.goal {
            Goal::Judge => self.verdict().map(|_| 0),
            goal if goal.has_opponent() => forced_in(attempt.scene(), goal, self.moves, attempt.balance),
            goal => match shortest(attempt.situation, goal, attempt.balance) {
                Shortest::Found(_, length) => Some(length),
                Shortest::OutOfReach | Shortest::Unknown => None,
            },
        }
    }
}
