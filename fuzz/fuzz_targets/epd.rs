#![no_main]

#[path = "../properties/text.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|text: &[u8]| properties::epd(text));
