//! The sequence of steps. Files are written in dependency order, so that references can contain content
//! hashes.

use std::fs;
use std::path::Path;

use texts::{ClubMessageKey, MessageKey};

use crate::error::{BundleError, read};
use crate::glue;
use crate::icon;
use crate::output::Output;
use crate::report::SizeReport;
use crate::style;
use crate::template::fill;

const BOOT_JS: &str = include_str!("../templates/boot.js");
const BOARD3D_JS: &str = include_str!("../templates/board3d.js");
const PROGRESS_JS: &str = include_str!("../templates/progress.js");
const WAITING_JS: &str = include_str!("../templates/waiting.js");
const MANIFEST: &str = include_str!("../templates/manifest.webmanifest");
const ENGINE_WORKER_JS: &str = include_str!("../templates/engine-worker.js");
const UPDATE_JS: &str = include_str!("../templates/update.js");
const SERVICE_WORKER_JS: &str = include_str!("../templates/service-worker.js");

/// Values of a template's placeholders.
type TemplateValues = Vec<(&'static str, String)>;

/// Writes all files to `out` and returns their sizes.
pub(crate) fn bundle(modules: &Path, crates: &Path, out: &Path) -> Result<SizeReport, BundleError> {
    let (web, club) = (crates.join("web"), crates.join("club"));
    let knight = read(&web.join("art/pieces/knight.svg"))?;
    let style = style::join(&web)?;
    let club_style = style::join(&club)?;

    let mut output = Output::new(out)?;
    let names = add_page_module(&mut output, "hanpan", &modules.join("web.wasm"), Loading::Silent)?;
    let style = output.add_hashed("hanpan", "css", style.as_bytes())?;
    let icon = output.add_hashed("icon", "svg", icon::rounded(&knight)?.as_bytes())?;
    let maskable = output.add_hashed("icon-maskable", "svg", icon::maskable(&knight)?.as_bytes())?;
    let mut shared = add_install_icons(&mut output, &web.join("art/icons"))?;
    shared.extend([("style", style), ("icon", icon), ("maskable", maskable)]);
    let manifest = fill_template(MANIFEST, &shared)?;
    shared.push(("manifest", output.add_named("manifest.webmanifest", manifest.as_bytes())?));
    let index = fill_template(&read(&web.join("static/index.html"))?, &[names, shared.clone()].concat())?;
    // The icons of an installed app are kept by the system.
    let kept = js_array(output.paths().filter(|path| !path.ends_with(".png")));
    let first = output.files().len();

    let mut names = add_page_module(&mut output, "club", &modules.join("club.wasm"), Loading::Counted)?;
    names
        .push(("icon-turn", output.add_hashed("club-icon-turn", "svg", icon::calling(&knight)?.as_bytes())?));
    names.push(("club-style", output.add_hashed("club", "css", club_style.as_bytes())?));
    let page = fill_template(&read(&club.join("static/club.html"))?, &[names, shared].concat())?;
    output.add_named(file_name(routes::CLUB_DOCUMENT), page.as_bytes())?;
    add_engine_worker(&mut output, &modules.join("engine_worker.wasm"))?;
    // The page loads this script by its fixed name.
    let element =
        fill_template(BOARD3D_JS, &add_module(&mut output, "board3d", &modules.join("board3d.wasm"))?)?;
    output.add_named(file_name(routes::BOARD3D_SCRIPT), glue::minify_lines(&element).as_bytes())?;
    let waiting = glue::minify_lines(&waiting_games_script()?);
    output.add_named(file_name(routes::WAITING_GAMES_SCRIPT), waiting.as_bytes())?;
    let update = glue::minify_lines(&update_script()?);
    output.add_named(file_name(routes::UPDATE_SCRIPT), update.as_bytes())?;
    let later = js_array(output.paths().skip(first));

    // The service worker comes last: it contains the hash of all other files.
    output.add_named("index.html", index.as_bytes())?;
    let version = output.version();
    let paths = [("club_paths", club_pattern()), ("club_document", routes::CLUB_DOCUMENT.to_owned())];
    let values = [("version", version), ("files", kept), ("later", later)].into_iter().chain(paths);
    let worker = fill_template(SERVICE_WORKER_JS, &values.collect::<TemplateValues>())?;
    output.add_named("service-worker.js", glue::minify_lines(&worker).as_bytes())?;
    Ok(SizeReport::of(output.files()))
}

/// The frame of a page, shown while its module is being downloaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loading {
    /// Only its static content: the module is small.
    Silent,
    /// A progress bar with bytes.
    Counted,
}

/// Adds a module with glue and boot script. Returns the paths as template values.
fn add_page_module(
    output: &mut Output,
    stem: &str,
    wasm: &Path,
    loading: Loading,
) -> Result<TemplateValues, BundleError> {
    let mut names = add_module(output, stem, wasm)?;
    let path = |name| names.iter().find(|(known, _)| *known == name).map_or("", |(_, path)| path.as_str());
    let boot = match loading {
        Loading::Silent => {
            let later = import_later(&[routes::WAITING_GAMES_SCRIPT, routes::UPDATE_SCRIPT]);
            let values = [("source", format!("\"{}\"", path("wasm"))), ("later", later)];
            fill_template(BOOT_JS, &[names.clone(), values.to_vec()].concat())?
        }
        Loading::Counted => {
            let size = output.plain_size(path("wasm")).unwrap_or_default();
            let later = import_later(&[routes::UPDATE_SCRIPT]);
            let values = [("source", "module".to_owned()), ("size", size.to_string()), ("later", later)];
            // Imports come first, then the download, which need not wait for the first paint.
            let (import, rest) =
                BOOT_JS.split_once(";\n").ok_or_else(|| BundleError::new("boot.js has no import"))?;
            let script = format!("{import};\n{PROGRESS_JS}{rest}");
            fill_template(&script, &[names.clone(), values.to_vec()].concat())?
        }
    };
    let boot = glue::minify_lines(&boot);
    names.push(("script", output.add_hashed(stem, "js", boot.as_bytes())?));
    Ok(names)
}

/// Statements that import scripts, in each of which a failure stops nothing else.
fn import_later(scripts: &[&str]) -> String {
    let imports = scripts.iter().map(|script| format!("import(\"{script}\").catch(() => {{}});"));
    imports.collect::<Vec<_>>().join(" ")
}

/// Adds the PNG icons, for systems that install an app without its SVG icons. Returns the paths as template values.
fn add_install_icons(output: &mut Output, folder: &Path) -> Result<TemplateValues, BundleError> {
    let names = [
        ("icon-192", "icon-192.png"),
        ("icon-512", "icon-512.png"),
        ("maskable-512", "maskable-512.png"),
        ("touch-icon", "apple-touch-180.png"),
    ];
    let mut paths = Vec::new();
    for (name, file) in names {
        let file = folder.join(file);
        let bytes = fs::read(&file).map_err(|error| BundleError::file(&file, error))?;
        paths.push((name, output.add_hashed(&format!("install-{name}"), "png", &bytes)?));
    }
    Ok(paths)
}

/// Adds a module with its glue. Returns the paths as template values.
fn add_module(output: &mut Output, stem: &str, wasm: &Path) -> Result<TemplateValues, BundleError> {
    let bound = glue::bind(wasm)?;
    let wasm = output.add_hashed(stem, "wasm", &bound.wasm)?;
    let glue = output.add_hashed(&format!("{stem}-glue"), "js", bound.glue.as_bytes())?;
    Ok(vec![("wasm", wasm), ("glue", glue)])
}

/// Adds the engine with the script of its worker, which has a fixed name.
fn add_engine_worker(output: &mut Output, wasm: &Path) -> Result<(), BundleError> {
    let script = fill_template(ENGINE_WORKER_JS, &add_module(output, "engine-worker", wasm)?)?;
    output.add_named(file_name(routes::ENGINE_WORKER_SCRIPT), script.as_bytes())?;
    Ok(())
}

/// The script of the games that wait for the user, with its texts in all languages.
fn waiting_games_script() -> Result<String, BundleError> {
    let texts: Vec<String> = texts::Language::ALL
        .into_iter()
        .map(|language| {
            let (base, club) = (texts::base(language), texts::club(language));
            let entries = [
                ("own", club.text(ClubMessageKey::YourTurn.key())),
                ("opponents", club.text(ClubMessageKey::OpponentsTurn.key())),
                ("waiting", club.text(ClubMessageKey::WaitingForPlayer.key())),
                ("guest", club.text(ClubMessageKey::Guest.key())),
                ("resume", base.text(MessageKey::ContinueGame.key())),
                ("computer", base.text(MessageKey::PlayComputer.key())),
            ];
            let entries = entries.map(|(name, text)| format!("{name}: \"{}\"", text.replace('"', "\\\"")));
            format!("{}: {{ {} }}", language.code(), entries.join(", "))
        })
        .collect();
    let values = [
        ("texts", format!("{{ {} }}", texts.join(", "))),
        ("flag", "hanpan.online".to_owned()),
        ("computer_key", "hanpan.computer".to_owned()),
        ("computer", routes::COMPUTER.to_owned()),
        ("game", routes::GAME_PREFIX.to_owned()),
    ];
    fill_template(WAITING_JS, &values)
}

/// The script that says when a new version is ready, with its texts in all languages.
fn update_script() -> Result<String, BundleError> {
    let texts = texts::Language::ALL.into_iter().map(|language| {
        let club = texts::club(language);
        let (ready, reload) =
            (club.text(ClubMessageKey::NewVersion.key()), club.text(ClubMessageKey::Reload.key()));
        format!("{}: {{ ready: \"{ready}\", reload: \"{reload}\" }}", language.code())
    });
    let texts = texts.collect::<Vec<_>>().join(", ");
    let values = [
        ("texts", format!("{{ {texts} }}")),
        ("home", routes::HOME.to_owned()),
        ("club", routes::ONLINE.to_owned()),
    ];
    fill_template(UPDATE_JS, &values)
}

fn fill_template(template: &str, names: &[(&'static str, String)]) -> Result<String, BundleError> {
    let names: Vec<(&str, &str)> = names.iter().map(|(name, value)| (*name, value.as_str())).collect();
    fill(template, &names)
}

/// A JavaScript array of strings; paths need no escaping.
fn js_array<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = paths.map(|path| format!("\"{path}\"")).collect();
    format!("[{}]", quoted.join(", "))
}

/// The file that is served at a path.
fn file_name(path: &str) -> &str {
    path.trim_start_matches('/')
}

/// A JavaScript regular expression that matches the same paths as [`routes::is_club_path`], also with a trailing slash.
fn club_pattern() -> String {
    let escape = |path: &str| path.trim_start_matches('/').replace('/', "\\/");
    let exact = routes::CLUB_PATHS.into_iter().map(escape);
    let with_parameter = routes::CLUB_PREFIXES.into_iter().map(|prefix| escape(prefix) + "[^/]+");
    format!("/^\\/({})\\/?$/", exact.chain(with_parameter).collect::<Vec<_>>().join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waiting_games_are_told_in_all_languages() {
        let script = waiting_games_script().unwrap();
        for text in ["own: \"Your turn\"", "own: \"내 차례\"", "en: {", "ko: {", "\"/game/\" + game.game"]
        {
            assert!(script.contains(text), "{text} in {script}");
        }
    }

    #[test]
    fn a_new_version_is_told_in_all_languages() {
        let script = update_script().unwrap();
        for text in ["ready: \"A new version is ready.\"", "reload: \"새로 고침\"", "\"/online\" : \"/\""]
        {
            assert!(script.contains(text), "{text} in {script}");
        }
    }

    #[test]
    fn the_icons_have_the_sizes_that_the_manifest_names() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/art/icons");
        for (file, size) in
            [("icon-192", 192u32), ("icon-512", 512), ("maskable-512", 512), ("apple-touch-180", 180)]
        {
            let png = fs::read(folder.join(file).with_extension("png")).unwrap();
            let size = size.to_be_bytes();
            assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n", "{file}");
            assert_eq!(png[16..24], [size, size].concat(), "{file}");
        }
    }

    #[test]
    fn the_service_worker_matches_the_paths_of_the_table() {
        let expected = r"/^\/(online|account|games|computer|analysis|game\/[^/]+|player\/[^/]+)\/?$/";
        assert_eq!(club_pattern(), expected);
    }
}
