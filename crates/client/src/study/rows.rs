//! Move list of a study: rows of two moves, with variations below.

use game::Ply;
use rules::{Color, Move};

use super::{NodeId, Study};

/// A row of the move list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Row {
    /// A move of each side; one is absent at the start, at the end or around a variation.
    Moves {
        /// Move number.
        number: u32,
        /// White's move.
        white: Option<StudyMove>,
        /// Black's move.
        black: Option<StudyMove>,
    },
    /// A variation with its nested variations.
    Variation(Vec<StudyMove>),
}

/// A move in the list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StudyMove {
    /// Node in the tree.
    pub node: NodeId,
    /// Move number.
    pub number: u32,
    /// Side.
    pub color: Color,
    /// SAN.
    pub san: String,
    /// Judgement of the PGN, such as `!`; often empty.
    pub suffix: &'static str,
    /// The move.
    pub m: Move,
    /// Plies played including this move.
    pub ply: Ply,
    /// Nesting depth of variations; 0 in the main line.
    pub depth: usize,
    /// True if the move does not follow the previous one in the list.
    pub needs_move_number: bool,
    /// Comment text without commands such as `[%clk]`.
    pub comment: String,
}

impl Study {
    /// The rows of the list.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        let mut siblings = &self.roots;
        let mut ply = 0;
        while let Some((&first, others)) = siblings.split_first() {
            ply += 1;
            let listed = self.study_move(first, ply, 0, false);
            let number = listed.number;
            match (listed.color, rows.last_mut()) {
                (Color::Black, Some(Row::Moves { black: black @ None, .. })) => *black = Some(listed),
                (Color::Black, _) => rows.push(Row::Moves { number, white: None, black: Some(listed) }),
                (Color::White, _) => rows.push(Row::Moves { number, white: Some(listed), black: None }),
            }
            for &other in others {
                let mut variation = Vec::new();
                self.write_variation(other, ply, 1, &mut variation);
                rows.push(Row::Variation(variation));
            }
            siblings = &self.node(first).children;
        }
        rows
    }

    /// Appends a variation; nested variations follow the move they replace.
    fn write_variation(&self, from: NodeId, ply: usize, depth: usize, variation: &mut Vec<StudyMove>) {
        variation.push(self.study_move(from, ply, depth, true));
        let (mut id, mut ply, mut needs_move_number) = (from, ply, false);
        while let Some((&next, others)) = self.node(id).children.split_first() {
            ply += 1;
            variation.push(self.study_move(next, ply, depth, needs_move_number));
            for &other in others {
                self.write_variation(other, ply, depth + 1, variation);
            }
            (id, needs_move_number) = (next, !others.is_empty());
        }
    }

    fn study_move(&self, id: NodeId, ply: usize, depth: usize, needs_move_number: bool) -> StudyMove {
        let node = self.node(id);
        let first = usize::from(self.start.turn == Color::Black);
        let half_moves = ply - 1 + first;
        let color = if half_moves.is_multiple_of(2) { Color::White } else { Color::Black };
        let number =
            self.start.fullmoves.get().saturating_add(u32::try_from(half_moves / 2).unwrap_or(u32::MAX));
        let words: Vec<String> =
            node.comments.iter().map(game::pgn::Comment::text_without_commands).collect();
        let comment = words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ");
        StudyMove {
            node: id,
            number,
            color,
            san: node.san.clone(),
            suffix: node.nags.iter().find_map(|nag| nag.suffix()).unwrap_or_default(),
            m: node.m,
            ply: Ply::new(ply),
            depth,
            needs_move_number,
            comment,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_list_the_game_and_its_variations() {
        let check = |text: &str, expected: &[&str]| {
            let rows: Vec<String> = Study::read(text).unwrap().rows().iter().map(describe).collect();
            assert_eq!(rows, expected, "{text}");
        };
        check("*", &[]);
        check("1. e4 e5 2. Nf3 *", &["1 e4 e5", "2 Nf3 -"]);
        check("1. e4 (1. d4 d5) 1... e5 2. Nf3 *", &["1 e4 -", "(1.d4 d5)", "1 - e5", "2 Nf3 -"]);
        check(
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 *",
            &["1 e4 e5", "(1...c5 Nf3 [2.c3 d5] 2...d6)", "(1...e6)", "2 Nf3 -"],
        );
        let black = "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n7... Kd7 8. O-O *";
        check(black, &["7 - Kd7", "8 O-O -"]);
    }

    fn describe(row: &Row) -> String {
        let one = |m: &Option<StudyMove>| m.as_ref().map_or("-".to_owned(), |m| m.san.clone());
        match row {
            Row::Moves { number, white, black } => format!("{number} {} {}", one(white), one(black)),
            Row::Variation(moves) => {
                let mut text = String::new();
                let mut depth = 0;
                for m in moves {
                    let dots = if m.color == Color::White { "." } else { "..." };
                    let number =
                        if m.needs_move_number { format!("{}{dots}", m.number) } else { String::new() };
                    let space = if text.is_empty() { "" } else { " " };
                    let (open, close) = match (depth, m.depth) {
                        (0, _) => ("(", ""),
                        (before, now) if now > before => ("[", ""),
                        (before, now) if now < before => ("", "]"),
                        _ => ("", ""),
                    };
                    text += &format!("{close}{space}{open}{number}{}", m.san);
                    depth = m.depth;
                }
                text + ")"
            }
        }
    }
}
