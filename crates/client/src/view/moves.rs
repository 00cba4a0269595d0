//! The list of moves, and where the reader is in it.

use rules::{CastlingStyle, Color, Move, Piece};

use super::View;

/// The moves of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveListView {
    /// All of them.
    pub moves: Vec<MoveView>,
    /// How many plies the board shows; as many as there are in the present.
    pub shown_ply: usize,
}

/// A move in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// How many plies have been played with it: what [`Moment::After`](crate::Moment::After) takes.
    pub ply: usize,
    /// The number of the move, as players write it.
    pub number: u32,
    /// Who made it.
    pub color: Color,
    /// The move in algebraic notation, with letters.
    pub san: String,
    /// The move.
    pub m: Move,
}

impl View<'_> {
    /// The moves of the game.
    #[must_use]
    pub fn moves(&self) -> MoveListView {
        let game = &self.state.local_game.game;
        let start = game.start();
        let mut number = start.fullmoves.get();
        let mut color = start.turn;
        let mut list = Vec::with_capacity(game.plies());
        for (index, (m, san)) in game.moves().zip(game.sans()).enumerate() {
            list.push(MoveView { ply: index + 1, number, color, san, m });
            number = number.saturating_add(u32::from(color == Color::Black));
            color = !color;
        }
        MoveListView { moves: list, shown_ply: self.state.shown_ply() }
    }

    /// The moves that can still become of what was typed, in algebraic notation; all of them if nothing was typed.
    #[must_use]
    pub fn completions(&self) -> Vec<String> {
        let (game, typed) = (&self.state.local_game.game, self.typed_move().trim());
        let fits = |m: &Move| m.uci(CastlingStyle::Standard).to_string().starts_with(typed);
        let moves = game.legal_moves();
        let mut sans: Vec<String> = moves
            .iter()
            .filter_map(|m| game.san_of_legal_move(*m).filter(|san| san.starts_with(typed) || fits(m)))
            .collect();
        sans.sort_unstable();
        sans
    }
}

impl MoveView {
    /// The move in algebraic notation, with little pieces of the mover's colour instead of letters.
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
    /// Whether the board shows the present.
    #[must_use]
    pub fn is_present(&self) -> bool {
        self.shown_ply == self.moves.len()
    }
}
