//! Software bill of materials in the CycloneDX format.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::dependencies::{CrateId, Library};
use crate::error::{PackageError, read_text};

/// Builds the document. `rust` is the version of the compiler, whose standard library is linked.
pub(crate) fn document(
    libraries: &BTreeMap<CrateId, Library>,
    version: &str,
    time: &str,
    rust: &str,
) -> Result<Value, PackageError> {
    let program = format!("pkg:generic/hanpan@{version}");
    let mut components = vec![
        json!({
            "type": "library", "bom-ref": "rust-std", "name": "rust-std", "version": rust,
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        }),
        json!({
            "type": "library", "bom-ref": "musl", "name": "musl",
            "description": "C library of the Linux programs",
            "licenses": [{ "expression": "MIT" }],
        }),
    ];
    let mut edges = vec![json!({ "ref": "rust-std" }), json!({ "ref": "musl" })];
    for (id, library) in libraries {
        let mut uses: Vec<String> = library.uses.iter().map(|used| reference(used, libraries)).collect();
        if id.name == "libsqlite3-sys" {
            components.push(sqlite(&library.folder)?);
            edges.push(json!({ "ref": "sqlite" }));
            uses.push("sqlite".to_owned());
        }
        components.push(component(id, library, libraries));
        edges.push(json!({ "ref": reference(id, libraries), "dependsOn": uses }));
    }
    let hanpan = libraries.keys().find(|id| id.name == "hanpan");
    let hanpan = hanpan.ok_or_else(|| PackageError::new("the crate hanpan is missing"))?;
    let modules = ["web", "engine-worker", "board3d"];
    let roots = libraries.keys().filter(|id| *id == hanpan || modules.contains(&id.name.as_str()));
    let mut roots: Vec<String> = roots.map(|id| reference(id, libraries)).collect();
    roots.extend(["rust-std".to_owned(), "musl".to_owned()]);
    edges.push(json!({ "ref": program, "dependsOn": roots }));
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": time,
            "component": {
                "type": "application", "bom-ref": program, "name": "hanpan", "version": version, "purl": program,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            },
        },
        "components": components,
        "dependencies": edges,
    }))
}

fn component(id: &CrateId, library: &Library, libraries: &BTreeMap<CrateId, Library>) -> Value {
    let reference = reference(id, libraries);
    let mut component = json!({
        "type": "library", "bom-ref": reference, "name": id.name, "version": id.version,
        "licenses": [{ "expression": library.licence }],
    });
    if let Some(checksum) = &library.checksum {
        component["purl"] = reference.into();
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

/// Crates of the registry have a package URL; crates of this repository are in no registry.
fn reference(id: &CrateId, libraries: &BTreeMap<CrateId, Library>) -> String {
    let scheme = if libraries.get(id).is_some_and(|library| library.checksum.is_some()) {
        "pkg:cargo/"
    } else {
        "hanpan/"
    };
    format!("{scheme}{}@{}", id.name, id.version)
}

/// SQLite is part of the sources of `libsqlite3-sys`.
fn sqlite(folder: &Path) -> Result<Value, PackageError> {
    let header = folder.join("sqlite3").join("sqlite3.h");
    let text = read_text(&header)?;
    let version = text.lines().find_map(|line| line.strip_prefix("#define SQLITE_VERSION "));
    let version = version.ok_or_else(|| PackageError::file(&header, "no version"))?.trim().trim_matches('"');
    Ok(json!({
        "type": "library", "bom-ref": "sqlite", "name": "sqlite", "version": version,
        "licenses": [{ "license": { "id": "blessing" } }],
    }))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn every_reference_is_a_component() {
        let id = |name: &str| CrateId { name: name.to_owned(), version: "1.0.0".to_owned() };
        let library = |checksum: Option<&str>, uses: BTreeSet<CrateId>| Library {
            licence: "MIT".to_owned(),
            authors: Vec::new(),
            folder: PathBuf::new(),
            checksum: checksum.map(str::to_owned),
            uses,
        };
        let libraries = BTreeMap::from([
            (id("hanpan"), library(None, [id("clap")].into())),
            (id("clap"), library(Some("ab"), [].into())),
        ]);
        let document = document(&libraries, "1.0.0", "2026-01-01T00:00:00Z", "1.95.0").unwrap();
        let list = |key: &str| document[key].as_array().unwrap().clone();
        let mut known: Vec<Value> = list("components").iter().map(|part| part["bom-ref"].clone()).collect();
        known.push("pkg:generic/hanpan@1.0.0".into());
        assert!(known.contains(&"pkg:cargo/clap@1.0.0".into()), "{known:?}");
        for edge in list("dependencies") {
            assert!(known.contains(&edge["ref"]), "{edge}");
            for used in edge["dependsOn"].as_array().into_iter().flatten() {
                assert!(known.contains(used), "{used}");
            }
        }
    }
}
