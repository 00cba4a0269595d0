//! The server: it hands the page to browsers and does nothing else yet.
//!
//! A [`Page`] is a table of files, each compressed beforehand. What is asked for is looked up in the table, so no path
//! leads anywhere else. [`run`] takes the listener and the signal to stop from its caller, so that the program and the
//! tests run the same code; [`serve`] is the same for a caller without a runtime.
//!
//! ```
//! use server::{File, Page};
//!
//! static FILES: [File; 1] = [File { path: "/", plain: b"<!doctype html>", brotli: None, gzip: None }];
//! let page = Page::new(&FILES);
//! assert_eq!(page.paths().collect::<Vec<_>>(), ["/"]);
//! ```
//!
//! # Layout
//!
//! `page` is what can be asked for, `embedded` what was built in, `negotiate` reads what the browser accepts, `answer`
//! turns a request into a response, `protection` holds the headers of every response, `run` accepts connections,
//! `blocking` brings the runtime and the signals.

mod page;
mod embedded;
mod negotiate;
mod answer;
mod protection;
mod run;
mod blocking;

pub use blocking::serve;
pub use page::{File, Page};
pub use run::run;
