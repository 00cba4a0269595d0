//! No bytes whatever make the reader of PGN panic or contradict itself. The fuzz target checks the same.

#[path = "../../../fuzz/properties/mutations.rs"]
mod mutations;
#[path = "../../../fuzz/properties/pgn.rs"]
mod properties;

#[test]
fn pgn() {
    mutations::check("pgn", 40_000, properties::pgn);
}
