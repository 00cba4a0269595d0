//! Parts of the document that only the online pages change: the icon of the tab, and the cookie of the language.

use client::Language;
use leptos::prelude::document;
use web_sys::js_sys::Reflect;
use web_sys::wasm_bindgen::JsValue;

/// Shows the icon that calls the user to move, or the usual one. Both paths are attributes of the document's link.
pub(crate) fn set_icon(calls: bool) {
    let Ok(Some(link)) = document().query_selector("link[rel=icon]") else { return };
    let name = if calls { "data-turn" } else { "data-usual" };
    if let Some(path) =
        link.get_attribute(name).filter(|path| link.get_attribute("href").as_ref() != Some(path))
    {
        // The attribute's name is valid.
        let _ = link.set_attribute("href", &path);
    }
}

/// Tells the server in which language to send the frame of the next page. It is no secret, and lives for a year.
pub(crate) fn save_language(language: Language) {
    let cookie = format!("hanpan-language={}; path=/; max-age=31536000; samesite=lax", language.code());
    // A browser without cookies gets the language of its own settings.
    let _ = Reflect::set(&document(), &JsValue::from_str("cookie"), &JsValue::from_str(&cookie));
}
