//! Other people's chess libraries beside ours.
//!
//! In `tests/` they are oracles: our answers must be theirs on hundreds of thousands of positions. In `benches/` they are
//! rivals, measured side by side with us in one run. There is nothing to use here, and nothing may depend on it.
