#![no_main]

#[path = "../properties/pgn.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|text: &[u8]| properties::pgn(text));
