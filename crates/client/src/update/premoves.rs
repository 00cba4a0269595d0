//! Moves ahead of one's turn.

use rules::{Color, Role, Square};

use super::Update;
use crate::{Announcement, Premove, Sound};

impl Update<'_> {
    /// A piece is put down while the other side thinks.
    pub(super) fn try_premove(&mut self, color: Color, from: Square, to: Square) {
        if !self.state.targets(from).has(to) {
            return;
        }
        let is_pawn = self.state.imagined().piece_at(from) == Some(Role::Pawn.of(color));
        if is_pawn && to.rank() == color.promotion_rank() {
            self.reach_last_rank(from, to);
        } else {
            self.queue(from, to, None);
        }
    }

    pub(super) fn queue(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        self.state.attention.premoves.push(Premove { from, to, promotion });
        self.sound(Sound::Premove);
        self.announce(Announcement::Premoves(self.state.attention.premoves.len()));
    }

    pub(super) fn drop_premoves(&mut self) {
        if self.state.attention.premoves.is_empty() {
            return;
        }
        self.state.attention.premoves.clear();
        self.let_go_of_what_is_gone();
        self.announce(Announcement::Premoves(0));
    }

    /// The other side has moved: the first move that waits is made, or all are dropped.
    pub(super) fn answer_with_premove(&mut self) {
        if let Some(&Premove { from, to, promotion }) = self.state.attention.premoves.first() {
            match self.state.table.game.explain(from, to, promotion) {
                Ok(m) => {
                    self.state.attention.premoves.remove(0);
                    self.decide(m);
                }
                Err(_) => self.drop_premoves(),
            }
        }
    }
}
