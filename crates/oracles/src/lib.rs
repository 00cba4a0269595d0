//! Other chess libraries as test oracles and benchmark references.
//!
//! In `tests/` our results must equal theirs on hundreds of thousands of positions. In `benches/` they are
//! measured against ours in one run. The library itself is empty, and nothing may depend on it.
