//! Replies and the socket that the loader requested while the program was being downloaded.

#![allow(unsafe_code, reason = "the macro declares functions of a script")]

use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::WebSocket;

/// The reply to a request that was sent early; once.
pub(super) fn reply(path: &str) -> Option<Promise> {
    early_reply(path)
}

/// The socket that was opened early; once. Its messages are dispatched when the current task has set their handlers.
pub(super) fn socket() -> Option<WebSocket> {
    early_socket()
}

#[wasm_bindgen(raw_module = "./parts.js")]
extern "C" {
    #[wasm_bindgen(js_name = earlyReply)]
    fn early_reply(path: &str) -> Option<Promise>;

    #[wasm_bindgen(js_name = earlySocket)]
    fn early_socket() -> Option<WebSocket>;
}
