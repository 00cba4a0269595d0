//! The compact form of the shipped set: a line of seven fields per puzzle, which compresses to some 36 bytes.
//!
//! `BOARD TURN CASTLING EN-PASSANT MOVES RATING/DEVIATION THEMES`: the FEN without counters, moves separated by commas,
//! themes in hexadecimal. The identifier follows from the position.

use std::fmt;

use rules::Position;

use crate::{Puzzle, Themes};

/// First line: name and version of the format.
pub const HEADER: &str = "hanpan-puzzles 1";

/// A text that is no set of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompactError {
    /// Number of the line, from 1.
    pub line: usize,
}

/// Parses a set.
///
/// # Errors
/// Returns the first line that is wrong.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, CompactError> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, header)| header != HEADER) {
        return Err(CompactError { line: 1 });
    }
    lines.map(|(index, line)| parse_line(line).ok_or(CompactError { line: index + 1 })).collect()
}

/// Parses the line of a puzzle.
pub(crate) fn parse_line(line: &str) -> Option<Puzzle> {
    let (fen_end, _) = line.match_indices(' ').nth(3)?;
    let (fen, rest) = line.split_at(fen_end);
    let start: Position = fen.parse().ok()?;
    let mut fields = rest.split_whitespace();
    let puzzle = Puzzle::parse(None, start, fields.next()?, ',').ok()?;
    let (rating, deviation) = fields.next()?.split_once('/')?;
    let puzzle = Puzzle {
        rating: rating.parse().ok()?,
        deviation: deviation.parse().ok()?,
        themes: Themes::from_hex(fields.next()?)?,
        ..puzzle
    };
    fields.next().is_none().then_some(puzzle)
}

/// A set as text.
#[must_use]
pub fn to_text<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> String {
    let mut text = format!("{HEADER}\n");
    for puzzle in puzzles {
        let fen = puzzle.start().fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        text.push_str(&format!(
            "{} {} {}/{} {}\n",
            fields.join(" "),
            puzzle.line(","),
            puzzle.rating,
            puzzle.deviation,
            puzzle.themes.to_hex()
        ));
    }
    text
}

impl fmt::Display for CompactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is damaged", self.line)
    }
}

impl std::error::Error for CompactError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;

    #[test]
    fn sets_survive_a_round_trip_and_damage_is_located() {
        let start: Position = "r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq d3 7 31".parse().unwrap();
        let puzzle = Puzzle::parse(None, start, "e8g8,e1c1", ',').unwrap();
        let themes = [Theme::Castling, Theme::VeryLong].into_iter().collect();
        let puzzle = Puzzle { rating: 1234, deviation: 80, themes, ..puzzle };
        let text = to_text([&puzzle, &puzzle]);
        let read = parse(&text).unwrap();
        assert_eq!(read.len(), 2);
        for found in &read {
            assert_eq!((found.id, found.rating, found.deviation), (puzzle.id, 1234, 80));
            assert_eq!((found.themes, found.moves()), (themes, puzzle.moves()));
            assert_eq!(found.start().repetition_key(), start.repetition_key());
        }
        assert_eq!(to_text(&read), text);
        let check = |from: &str, to: &str, line: usize| {
            let damaged = text.replacen(from, to, 1);
            assert_ne!(damaged, text);
            assert_eq!(parse(&damaged), Err(CompactError { line }), "{damaged}");
        };
        check("puzzles 1", "puzzles 2", 1);
        check("r3k2r", "r3k3r", 2);
        check("e1c1", "e1c2", 2);
        check("1234/80", "1234", 2);
        check("/80 ", "/80 f", 2);
        check("/80 ", "/80 1 ", 2);
        assert_eq!(parse(""), Err(CompactError { line: 1 }));
        assert_eq!(parse(&format!("{text}x")), Err(CompactError { line: 4 }));
    }
}
