//! Move list.

use game::Ply;
use rules::{CastlingStyle, Color, Move, Piece};

use super::View;

/// The move list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveListView {
    /// All moves.
    pub moves: Vec<MoveView>,
    /// Index of the shown position.
    pub shown_ply: Ply,
}

/// A move in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// Index of the position after the move, for [`Navigation::ToPly`](crate::Navigation::ToPly).
    pub ply: Ply,
    /// Move number.
    pub number: u32,
    /// Side.
    pub color: Color,
    /// SAN with letters.
    pub san: String,
    /// The move.
    pub m: Move,
}

impl View<'_> {
    /// The move list.
    #[must_use]
    pub fn moves(&self) -> MoveListView {
        let game = &self.state.local_game.game;
        let start = game.start();
        let mut number = start.fullmoves.get();
        let mut color = start.turn;
        let mut list = Vec::with_capacity(game.plies());
        for (index, (m, san)) in game.moves().zip(game.sans()).enumerate() {
            list.push(MoveView { ply: Ply::new(index + 1), number, color, san, m });
            number = number.saturating_add(u32::from(color == Color::Black));
            color = !color;
        }
        MoveListView { moves: list, shown_ply: self.state.shown_ply() }
    }

    /// Legal moves that begin with the typed text, in SAN.
    #[must_use]
    pub fn completions(&self) -> Vec<String> {
        let (game, typed) = (&self.state.local_game.game, self.typed_move().trim());
        let fits = |m: &Move| m.uci(CastlingStyle::Standard).to_string().starts_with(typed);
        let moves = game.legal_moves();
        let sans = moves
            .iter()
            .filter_map(|m| game.san_of_legal_move(*m).filter(|san| san.starts_with(typed) || fits(m)));
        // Insertion instead of `sort`, whose code is 4 kB of the page.
        sans.fold(Vec::new(), |mut sorted, san| {
            sorted.insert(sorted.partition_point(|other| *other < san), san);
            sorted
        })
    }
}

impl MoveView {
    /// SAN with figurines in the mover's color.
    #[must_use]
    pub fn figurines(&self) -> String {
        let figurine = |letter: char| match letter {
            'K' | 'Q' | 'R' | 'B' | 'N' => {
                Piece::from_letter(letter as u8).map_or(letter, |piece| piece.role.of(self.color).figurine())
            }
            _ => letter,
        };
        self.san.chars().map(figurine).collect()
    }
}

impl MoveListView {
    /// True if the current position is shown.
    #[must_use]
    pub fn is_present(&self) -> bool {
        self.shown_ply.index() == self.moves.len()
    }
}
