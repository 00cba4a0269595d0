//! Reasons of mistakes in a review, one sentence each.

use std::fmt::Display;

use rules::PlacedPiece;

use super::Locale;
use crate::review::{MatePattern, Merit, MistakeReason, MoveReview, Tactic};

/// A key and the values of its placeholders.
type KeyWithValues<'a> = (&'static str, Vec<(&'static str, Box<dyn Display + 'a>)>);

impl Locale {
    /// Explains the grade of a marked move: merit, reason, and the better move by its SAN.
    #[must_use]
    pub fn move_review(self, review: &MoveReview, better_san: Option<&str>) -> String {
        let merit = review.merit.map(|merit| self.merit(merit));
        let reason = review.reason.as_ref().map(|reason| self.review_reason(reason));
        let better = review.better.and(better_san).map(|san| self.better_move(san));
        [merit, reason, better].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Explains a great or brilliant move.
    #[must_use]
    pub fn merit(self, merit: Merit) -> String {
        match merit {
            Merit::MatingSacrifice(moves) => {
                self.analysis_fill("review.sacrifice-mates", &[("moves", &moves)])
            }
            Merit::WinningSacrifice => self.analysis_text("review.sacrifice-wins").to_owned(),
            Merit::OnlyWinningMove => self.analysis_text("review.only-win").to_owned(),
        }
    }

    /// Explains a mistake.
    #[must_use]
    pub fn review_reason(self, reason: &MistakeReason) -> String {
        let (key, values) = match reason {
            MistakeReason::MissesMate(mate) => {
                let key = match mate.pattern {
                    None => "review.misses-mate",
                    Some(MatePattern::BackRank) => "review.misses-back-rank-mate",
                    Some(MatePattern::Smothered) => "review.misses-smothered-mate",
                    Some(MatePattern::Net) => "review.misses-mating-net",
                };
                return self.analysis_fill(key, &[("moves", &mate.moves)]);
            }
            MistakeReason::AllowsMate(mate) => {
                let key = match mate.pattern {
                    None => "review.allows-mate",
                    Some(MatePattern::BackRank) => "review.allows-back-rank-mate",
                    Some(MatePattern::Smothered) => "review.allows-smothered-mate",
                    Some(MatePattern::Net) => "review.allows-mating-net",
                };
                return self.analysis_fill(key, &[("moves", &mate.moves)]);
            }
            MistakeReason::Stalemates => return self.analysis_text("review.stalemates").to_owned(),
            MistakeReason::Blunders(tactic) => self.blundered_tactic(tactic),
            MistakeReason::Allows(tactic) => self.tactic_message(tactic, allowed_tactic_key),
            MistakeReason::Misses(tactic) => self.tactic_message(tactic, missed_tactic_key),
        };
        let values: Vec<(&str, &dyn Display)> =
            values.iter().map(|(name, value)| (*name, &**value)).collect();
        self.analysis_fill(key, &values)
    }

    fn blundered_tactic(self, tactic: &Tactic) -> KeyWithValues<'static> {
        match *tactic {
            Tactic::Capture { taken, by } => (
                "review.puts",
                vec![
                    ("role", Box::new(self.role(taken.piece.role))),
                    ("square", Box::new(taken.square)),
                    ("by", Box::new(self.placed_piece(by))),
                ],
            ),
            _ => self.tactic_message(tactic, allowed_tactic_key),
        }
    }

    fn tactic_message(self, tactic: &Tactic, key: fn(&Tactic) -> &'static str) -> KeyWithValues<'static> {
        let on = |piece: PlacedPiece| -> Box<dyn Display> { Box::new(self.placed_piece(piece)) };
        let values: Vec<(&'static str, Box<dyn Display>)> = match *tactic {
            Tactic::Capture { taken, by } => vec![("taken", on(taken)), ("by", on(by))],
            Tactic::PinnedGuard { taken, guard, by } => {
                vec![("taken", on(taken)), ("guard", on(guard)), ("by", on(by))]
            }
            Tactic::Fork { by, ref targets } => {
                let targets = targets.iter().map(|&target| {
                    self.analysis_fill("review.target", &[("piece", &self.placed_piece(target))])
                });
                vec![("by", on(by)), ("targets", Box::new(self.list(targets, "list.and")))]
            }
            Tactic::Pin { pinned, by, behind } => {
                vec![("pinned", on(pinned)), ("by", on(by)), ("behind", on(behind))]
            }
            Tactic::Skewer { front, behind, by } => {
                vec![("front", on(front)), ("behind", on(behind)), ("by", on(by))]
            }
            Tactic::Discovery { by, target } => vec![("by", on(by)), ("target", on(target))],
            Tactic::RemovedGuard { guard, target }
            | Tactic::OverloadedGuard { guard, target }
            | Tactic::DeflectedGuard { guard, target } => {
                vec![("guard", on(guard)), ("target", on(target))]
            }
            Tactic::Trap { piece } => vec![("piece", on(piece))],
            Tactic::Promotion { pawn } => vec![("pawn", Box::new(pawn))],
            Tactic::Material { points } => vec![("points", Box::new(points))],
        };
        (key(tactic), values)
    }
}

fn allowed_tactic_key(tactic: &Tactic) -> &'static str {
    match tactic {
        Tactic::Capture { .. } => "review.leaves",
        Tactic::PinnedGuard { .. } => "review.allows-pinned-guard",
        Tactic::Fork { .. } => "review.allows-fork",
        Tactic::Pin { .. } => "review.allows-pin",
        Tactic::Skewer { .. } => "review.allows-skewer",
        Tactic::Discovery { .. } => "review.allows-discovery",
        Tactic::RemovedGuard { .. } => "review.allows-removed-guard",
        Tactic::OverloadedGuard { .. } => "review.allows-overload",
        Tactic::DeflectedGuard { .. } => "review.allows-deflection",
        Tactic::Trap { .. } => "review.allows-trap",
        Tactic::Promotion { .. } => "review.allows-promotion",
        Tactic::Material { .. } => "review.loses-material",
    }
}

fn missed_tactic_key(tactic: &Tactic) -> &'static str {
    match tactic {
        Tactic::Capture { .. } => "review.misses-capture",
        Tactic::PinnedGuard { .. } => "review.misses-pinned-guard",
        Tactic::Fork { .. } => "review.misses-fork",
        Tactic::Pin { .. } => "review.misses-pin",
        Tactic::Skewer { .. } => "review.misses-skewer",
        Tactic::Discovery { .. } => "review.misses-discovery",
        Tactic::RemovedGuard { .. } => "review.misses-removed-guard",
        Tactic::OverloadedGuard { .. } => "review.misses-overload",
        Tactic::DeflectedGuard { .. } => "review.misses-deflection",
        Tactic::Trap { .. } => "review.misses-trap",
        Tactic::Promotion { .. } => "review.misses-promotion",
        Tactic::Material { .. } => "review.misses-material",
    }
}
