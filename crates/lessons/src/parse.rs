//! The format of the stage files.
//!
//! A line is a word with its value; empty lines and lines that begin with `#` are notes. `icon` is the piece that stands for the
//! stage. Each `board`, a FEN, begins a step, to which the following `goal` and `moves` belong:
//!
//! ```text
//! icon R
//!
//! board 8/8/8/8/8/8/8/R7 w - - 0 1
//! goal collect a6
//! moves 1
//! ```

use std::fmt;

use rules::{Bitboard, CastlingSide, Role, Setup, Square};

use crate::goal::{EscapeWay, Goal};
use crate::{Scene, Stage, Step};

/// An error in a stage file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StageError {
    /// Number of the line, from 1; one more than there are if something is missing at the end.
    pub line: usize,
    /// Kind of the error.
    pub kind: StageErrorKind,
}

/// Kind of an error in a stage file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageErrorKind {
    /// The line begins with no known word.
    UnknownWord,
    /// The icon is no piece.
    Icon,
    /// The FEN is malformed or the position illegal.
    Board,
    /// The goal is unknown, or its squares are.
    Goal,
    /// The number of moves is none.
    Moves,
    /// A step has no goal or no number of moves, or the stage no icon or no step.
    Incomplete,
}

impl fmt::Display for StageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            StageErrorKind::UnknownWord => "unknown word",
            StageErrorKind::Icon => "no piece",
            StageErrorKind::Board => "invalid position",
            StageErrorKind::Goal => "invalid goal",
            StageErrorKind::Moves => "invalid number of moves",
            StageErrorKind::Incomplete => "something is missing before this line",
        };
        write!(f, "line {}: {what}", self.line)
    }
}

impl std::error::Error for StageError {}

/// A step that is being read.
#[derive(Clone, Copy, Default)]
struct Draft {
    scene: Option<Scene>,
    goal: Option<Goal>,
    moves: Option<u8>,
}

impl Draft {
    fn finish(self) -> Option<Step> {
        Some(Step { scene: self.scene?, goal: self.goal?, moves: self.moves? })
    }
}

/// Parses a stage file.
pub(crate) fn parse(name: &'static str, text: &str) -> Result<Stage, StageError> {
    let (mut icon, mut steps, mut draft) = (None, Vec::new(), None::<Draft>);
    let mut end = 1;
    for (line, content) in text.lines().enumerate().map(|(index, content)| (index + 1, content.trim())) {
        end = line + 1;
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let error = |kind| StageError { line, kind };
        let (word, value) = content.split_once(' ').unwrap_or((content, ""));
        match (word, &mut draft) {
            ("icon", None) => icon = Some(role(value).ok_or(error(StageErrorKind::Icon))?),
            ("board", _) => {
                if let Some(draft) = draft.take() {
                    steps.push(draft.finish().ok_or(error(StageErrorKind::Incomplete))?);
                }
                let setup: Setup = value.parse().map_err(|_| error(StageErrorKind::Board))?;
                let scene = Scene::new(&setup).ok_or(error(StageErrorKind::Board))?;
                draft = Some(Draft { scene: Some(scene), ..Draft::default() });
            }
            ("goal", Some(draft)) => draft.goal = Some(goal(value).ok_or(error(StageErrorKind::Goal))?),
            ("moves", Some(draft)) => {
                draft.moves = Some(value.parse().map_err(|_| error(StageErrorKind::Moves))?);
            }
            _ => return Err(error(StageErrorKind::UnknownWord)),
        }
    }
    let incomplete = StageError { line: end, kind: StageErrorKind::Incomplete };
    steps.push(draft.and_then(Draft::finish).ok_or(incomplete)?);
    Ok(Stage { name, icon: icon.ok_or(incomplete)?, steps })
}

fn goal(text: &str) -> Option<Goal> {
    let (word, value) = text.split_once(' ').unwrap_or((text, ""));
    Some(match (word, value) {
        ("collect", squares) => Goal::Collect(parse_squares(squares)?),
        ("reach", value) => {
            let (piece, squares) = value.split_once(' ')?;
            Goal::Reach(role(piece)?, parse_squares(squares)?)
        }
        ("check", "") => Goal::Check,
        ("escape", "move") => Goal::Escape(EscapeWay::Move),
        ("escape", "block") => Goal::Escape(EscapeWay::Block),
        ("escape", "capture") => Goal::Escape(EscapeWay::Capture),
        ("mate", "") => Goal::Mate,
        ("castle", "") => Goal::Castle(None),
        ("castle", "king") => Goal::Castle(Some(CastlingSide::King)),
        ("castle", "queen") => Goal::Castle(Some(CastlingSide::Queen)),
        ("en-passant", "") => Goal::EnPassant,
        ("promote", piece) => Goal::Promote(role(piece).filter(|role| role.is_promotion())?),
        ("protect", square) => Goal::Protect(square.parse().ok()?),
        ("safe", "") => Goal::Safe,
        ("win", points) => Goal::Win(points.parse().ok()?),
        ("draw", "") => Goal::Draw,
        ("judge", "") => Goal::Judge,
        _ => return None,
    })
}

/// One or more squares.
fn parse_squares(text: &str) -> Option<Bitboard> {
    let squares: Option<Bitboard> = text.split_whitespace().map(|word| word.parse::<Square>().ok()).collect();
    squares.filter(|squares| squares.any())
}

fn role(text: &str) -> Option<Role> {
    match text.as_bytes() {
        [letter] => Role::from_letter(*letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        let check = |text: &str, line: usize, kind: StageErrorKind| {
            assert_eq!(parse("test", text), Err(StageError { line, kind }), "{text:?}");
        };
        let board = "board 8/8/8/8/8/8/8/R7 w - - 0 1";
        check("", 1, StageErrorKind::Incomplete);
        check("icon R\n", 2, StageErrorKind::Incomplete);
        check("icon X\n", 1, StageErrorKind::Icon);
        check("# note\n\nicon RR\n", 3, StageErrorKind::Icon);
        check("icon R\nboard 8/8 w - - 0 1", 2, StageErrorKind::Board);
        check("icon R\nboard 8/8/8/8/8/8/8/K6k w - - 0 1\ngoal fly", 3, StageErrorKind::Goal);
        // Two kings beside each other.
        check("icon R\nboard 8/8/8/8/8/8/8/Kk6 w - - 0 1", 2, StageErrorKind::Board);
        check(&format!("icon R\n{board}\ngoal collect a9"), 3, StageErrorKind::Goal);
        check(&format!("icon R\n{board}\ngoal collect"), 3, StageErrorKind::Goal);
        check(&format!("icon R\n{board}\ngoal promote K"), 3, StageErrorKind::Goal);
        check(&format!("icon R\n{board}\ngoal mate\nmoves x"), 4, StageErrorKind::Moves);
        check(&format!("icon R\n{board}\ngoal mate\n{board}"), 4, StageErrorKind::Incomplete);
        check(&format!("icon R\n{board}\ngoal mate\n"), 4, StageErrorKind::Incomplete);
        check("icon R\nmoves 1", 2, StageErrorKind::UnknownWord);
        check(&format!("{board}\ngoal mate\nmoves 1\n"), 4, StageErrorKind::Incomplete);
    }

    #[test]
    fn a_stage_has_steps() {
        let text = "icon R\n\n# A note.\nboard 8/8/8/8/8/8/8/R7 w - - 0 1\ngoal collect a6 h6\nmoves 2\n\
            board 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\ngoal castle queen\nmoves 1";
        let stage = parse("test", text).unwrap();
        assert_eq!((stage.name, stage.icon, stage.steps.len()), ("test", Role::Rook, 2));
        assert_eq!(stage.steps[0].goal, Goal::Collect(Square::A6.bitboard() | Square::H6.bitboard()));
        assert_eq!(stage.steps[1].goal, Goal::Castle(Some(CastlingSide::Queen)));
        assert_eq!((stage.steps[1].moves, stage.steps[0].scene.position()), (1, None));
    }
}
