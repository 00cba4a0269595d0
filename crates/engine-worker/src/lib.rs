//! The engine in a web worker: requests, responses and searching in time slices.
//!
//! A worker receives no messages while it computes, so an analysis runs in slices; after each one the worker
//! looks for a new request. Page and worker exchange single lines of text, which are parsed here on both
//! sides.
//!
//! Start at `request` and `response`, then `search_worker` (the engine) and `table_worker` (the endgame tables).

mod response;
mod search_worker;
mod table_worker;
mod request;

#[cfg(all(feature = "entry", target_arch = "wasm32"))]
mod clock;
#[cfg(all(feature = "entry", target_arch = "wasm32"))]
mod entry;

pub use request::{ParseMessageError, TableJob, WorkerJob, WorkerRequest};
pub use response::{PvLine, TableOutcomes, WorkerResponse};
pub use search_worker::SearchWorker;
