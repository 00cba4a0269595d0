//! Packs the page: `page MODULES CRATES OUT` takes the folder with the WebAssembly as the compiler left it (`web.wasm`,
//! `club.wasm` and `board3d.wasm`) and the folder of all rooms, and fills the folder OUT with everything that a browser will ask for.
//!
//! # Layout
//!
//! `pack` is the order of work. `glue` makes the WebAssembly loadable, `style` joins the style sheets, `icon` draws the
//! icons, `template` fills in names, `output` names files after their content and compresses them, `report` tells what
//! it all weighs.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a chore tells what it does")]

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
        eprintln!("Usage: page MODULES CRATES OUT");
        return ExitCode::from(2);
    };
    match bundle::bundle(Path::new(modules), Path::new(crates), Path::new(out)) {
        Ok(report) => {
            print!("{report}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("page: {failure}");
            ExitCode::FAILURE
        }
    }
}
