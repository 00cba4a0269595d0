//! The clipboard, and downloads.

use client::MessageKey;
use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use crate::app::App;

/// Copies a text to the clipboard and shows whether that worked.
pub fn copy_to_clipboard(app: App, text: String) {
    spawn_local(async move {
        let is_available = window().is_secure_context();
        let copied =
            is_available && JsFuture::from(window().navigator().clipboard().write_text(&text)).await.is_ok();
        app.notice.set(Some(if copied { MessageKey::Copied } else { MessageKey::CopyFailed }));
    });
}

/// Downloads a text as a file.
pub fn download(name: &str, text: &str) {
    // Errors are ignored: there is nothing the user could do.
    let _ = save_blob(name, text);
}

fn save_blob(name: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("text/plain;charset=utf-8");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.dyn_into()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}
