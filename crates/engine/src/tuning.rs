//! The evaluation's terms and weights, for the tuner in `tools/`.

pub use crate::eval::terms::{
    ENEMY_KING_BUCKETS, GROUPS, Group, OWN_KING_BUCKETS, PSQT_ENEMY_KING, PSQT_OWN_KING, TERM_COUNT,
};
pub use crate::eval::trace::{Features, features};

/// Current values of all terms: middlegame and endgame.
#[must_use]
pub fn term_values() -> Vec<[i32; 2]> {
    crate::eval::terms::VALUES.iter().map(|weight| [weight.middlegame(), weight.endgame()]).collect()
}

/// An opponent with a power from 0 to 1000, for the calibration of levels.
#[must_use]
pub fn with_power(power: u16, seed: u64) -> crate::Opponent {
    let level = if power > 700 { crate::Level::Doyun } else { crate::Level::Otto };
    crate::Opponent::new(level, seed).with_skill(crate::level::Skill::from_power(power))
}

/// True if the side to move has a capture that gains at least `gain` centipawns by SEE.
#[must_use]
pub fn has_winning_capture(position: &rules::Position, gain: i32) -> bool {
    let captures = position.legal_captures();
    captures.iter().any(|&m| crate::search::see::see_ge::<rules::cpu::Baseline>(position, m, gain))
}
