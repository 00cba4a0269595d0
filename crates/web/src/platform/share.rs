//! Sharing of links: clipboard and Web Share API.

use client::ClubMessageKey;
use leptos::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::ShareData;
use web_sys::wasm_bindgen::JsValue;

/// Copies a text to the clipboard and reports whether that worked.
pub(crate) fn copy_to_clipboard(text: String, result: RwSignal<Option<ClubMessageKey>>) {
    spawn_local(async move {
        let is_available = window().is_secure_context();
        let copied =
            is_available && JsFuture::from(window().navigator().clipboard().write_text(&text)).await.is_ok();
        result.try_set(Some(if copied { ClubMessageKey::Copied } else { ClubMessageKey::CopyFailed }));
    });
}

/// Returns true if the browser has the Web Share API.
pub(crate) fn is_supported() -> bool {
    js_sys::Reflect::has(&window().navigator(), &JsValue::from_str("share")) == Ok(true)
}

/// Opens the share dialog.
pub(crate) fn share(title: String, url: String) {
    spawn_local(async move {
        let data = ShareData::new();
        data.set_title(&title);
        data.set_url(&url);
        // Cancelling the dialog is no error.
        let _ = JsFuture::from(window().navigator().share_with_data(&data)).await;
    });
}
