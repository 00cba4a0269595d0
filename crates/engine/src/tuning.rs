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
    crate::Opponent::new(crate::Level::Otto, seed).with_skill(crate::level::Skill::of(power))
}
