//! The rules of the house about its rooms: who may use whom, who owns which library, and that the map shows them all.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// A crate, what it may use of this house, and the libraries that it may name in its manifest.
#[derive(Clone, Copy)]
struct Room {
    name: &'static str,
    uses: &'static [&'static str],
    /// The libraries that are its own: what they do for the house, they do here.
    owns: &'static [&'static str],
    /// Libraries of other rooms that it cannot do without: JSON has to be read where it arrives, and the browser speaks
    /// nothing else.
    borrows: &'static [&'static str],
}

const EMPTY: Room = Room { name: "", uses: &[], owns: &[], borrows: &[] };

const ROOMS: &[Room] = &[
    Room { name: "rules", ..EMPTY },
    Room { name: "game", uses: &["rules"], ..EMPTY },
    Room { name: "engine", uses: &["rules"], ..EMPTY },
    Room { name: "thinker", uses: &["rules", "engine"], borrows: &["wasm-bindgen", "web-sys"], ..EMPTY },
    Room { name: "uci", uses: &["rules"], borrows: &["rustix"], ..EMPTY },
    Room { name: "arena", uses: &["rules", "game"], ..EMPTY },
    Room { name: "protocol", uses: &["rules", "game"], owns: &["serde", "serde_json"], ..EMPTY },
    Room { name: "client", uses: &["rules", "game", "protocol"], ..EMPTY },
    Room {
        name: "web",
        uses: &["rules", "game", "client"],
        owns: &["js-sys", "leptos", "wasm-bindgen", "wasm-bindgen-futures", "web-sys"],
        ..EMPTY
    },
    Room {
        name: "club",
        uses: &["rules", "game", "engine", "client", "protocol", "thinker", "web"],
        borrows: &["js-sys", "leptos", "qrcode", "wasm-bindgen", "wasm-bindgen-futures", "web-sys"],
        ..EMPTY
    },
    Room {
        name: "board3d",
        uses: &["rules", "client"],
        borrows: &["js-sys", "wasm-bindgen", "web-sys"],
        ..EMPTY
    },
    Room {
        name: "terminal",
        uses: &["rules", "game", "engine", "protocol", "client", "uci"],
        owns: &["ratatui", "signal-hook", "tungstenite"],
        ..EMPTY
    },
    Room {
        name: "server",
        uses: &["rules", "game", "engine", "protocol"],
        owns: &[
            "argon2",
            "axum",
            "bytes",
            "futures-core",
            "futures-sink",
            "getrandom",
            "hyper",
            "hyper-util",
            "rusqlite",
            "sha2",
            "tokio",
            "tower-service",
            "tracing",
        ],
        borrows: &["serde", "serde_json"],
    },
    Room { name: "page", owns: &["brotli", "flate2", "walrus", "wasm-bindgen-cli-support"], ..EMPTY },
    Room {
        name: "hanpan",
        uses: &["rules", "game", "engine", "protocol", "client", "server", "terminal", "uci", "arena"],
        owns: &["clap", "qrcode", "rustix", "toml", "tracing-subscriber"],
        borrows: &["serde", "signal-hook"],
    },
    Room {
        name: "bots",
        uses: &["rules", "game", "protocol", "server"],
        owns: &["futures-util", "tokio-tungstenite"],
        borrows: &["axum", "serde_json", "tokio"],
    },
    Room {
        name: "browser",
        uses: &["rules", "engine", "uci", "thinker"],
        owns: &["base64", "ureq"],
        borrows: &["serde_json"],
    },
    Room { name: "peers", ..EMPTY },
    Room { name: "xtask", ..EMPTY },
];

/// What a library that ships with Hanpan may be licensed under; one alternative of its licence has to be among these.
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
fn crates_use_only_what_they_may() {
    for room in ROOMS {
        let used = direct_dependencies(room.name, "normal,build");
        let allowed = [room.uses, room.owns, room.borrows].concat();
        for used in &used {
            assert!(allowed.contains(&used.as_str()), "{} may not use {used}", room.name);
        }
        // Some are used by the room's tests alone.
        let used = direct_dependencies(room.name, "normal,build,dev");
        for allowed in allowed {
            assert!(used.iter().any(|used| used == allowed), "{} does not use {allowed}", room.name);
        }
    }
}

#[test]
fn every_library_has_one_owner() {
    let owned: Vec<_> = ROOMS.iter().flat_map(|room| room.owns).collect();
    let distinct: BTreeSet<_> = owned.iter().collect();
    assert_eq!(owned.len(), distinct.len(), "a library is owned twice: {owned:?}");
    for room in ROOMS {
        for borrowed in room.borrows {
            let is_own = room.owns.contains(borrowed);
            assert!(distinct.contains(&borrowed) && !is_own, "{} borrows {borrowed} from nobody", room.name);
        }
    }
}

#[test]
fn every_crate_is_a_room_and_every_room_a_crate() {
    let mut crates: BTreeSet<String> = names_in(&root().join("crates"));
    crates.insert("xtask".to_owned());
    let rooms: BTreeSet<String> = ROOMS.iter().map(|room| room.name.to_owned()).collect();
    assert_eq!(crates, rooms);
}

#[test]
fn the_map_shows_every_room() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let headings = text.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix("`"));
    let shown: BTreeSet<&str> = headings.map(|path| path.trim_start_matches("crates/")).collect();
    let rooms: BTreeSet<&str> = ROOMS.iter().map(|room| room.name).collect();
    assert_eq!(shown, rooms, "the headings of ARCHITECTURE.md against the crates");
}

#[test]
fn what_ships_is_permissively_licensed() {
    let tree = cargo_tree(&["--workspace", "--edges", "normal,build", "--format", "{p}|{l}"]);
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let (package, licence) = line.split_once('|').unwrap();
        let licence = licence.trim_end_matches(" (*)");
        assert!(is_permissive(licence), "{package} is licensed under {licence}");
    }
}

/// Reads an SPDX expression: every part joined by `AND` needs an alternative that is allowed.
fn is_permissive(licence: &str) -> bool {
    licence.split(" AND ").all(|part| {
        let alternatives = part.split(" OR ").flat_map(|part| part.split('/'));
        alternatives.map(|name| name.trim_matches(['(', ')', ' '])).any(|name| PERMISSIVE.contains(&name))
    })
}

#[test]
fn licences_are_read_as_written() {
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

/// The names a crate's manifest lists for ordinary use, on any system.
fn direct_dependencies(package: &str, edges: &str) -> Vec<String> {
    let tree = cargo_tree(&["--package", package, "--all-features", "--edges", edges, "--depth", "1"]);
    let names = tree.lines().skip(1).filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
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
