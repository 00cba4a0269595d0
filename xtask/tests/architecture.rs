//! Dependency rules of the crates: allowed dependencies, one owner per library, licences, and a complete
//! ARCHITECTURE.md.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Dependencies that a crate may declare.
#[derive(Clone, Copy)]
struct CratePolicy {
    name: &'static str,
    uses: &'static [&'static str],
    /// Libraries that only this crate uses directly, unless another one lists them in `borrows`.
    owns: &'static [&'static str],
    /// Libraries of other crates that this one needs as well, for example to parse JSON at its own boundary.
    borrows: &'static [&'static str],
}

const NO_DEPENDENCIES: CratePolicy = CratePolicy { name: "", uses: &[], owns: &[], borrows: &[] };

const ALLOWED_DEPENDENCIES: &[CratePolicy] = &[
    CratePolicy { name: "rng", ..NO_DEPENDENCIES },
    CratePolicy { name: "rules", ..NO_DEPENDENCIES },
    CratePolicy { name: "game", uses: &["rules"], ..NO_DEPENDENCIES },
    CratePolicy { name: "openings", uses: &["rules", "game"], ..NO_DEPENDENCIES },
    CratePolicy { name: "explorer", uses: &["rules", "game"], ..NO_DEPENDENCIES },
    CratePolicy { name: "tablebase", uses: &["rng", "rules"], ..NO_DEPENDENCIES },
    CratePolicy { name: "lessons", uses: &["rules", "game", "texts"], ..NO_DEPENDENCIES },
    CratePolicy { name: "glicko", uses: &["rules", "game"], ..NO_DEPENDENCIES },
    CratePolicy { name: "routes", ..NO_DEPENDENCIES },
    CratePolicy { name: "texts", ..NO_DEPENDENCIES },
    CratePolicy { name: "engine", uses: &["rng", "rules"], ..NO_DEPENDENCIES },
    CratePolicy {
        name: "engine-worker",
        uses: &["rules", "engine", "tablebase"],
        borrows: &["wasm-bindgen"],
        ..NO_DEPENDENCIES
    },
    CratePolicy { name: "uci", uses: &["rules"], borrows: &["rustix"], ..NO_DEPENDENCIES },
    CratePolicy { name: "engine-match", uses: &["rng", "rules", "game"], ..NO_DEPENDENCIES },
    CratePolicy {
        name: "protocol",
        uses: &["rules", "game"],
        owns: &["serde", "serde_json"],
        ..NO_DEPENDENCIES
    },
    CratePolicy {
        name: "client",
        uses: &["rng", "rules", "game", "lessons", "protocol", "tablebase", "texts"],
        ..NO_DEPENDENCIES
    },
    CratePolicy {
        name: "puzzles",
        uses: &["rng", "rules", "game", "glicko", "engine", "client", "texts", "uci"],
        ..NO_DEPENDENCIES
    },
    CratePolicy {
        name: "web",
        uses: &[
            "rules",
            "game",
            "lessons",
            "engine",
            "client",
            "protocol",
            "routes",
            "engine-worker",
            "puzzles",
            "tablebase",
        ],
        owns: &["js-sys", "leptos", "wasm-bindgen", "wasm-bindgen-futures", "wasm_split_helpers", "web-sys"],
        borrows: &["qrcode"],
    },
    CratePolicy {
        name: "board3d",
        uses: &["rules", "client"],
        borrows: &["js-sys", "wasm-bindgen", "web-sys"],
        ..NO_DEPENDENCIES
    },
    CratePolicy {
        name: "terminal",
        uses: &[
            "rules", "game", "lessons", "openings", "engine", "protocol", "routes", "texts", "client",
            "puzzles", "uci",
        ],
        owns: &["ratatui", "rustls-native-certs", "signal-hook", "tungstenite", "ureq"],
        borrows: &["rustls"],
    },
    CratePolicy {
        name: "server",
        uses: &["rules", "game", "openings", "explorer", "glicko", "engine", "protocol", "routes", "texts"],
        owns: &[
            "argon2",
            "async-nats",
            "axum",
            "bytes",
            "futures-core",
            "futures-sink",
            "getrandom",
            "hyper",
            "hyper-util",
            "instant-acme",
            "rcgen",
            "rusqlite",
            "rustls",
            "sha2",
            "tokio",
            "tokio-postgres",
            "tokio-rustls",
            "tower-service",
            "tracing",
        ],
        borrows: &["rustix", "rustls-native-certs", "serde", "serde_json"],
    },
    CratePolicy {
        name: "bundler",
        uses: &["routes", "texts"],
        owns: &["brotli", "flate2", "walrus", "wasm-bindgen-cli-support", "wasm_split_cli_support"],
        ..NO_DEPENDENCIES
    },
    CratePolicy {
        name: "packager",
        uses: &["game"],
        borrows: &["flate2", "serde_json", "sha2"],
        ..NO_DEPENDENCIES
    },
    CratePolicy {
        name: "hanpan",
        uses: &[
            "rules",
            "game",
            "lessons",
            "engine",
            "explorer",
            "openings",
            "tablebase",
            "protocol",
            "client",
            "puzzles",
            "server",
            "terminal",
            "uci",
            "engine-match",
        ],
        owns: &[
            "clap",
            "clap_complete",
            "clap_mangen",
            "encoding_rs",
            "qrcode",
            "rustix",
            "toml",
            "tracing-subscriber",
        ],
        borrows: &["serde", "serde_json", "signal-hook"],
    },
    CratePolicy {
        name: "loadtest",
        uses: &["rng", "rules", "game", "protocol", "server", "test-services"],
        owns: &["futures-util", "tokio-tungstenite"],
        borrows: &["axum", "serde_json", "tokio", "ureq"],
    },
    CratePolicy {
        name: "e2e",
        uses: &["rules", "engine", "uci", "engine-worker", "puzzles", "test-services"],
        owns: &["base64"],
        borrows: &["serde_json", "ureq"],
    },
    CratePolicy { name: "trainer", uses: &["rng", "rules", "engine"], ..NO_DEPENDENCIES },
    CratePolicy { name: "oracles", ..NO_DEPENDENCIES },
    CratePolicy { name: "test-services", borrows: &["rcgen"], ..NO_DEPENDENCIES },
    CratePolicy { name: "xtask", ..NO_DEPENDENCIES },
];

/// Crates whose package is named `hanpan-…`, because it is published.
const PUBLISHED: &[&str] = &["rules", "game", "uci"];

/// Permissive licences; one alternative of each shipped dependency's licence must be listed.
const PERMISSIVE: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "Zlib",
    "Unlicense",
    "Unicode-3.0",
    "0BSD",
];

#[test]
fn crates_use_only_allowed_dependencies() {
    let shipped = direct_dependencies("normal,build");
    let all = direct_dependencies("normal,build,dev");
    for policy in ALLOWED_DEPENDENCIES {
        let used = &shipped[policy.name];
        let allowed = [policy.uses, policy.owns, policy.borrows].concat();
        for used in used {
            assert!(allowed.contains(&used.as_str()), "{} may not use {used}", policy.name);
        }
        // Some are only dev-dependencies.
        let used = &all[policy.name];
        for allowed in allowed {
            assert!(used.contains(allowed), "{} does not use {allowed}", policy.name);
        }
    }
}

#[test]
fn every_library_has_one_owner() {
    let owned: Vec<_> = ALLOWED_DEPENDENCIES.iter().flat_map(|policy| policy.owns).collect();
    let distinct: BTreeSet<_> = owned.iter().collect();
    assert_eq!(owned.len(), distinct.len(), "a library is owned twice: {owned:?}");
    for policy in ALLOWED_DEPENDENCIES {
        for borrowed in policy.borrows {
            let is_own = policy.owns.contains(borrowed);
            assert!(
                distinct.contains(&borrowed) && !is_own,
                "{} borrows {borrowed}, which no crate owns",
                policy.name
            );
        }
    }
}

#[test]
fn every_crate_is_in_the_dependency_table() {
    let mut crates: BTreeSet<String> = names_in(&root().join("crates"));
    crates.insert("xtask".to_owned());
    let listed: BTreeSet<String> = ALLOWED_DEPENDENCIES.iter().map(|policy| policy.name.to_owned()).collect();
    assert_eq!(crates, listed);
}

#[test]
fn architecture_md_lists_every_crate() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let headings = text.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix("`"));
    let shown: BTreeSet<&str> = headings.map(|path| path.trim_start_matches("crates/")).collect();
    let listed: BTreeSet<&str> = ALLOWED_DEPENDENCIES.iter().map(|policy| policy.name).collect();
    assert_eq!(shown, listed, "headings of ARCHITECTURE.md and crates");
}

#[test]
fn shipped_dependencies_have_permissive_licences() {
    let tree = cargo_tree(&["--workspace", "--edges", "normal,build", "--format", "{p}|{l}"]);
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let (package, licence) = line.split_once('|').unwrap();
        let licence = licence.trim_end_matches(" (*)");
        assert!(is_permissive(licence), "{package} is licensed under {licence}");
    }
}

/// Evaluates an SPDX expression: every part joined by `AND` needs a permissive alternative.
fn is_permissive(licence: &str) -> bool {
    licence.split(" AND ").all(|part| {
        let alternatives = part.split(" OR ").flat_map(|part| part.split('/'));
        alternatives.map(|name| name.trim_matches(['(', ')', ' '])).any(|name| PERMISSIVE.contains(&name))
    })
}

#[test]
fn spdx_expressions_are_parsed() {
    for (licence, expected) in [
        ("MIT OR Apache-2.0", true),
        ("MIT/Apache-2.0", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("GPL-3.0+", false),
        ("GPL-3.0+ OR MIT", true),
        ("MIT AND GPL-2.0", false),
        ("", false),
    ] {
        assert_eq!(is_permissive(licence), expected, "{licence}");
    }
}

/// Direct dependencies of every crate for all targets.
fn direct_dependencies(edges: &str) -> BTreeMap<String, BTreeSet<String>> {
    let tree =
        cargo_tree(&["--workspace", "--all-features", "--edges", edges, "--depth", "1", "--no-dedupe"]);
    let folder = |name: &str| {
        let published = name.strip_prefix("hanpan-").filter(|name| PUBLISHED.contains(name));
        published.unwrap_or(name).to_owned()
    };
    // A blank line separates the crates; each is followed by its dependencies.
    let crates = tree.split("\n\n").filter_map(|lines| {
        let mut names = lines.lines().filter_map(|line| line.split_whitespace().next());
        Some((folder(names.next()?), names.map(folder).collect()))
    });
    crates.collect()
}

fn cargo_tree(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--target", "all", "--prefix", "none"]).args(args).current_dir(root());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
