//! The evaluation laid open for the tuner in `tools/`.

pub use crate::eval::terms::{
    BY_ENEMY_KING, BY_OWN_KING, COUNT, ENEMY_KING_BUCKETS, GROUPS, Group, OWN_KING_BUCKETS,
};
pub use crate::eval::trace::{Features, features};

/// What each term is worth now, in the middlegame and in the endgame.
#[must_use]
pub fn values() -> Vec<[i32; 2]> {
    crate::eval::terms::VALUES.iter().map(|weight| [weight.middlegame(), weight.endgame()]).collect()
}

/// An opponent between no skill (0) and all of it (1000), to find out which level that is.
#[must_use]
pub fn with_power(power: u16, seed: u64) -> crate::Opponent {
    let level = if power > 700 { crate::Level::Doyun } else { crate::Level::Otto };
    crate::Opponent::new(level, seed).with_skill(crate::level::Skill::of(power))
}

/// Whether the side to move can gain so much by taking on one square.
#[must_use]
pub fn can_gain(position: &rules::Position, gain: i32) -> bool {
    let captures = position.legal_captures();
    captures.iter().any(|&m| crate::see::gains_at_least(position, m, gain))
}
