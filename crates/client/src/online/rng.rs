//! Random ids. The generator is seeded, so that the same events always produce the same effects.
//!
//! Neither the ids nor the jitter are secrets: an id only tells the user's own actions and seeks apart, and the
//! session cookie decides whether a message may act for the user. Secrets are made by the server.

use protocol::Id;
pub(crate) use rng::Rng;

/// An id that is unique for all practical purposes.
pub(crate) fn random_id<Kind>(rng: &mut Rng) -> Id<Kind> {
    Id::from_bits(rng.next_u128())
}
