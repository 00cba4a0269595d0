//! The order of work: what names a file is written after it, so that it can hold its hash.

use std::path::Path;

use crate::error::{BundleError, read};
use crate::glue;
use crate::icon;
use crate::output::Output;
use crate::report::SizeReport;
use crate::style;
use crate::template::fill;

const BOOT_JS: &str = include_str!("../templates/boot.js");
const BOARD3D_JS: &str = include_str!("../templates/board3d.js");
const MANIFEST: &str = include_str!("../templates/manifest.webmanifest");
const ENGINE_WORKER_JS: &str = include_str!("../templates/engine-worker.js");
const SERVICE_WORKER_JS: &str = include_str!("../templates/service-worker.js");

/// Values for the gaps of a template.
type TemplateValues = Vec<(&'static str, String)>;

/// Fills the folder `out` and tells what is in it.
pub(crate) fn bundle(modules: &Path, crates: &Path, out: &Path) -> Result<SizeReport, BundleError> {
    let (web, club) = (crates.join("web"), crates.join("club"));
    let knight = read(&web.join("art/pieces/knight.svg"))?;
    let style = style::join(&web)?;
    let club_style = style::join(&club)?;

    let mut output = Output::new(out)?;
    let names = add_page_module(&mut output, "hanpan", &modules.join("web.wasm"))?;
    let style = output.add_hashed("hanpan", "css", style.as_bytes())?;
    let icon = output.add_hashed("icon", "svg", icon::rounded(&knight)?.as_bytes())?;
    let maskable = output.add_hashed("icon-maskable", "svg", icon::maskable(&knight)?.as_bytes())?;
    let manifest = fill_template(MANIFEST, &[("icon", icon.clone()), ("maskable", maskable)])?;
    let manifest = output.add_named("manifest.webmanifest", manifest.as_bytes())?;
    let shared = vec![("style", style), ("icon", icon), ("manifest", manifest)];
    let index = fill_template(&read(&web.join("static/index.html"))?, &[names, shared.clone()].concat())?;
    let kept = js_array(output.paths());
    let first = output.files().len();

    let mut names = add_page_module(&mut output, "club", &modules.join("club.wasm"))?;
    names.push(("club-style", output.add_hashed("club", "css", club_style.as_bytes())?));
    let page = fill_template(&read(&club.join("static/club.html"))?, &[names, shared].concat())?;
    output.add_named("club.html", page.as_bytes())?;
    add_engine_worker(&mut output, &modules.join("engine_worker.wasm"))?;
    // The page asks for it by this name when a board is to stand in space.
    let element =
        fill_template(BOARD3D_JS, &add_module(&mut output, "board3d", &modules.join("board3d.wasm"))?)?;
    output.add_named("board3d.js", glue::minify_lines(&element).as_bytes())?;
    let later = js_array(output.paths().skip(first));

    // Last of what a version is made of; the worker that keeps it names the version.
    output.add_named("index.html", index.as_bytes())?;
    let version = output.version();
    let worker =
        fill_template(SERVICE_WORKER_JS, &[("version", version), ("files", kept), ("later", later)])?;
    output.add_named("service-worker.js", worker.as_bytes())?;
    Ok(SizeReport::of(output.files()))
}

/// Adds a module with what loads it, all under one stem. Gives their paths by what templates call them.
fn add_page_module(output: &mut Output, stem: &str, wasm: &Path) -> Result<TemplateValues, BundleError> {
    let mut names = add_module(output, stem, wasm)?;
    let boot = fill_template(BOOT_JS, &names)?;
    names.push(("script", output.add_hashed(stem, "js", boot.as_bytes())?));
    Ok(names)
}

/// Adds a module with its glue, which some script has to load.
fn add_module(output: &mut Output, stem: &str, wasm: &Path) -> Result<TemplateValues, BundleError> {
    let bound = glue::bind(wasm)?;
    let wasm = output.add_hashed(stem, "wasm", &bound.wasm)?;
    let glue = output.add_hashed(&format!("{stem}-glue"), "js", bound.glue.as_bytes())?;
    Ok(vec![("wasm", wasm), ("glue", glue)])
}

/// Adds the engine, with the script that a worker begins with. Whoever starts the worker knows it by its name.
fn add_engine_worker(output: &mut Output, wasm: &Path) -> Result<(), BundleError> {
    let script = fill_template(ENGINE_WORKER_JS, &add_module(output, "engine-worker", wasm)?)?;
    output.add_named("engine-worker.js", script.as_bytes())?;
    Ok(())
}

fn fill_template(template: &str, names: &[(&'static str, String)]) -> Result<String, BundleError> {
    let names: Vec<(&str, &str)> = names.iter().map(|(name, value)| (*name, value.as_str())).collect();
    fill(template, &names)
}

/// Paths as a list in JavaScript. They hold nothing that would have to be escaped.
fn js_array<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = paths.map(|path| format!("\"{path}\"")).collect();
    format!("[{}]", quoted.join(", "))
}
