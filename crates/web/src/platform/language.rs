//! The browser's language.

use client::Language;

/// The first of the browser's languages that is supported.
pub fn preferred() -> Language {
    let Some(window) = web_sys::window() else { return Language::default() };
    let codes = window.navigator().languages();
    codes.iter().filter_map(|code| Language::from_code(&code.as_string()?)).next().unwrap_or_default()
}
