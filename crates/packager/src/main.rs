//! Packs a release: `packager ROOT BUILT OUT EPOCH` takes the repository, the folder of the built programs, and the time
//! of the release in seconds since 1970, and writes all files that users download to OUT.
//!
//! BUILT has a folder per platform (`x86_64-linux/hanpan`, `aarch64-linux/hanpan`, `x86_64-windows/hanpan.exe`)
//! and `manual`, as written by `hanpan manual`.
//!
//! The output depends on nothing else: entries of archives have a fixed order, owner and time.
//!
//! # Layout
//!
//! `release` is the sequence of steps. `archive` and `deb` say which file goes where, `image` writes the
//! container image, `dependencies` reads cargo's dependency graph, from which `sbom` and `licences` are made. `tar`,
//! `ar`, `zip`, `gzip`, `sha256` and `moment` are the formats.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a build tool prints its report")]

mod release;
mod archive;
mod deb;
mod image;
mod dependencies;
mod sbom;
mod licences;
mod tar;
mod ar;
mod zip;
mod gzip;
mod sha256;
mod moment;
mod error;

use std::path::PathBuf;
use std::process::ExitCode;

use release::Release;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [root, built, out, epoch] = args.as_slice() else {
        eprintln!("Usage: packager ROOT BUILT OUT EPOCH");
        return ExitCode::from(2);
    };
    let Ok(epoch) = epoch.parse() else {
        eprintln!("packager: EPOCH is not a number of seconds: {epoch}");
        return ExitCode::from(2);
    };
    let folders = [root, built, out].map(PathBuf::from);
    match Release::new(folders, epoch).and_then(|release| release.pack()) {
        Ok(files) => {
            println!("{files} files");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("packager: {error}");
            ExitCode::FAILURE
        }
    }
}
