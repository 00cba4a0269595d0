//! Moves: typed at once, or a piece and then its destination.

use std::io;

use client::{Event, ScreenSide, SquareLabel};
use rules::{CastlingSide, Square};

use super::Session;
use super::questions::MoveDestination;
use texts::TerminalMessageKey;

impl Session<'_> {
    /// Plays a move in any notation. The square of an own piece selects it; no move is written like that.
    pub(super) fn play_text(&mut self, text: &str) -> io::Result<()> {
        if let Some(square) = self.own_piece(text) {
            return self.select(square);
        }
        self.submit(text)
    }

    pub(super) fn select_king(&mut self) -> io::Result<()> {
        let game = self.local_game().game();
        match game.board().king(game.turn()).filter(|_| self.is_in_progress()) {
            Some(square) => self.select(square),
            None => self.submit("O-O"),
        }
    }

    /// Selects a piece: prints its moves and asks for the destination.
    fn select(&mut self, from: Square) -> io::Result<()> {
        let moves = self.local_game().game().moves_from(from);
        let board = self.state.view(self.console.now()).board();
        let label = SquareLabel::new(&board.squares[from as usize], &moves);
        self.console.print(&self.locale.square_label(&label))?;
        if moves.is_empty() {
            return self.console.print(self.texts.get(TerminalMessageKey::PlainNoLegalMoves));
        }
        let is_open = |side: &CastlingSide| moves.iter().any(|m| m.castling_side() == Some(*side));
        let bottom = self.local_game().orientation().bottom;
        let castling: Vec<CastlingSide> =
            ScreenSide::ALL.map(|way| way.castling_side(bottom)).into_iter().filter(is_open).collect();
        match self.choose_destination(&castling)? {
            MoveDestination::Cancelled => Ok(()),
            MoveDestination::Castle(CastlingSide::King) => self.submit("O-O"),
            MoveDestination::Castle(CastlingSide::Queen) => self.submit("O-O-O"),
            MoveDestination::Square(to) => self.submit(&format!("{from}{to}")),
        }
    }

    /// Plays a typed move and asks for the promotion piece if necessary.
    pub(super) fn submit(&mut self, text: &str) -> io::Result<()> {
        self.send(Event::TypeMove(text.to_owned()))?;
        self.send(Event::SubmitMove)?;
        if self.state.view(self.console.now()).board().promotion.is_none() {
            return Ok(());
        }
        match self.choose_promotion()? {
            Some(role) => self.send(Event::Promote(role)),
            None => self.send(Event::Escape),
        }
    }

    fn own_piece(&self, text: &str) -> Option<Square> {
        let game = self.local_game().game();
        let square: Square = text.to_lowercase().parse().ok()?;
        let is_own = game.board().color(game.turn()).has(square) && self.local_game().is_local(game.turn());
        (is_own && self.is_in_progress()).then_some(square)
    }
}
