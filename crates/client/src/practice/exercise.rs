//! The exercises.

use rules::{Color, Position};
use texts::PracticeMessageKey;

/// An endgame to practise: the side to move is the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// Name in addresses and in the stored progress.
    pub id: &'static str,
    /// Name in the language of the player.
    pub name: PracticeMessageKey,
    /// Kind of endgame.
    pub group: ExerciseGroup,
    /// Goal of the player.
    pub goal: Goal,
    fen: &'static str,
}

/// Goal of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Mate.
    Win,
    /// At least a draw.
    Draw,
}

/// Kinds of endgames.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExerciseGroup {
    /// Mates against a bare king.
    Mates,
    /// King and pawn against king.
    Pawns,
    /// Queen against pawn, and queen against rook.
    Queens,
    /// Rook endgames.
    Rooks,
}

impl ExerciseGroup {
    /// All groups, in the order in which they are learned.
    pub const ALL: [ExerciseGroup; 4] =
        [ExerciseGroup::Mates, ExerciseGroup::Pawns, ExerciseGroup::Queens, ExerciseGroup::Rooks];
}

const fn exercise(
    id: &'static str,
    name: PracticeMessageKey,
    group: ExerciseGroup,
    goal: Goal,
    fen: &'static str,
) -> Exercise {
    Exercise { id, name, group, goal, fen }
}

use ExerciseGroup::{Mates, Pawns, Queens, Rooks};

impl Exercise {
    /// All exercises, in the order in which they are learned.
    pub const ALL: [Exercise; 16] = [
        exercise(
            "two-rooks",
            PracticeMessageKey::TwoRooks,
            Mates,
            Goal::Win,
            "8/8/8/4k3/8/8/8/R2K3R w - - 0 1",
        ),
        exercise("queen", PracticeMessageKey::Queen, Mates, Goal::Win, "8/8/8/4k3/8/8/8/3QK3 w - - 0 1"),
        exercise("rook", PracticeMessageKey::Rook, Mates, Goal::Win, "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"),
        exercise(
            "two-bishops",
            PracticeMessageKey::TwoBishops,
            Mates,
            Goal::Win,
            "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
        ),
        exercise(
            "bishop-and-knight",
            PracticeMessageKey::BishopAndKnight,
            Mates,
            Goal::Win,
            "8/8/8/4k3/8/8/8/4KBN1 w - - 0 1",
        ),
        exercise("pawn", PracticeMessageKey::Pawn, Pawns, Goal::Win, "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"),
        exercise(
            "against-pawn",
            PracticeMessageKey::AgainstPawn,
            Pawns,
            Goal::Draw,
            "8/8/8/8/4k3/4p3/8/4K3 w - - 0 1",
        ),
        exercise(
            "rook-pawn",
            PracticeMessageKey::RookPawn,
            Pawns,
            Goal::Draw,
            "8/8/8/8/2k5/p7/8/2K5 w - - 0 1",
        ),
        exercise(
            "queen-against-pawn",
            PracticeMessageKey::QueenAgainstPawn,
            Queens,
            Goal::Win,
            "Q7/8/8/8/8/8/3pk3/7K w - - 0 1",
        ),
        exercise(
            "bishop-pawn-against-queen",
            PracticeMessageKey::BishopPawnAgainstQueen,
            Queens,
            Goal::Draw,
            "8/1KP5/8/8/4q3/8/8/6k1 w - - 0 1",
        ),
        exercise(
            "queen-against-rook",
            PracticeMessageKey::QueenAgainstRook,
            Queens,
            Goal::Win,
            "8/3kr3/8/8/8/8/3K4/3Q4 w - - 0 1",
        ),
        exercise(
            "rook-against-pawn",
            PracticeMessageKey::RookAgainstPawn,
            Rooks,
            Goal::Win,
            "6K1/8/8/3kp3/8/8/8/7R w - - 0 1",
        ),
        exercise(
            "pawn-against-rook",
            PracticeMessageKey::PawnAgainstRook,
            Rooks,
            Goal::Draw,
            "8/8/3PK3/8/8/6k1/8/3r4 w - - 0 1",
        ),
        exercise(
            "rook-against-bishop",
            PracticeMessageKey::RookAgainstBishop,
            Rooks,
            Goal::Draw,
            "6K1/8/5k2/1r6/8/8/8/1B6 w - - 0 1",
        ),
        exercise(
            "lucena",
            PracticeMessageKey::Lucena,
            Rooks,
            Goal::Win,
            "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
        ),
        exercise(
            "philidor",
            PracticeMessageKey::Philidor,
            Rooks,
            Goal::Draw,
            "4k3/7R/8/3KP3/8/8/8/r7 b - - 0 1",
        ),
    ];

    /// The exercise with an id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Exercise> {
        Exercise::ALL.into_iter().find(|exercise| exercise.id == id)
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> Position {
        // A test parses all of them.
        self.fen.parse().unwrap_or_default()
    }

    /// The player's side.
    #[must_use]
    pub fn player(&self) -> Color {
        self.position().turn()
    }

    /// Returns true if the tables know the position: up to four men. The others are defended by the engine.
    #[must_use]
    pub fn is_in_tables(&self) -> bool {
        tablebase::Tablebase::covers(&self.position())
    }
}
