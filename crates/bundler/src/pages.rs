//! The files that each page loads.

use std::collections::BTreeMap;

use crate::output::Asset;

/// Paths of the files of each part of the application.
pub(crate) type PartFiles = BTreeMap<String, Vec<String>>;

/// File name prefixes of what the start page does not load: files of other pages, of the engine, the 3D board and the extras,
/// the icons of an installed app, the pack, and the puzzles.
const LATER: [&str; 8] = ["page", "part", "engine-worker", "board3d", "extras", "install", "pack", "puzzles"];

/// File name prefixes of what is loaded on demand, with a weight of its own.
const ON_DEMAND: [&str; 6] = ["engine-worker", "board3d", "extras", "install", "pack", "puzzles"];

/// The part that is no page: opening of files. The first board does not need it.
pub(crate) const IMPORT: &str = "import";

/// The part of the board of an online game. The page of a game loads it after its own part, or with it.
pub(crate) const TABLE: &str = "table";
const GAME: &str = "game";

/// The part of all pages for learning.
pub(crate) const LEARN: &str = "learn";

/// Parts in the pack, in the order in which the page of a game needs them; the program comes first.
pub(crate) const PACKED: [&str; 2] = [GAME, TABLE];

/// Paths and prefixes of the pages that ask the server for the user.
pub(crate) const ONLINE: [&str; 5] =
    [routes::ONLINE, routes::GAMES, routes::ACCOUNT, routes::GAME_PREFIX, routes::PLAYER_PREFIX];

/// Returns true if the start page loads the file.
pub(crate) fn is_of_start_page(path: &str) -> bool {
    !LATER.iter().any(|prefix| has_prefix(path, prefix))
}

/// Sums of the sizes as sent: `play`, what the start page loads; `page NAME`, what the page of a part loads besides; and what is
/// loaded on demand.
pub(crate) fn weights(files: &[Asset], parts: &PartFiles) -> Vec<(String, usize)> {
    let sum = |is_counted: &dyn Fn(&str) -> bool| -> usize {
        files.iter().filter(|file| is_counted(&file.path)).map(|file| file.brotli).sum()
    };
    let mut weights: Vec<(String, usize)> = ON_DEMAND
        .iter()
        .map(|prefix| ((*prefix).to_owned(), sum(&|path| has_prefix(path, prefix))))
        .collect();
    weights.push(("play".to_owned(), sum(&is_of_start_page)));
    for (part, own) in parts.iter().filter(|(part, _)| *part != TABLE) {
        // Document, style sheet and icon are those of all pages but the start page.
        let is_page = part != IMPORT;
        let table = parts.get(TABLE).filter(|_| part == GAME).into_iter().flatten();
        let own: Vec<&String> = own.iter().chain(table).collect();
        let is_counted =
            |path: &str| is_page && has_prefix(path, "page") || own.iter().any(|file| *file == path);
        weights.push((if is_page { format!("page {part}") } else { part.clone() }, sum(&is_counted)));
    }
    weights
}

fn has_prefix(path: &str, prefix: &str) -> bool {
    path.trim_start_matches('/').trim_start_matches("assets/").starts_with(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_weighs_what_it_loads_besides_the_start_page() {
        let file = |path: &str, brotli| Asset::of_size(path, brotli);
        let files = [
            file("/", 1),
            file("/assets/hanpan-1.wasm", 2),
            file("/assets/part-both-1.wasm", 8),
            file("/assets/part-online-1.wasm", 16),
            file("/page.html", 32),
            file("/assets/board3d-1.wasm", 64),
            file("/assets/part-computer-1.wasm", 128),
            file("/assets/part-game-1.wasm", 256),
            file("/assets/part-table-1.wasm", 512),
        ];
        let path = |name: &str| format!("/assets/part-{name}-1.wasm");
        let parts: PartFiles = [
            ("online".to_owned(), vec![path("both"), path("online")]),
            ("computer".to_owned(), vec![path("both"), path("computer")]),
            ("game".to_owned(), vec![path("both"), path("game")]),
            ("table".to_owned(), vec![path("both"), path("table")]),
        ]
        .into();
        let weights = weights(&files, &parts);
        let of = |name: &str| weights.iter().find(|(known, _)| known == name).map(|(_, bytes)| *bytes);
        assert_eq!(of("play"), Some(1 + 2));
        assert_eq!(of("page online"), Some(8 + 16 + 32));
        assert_eq!(of("page computer"), Some(8 + 32 + 128));
        assert_eq!(of("page game"), Some(8 + 32 + 256 + 512));
        assert_eq!((of("page table"), of("table")), (None, None));
        assert_eq!(of("board3d"), Some(64));
    }
}
