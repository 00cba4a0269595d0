//! Random numbers from the system's source (`getrandom`), never from the seeded generator of the crate `rng`.
//!
//! Secrets: session tokens, password salts and reset passwords (made in `accounts`), and the ids of games, because the
//! link to an invitation admits the player who opens it first. Not secret, but unpredictable for the players: colours, pairings
//! and Chess960 starts. Ids chosen by clients are no secrets; they only tell the client's own messages apart.

use protocol::Id;

/// Random 128-bit id.
pub(crate) fn id<Kind>() -> Id<Kind> {
    let mut bytes = [0; 16];
    fill(&mut bytes);
    Id::from_bits(u128::from_be_bytes(bytes))
}

/// Random number for choices such as colours.
pub(crate) fn seed() -> u64 {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    u64::from_be_bytes(bytes)
}

/// Panics if the system's random source fails: predictable ids and tokens would be insecure.
fn fill(bytes: &mut [u8]) {
    #[allow(clippy::panic, reason = "predictable ids and tokens would be insecure")]
    if let Err(error) = getrandom::fill(bytes) {
        panic!("system random source failed: {error}");
    }
}
