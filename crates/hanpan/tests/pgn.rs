//! `hanpan pgn` on files with good and bad games.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{hanpan_with, output, refused};

const GAMES: &str = "\
[Event \"A\"]
[Result \"1-0\"]

1.e4 e5 2.Bc4 (2.Nf3 Nc6) Nc6 3.Qh5 {why not} Nf6?? 4.Qxf7# 1-0

[Event \"B\"]

1. e4 e5 2. Ke3 *

[Event \"C\"]

1. d4 d5 *
";

#[test]
fn check() {
    let said = hanpan_with(&["pgn", "check", "-"], GAMES);
    assert_eq!(said.code, Some(2));
    assert_eq!(said.err, "-:8:13: game 2: 'Ke3': the king on e1 cannot go to e3: a king does not move so\n");
    assert!(said.out.starts_with("games 3, moves 13, errors 1, seconds 0."), "{}", said.out);
    let good = GAMES.replace(" 2. Ke3", "");
    let said = hanpan_with(&["pgn", "check", "-"], &good);
    assert!(said.out.starts_with("games 3, moves 13, errors 0, seconds 0."), "{}", said.out);
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
}

#[test]
fn check_as_json() {
    let said = hanpan_with(&["pgn", "check", "--json", "-"], GAMES);
    let expected = "{\"errors\":[{\"file\":\"-\",\"line\":8,\"column\":13,\"game\":2,\"reason\":\"'Ke3': the king on e1 \
                    cannot go to e3: a king does not move so\"}],\"games\":3,\"moves\":13,\"milliseconds\":";
    assert!(said.out.starts_with(expected) && said.out.ends_with("}\n"), "{}", said.out);
    assert_eq!((said.err.as_str(), said.code), ("", Some(2)));
}

#[test]
fn clean() {
    let said = hanpan_with(&["pgn", "clean", "-"], GAMES);
    assert_eq!(said.code, Some(2));
    assert!(
        said.err.starts_with("-:8:13: game 2: ") && said.err.contains("\ngames 3, moves 11, errors 1"),
        "{said:?}"
    );
    assert!(
        said.out.contains(
            "\n\n1. e4 e5 2. Bc4 (2. Nf3 Nc6) 2... Nc6 3. Qh5 {why not} 3... Nf6 $4 4. Qxf7# 1-0\n"
        ),
        "{}",
        said.out
    );
    assert!(said.out.contains("[Event \"C\"]") && !said.out.contains("[Event \"B\"]"), "{}", said.out);
    // What is clean stays as it is.
    let again = hanpan_with(&["pgn", "clean", "-"], &said.out);
    assert_eq!((again.out, again.code), (said.out, Some(0)));
}

#[test]
fn files() {
    let folder = std::env::temp_dir().join(format!("hanpan-pgn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (one, two, clean) = (path("one.pgn"), path("two.pgn"), path("clean.pgn"));
    std::fs::write(&one, "1. e4 e5 *").unwrap();
    std::fs::write(&two, "1. d4 *\n\n1. c4 *").unwrap();
    assert!(output(&["pgn", "check", &one, &two]).starts_with("games 3, moves 4, errors 0"));
    let said = hanpan_with(&["pgn", "clean", &one, &two, "--output", &clean], "");
    assert_eq!((said.out.as_str(), said.code), ("", Some(0)), "{}", said.err);
    assert!(output(&["pgn", "check", &clean]).starts_with("games 3, moves 4, errors 0"));
    refused(&["pgn", "clean", &one, "--output", &one], &[&one]);
    assert_eq!(std::fs::read_to_string(&one).unwrap(), "1. e4 e5 *");
    refused(&["pgn", "check", &path("none.pgn")], &["none.pgn"]);
    refused(&["pgn", "check"], &["FILE"]);
    refused(&["pgn"], &["subcommand"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn bytes_that_are_no_games() {
    for input in
        ["", "\0\0\0", "((((", "{", "}", "[", "[Event", "1. e4 )", "\u{feff}", "%\n%", "$", "1-0 0-1 * *"]
    {
        for command in ["check", "clean"] {
            let said = hanpan_with(&["pgn", command, "-"], input);
            assert!(matches!(said.code, Some(0 | 2)), "{input:?}: {said:?}");
        }
    }
}
