//! Builds the program for all platforms, with the page inside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::platform::{self, Platform};
use super::{EPOCH_ENV, epoch};
use crate::build::PAGE_ENV;
use crate::step::{TaskError, cargo, step, target_folder};
use crate::{python, remap, toolchain, web};

/// Profile in the root manifest.
const PROFILE: &str = "dist";

/// Builds everything that is packed: a folder per platform, and `manual`. Returns the folder around them.
pub(crate) fn programs() -> Result<PathBuf, TaskError> {
    toolchain::ensure_target(web::TARGET)?;
    let page = web::bundle(web::Page::Shipped)?;
    let built = target_folder()?.join("distrib-programs");
    for platform in platform::ALL {
        let program = compile(platform, &page)?;
        let folder = built.join(platform.name);
        let copied =
            fs::create_dir_all(&folder).and_then(|()| fs::copy(&program, folder.join(platform.program)));
        copied.map_err(|error| TaskError(format!("{}: {error}", program.display())))?;
    }
    let manual = built.join("manual");
    // Left by an earlier version, or never there.
    fs::remove_dir_all(&manual).ok();
    let hanpan = built.join(platform::X86_64_LINUX.name).join(platform::X86_64_LINUX.program);
    step("dist: man pages and completions", Command::new(hanpan).arg("manual").arg(&manual))?;
    Ok(built)
}

/// Compiles for a platform. Zig compiles the C code and links, with the C library of the platform.
fn compile(platform: Platform, page: &Path) -> Result<PathBuf, TaskError> {
    toolchain::ensure_target(platform.target)?;
    let zig = python::ensure(python::ZIG)?;
    let mut command = cargo(&["zigbuild", "--locked", "--package", "hanpan", "--profile", PROFILE]);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([zig.join("bin")].into_iter().chain(std::env::split_paths(&path)))
        .map_err(|error| TaskError(format!("PATH: {error}")))?;
    command
        .args(["--target", platform.target])
        .env("PATH", path)
        .env("CARGO_ZIGBUILD_ZIG_PATH", zig.join("ziglang").join("zig"))
        // Replaces the flags of the configuration, which are for this machine's processor.
        .env("CARGO_ENCODED_RUSTFLAGS", remap::flags()?.join("\u{1f}"))
        // The linker writes this time into the header of a Windows program, or else the present one.
        .env(EPOCH_ENV, epoch()?.to_string())
        .env(PAGE_ENV, page);
    step(&format!("dist: {}", platform.name), &mut command)?;
    Ok(target_folder()?.join(platform.target).join(PROFILE).join(platform.program))
}
