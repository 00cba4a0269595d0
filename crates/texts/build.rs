//! Generates `Language` and the tables of catalogues from the folders in `languages/`, so that a new language is files only.
//!
//! Comments and blank lines of the catalogues are dropped and the keys sorted here, and the languages share one list of keys:
//! the web page carries neither the notes for translators, nor a sort, nor the keys once more for every language.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a build script fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The catalogues of every language, each a file `NAME.txt`.
const CATALOGUES: [&str; 8] =
    ["analysis", "base", "club", "learn", "lessons", "puzzles", "server", "terminal"];

struct Language {
    code: String,
    /// The name of the variant of the generated enum.
    variant: String,
    /// The name of a plural rule, as in `src/plural.rs`.
    plural: String,
}

fn main() {
    let languages_dir = Path::new("languages");
    println!("cargo::rerun-if-changed=languages");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let mut languages: Vec<Language> =
        fs::read_dir(languages_dir).unwrap().map(|entry| read_language(&entry.unwrap().path())).collect();
    // The default language comes first.
    languages.sort_by_key(|language| (language.code != "en", language.code.clone()));
    for catalogue in CATALOGUES {
        let read = |language: &Language| {
            entries(&languages_dir.join(&language.code).join(format!("{catalogue}.txt")))
        };
        let texts: Vec<BTreeMap<String, String>> = languages.iter().map(read).collect();
        let keys: BTreeSet<&String> = texts.iter().flat_map(BTreeMap::keys).collect();
        fs::write(out.join(format!("{catalogue}.txt")), lines(keys.iter().copied())).unwrap();
        for (language, texts) in languages.iter().zip(&texts) {
            // A language without a plural form that others have gets an empty line.
            let absent = String::new();
            let texts = lines(keys.iter().map(|key| texts.get(*key).unwrap_or(&absent)));
            fs::write(out.join(format!("{}-{catalogue}.txt", language.code)), texts).unwrap();
        }
    }
    fs::write(out.join("languages.rs"), language_enum(&languages)).unwrap();
    fs::write(out.join("catalogues.rs"), catalogue_functions(&languages)).unwrap();
}

fn read_language(folder: &Path) -> Language {
    let about = fs::read_to_string(folder.join("language.txt")).unwrap();
    let value = |name: &str| {
        let found = about.lines().find_map(|line| line.split_once('=').filter(|(key, _)| key.trim() == name));
        found.unwrap_or_else(|| panic!("{}: no {name}", folder.display())).1.trim().to_owned()
    };
    let code = folder.file_name().unwrap().to_str().unwrap().to_owned();
    Language { code, variant: value("variant"), plural: value("plural") }
}

/// The texts of a catalogue by key.
fn entries(path: &Path) -> BTreeMap<String, String> {
    let file = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    file.lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .filter_map(|line| line.split_once('='))
        .map(|(key, text)| (key.trim().to_owned(), text.trim().to_owned()))
        .collect()
}

fn lines<'a>(texts: impl Iterator<Item = &'a String>) -> String {
    texts.flat_map(|text| [text, "\n"]).collect()
}

fn language_enum(languages: &[Language]) -> String {
    let (mut variants, mut all, mut codes, mut rules) =
        (String::new(), String::new(), String::new(), String::new());
    for (index, Language { code, variant, plural }) in languages.iter().enumerate() {
        let default = if index == 0 { "#[default] " } else { "" };
        writeln!(variants, "/// {variant}, `{code}`.\n{default}{variant},").unwrap();
        write!(all, "Language::{variant}, ").unwrap();
        writeln!(codes, "Language::{variant} => {code:?},").unwrap();
        let rule = plural.to_uppercase().replace('-', "_");
        writeln!(rules, "Language::{variant} => crate::plural::{rule},").unwrap();
    }
    let count = languages.len();
    format!(
        "/// A language with catalogues in `languages/`.\n\
         #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]\n\
         pub enum Language {{\n{variants}}}\n\
         impl Language {{\n\
         /// All languages, in the order in which they are offered.\n\
         pub const ALL: [Language; {count}] = [{all}];\n\
         /// The ISO 639-1 code by which browsers and systems name it: `en`, `ko`.\n\
         #[must_use]\n\
         pub const fn code(self) -> &'static str {{ match self {{\n{codes}}} }}\n\
         /// The rule by which a number selects a plural form.\n\
         #[must_use]\n\
         pub const fn plural_rule(self) -> crate::PluralRule {{ match self {{\n{rules}}} }}\n\
         }}\n"
    )
}

/// A function per catalogue, so that the linker drops the catalogues that a program never asks for.
fn catalogue_functions(languages: &[Language]) -> String {
    let mut code = String::new();
    for catalogue in CATALOGUES {
        let mut arms = String::new();
        for Language { code, variant, .. } in languages {
            writeln!(
                arms,
                "Language::{variant} => {{\n\
                 static TEXTS: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new(\
                 include_str!(concat!(env!(\"OUT_DIR\"), \"/{catalogue}.txt\")), \
                 include_str!(concat!(env!(\"OUT_DIR\"), \"/{code}-{catalogue}.txt\"))));\n\
                 &TEXTS }}"
            )
            .unwrap();
        }
        writeln!(
            code,
            "/// The catalogue `{catalogue}` of a language.\n\
             #[must_use]\n\
             pub fn {catalogue}(language: Language) -> &'static Catalogue {{ match language {{\n{arms}}} }}"
        )
        .unwrap();
    }
    code
}
