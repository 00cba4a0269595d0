//! Mutation tests of the parsers of positions and moves: no input makes them panic or contradict themselves.
//! The fuzz targets check the same properties.

extern crate hanpan_rules as rules;

#[path = "../../../fuzz/properties/mutations.rs"]
mod mutations;
#[path = "../../../fuzz/properties/text.rs"]
mod properties;

use mutations::check;

#[test]
fn fen() {
    check("fen", 100_000, properties::fen);
}

#[test]
fn epd() {
    check("epd", 100_000, properties::epd);
}

#[test]
fn san() {
    check("san", 100_000, properties::san);
}

#[test]
fn uci() {
    check("uci", 100_000, properties::uci);
}

#[test]
fn text_board() {
    check("text_board", 100_000, properties::text_board);
}
