//! The clock of the browser. Declared here because it is all that the worker would need of `web-sys`.

#![allow(unsafe_code, reason = "the macro declares a function of the browser")]

use std::time::Duration;

use wasm_bindgen::prelude::wasm_bindgen;

/// Time since the worker started.
pub(crate) fn now() -> Duration {
    Duration::from_secs_f64(performance_now().max(0.0) / 1000.0)
}

#[wasm_bindgen]
extern "C" {
    /// In milliseconds.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}
