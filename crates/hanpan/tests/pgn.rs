//! `hanpan pgn` on files with valid and invalid games.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::path::PathBuf;

use common::{expect_error, expect_output, run, run_with_input};

/// Temporary folder of a test, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("hanpan-pgn-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Sorted names of its entries.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

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
    let output = run_with_input(&["pgn", "check", "-"], GAMES);
    assert_eq!(output.code, Some(2));
    assert_eq!(
        output.err,
        "-:8:13: game 2: 'Ke3': the king on e1 cannot go to e3: a king does not move so\n"
    );
    assert!(output.out.starts_with("games 2, moves 11, errors 1, seconds 0."), "{}", output.out);
    let good = GAMES.replace(" 2. Ke3", "");
    let output = run_with_input(&["pgn", "check", "-"], &good);
    assert!(output.out.starts_with("games 3, moves 13, errors 0, seconds 0."), "{}", output.out);
    assert_eq!((output.err.as_str(), output.code), ("", Some(0)));
}

#[test]
fn check_as_json() {
    let output = run_with_input(&["pgn", "check", "--json", "-"], GAMES);
    let expected = "{\"errors\":[{\"file\":\"-\",\"line\":8,\"column\":13,\"game\":2,\"reason\":\"'Ke3': the king on e1 \
                    cannot go to e3: a king does not move so\"}],\"games\":2,\"moves\":11,\"milliseconds\":";
    assert!(output.out.starts_with(expected) && output.out.ends_with("}\n"), "{}", output.out);
    assert_eq!((output.err.as_str(), output.code), ("", Some(2)));
}

#[test]
fn clean() {
    let output = run_with_input(&["pgn", "clean", "-"], GAMES);
    assert_eq!(output.code, Some(2));
    assert!(
        output.err.starts_with("-:8:13: game 2: ")
            && output.err.contains("\ngames 2, moves 11, errors 1, written 2, seconds 0."),
        "{output:?}"
    );
    assert!(
        output.out.contains(
            "\n\n1. e4 e5 2. Bc4 (2. Nf3 Nc6) 2... Nc6 3. Qh5 {why not} 3... Nf6 $4 4. Qxf7# 1-0\n"
        ),
        "{}",
        output.out
    );
    assert!(output.out.contains("[Event \"C\"]") && !output.out.contains("[Event \"B\"]"), "{}", output.out);
    // Clean output is left unchanged.
    let again = run_with_input(&["pgn", "clean", "-"], &output.out);
    assert_eq!((again.out, again.code), (output.out, Some(0)));
}

#[test]
fn files() {
    let folder = Folder::new("files");
    let path = |name: &str| folder.path(name);
    let (one, two, clean) = (path("one.pgn"), path("two.pgn"), path("clean.pgn"));
    std::fs::write(&one, "1. e4 e5 *").unwrap();
    std::fs::write(&two, "1. d4 *\n\n1. c4 *").unwrap();
    assert!(expect_output(&["pgn", "check", &one, &two]).starts_with("games 3, moves 4, errors 0"));
    let output = run_with_input(&["pgn", "clean", &one, &two, "--output", &clean], "");
    assert_eq!((output.out.as_str(), output.code), ("", Some(0)), "{}", output.err);
    assert!(expect_output(&["pgn", "check", &clean]).starts_with("games 3, moves 4, errors 0"));
    expect_error(&["pgn", "check"], &["FILE"]);
    expect_error(&["pgn"], &["subcommand"]);
}

#[test]
fn unreadable_files_are_reported() {
    let folder = Folder::new("unreadable");
    let check = |name: &str, shown: &str, why: &str| {
        let path = folder.path(name);
        let shown = if name == shown { path.clone() } else { folder.path("") + shown };
        let output = run(&["pgn", "check", &path]);
        assert_eq!((output.err, output.code), (format!("hanpan: {shown}: {why}\n"), Some(2)));
        assert!(output.out.starts_with("games 0, moves 0, errors 1, seconds 0."), "{}", output.out);
        let output = run(&["pgn", "check", "--json", &path]);
        let reason =
            format!(",\"line\":null,\"column\":null,\"game\":null,\"reason\":\"{why}\"}}],\"games\":0,");
        assert!(output.out.contains(&reason), "{}", output.out);
        assert_eq!((output.err.as_str(), output.code), ("", Some(2)));
    };
    check("none.pgn", "none.pgn", "No such file or directory");
    check("two\nlines\x1b[2J.pgn", "two\\nlines\\u{1b}[2J.pgn", "No such file or directory");
    std::fs::create_dir(folder.path("folder")).unwrap();
    check("folder", "folder", "Is a directory");
    let odd = folder.path("a\tb.pgn");
    std::fs::write(&odd, "1. Ke2 *").unwrap();
    let output = run(&["pgn", "check", &odd]);
    assert!(output.err.contains("/a\\tb.pgn:1:4: game 1: ") && output.err.lines().count() == 1, "{output:?}");
    std::fs::write(&odd, "[FEN \"8/8/x\"]\n\n*").unwrap();
    let output = run(&["pgn", "check", &odd]);
    assert!(output.err.contains(": game 1: FEN, column 5: "), "{output:?}");
}

#[test]
fn arbitrary_bytes_never_crash() {
    for input in
        ["", "\0\0\0", "((((", "{", "}", "[", "[Event", "1. e4 )", "\u{feff}", "%\n%", "$", "1-0 0-1 * *"]
    {
        for command in ["check", "clean"] {
            let output = run_with_input(&["pgn", command, "-"], input);
            assert!(matches!(output.code, Some(0 | 2)), "{input:?}: {output:?}");
        }
    }
}

const OLD_CONTENT: &str = "what was there before\n";
const CLEAN: &str = "[Event \"?\"]\n";

/// Runs `pgn clean` into an existing file and returns its content afterwards. No other file may be left
/// behind.
#[track_caller]
fn clean_into(folder: &Folder, args: &[&str], code: i32, message: &str) -> String {
    let target = folder.path("old.pgn");
    std::fs::write(&target, OLD_CONTENT).unwrap();
    let before = folder.names();
    let args: Vec<&str> = ["pgn", "clean", "--output", &target].iter().chain(args).copied().collect();
    let output = run_with_input(&args, "1. e4 *");
    assert_eq!(output.code, Some(code), "{output:?}");
    assert!(output.err.contains(message), "{message:?} in {output:?}");
    assert_eq!(output.out, "");
    assert_eq!(folder.names(), before);
    std::fs::read_to_string(&target).unwrap()
}

#[test]
fn output_file_is_replaced_only_when_complete() {
    let folder = Folder::new("output");
    let (good, bad, none) = (folder.path("good.pgn"), folder.path("bad.pgn"), folder.path("none.pgn"));
    std::fs::write(&good, "1. e4 e5 *").unwrap();
    std::fs::write(&bad, "1. e4 e5 *\n\n1. Ke3 *").unwrap();
    let target = folder.path("old.pgn");

    assert!(clean_into(&folder, &[&good], 0, "games 1, moves 2, errors 0, written 1, ").starts_with(CLEAN));
    assert!(clean_into(&folder, &["-"], 0, "written 1, ").starts_with(CLEAN));
    // An invalid game is left out.
    assert!(clean_into(&folder, &[&bad], 2, "games 1, moves 2, errors 1, written 1, ").starts_with(CLEAN));
    // Unreadable input prevents replacing the file.
    let not_written = format!("hanpan: {target}: not written, because not all of the input could be read\n");
    assert_eq!(clean_into(&folder, &[&none], 2, &not_written), OLD_CONTENT);
    assert_eq!(
        clean_into(&folder, &[&good, &none], 2, "games 1, moves 2, errors 1, written 0, "),
        OLD_CONTENT
    );
    assert_eq!(clean_into(&folder, &[&folder.path("")], 2, "Is a directory"), OLD_CONTENT);
    assert_eq!(clean_into(&folder, &[&target], 2, "cannot be read and written at once"), OLD_CONTENT);
    // A file that did not exist is not created either.
    let output = run(&["pgn", "clean", &none, "--output", &folder.path("new.pgn")]);
    assert_eq!(
        (output.code, folder.names()),
        (Some(2), vec!["bad.pgn".into(), "good.pgn".into(), "old.pgn".into()])
    );
    // `-` is standard output; unwritable outputs are refused.
    let output = run(&["pgn", "clean", &good, "--output", "-"]);
    assert!(output.out.starts_with(CLEAN) && output.code == Some(0), "{output:?}");
    let output = run(&["pgn", "clean", &good, "--output", &folder.path("")]);
    assert!(
        output.code == Some(1)
            && output.err.contains("cannot write: ")
            && output.err.contains("Is a directory"),
        "{output:?}"
    );
    let output = run(&["pgn", "clean", &good, "--output", &folder.path("nowhere/x.pgn")]);
    assert!(
        output.code == Some(1) && output.err.contains("nowhere/x.pgn: No such file or directory"),
        "{output:?}"
    );
}

/// An input file given under another name is not truncated while it is read.
#[cfg(unix)]
#[test]
fn input_file_as_output_is_refused() {
    let folder = Folder::new("same");
    let (input, link, sign) = (folder.path("in.pgn"), folder.path("link.pgn"), folder.path("sign.pgn"));
    std::fs::write(&input, "1. e4 e5 *").unwrap();
    std::fs::hard_link(&input, &link).unwrap();
    std::os::unix::fs::symlink(&input, &sign).unwrap();
    assert_eq!(run(&["pgn", "clean", &input, "--output", &link]).code, Some(0));
    assert!(std::fs::read_to_string(&link).unwrap().starts_with(CLEAN));
    expect_error(&["pgn", "clean", &input, "--output", &sign], &["cannot be read and written at once"]);
    let mut command = common::command(&["pgn", "clean", "-", "--output", &input]);
    let output = command.stdin(std::fs::File::open(&input).unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(std::fs::read_to_string(&input).unwrap(), "1. e4 e5 *");
    // A symbolic link is kept and its target replaced.
    assert_eq!(run(&["pgn", "clean", &link, "--output", &sign]).code, Some(0));
    assert!(std::fs::symlink_metadata(&sign).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&input).unwrap().starts_with(CLEAN));
    assert_eq!(run(&["pgn", "clean", &input, "--output", "/dev/null"]).code, Some(0));
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn odd_games_are_kept_with_notes() {
    let text = "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... -- 2. d4) 2. g1f3 D $999 Nc6 1–0\n\n\
                [Event \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. -- Nc6 0-1\n";
    let output = run_with_input(&["pgn", "clean", "-"], text);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.out.contains("\n\n1. e4 e5 (1... -- 2. d4) 2. Nf3 Nc6 1-0\n"), "{}", output.out);
    assert!(output.out.contains("\n\n1. e4 e5 0-1\n"), "{}", output.out);
    let notes: Vec<&str> = output.err.lines().filter(|line| line.contains(": note: ")).collect();
    assert_eq!(
        notes,
        [
            "-:4:34: game 1: note: a word that is no move is passed over",
            "-:4:36: game 1: note: $ without a number from 0 to 255 is passed over",
            "-:4:45: game 1: note: a typographic character is read as the PGN character",
            "-:9:13: game 2: note: the line ends before a null move",
            "-:9:20: game 2: note: the result differs from the Result tag",
        ]
    );
    assert!(output.err.contains("games 2, moves 7, errors 0, notes 5, written 2,"), "{}", output.err);
}

#[test]
fn other_encodings_are_detected_or_named() {
    let folder = Folder::new("encodings");
    let path = folder.path("korean.pgn");
    // The name in CP949.
    std::fs::write(&path, b"[White \"\xB9\xDA\xC1\xA4\xC8\xAF\"]\n\n1. e4 *\n").unwrap();
    let output = run(&["pgn", "clean", &path]);
    assert!(output.out.contains("[White \"박정환\"]"), "{}", output.out);
    let note = format!("{path}: note: not UTF-8: read as EUC-KR; --encoding names another");
    assert!(output.err.contains(&note), "{}", output.err);
    let output = run(&["pgn", "clean", "--encoding", "latin1", &path]);
    assert!(output.out.contains("[White \"¹ÚÁ¤È¯\"]"), "{}", output.out);
    expect_error(&["pgn", "check", "--encoding", "klingon", &path], &["--encoding", "expected an encoding"]);
}

#[test]
fn utf16_is_read_and_results_against_mate_are_noted() {
    let folder = Folder::new("utf16");
    let path = folder.path("utf16.pgn");
    let text = "[White \"박정환\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let bytes: Vec<u8> =
        [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(|unit: u16| unit.to_le_bytes()).collect();
    std::fs::write(&path, bytes).unwrap();
    let output = run(&["pgn", "clean", &path]);
    assert!(output.out.contains("[White \"박정환\"]"), "{}", output.out);
    assert!(output.err.contains("note: not UTF-8: read as UTF-16LE\n"), "{}", output.err);
    assert!(output.err.contains("game 1: note: the result contradicts the final position"), "{}", output.err);
}

#[test]
fn ratings_say_why_games_do_not_count() {
    let folder = Folder::new("uncounted");
    let path = folder.path("games.pgn");
    std::fs::write(&path, "1. e4 1-0\n\n1. e4 0-1\n\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n").unwrap();
    let output = run(&["ratings", &path]);
    let note = "note: no game counts: 2 without the names of two players, 1 without a result\n";
    assert!(output.err.contains(note) && output.code == Some(0), "{output:?}");
    std::fs::write(&path, "1. e4 1-0\n\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n").unwrap();
    let output = run(&["ratings", &path]);
    assert!(
        output.out.contains("A ") && output.err.contains("1 without the names of two players"),
        "{output:?}"
    );
}

#[test]
fn locations_are_printed_once() {
    let folder = Folder::new("locations");
    let path = folder.path("broken.pgn");
    std::fs::write(&path, "1. e4 ) *\n").unwrap();
    for args in [
        &["ratings", &path][..],
        &["match", "--engine", "hanpan", "--engine", "hanpan", "--openings", &path, "--games", "2"],
    ] {
        let output = run(args);
        let message = format!("{path}:1:7: game 1: there is no variation to close\n");
        assert!(output.err.ends_with(&message) && output.code == Some(2), "{output:?}");
    }
}
