//! Queueing and playing of premoves.

use rules::{Color, Role, San, SanError, Setup, SetupFaults, Square, UciMove};

use super::Update;
use crate::{Announcement, Premove, Sound};

impl Update<'_> {
    /// Queues a premove, after the choice of a promotion piece.
    pub(super) fn try_premove(&mut self, color: Color, from: Square, to: Square) {
        if !self.state.targets(from).has(to) {
            return;
        }
        let is_pawn = self.state.board_with_premoves().piece_at(from) == Some(Role::Pawn.of(color));
        if is_pawn && to.rank() == color.promotion_rank() {
            self.request_promotion(from, to);
        } else {
            self.queue_premove(from, to, None);
        }
    }

    /// Parses a premove in UCI or SAN; `None` if it is ambiguous.
    pub(super) fn parse_premove(&self, color: Color, text: &str) -> Option<Premove> {
        let premove = match UciMove::parse(text.as_bytes()) {
            Ok(UciMove::Normal { from, to, promotion }) => Premove { from, to, promotion },
            _ => self.parse_san_premove(color, text)?,
        };
        self.state.targets(premove.from).has(premove.to).then_some(premove)
    }

    /// Parses SAN on the board after all premoves with this side to move. Moves that are illegal there may
    /// become legal.
    fn parse_san_premove(&self, color: Color, text: &str) -> Option<Premove> {
        let setup = Setup {
            board: self.state.board_with_premoves(),
            turn: color,
            ..self.state.local_game.game.setup()
        };
        let position = setup.position_waiving(SetupFaults::WAIVABLE).ok()?;
        match San::parse(text.as_bytes()).ok()?.resolve(&position) {
            Ok(m) => Some(Premove { from: m.from(), to: m.to(), promotion: m.promotion() }),
            Err(SanError::PromotionMissing { from, to }) => Some(Premove { from, to, promotion: None }),
            Err(SanError::Illegal { from, to, promotion, .. }) => {
                let mut able = from.into_iter().filter(|&from| self.state.targets(from).has(to));
                let from = able.next()?;
                able.next().is_none().then_some(Premove { from, to, promotion })
            }
            Err(SanError::IllegalCastling(side)) => {
                let from = setup.board.king(color)?;
                let to = Square::new(side.king_file(), from.rank());
                Some(Premove { from, to, promotion: None })
            }
            Err(SanError::Null | SanError::Ambiguous(_)) => None,
        }
    }

    pub(super) fn queue_premove(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        self.state.ui.premoves.push(Premove { from, to, promotion });
        self.sound(Sound::Premove);
        self.announce(Announcement::PremovesQueued(self.state.ui.premoves.len()));
    }

    pub(super) fn drop_premoves(&mut self) {
        if self.state.ui.premoves.is_empty() {
            return;
        }
        self.state.ui.premoves.clear();
        self.drop_stale_selection();
        self.announce(Announcement::PremovesQueued(0));
    }

    /// Plays the first premove after the opponent's move, or clears the queue if it is illegal.
    pub(super) fn play_premove(&mut self) {
        if let Some(&Premove { from, to, promotion }) = self.state.ui.premoves.first() {
            match self.state.local_game.game.explain(from, to, promotion) {
                Ok(m) => {
                    self.state.ui.premoves.remove(0);
                    self.commit_move(m);
                }
                Err(_) => self.drop_premoves(),
            }
        }
    }
}
