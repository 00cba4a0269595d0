//! Mutation tests of the PGN reader: no input makes it panic or contradict itself. The fuzz target checks the
//! same properties.

extern crate hanpan_game as game;

#[path = "../../../fuzz/properties/mutations.rs"]
mod mutations;
#[path = "../../../fuzz/properties/pgn.rs"]
mod properties;

#[test]
fn pgn() {
    mutations::check("pgn", 40_000, properties::pgn);
}
