//! The pages for learning. Their texts are in the catalogues `learn` and `lessons`, which the first web page does not load.

use std::fmt::Display;

use lessons::{Stage, Verdict, WrongMove, stages};
use rules::{Bitboard, Move};
use texts::LearnMessageKey;

use super::Locale;

impl Locale {
    /// A message without placeholders.
    #[must_use]
    pub fn learn_message(self, key: LearnMessageKey) -> &'static str {
        texts::learn(self.language).text(key.key())
    }

    /// The name of a stage: "The rook".
    #[must_use]
    pub fn stage_name(self, stage: &Stage) -> &'static str {
        texts::lessons(self.language).text(stage.name)
    }

    /// The sentence of a step; `index` counts from 0.
    #[must_use]
    pub fn step_text(self, stage: &Stage, index: usize) -> &'static str {
        let key = format!("{}.{}", stage.name, index + 1);
        texts::lessons(self.language).get(&key).unwrap_or_default()
    }

    /// The number of a step: "Step 2 of 4". `index` counts from 0.
    #[must_use]
    pub fn step_number(self, stage: &Stage, index: usize) -> String {
        self.learn_fill("learn.step", &[("step", &(index + 1)), ("all", &stage.steps.len())])
    }

    /// The stars of a stage: "2 of 3 stars".
    #[must_use]
    pub fn stage_stars(self, count: u8) -> String {
        self.learn_fill("learn.stars", &[("count", &count)])
    }

    /// The stars of all stages: "12 of 78 stars".
    #[must_use]
    pub fn star_count(self, count: u32) -> String {
        self.learn_fill("learn.star-count", &[("count", &count), ("all", &(3 * stages().len()))])
    }

    /// The squares to go to: "Stars: a1 and b2."
    #[must_use]
    pub fn lesson_targets(self, squares: Bitboard) -> String {
        self.learn_fill("learn.targets", &[("squares", &self.squares(squares))])
    }

    /// A hint: "rook from a1 to a6".
    #[must_use]
    pub fn lesson_hint(self, color: rules::Color, m: Move) -> String {
        self.announce_move(color, m, None)
    }

    /// A verdict on a position.
    #[must_use]
    pub fn verdict(self, verdict: Verdict) -> &'static str {
        self.learn_message(match verdict {
            Verdict::Check => LearnMessageKey::IsCheck,
            Verdict::Checkmate => LearnMessageKey::IsCheckmate,
            Verdict::Stalemate => LearnMessageKey::IsStalemate,
        })
    }

    /// The reason why a legal move does not lead to the goal of a lesson, in one sentence.
    #[must_use]
    pub fn wrong_move(self, wrong: &WrongMove) -> String {
        match *wrong {
            WrongMove::NoCheck => self.learn_fill("wrong.no-check", &[]),
            WrongMove::KingEscapes { to, .. } => self.learn_fill("wrong.king-escapes", &[("to", &to)]),
            WrongMove::CheckerCaptured { by, checker } => self.learn_fill(
                "wrong.checker-captured",
                &[("by", &self.placed_piece(by)), ("checker", &self.placed_piece(checker))],
            ),
            WrongMove::CheckBlocked { by, at } => {
                self.learn_fill("wrong.check-blocked", &[("by", &self.placed_piece(by)), ("at", &at)])
            }
            WrongMove::Stalemate { .. } => self.learn_fill("wrong.stalemate", &[]),
            WrongMove::OtherWay(_) => self.learn_fill("wrong.way-move", &[]),
            WrongMove::NotCastling => self.learn_fill("wrong.not-castling", &[]),
            WrongMove::NotEnPassant => self.learn_fill("wrong.not-en-passant", &[]),
            WrongMove::OtherPromotion => self.learn_fill("wrong.other-promotion", &[]),
            WrongMove::Unprotected { piece, .. } => {
                self.learn_fill("wrong.unprotected", &[("piece", &self.placed_piece(piece))])
            }
            WrongMove::Captured { by, piece } => self.learn_fill(
                "wrong.captured",
                &[("by", &self.placed_piece(by)), ("piece", &self.placed_piece(piece))],
            ),
            WrongMove::NothingWon => self.learn_fill("wrong.nothing-won", &[]),
            WrongMove::Answered { by, to } => {
                self.learn_fill("wrong.answered", &[("by", &self.placed_piece(by)), ("to", &to)])
            }
            WrongMove::NotDrawn => self.learn_fill("wrong.not-drawn", &[]),
            WrongMove::OutOfReach(square) => self.learn_fill("wrong.out-of-reach", &[("square", &square)]),
            WrongMove::Away => self.learn_fill("wrong.away", &[]),
            WrongMove::NotAttacked { .. } => self.learn_fill("wrong.not-attacked", &[]),
            WrongMove::Attacked { by, .. } => {
                self.learn_fill("wrong.attacked", &[("by", &self.placed_piece(by))])
            }
            WrongMove::NoWayOut { by, .. } => {
                self.learn_fill("wrong.no-way-out", &[("by", &self.placed_piece(by))])
            }
        }
    }

    fn learn_fill(self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        texts::fill(texts::learn(self.language).text(key), values)
    }
}
