//! Days and hours as people write them where they are.

use client::Language;
use js_sys::{Date, Object};
use protocol::UnixMillis;
use web_sys::wasm_bindgen::JsValue;

/// The day of a moment.
pub(crate) fn local_date(at: UnixMillis, language: Language) -> String {
    js_date(at).to_locale_date_string(language.code(), &Object::new()).into()
}

/// The day and the hour of a moment.
pub(crate) fn local_date_time(at: UnixMillis, language: Language) -> String {
    js_date(at).to_locale_string(language.code(), &Object::new()).into()
}

/// The moment at which a day begins here, of a day as a field for dates has it (`2026-11-15`).
pub(crate) fn local_midnight(day: &str) -> Option<UnixMillis> {
    // With a time behind it, it is a local one.
    let at = Date::parse(&format!("{day}T00:00:00"));
    (at >= 0.0).then_some(UnixMillis(at as u64))
}

fn js_date(at: UnixMillis) -> Date {
    Date::new(&JsValue::from_f64(at.0 as f64))
}
