//! Random numbers from the system's source.

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
