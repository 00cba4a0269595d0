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
const BOARD3D: &str = include_str!("../templates/board3d.js");
const MANIFEST: &str = include_str!("../templates/manifest.webmanifest");
const THINKER: &str = include_str!("../templates/thinker.js");
const SERVICE_WORKER: &str = include_str!("../templates/service-worker.js");

/// Values for the gaps of a template.
type Names = Vec<(&'static str, String)>;

/// Fills the folder `out` and tells what is in it.
pub(crate) fn pack(modules: &Path, crates: &Path, out: &Path) -> Result<Report, Failure> {
    let (web, club) = (crates.join("web"), crates.join("club"));
    let knight = read(&web.join("art/pieces/knight.svg"))?;
    let style = style::join(&web)?;
    let club_style = style::join(&club)?;

    let mut output = Output::new(out)?;
    let names = module(&mut output, "hanpan", &modules.join("web.wasm"))?;
    let style = output.hashed("hanpan", "css", style.as_bytes())?;
    let icon = output.hashed("icon", "svg", icon::rounded(&knight)?.as_bytes())?;
    let maskable = output.hashed("icon-maskable", "svg", icon::maskable(&knight)?.as_bytes())?;
    let manifest = filled(MANIFEST, &[("icon", icon.clone()), ("maskable", maskable)])?;
    let manifest = output.named("manifest.webmanifest", manifest.as_bytes())?;
    let shared = vec![("style", style), ("icon", icon), ("manifest", manifest)];
    let index = filled(&read(&web.join("static/index.html"))?, &[names, shared.clone()].concat())?;
    let kept = list(output.paths());
    let first = output.files().len();

    let mut names = module(&mut output, "club", &modules.join("club.wasm"))?;
    names.push(("club-style", output.hashed("club", "css", club_style.as_bytes())?));
    let page = filled(&read(&club.join("static/club.html"))?, &[names, shared].concat())?;
    output.named("club.html", page.as_bytes())?;
    thinker(&mut output, &modules.join("thinker.wasm"))?;
    // The page asks for it by this name when a board is to stand in space.
    let element = filled(BOARD3D, &bound(&mut output, "board3d", &modules.join("board3d.wasm"))?)?;
    output.named("board3d.js", glue::bare(&element).as_bytes())?;
    let later = list(output.paths().skip(first));

    // Last of what a version is made of; the worker that keeps it names the version.
    output.named("index.html", index.as_bytes())?;
    let version = output.version();
    let worker = filled(SERVICE_WORKER, &[("version", version), ("files", kept), ("later", later)])?;
    output.named("service-worker.js", worker.as_bytes())?;
    Ok(Report::of(output.files()))
}

/// Adds a module with what loads it, all under one stem. Gives their paths by what templates call them.
fn module(output: &mut Output, stem: &str, wasm: &Path) -> Result<Names, Failure> {
    let mut names = bound(output, stem, wasm)?;
    let boot = filled(BOOT, &names)?;
    names.push(("script", output.hashed(stem, "js", boot.as_bytes())?));
    Ok(names)
}

/// Adds a module with its glue, which some script has to load.
fn bound(output: &mut Output, stem: &str, wasm: &Path) -> Result<Names, Failure> {
    let bound = glue::bind(wasm)?;
    let wasm = output.hashed(stem, "wasm", &bound.wasm)?;
    let glue = output.hashed(&format!("{stem}-glue"), "js", bound.glue.as_bytes())?;
    Ok(vec![("wasm", wasm), ("glue", glue)])
}

/// Adds the engine, with the script that a worker begins with. Whoever starts the worker knows it by its name.
fn thinker(output: &mut Output, wasm: &Path) -> Result<(), Failure> {
    let script = filled(THINKER, &bound(output, "thinker", wasm)?)?;
    output.named("thinker.js", script.as_bytes())?;
    Ok(())
}

fn filled(template: &str, names: &[(&'static str, String)]) -> Result<String, Failure> {
    let names: Vec<(&str, &str)> = names.iter().map(|(name, value)| (*name, value.as_str())).collect();
    fill(template, &names)
}

/// Paths as a list in JavaScript. They hold nothing that would have to be escaped.
fn list<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = paths.map(|path| format!("\"{path}\"")).collect();
    format!("[{}]", quoted.join(", "))
}
