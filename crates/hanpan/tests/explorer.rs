//! `hanpan explorer`: builds an index, adds to it, and looks up positions.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{expect_error, expect_output, run};

const GAMES: &str = r#"[White "Anna"]
[Black "Ben"]
[WhiteElo "2000"]
[BlackElo "1900"]
[Date "2024.05.01"]

1. e4 c5 2. Nf3 1-0

[White "Cho"]
[Black "Dana"]
[Site "https://chess.example/2"]

1. e4 c5 2. Nc3 1/2-1/2

[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. O-O *
"#;

const BROKEN: &str = "1. e4 c5 2. Nf3 *\n\n1. e4 Ke6 0-1\n";

/// Temporary folder of a test, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("explorer-{name}"));
        // Left by an earlier run, or never there.
        fs::remove_dir_all(&path).ok();
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn files(&self) -> usize {
        fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

#[test]
fn games_are_indexed_added_and_looked_up() {
    let folder = Folder::new("build");
    let (games, broken) = (folder.write("games.pgn", GAMES), folder.write("broken.pgn", BROKEN));
    let index = folder.path("games.index");
    let built = expect_output(&["explorer", "build", &games, "--output", &index]);
    assert!(
        built.starts_with("games 2, positions 3, left out 1, errors 0, megabytes 1, seconds "),
        "{built}"
    );
    assert_eq!(
        expect_output(&["explorer", &index, "1.e4", "c5"]),
        "B20 Sicilian Defense\n\
         move       games  white   draw  black  rating\n\
         all            2   50 %   50 %    0 %    1950\n\
         Nf3            1  100 %    0 %    0 %    1950\n\
         Nc3            1    0 %  100 %    0 %       -\n\
         \n\
         Nf3     1-0      Anna (2000) - Ben (1900), 2024\n\
         Nc3     1/2-1/2  Cho - Dana, https://chess.example/2\n"
    );

    let added = run(&["explorer", "build", &broken, "--output", &index, "--add"]);
    assert_eq!(added.code, Some(2));
    assert!(added.err.contains("broken.pgn:3:7: game 2: 'Ke6'"), "{}", added.err);
    assert!(added.out.starts_with("games 3, positions 3, left out 0, errors 1"), "{}", added.out);
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2";
    assert_eq!(
        expect_output(&["explorer", &index, fen, "--json"]),
        "{\"fen\":\"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\",\"opening\":{\"eco\":\"B20\",\
         \"name\":\"Sicilian Defense\"},\"total\":3,\"white\":1,\"draws\":1,\"black\":0,\"average_rating\":1950,\"moves\":[\
         {\"uci\":\"g1f3\",\"san\":\"Nf3\",\"total\":2,\"white\":1,\"draws\":0,\"black\":0,\"average_rating\":1950},\
         {\"uci\":\"b1c3\",\"san\":\"Nc3\",\"total\":1,\"white\":0,\"draws\":1,\"black\":0,\"average_rating\":null}],\
         \"games\":[{\"uci\":\"g1f3\",\"white\":{\"name\":\"Anna\",\"rating\":2000},\"black\":{\"name\":\"Ben\",\"rating\":1900},\
         \"result\":\"1-0\",\"year\":2024,\"site\":\"\"},{\"uci\":\"b1c3\",\"white\":{\"name\":\"Cho\",\"rating\":null},\
         \"black\":{\"name\":\"Dana\",\"rating\":null},\"result\":\"1/2-1/2\",\"year\":null,\"site\":\"https://chess.example/2\"},\
         {\"uci\":\"g1f3\",\"white\":{\"name\":\"\",\"rating\":null},\"black\":{\"name\":\"\",\"rating\":null},\"result\":\"*\",\
         \"year\":null,\"site\":\"\"}]}\n"
    );
    assert_eq!(
        expect_output(&["explorer", &index, "startpos", "a4", "a5"]),
        "A00 Ware Opening: Symmetric Variation\nno games\n"
    );
    assert_eq!(folder.files(), 3, "temporary files are left");
}

#[test]
fn an_index_is_replaced_only_by_a_complete_one() {
    let folder = Folder::new("replace");
    let (games, index) = (folder.write("games.pgn", GAMES), folder.path("games.index"));
    expect_output(&["explorer", "build", &games, "--output", &index]);
    let before = fs::read(&index).unwrap();
    let missing = folder.path("missing.pgn");
    let output = run(&["explorer", "build", &games, &missing, "--output", &index]);
    assert!(
        output.err.contains("missing.pgn: ") && output.err.contains("not all of the input"),
        "{}",
        output.err
    );
    assert_eq!((output.out.as_str(), output.code), ("", Some(2)));
    expect_error(&["explorer", "build", &index, "--output", &index], &["read and written at once"]);
    assert!(fs::read(&index).unwrap() == before);

    let mut damaged = before.clone();
    damaged[40] ^= 1;
    let damaged_index = folder.path("damaged.index");
    fs::write(&damaged_index, &damaged).unwrap();
    expect_error(
        &["explorer", "build", &games, "--output", &damaged_index, "--add"],
        &["the index is damaged"],
    );
    assert!(fs::read(&damaged_index).unwrap() == damaged);
    assert_eq!(folder.files(), 3, "temporary files are left");
}

#[test]
fn wrong_arguments_and_files_are_named() {
    let folder = Folder::new("wrong");
    let games = folder.write("games.pgn", GAMES);
    expect_error(&["explorer"], &["FILE"]);
    expect_error(&["explorer", &games], &["games.pgn", "not an index"]);
    expect_error(&["explorer", &games, "e5"], &["'e5'", "e5"]);
    expect_error(&["explorer", &folder.path("none")], &["none"]);
    expect_error(&["explorer", "build", &games], &["--output"]);
}
