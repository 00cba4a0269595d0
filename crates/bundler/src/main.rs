//! Bundles the page: `bundler MODULES CRATES OUT` takes the folder of the compiled WebAssembly modules
//! (`web.wasm`, `club.wasm`, `engine_worker.wasm`, `board3d.wasm`) and the folder of all crates, and writes
//! all files that a browser requests to OUT.
//!
//! # Layout
//!
//! `bundle` is the sequence of steps. `glue` runs wasm-bindgen, `style` concatenates the style sheets, `icon`
//! draws the icons, `template` fills templates, `output` writes files with content hashes and compressed
//! copies, `report` prints the sizes.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a build tool prints its report")]

mod bundle;
mod glue;
mod style;
mod icon;
mod template;
mod output;
mod report;
mod error;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [modules, crates, out] = args.as_slice() else {
        eprintln!("Usage: bundler MODULES CRATES OUT");
        return ExitCode::from(2);
    };
    match bundle::bundle(Path::new(modules), Path::new(crates), Path::new(out)) {
        Ok(report) => {
            print!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("bundler: {error}");
            ExitCode::FAILURE
        }
    }
}
