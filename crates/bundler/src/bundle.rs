//! The sequence of steps. Files are written in dependency order, so that references can contain content
//! hashes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use texts::{ClubMessageKey, MessageKey};

use crate::error::{BundleError, read};
use crate::glue;
use crate::icon;
use crate::output::{Effort, Output};
use crate::pack::Pack;
use crate::pages::{self, PartFiles};
use crate::preview;
use crate::puzzle_files;
use crate::report::SizeReport;
use crate::split;
use crate::style;
use crate::template::fill;

const BOOT_JS: &str = include_str!("../templates/boot.js");
const EXTRAS_JS: &str = include_str!("../templates/extras.js");
const BOARD3D_JS: &str = include_str!("../templates/board3d.js");
const PARTS_JS: &str = include_str!("../templates/parts.js");
const WAITING_JS: &str = include_str!("../templates/waiting.js");
const MANIFEST: &str = include_str!("../templates/manifest.webmanifest");
const ENGINE_WORKER_JS: &str = include_str!("../templates/engine-worker.js");
const INSTALL_JS: &str = include_str!("../templates/install.js");
const UPDATE_JS: &str = include_str!("../templates/update.js");
const SERVICE_WORKER_JS: &str = include_str!("../templates/service-worker.js");

/// Piece sets beside the one in the page; the names of `client::PieceSet`.
const PIECE_SETS: [&str; 3] = ["print", "simple", "pixel"];

/// Values of a template's placeholders.
type TemplateValues = Vec<(&'static str, String)>;

/// Writes all files to `out` and returns their sizes.
pub(crate) fn bundle(
    modules: &Path,
    crates: &Path,
    out: &Path,
    effort: Effort,
) -> Result<SizeReport, BundleError> {
    let web = crates.join("web");
    let knight = read(&web.join("art/pieces/knight.svg"))?;
    let style = style::join(&[&web.join("art"), &web.join("style")])?;
    let page_style = style::join(&[&web.join("style/pages")])?;

    let mut output = Output::new(out, effort)?;
    let page_style = output.add_hashed("page", "css", page_style.as_bytes())?;
    let (mut names, parts) = add_application(&mut output, modules, page_style)?;
    names.push(("style", output.add_hashed("hanpan", "css", style.as_bytes())?));
    names.push(("icon", output.add_hashed("icon", "svg", icon::rounded(&knight)?.as_bytes())?));
    names
        .push(("icon-turn", output.add_hashed("page-icon-turn", "svg", icon::calling(&knight)?.as_bytes())?));
    names.push(("maskable", output.add_hashed("icon-maskable", "svg", icon::maskable(&knight)?.as_bytes())?));
    names.extend(add_install_images(
        &mut output,
        &web.join("art/icons"),
        &crates.join("../docs/screenshots"),
    )?);
    let manifest = fill_template(MANIFEST, &names)?;
    names.push(("manifest", output.add_named("manifest.webmanifest", manifest.as_bytes())?));
    let head = fill_template(&read(&web.join("static/head.html"))?, &names)?;
    names.push(("head", head));
    let index = fill_template(&read(&web.join("static/index.html"))?, &names)?;
    let page = fill_template(&read(&web.join("static/page.html"))?, &names)?;
    output.add_named(file_name(routes::PAGE_DOCUMENT), page.as_bytes())?;
    add_engine_worker(&mut output, &modules.join("engine_worker.wasm"))?;
    // The page loads this script by its fixed name.
    let element =
        fill_template(BOARD3D_JS, &add_module(&mut output, "board3d", &modules.join("board3d.wasm"))?)?;
    output.add_named(file_name(routes::BOARD3D_SCRIPT), glue::minify_lines(&element).as_bytes())?;
    add_extras(&mut output, &web)?;
    let waiting = glue::minify_lines(&waiting_games_script()?);
    output.add_named(file_name(routes::WAITING_GAMES_SCRIPT), waiting.as_bytes())?;
    let update = glue::minify_lines(&update_script()?);
    output.add_named(file_name(routes::UPDATE_SCRIPT), update.as_bytes())?;
    let install = glue::minify_lines(&install_script()?);
    output.add_named(file_name(routes::INSTALL_SCRIPT), install.as_bytes())?;

    let puzzles = puzzle_files::add(&mut output, &crates.join("puzzles/data/puzzles.txt"))?;
    let on_use = puzzles.get(1..).unwrap_or_default();

    // The icons of an installed app are kept by the system, and the pack has the files of others.
    let is_cached = |path: &str| {
        !path.ends_with(".png") && !path.ends_with(".bin") && on_use.iter().all(|file| file != path)
    };
    let cached = || output.paths().filter(|path| is_cached(path));
    let kept = js_array(cached().filter(|path| pages::is_of_start_page(path)));
    let later = js_array(cached().filter(|path| !pages::is_of_start_page(path)));
    // The service worker comes last: it contains the hash of all other files.
    output.add_named("index.html", index.as_bytes())?;
    let version = output.version();
    let aliases = routes::ALIASES.map(|(name, address)| format!("{name:?}: {address:?}")).join(", ");
    let paths = [
        ("on_use", js_array(on_use.iter().map(String::as_str))),
        ("page_paths", page_pattern()),
        ("page_document", routes::PAGE_DOCUMENT.to_owned()),
        ("aliases", format!("{{ {aliases} }}")),
        ("server_pages", js_array(routes::SERVER_PAGE_PREFIXES.into_iter())),
        ("api", routes::API_PREFIX.to_owned()),
    ];
    let pack = names.into_iter().filter(|(name, _)| ["pack", "packed"].contains(name));
    let values =
        [("version", version), ("files", kept), ("later", later)].into_iter().chain(paths).chain(pack);
    let worker = fill_template(SERVICE_WORKER_JS, &values.collect::<TemplateValues>())?;
    output.add_named("service-worker.js", glue::minify_lines(&worker).as_bytes())?;
    Ok(SizeReport::of(output.files(), &parts))
}

/// Adds the application: the program that is loaded first, its parts, and the scripts that load them. Returns the paths as
/// template values, and the files of each part.
fn add_application(
    output: &mut Output,
    modules: &Path,
    page_style: String,
) -> Result<(TemplateValues, PartFiles), BundleError> {
    let program = split::split(&modules.join("web.wasm"), &modules.join("split"))?;
    let mut paths = BTreeMap::new();
    for (name, wasm) in &program.modules {
        paths.insert(name, output.add_hashed(&format!("part-{name}"), "wasm", wasm)?);
    }
    let parts = program.parts.iter().map(|(part, names)| {
        (part.clone(), names.iter().filter_map(|name| paths.get(name).cloned()).collect())
    });
    let parts: PartFiles = parts.collect();
    let bound = glue::bind(&program.main)?;
    let wasm = output.add_hashed("hanpan", "wasm", &bound.wasm)?;
    let module = |name: &String| Some((paths.get(name)?.as_str(), program.modules.get(name)?.as_slice()));
    let own = pages::PACKED.iter().filter_map(|part| program.parts.get(*part)).flatten().filter_map(module);
    let pack = Pack::of([(wasm.as_str(), bound.wasm.as_slice())].into_iter().chain(own));
    let pack_path = output.add_hashed("pack", "bin", &pack.bytes)?;
    let file = |path: &String| {
        let sizes = output.files().iter().find(|file| file.path == *path);
        let (plain, sent) = sizes.map_or((0, 0), |file| (file.plain, file.brotli));
        format!("[\"{path}\", {plain}, {sent}]")
    };
    let list = |paths: &Vec<String>| format!("[{}]", paths.iter().map(file).collect::<Vec<_>>().join(", "));
    let lists = parts.iter().map(|(part, paths)| format!("{part}: {}", list(paths)));
    let values = [
        ("parts", format!("{{ {} }}", lists.collect::<Vec<_>>().join(", "))),
        ("main", file(&wasm)),
        ("pack", pack_path.clone()),
        ("import", pages::IMPORT.to_owned()),
        ("page-style", page_style.clone()),
        ("online", js_array(pages::ONLINE.into_iter().map(first_segment))),
        ("game", first_segment(routes::GAME_PREFIX).to_owned()),
        ("table", pages::TABLE.to_owned()),
        ("learn", pages::LEARN.to_owned()),
        ("learning", js_array(routes::LEARN_PATHS.into_iter().map(first_segment))),
    ];
    let mut loader = fill_template(PARTS_JS, &values)?;
    for part in parts.keys() {
        // The names of the functions that the program imports.
        loader.push_str(&format!("export const __wasm_split_load_{part} = loader(\"{part}\");\n"));
    }
    let loader = output.add_hashed("hanpan-parts", "js", glue::minify_lines(&loader).as_bytes())?;
    // The program imports its functions under the name without a hash.
    let module = split::LOADER_MODULE;
    let quoted = [format!("from \"{module}\""), format!("from '{module}'")];
    let script =
        quoted.iter().fold(bound.glue, |script, name| script.replace(name, &format!("from \"{loader}\"")));
    let glue = output.add_hashed("hanpan-glue", "js", script.as_bytes())?;
    let later = import_later(&[routes::WAITING_GAMES_SCRIPT, routes::INSTALL_SCRIPT, routes::UPDATE_SCRIPT]);
    let mut names = vec![
        ("wasm", wasm),
        ("pack", pack_path),
        ("packed", pack.js_table()),
        ("glue", glue),
        ("parts", loader),
        ("later", later),
        ("page-style", page_style),
    ];
    let boot = glue::minify_lines(&fill_template(BOOT_JS, &names)?);
    names.push(("script", output.add_hashed("hanpan", "js", boot.as_bytes())?));
    Ok((names, parts))
}

/// Statements that import scripts, in each of which a failure stops nothing else.
fn import_later(scripts: &[&str]) -> String {
    let imports = scripts.iter().map(|script| format!("import(\"{script}\").catch(() => {{}});"));
    imports.collect::<Vec<_>>().join(" ")
}

/// Adds the PNG icons, for systems that install an app without its SVG icons, and the screenshots that browsers show when they
/// install it. Returns the paths as template values.
fn add_install_images(
    output: &mut Output,
    icons: &Path,
    screenshots: &Path,
) -> Result<TemplateValues, BundleError> {
    let icons = [
        ("icon-192", "icon-192.png"),
        ("icon-512", "icon-512.png"),
        ("maskable-512", "maskable-512.png"),
        ("touch-icon", "apple-touch-180.png"),
    ]
    .map(|(name, file)| (name, icons.join(file)));
    let screenshots = [("screenshot-wide", "desktop.png"), ("screenshot-narrow", "phone.png")]
        .map(|(name, file)| (name, screenshots.join(file)));
    let mut paths = Vec::new();
    for (name, file) in icons.into_iter().chain(screenshots) {
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

/// Adds the extras: the style sheets in `extras`, the piece sets in `art/sets`, and the script that loads them.
fn add_extras(output: &mut Output, web: &Path) -> Result<(), BundleError> {
    let mut style = style::join(&[&web.join("extras")])?;
    let mut sets = Vec::new();
    let mut previews = vec![("classic", preview::of_file(&read(&web.join("art/pieces/knight.svg"))?)?)];
    for name in PIECE_SETS {
        let drawings = read(&web.join("art/sets").join(name).with_extension("svg"))?;
        let path = output.add_hashed(&format!("extras-{name}"), "svg", drawings.as_bytes())?;
        sets.push(format!("{name}: \"{path}\""));
        previews.push((name, preview::of_set(name, &drawings, &style)?));
    }
    for (name, preview) in previews {
        let path = output.add_hashed(&format!("extras-preview-{name}"), "svg", preview.as_bytes())?;
        style.push_str(&format!(
            ".choice[data-set=\"{name}\"] span::before {{ background-image: url(\"{path}\"); }}\n"
        ));
    }
    let style = output.add_hashed("extras", "css", style.as_bytes())?;
    let values = [("style", style), ("sets", format!("{{ {} }}", sets.join(", ")))];
    let script = glue::minify_lines(&fill_template(EXTRAS_JS, &values)?);
    output.add_named(file_name(routes::EXTRAS_SCRIPT), script.as_bytes())?;
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
    let values = [("texts", format!("{{ {texts} }}")), ("home", routes::HOME.to_owned())];
    fill_template(UPDATE_JS, &values)
}

/// The script of the installation as an app, with its texts in all languages.
fn install_script() -> Result<String, BundleError> {
    let texts = texts::Language::ALL.into_iter().map(|language| {
        let club = texts::club(language);
        let entries = [
            ("install", ClubMessageKey::InstallApp),
            ("about", ClubMessageKey::InstallAbout),
            ("ios", ClubMessageKey::InstallOnIos),
            ("insecure", ClubMessageKey::Insecure),
            ("seen", ClubMessageKey::InsecureSeen),
        ];
        let entries = entries.map(|(name, key)| format!("{name}: \"{}\"", club.text(key.key())));
        format!("{}: {{ {} }}", language.code(), entries.join(", "))
    });
    let texts = texts.collect::<Vec<_>>().join(", ");
    let values = [("texts", format!("{{ {texts} }}")), ("flag", "hanpan.insecure".to_owned())];
    fill_template(INSTALL_JS, &values)
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

/// The first segment of a path.
fn first_segment(path: &str) -> &str {
    path.trim_start_matches('/').split('/').next().unwrap_or_default()
}

/// The file that is served at a path.
fn file_name(path: &str) -> &str {
    path.trim_start_matches('/')
}

/// A JavaScript regular expression that matches the same paths as [`routes::is_page_path`], also with a trailing slash.
fn page_pattern() -> String {
    let escape = |path: &str| path.trim_start_matches('/').replace('/', "\\/");
    let exact = routes::PAGE_PATHS.into_iter().map(escape);
    let with_parameter = routes::PAGE_PREFIXES.into_iter().map(|prefix| escape(prefix) + "[^/]+");
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
        for text in ["ready: \"A new version is ready.\"", "reload: \"새로 고침\"", "fetch(\"/\""] {
            assert!(script.contains(text), "{text} in {script}");
        }
    }

    #[test]
    fn installation_and_plain_http_are_explained_in_all_languages() {
        let script = install_script().unwrap();
        for text in
            ["install: \"Install Hanpan\"", "install: \"한판 설치\"", "insecure: \"", "hanpan.insecure"]
        {
            assert!(script.contains(text), "{text} in {script}");
        }
    }

    #[test]
    fn the_images_have_the_sizes_that_the_manifest_names() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (file, [width, height]) in [
            ("crates/web/art/icons/icon-192", [192u32; 2]),
            ("crates/web/art/icons/icon-512", [512; 2]),
            ("crates/web/art/icons/maskable-512", [512; 2]),
            ("crates/web/art/icons/apple-touch-180", [180; 2]),
            ("docs/screenshots/desktop", [1280, 760]),
            ("docs/screenshots/phone", [780, 1688]),
        ] {
            let png = fs::read(root.join(file).with_extension("png")).unwrap();
            assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n", "{file}");
            assert_eq!(png[16..24], [width.to_be_bytes(), height.to_be_bytes()].concat(), "{file}");
        }
    }

    #[test]
    fn the_service_worker_matches_the_paths_of_the_table() {
        let expected = r"/^\/(online|account|games|computer|analysis|learn|editor|endings|puzzles|game\/[^/]+|player\/[^/]+|learn\/[^/]+|endings\/[^/]+|puzzles\/[^/]+)\/?$/";
        assert_eq!(page_pattern(), expected);
    }
}
