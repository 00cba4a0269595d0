//! A test position with its solution.

use std::time::Duration;

use engine::Score;
use rules::{Epd, Move, Position, SetupFaults};

use crate::error::one_line;

/// A position with known best moves.
#[derive(Clone, Debug)]
pub(super) struct TestPosition {
    /// Its `id`, or file and line.
    pub(super) name: String,
    pub(super) position: Position,
    /// The operations as written.
    pub(super) wanted: String,
    best: Vec<Move>,
    avoid: Vec<Move>,
    /// Mate in at most this many moves (`dm`).
    pub(super) mate: Option<u32>,
}

/// Point of a search at which the solution was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SolvedAt {
    pub(super) depth: u8,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl TestPosition {
    /// Parses a line of a suite. `place` names a position without `id`.
    pub(super) fn read(line: &[u8], place: &str) -> Result<TestPosition, String> {
        let epd = Epd::parse(line).map_err(|error| error.to_string())?;
        let position =
            epd.setup.position_waiving(SetupFaults::WAIVABLE).map_err(|error| error.to_string())?;
        let moves = |opcode: &str| -> Result<Vec<Move>, String> {
            let said = epd.operands(opcode).unwrap_or_default().iter();
            said.map(|text| position.parse_move(text).map_err(|error| format!("{opcode} {text}: {error}")))
                .collect()
        };
        let best = moves("bm")?;
        let avoid = [moves("am")?, moves("avoid")?].concat();
        let mate = match epd.operands("dm") {
            Some([moves]) => {
                Some(moves.parse().map_err(|_| format!("dm {moves}: expected a number of moves"))?)
            }
            Some(_) => return Err("dm: expected a number of moves".to_owned()),
            None => None,
        };
        if best.is_empty() && avoid.is_empty() && mate.is_none() {
            return Err("there is nothing to solve: neither bm nor am nor dm".to_owned());
        }
        let known =
            epd.operations.iter().filter(|said| ["bm", "am", "avoid", "dm"].contains(&said.opcode.as_str()));
        let wanted: Vec<String> =
            known.map(|said| format!("{} {}", said.opcode, said.operands.join(" "))).collect();
        let name =
            epd.operands("id").and_then(<[String]>::first).map_or_else(|| place.to_owned(), Clone::clone);
        Ok(TestPosition {
            name: one_line(&name),
            position,
            wanted: one_line(&wanted.join(", ")),
            best,
            avoid,
            mate,
        })
    }

    /// True if a move with this score solves the position.
    pub(super) fn is_solved_by(&self, m: Move, score: Score) -> bool {
        let mates =
            |longest: u32| matches!(score, Score::Mate(moves) if 0 < moves && moves as u32 <= longest);
        (self.best.is_empty() || self.best.contains(&m))
            && !self.avoid.contains(&m)
            && self.mate.is_none_or(mates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - -";

    #[test]
    fn solutions_are_checked_against_bm_am_dm() {
        let check = |operations: &str, m: &str, score: Score, expected: bool| {
            let test_position =
                TestPosition::read(format!("{BACK_RANK} {operations}").as_bytes(), "here").unwrap();
            let m = test_position.position.parse_move(m).unwrap();
            assert_eq!(test_position.is_solved_by(m, score), expected, "{operations}");
        };
        let (level, mate) = (Score::Centipawns(0), Score::Mate(1));
        check("bm Ra8+;", "Ra8", level, true);
        check("bm Ra8 Kd2;", "Kd2", level, true);
        check("bm a1a8;", "Ra2", mate, false);
        check("am Ra2;", "Ra2", level, false);
        check("avoid Ra2;", "Ra3", level, true);
        check("dm 1;", "Ra8", mate, true);
        check("dm 1;", "Ra8", Score::Mate(2), false);
        check("bm Ra8; dm 3;", "Ra8", Score::Mate(-1), false);
    }

    #[test]
    fn the_id_or_the_line_names_a_position() {
        let name = |operations: &str| {
            TestPosition::read(format!("{BACK_RANK} bm Ra8; {operations}").as_bytes(), "f:3").unwrap().name
        };
        assert_eq!((name("id \"first\";"), name("")), ("first".to_owned(), "f:3".to_owned()));
    }

    #[test]
    fn lines_without_bm_am_or_dm_are_errors() {
        for (operations, part) in [
            ("", "nothing to solve"),
            ("id \"x\";", "nothing to solve"),
            ("bm Qa8;", "bm Qa8"),
            ("dm soon;", "dm soon"),
            ("dm;", "dm"),
        ] {
            let why = TestPosition::read(format!("{BACK_RANK} {operations}").as_bytes(), "here").unwrap_err();
            assert!(why.contains(part), "{why}");
        }
        assert!(TestPosition::read(b"nonsense", "here").is_err());
    }
}
