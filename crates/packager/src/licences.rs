//! The licences of everything that is linked into the programs, as one text file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::dependencies::{CrateId, Library};
use crate::error::{PackageError, file_name, files_in, read_text};

/// Beginnings of the names of licence files, in lower case.
const NAMES: [&str; 6] = ["licen", "copying", "copyright", "notice", "unlicense", "authors"];

/// Builds the text. Texts that several crates share are printed once. `root` is the repository, `std` the copyright
/// notices of the standard library as HTML.
pub(crate) fn text(
    libraries: &BTreeMap<CrateId, Library>,
    root: &Path,
    std: &str,
) -> Result<String, PackageError> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut list = String::new();
    for (id, library) in libraries.iter().filter(|(_, library)| library.checksum.is_some()) {
        let name = format!("{} {}", id.name, id.version);
        writeln!(list, "{name}: {}", library.licence).map_err(PackageError::new)?;
        for text in texts_of(library, root)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let mut sections: Vec<(String, String)> =
        texts.into_iter().map(|(text, names)| (names.join(", "), text)).collect();
    sections.sort();
    for (name, file) in [("musl", "musl.txt"), ("mingw-w64 (Windows only)", "mingw-w64.txt")] {
        let text = read_text(&root.join("packaging").join("licences").join(file))?;
        sections.push((name.to_owned(), text));
    }
    sections.push(("SQLite".to_owned(), "SQLite is in the public domain.".to_owned()));
    sections.push(("Rust standard library".to_owned(), without_tags(std)));

    let mut out = String::from(
        "Hanpan is licensed under MIT OR Apache-2.0. Its programs contain the following software.\n\n",
    );
    out.push_str(&list);
    out.push_str("musl: MIT\nmingw-w64: public domain and permissive\nSQLite: public domain\n");
    out.push_str("Rust standard library: MIT OR Apache-2.0, with parts under other permissive licences\n");
    for (names, text) in sections {
        let rule = "=".repeat(80);
        write!(out, "\n{rule}\n{names}\n{rule}\n\n{}\n", text.trim()).map_err(PackageError::new)?;
    }
    Ok(out)
}

/// Licence files of a crate. A crate without any has the text of the Apache licence, if it may be chosen, or its
/// authors above the MIT licence.
fn texts_of(library: &Library, root: &Path) -> Result<Vec<String>, PackageError> {
    let mut texts = Vec::new();
    for file in files_in(&library.folder)? {
        let name = file_name(&file)?.to_lowercase();
        let is_source = name.ends_with(".rs") || name.ends_with(".toml");
        if NAMES.iter().any(|start| name.starts_with(start)) && !is_source {
            let lines: Vec<String> =
                read_text(&file)?.lines().map(|line| line.trim_end().to_owned()).collect();
            texts.push(lines.join("\n").trim().to_owned());
        }
    }
    if !texts.is_empty() {
        return Ok(texts);
    }
    if library.licence.contains("Apache-2.0") {
        return Ok(vec![read_text(&root.join("LICENSE-APACHE"))?.trim().to_owned()]);
    }
    if library.licence.contains("MIT") {
        let ours = read_text(&root.join("LICENSE-MIT"))?;
        let terms = ours.split_once("Permission is").map(|(_, rest)| format!("Permission is{rest}"));
        let terms = terms.ok_or_else(|| PackageError::new("LICENSE-MIT does not begin as expected"))?;
        return Ok(vec![format!("Copyright (c) {}\n\n{}", library.authors.join(", "), terms.trim())]);
    }
    Err(PackageError::file(&library.folder, format!("no licence file for {}", library.licence)))
}

/// Text of an HTML page, without blank lines and indentation.
fn without_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    for part in html.split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, after)| after));
    }
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    for (entity, character) in entities {
        text = text.replace(entity, character);
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::without_tags;

    #[test]
    fn html_becomes_text() {
        let html = "<h1>Title</h1>\n\n  <p>A &amp; B &lt;a@b.c&gt;</p>";
        assert_eq!(without_tags(html), "Title\nA & B <a@b.c>");
    }
}
