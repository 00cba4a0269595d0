//! Dates in the user's locale and time zone.

use client::Language;
use js_sys::{Date, Object};
use protocol::UnixMillis;
use web_sys::wasm_bindgen::JsValue;

/// The date of a timestamp.
pub(crate) fn local_date(at: UnixMillis, language: Language) -> String {
    js_date(at).to_locale_date_string(language.code(), &Object::new()).into()
}

/// The date and time of a timestamp.
pub(crate) fn local_date_time(at: UnixMillis, language: Language) -> String {
    js_date(at).to_locale_string(language.code(), &Object::new()).into()
}

/// The local midnight at which a date (`2026-11-15`) begins.
pub(crate) fn local_midnight(day: &str) -> Option<UnixMillis> {
    // A date with a time is parsed as local time, one without as UTC.
    let at = Date::parse(&format!("{day}T00:00:00"));
    (at >= 0.0).then_some(UnixMillis(at as u64))
}

fn js_date(at: UnixMillis) -> Date {
    Date::new(&JsValue::from_f64(at.0 as f64))
}
