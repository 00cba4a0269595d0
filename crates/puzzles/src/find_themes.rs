//! Themes of a solution: tactics are found by the code that explains moves in a review.

use client::review::{MatePattern, Tactic, is_sacrifice};
use rules::{Move, Position, Role};

use crate::{Theme, Themes};

/// Fullmove number up to which a position counts as an opening.
const OPENING_MOVES: u32 = 10;

/// Number of pieces, kings and pawns aside, up to which a position counts as an endgame.
const ENDGAME_PIECES: u32 = 6;

/// Themes of a solution that begins with the solver's move at `position`.
#[must_use]
pub fn find_themes(position: &Position, solution: &[Move]) -> Themes {
    let mut themes = Themes::default();
    let steps = replay(position, solution);
    let Some((last, m)) = steps.last() else { return themes };
    let end = last.play_unchecked(*m);
    let own: Vec<&(Position, Move)> = steps.iter().step_by(2).collect();
    if end.is_checkmate() {
        themes.insert(Theme::Mate);
        themes.insert(match own.len() {
            1 => Theme::MateIn1,
            2 => Theme::MateIn2,
            3 => Theme::MateIn3,
            4 => Theme::MateIn4,
            _ => Theme::MateIn5,
        });
        match MatePattern::of_mate(&end, *m) {
            Some(MatePattern::BackRank) => themes.insert(Theme::BackRankMate),
            Some(MatePattern::Smothered) => themes.insert(Theme::SmotheredMate),
            Some(MatePattern::Net) | None => {}
        }
    } else {
        insert_tactics(&mut themes, &steps);
    }
    for (before, m) in &own {
        insert_move(&mut themes, before, *m);
    }
    if let Some((before, first)) = own.first()
        && !first.is_capture()
        && first.promotion().is_none()
        && !before.play_unchecked(*first).is_check()
    {
        themes.insert(Theme::QuietMove);
    }
    themes.insert(phase(position));
    themes.insert(match own.len() {
        1 => Theme::OneMove,
        2 => Theme::Short,
        3 => Theme::Long,
        _ => Theme::VeryLong,
    });
    themes
}

/// Each move with the position before it.
fn replay(position: &Position, moves: &[Move]) -> Vec<(Position, Move)> {
    let mut at = *position;
    let mut steps = Vec::with_capacity(moves.len());
    for &m in moves {
        let Ok(next) = at.play(m) else { break };
        steps.push((at, m));
        at = next;
    }
    steps
}

/// The tactics of each of the solver's moves.
fn insert_tactics(themes: &mut Themes, steps: &[(Position, Move)]) {
    for index in (0..steps.len()).step_by(2) {
        let (position, _) = steps[index];
        let rest: Vec<Move> = steps[index..].iter().map(|&(_, m)| m).collect();
        let theme = match Tactic::of(&position, &rest) {
            Some(Tactic::Capture { .. }) if is_free(&position, rest[0]) => Theme::HangingPiece,
            Some(Tactic::Fork { .. }) => Theme::Fork,
            Some(Tactic::Pin { .. } | Tactic::PinnedGuard { .. }) => Theme::Pin,
            Some(Tactic::Skewer { .. }) => Theme::Skewer,
            Some(Tactic::Discovery { .. }) => Theme::DiscoveredAttack,
            Some(Tactic::RemovedGuard { .. }) => Theme::CapturingDefender,
            Some(Tactic::Trap { .. }) => Theme::TrappedPiece,
            Some(Tactic::Promotion { .. }) => Theme::Promotion,
            Some(Tactic::DeflectedGuard { .. }) => Theme::Deflection,
            Some(Tactic::OverloadedGuard { .. }) => Theme::Overloading,
            Some(Tactic::Capture { .. } | Tactic::Material { .. }) | None => continue,
        };
        themes.insert(theme);
    }
}

/// True if a piece other than a pawn is captured and cannot be recaptured.
fn is_free(position: &Position, m: Move) -> bool {
    let after = position.play_unchecked(m);
    m.capture().is_some_and(|role| role != Role::Pawn)
        && !after.legal_moves().iter().any(|back| back.to() == m.to())
}

/// Themes of a single move.
fn insert_move(themes: &mut Themes, before: &Position, m: Move) {
    let after = before.play_unchecked(m);
    if is_sacrifice(before, m) {
        themes.insert(Theme::Sacrifice);
    }
    if let Some(role) = m.promotion() {
        themes.insert(Theme::Promotion);
        if role != Role::Queen {
            themes.insert(Theme::UnderPromotion);
        }
    }
    if m.is_en_passant() {
        themes.insert(Theme::EnPassant);
    }
    if m.is_castle() {
        themes.insert(Theme::Castling);
    }
    if after.checkers().more_than_one() {
        themes.insert(Theme::DoubleCheck);
    }
}

fn phase(position: &Position) -> Theme {
    let board = position.board();
    let pieces = board.occupied().without(board.role(Role::Pawn) | board.role(Role::King)).count();
    match pieces {
        ..=ENDGAME_PIECES => Theme::Endgame,
        _ if position.fullmoves() <= OPENING_MOVES => Theme::Opening,
        _ => Theme::Middlegame,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, line: &str, expected: &str) {
        let start: Position = fen.parse().unwrap();
        let mut position = start;
        let mut moves = Vec::new();
        for text in line.split_whitespace() {
            let m = position.parse_move(text).unwrap();
            position = position.play(m).unwrap();
            moves.push(m);
        }
        let found: Vec<&str> = find_themes(&start, &moves).iter().map(Theme::name).collect();
        assert_eq!(found.join(" "), expected, "{fen} {line}");
    }

    #[test]
    fn mates_are_named_by_length_and_kind() {
        check("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", "mate mateIn1 backRankMate endgame oneMove");
        check("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "Nf7#", "mate mateIn1 smotheredMate endgame oneMove");
    }

    #[test]
    fn tactics_are_named_as_in_a_review() {
        check("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8", "fork hangingPiece endgame short");
        check("4q3/8/8/4k3/8/8/8/R6K w - - 0 1", "Re1+ Kd5 Rxe8", "skewer hangingPiece endgame short");
        check("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=R", "promotion underPromotion endgame oneMove");
    }
}
