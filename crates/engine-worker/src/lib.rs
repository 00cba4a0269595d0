//! The engine in a browser's worker: what it is asked, what it answers, and thinking in slices.
//!
//! A worker hears nothing while it computes, so whatever has no end is thought about in slices: after each one the worker
//! looks whether something else is wanted. The page and its worker send each other single lines of text; here both sides
//! find them as values.
//!
//! Start at `question` and `answer`, then `desk`.

mod response;
mod search_worker;
mod request;
mod pv_collector;

#[cfg(all(feature = "entry", target_arch = "wasm32"))]
mod entry;

pub use request::{ParseMessageError, WorkerJob, WorkerRequest};
pub use response::{PvLine, WorkerResponse};
pub use search_worker::SearchWorker;
