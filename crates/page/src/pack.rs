//! The order of work: what names a file is written after it, so that it can hold its hash.

use std::path::Path;

use crate::failure::{Failure, read};
use crate::glue;
use crate::icon;
use crate::output::Output;
use crate::report::Report;
use crate::style;
use crate::template::fill;

const BOOT: &str = include_str!("../templates/boot.js");
const MANIFEST: &str = include_str!("../templates/manifest.webmanifest");
const SERVICE_WORKER: &str = include_str!("../templates/service-worker.js");

/// Fills the folder `out` and tells what is in it.
pub(crate) fn pack(wasm: &Path, web: &Path, out: &Path) -> Result<Report, Failure> {
    let index = read(&web.join("static/index.html"))?;
    let style = style::join(web)?;
    let knight = read(&web.join("art/pieces/knight.svg"))?;
    let bound = glue::bind(wasm)?;

    let mut output = Output::new(out)?;
    let wasm = output.hashed("hanpan", "wasm", &bound.wasm)?;
    let glue = output.hashed("glue", "js", bound.glue.as_bytes())?;
    let boot = fill(BOOT, &[("glue", &glue), ("wasm", &wasm)])?;
    let script = output.hashed("hanpan", "js", boot.as_bytes())?;
    let style = output.hashed("hanpan", "css", style.as_bytes())?;
    let icon = output.hashed("icon", "svg", icon::rounded(&knight)?.as_bytes())?;
    let maskable = output.hashed("icon-maskable", "svg", icon::maskable(&knight)?.as_bytes())?;
    let manifest = fill(MANIFEST, &[("icon", &icon), ("maskable", &maskable)])?;
    let manifest = output.named("manifest.webmanifest", manifest.as_bytes())?;
    let names = [
        ("script", script),
        ("style", style),
        ("glue", glue),
        ("wasm", wasm),
        ("icon", icon),
        ("manifest", manifest),
    ];
    let names = names.each_ref().map(|(name, path)| (*name, path.as_str()));
    let index = fill(&index, &names)?;
    let kept = list(output.paths());
    // Last of what a version is made of; the worker that keeps it names the version.
    output.named("index.html", index.as_bytes())?;
    let worker = fill(SERVICE_WORKER, &[("version", &output.version()), ("files", &kept)])?;
    output.named("service-worker.js", worker.as_bytes())?;
    Ok(Report::of(output.files()))
}

/// Paths as a list in JavaScript. They hold nothing that would have to be escaped.
fn list<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = paths.map(|path| format!("\"{path}\"")).collect();
    format!("[{}]", quoted.join(", "))
}
