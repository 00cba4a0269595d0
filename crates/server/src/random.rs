//! Randomness from the system.

use protocol::Id;

/// A name that nobody can guess.
pub(crate) fn id<Kind>() -> Id<Kind> {
    let mut bytes = [0; 16];
    fill(&mut bytes);
    Id::from_bits(u128::from_be_bytes(bytes))
}

/// A number for drawing lots.
pub(crate) fn seed() -> u64 {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    u64::from_be_bytes(bytes)
}

/// A server that cannot make secrets must not go on: others could guess them.
fn fill(bytes: &mut [u8]) {
    #[allow(clippy::panic, reason = "without randomness there is no safe way to go on")]
    if let Err(error) = getrandom::fill(bytes) {
        panic!("the system gives no random numbers: {error}");
    }
}
