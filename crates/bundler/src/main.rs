//! Bundles the page: `bundler [--fast] MODULES CRATES OUT` takes the folder of the compiled WebAssembly modules
//! (`web.wasm`, `engine_worker.wasm`, `board3d.wasm`) and the folder of all crates, and writes all files that a
//! browser requests to OUT, and the weights of the pages to a file beside it (`OUT.weights`). `--fast` compresses less.
//!
//! # Layout
//!
//! `bundle` is the sequence of steps. `split` splits the application into parts, `glue` runs wasm-bindgen, `style` concatenates the style sheets, `icon`
//! draws the icons, `template` fills templates, `output` writes files with content hashes and compressed
//! copies, `pack` joins the files of a game, `pages` knows which files a page loads, `report` prints the sizes.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a build tool prints its report")]

mod bundle;
mod split;
mod pages;
mod pack;
mod preview;
mod puzzle_files;
mod glue;
mod style;
mod icon;
mod template;
mod output;
mod report;
mod error;

use std::path::Path;
use std::process::ExitCode;

use error::BundleError;
use output::Effort;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (effort, paths) = match args.as_slice() {
        [option, paths @ ..] if option == "--fast" => (Effort::Fast, paths),
        paths => (Effort::Best, paths),
    };
    let [modules, crates, out] = paths else {
        eprintln!("Usage: bundler [--fast] MODULES CRATES OUT");
        return ExitCode::from(2);
    };
    let out = Path::new(out);
    let bundled = bundle::bundle(Path::new(modules), Path::new(crates), out, effort).and_then(|report| {
        let weights = out.with_extension("weights");
        std::fs::write(&weights, report.weights()).map_err(|error| BundleError::file(&weights, error))?;
        Ok(report)
    });
    match bundled {
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
