//! Stages: the files in `stages/`, in the order in which they are taught.

use std::sync::LazyLock;

use rules::Role;

use crate::Scene;
use crate::goal::{Goal, Verdict};
use crate::parse::{StageError, parse};

/// A short lesson on one subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Name in addresses and stored progress; never changed. It is also the prefix of the keys of its texts: `rook`, `rook.1`.
    pub name: &'static str,
    /// Piece that stands for the stage in lists.
    pub icon: Role,
    /// The steps, at least one.
    pub steps: Vec<Step>,
}

/// A position with a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The position; the learner is to move.
    pub scene: Scene,
    /// The goal.
    pub goal: Goal,
    /// The smallest number of moves, 0 for a question. A goal against an opponent must be reached with it.
    pub moves: u8,
}

impl Step {
    /// The verdict that is true of the position; `None` if none is.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        match &self.scene {
            scene if scene.is_checkmate() => Some(Verdict::Checkmate),
            scene if scene.is_stalemate() => Some(Verdict::Stalemate),
            scene if scene.is_check() => Some(Verdict::Check),
            _ => None,
        }
    }
}

macro_rules! stage_files {
    ($($name:literal)+) => {
        /// Names and texts of the stages.
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../stages/", $name, ".txt")))),+];
    };
}

stage_files! {
    "rook" "bishop" "queen" "king" "knight" "pawn"
    "capture" "protect" "check" "escape" "mate"
    "castling" "en-passant" "promotion" "stalemate" "draws"
    "values" "fork" "pin" "skewer" "discovered"
    "opening" "ladder" "queen-mate" "rook-mate" "mate-in-two"
}

static STAGES: LazyLock<Vec<Stage>> = LazyLock::new(|| {
    // Every file is valid, which a test checks.
    FILES.iter().filter_map(|(name, text)| parse(name, text).ok()).collect()
});

/// All stages in the order in which they are taught.
#[must_use]
pub fn stages() -> &'static [Stage] {
    &STAGES
}

/// The stage with this name.
#[must_use]
pub fn stage(name: &str) -> Option<&'static Stage> {
    stages().iter().find(|stage| stage.name == name)
}

/// The first file with an error, for the tests.
///
/// # Errors
/// The name of the file and its error.
#[doc(hidden)]
pub fn check_files() -> Result<usize, (&'static str, StageError)> {
    FILES.iter().try_fold(0, |count, (name, text)| {
        parse(name, text).map(|_| count + 1).map_err(|error| (*name, error))
    })
}
