//! Random ids. The generator is seeded, so that a run can be repeated.

use protocol::Id;
pub use rng::Rng;

/// An id that is unique for all practical purposes.
pub fn random_id<Kind>(rng: &mut Rng) -> Id<Kind> {
    Id::from_bits(rng.next_u128())
}
