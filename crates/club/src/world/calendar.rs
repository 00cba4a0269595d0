//! Days and hours as people write them where they are.

use client::Language;
use js_sys::{Date, Object};
use protocol::Moment;
use web_sys::wasm_bindgen::JsValue;

/// The day of a moment.
pub(crate) fn day(at: Moment, language: Language) -> String {
    date(at).to_locale_date_string(language.code(), &Object::new()).into()
}

/// The day and the hour of a moment.
pub(crate) fn day_and_hour(at: Moment, language: Language) -> String {
    date(at).to_locale_string(language.code(), &Object::new()).into()
}

/// The moment at which a day begins here, of a day as a field for dates has it (`2026-11-15`).
pub(crate) fn beginning(day: &str) -> Option<Moment> {
    // With a time behind it, it is a local one.
    let at = Date::parse(&format!("{day}T00:00:00"));
    (at >= 0.0).then_some(Moment(at as u64))
}

fn date(at: Moment) -> Date {
    Date::new(&JsValue::from_f64(at.0 as f64))
}
