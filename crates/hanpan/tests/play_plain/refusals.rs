//! Invalid options.

use std::process::Stdio;

use crate::run::{expect_refused, hanpan_play, play_script, state_dir};

/// Impossible games are refused on standard error, without falling back to another game.
#[test]
fn invalid_game_options_are_refused() {
    let folder = state_dir("refused");
    let empty = folder.join("empty.pgn");
    std::fs::write(&empty, "\n").unwrap();
    for (args, reason) in [
        (
            &["--load", "no-such-file.pgn"][..],
            "no-such-file.pgn could not be read: No such file or directory",
        ),
        (&["--load", empty.to_str().unwrap()], "There is nothing to open."),
        (&["--resume"], "There is no unfinished game to resume."),
        (&["--fen", "rubbish"], "FEN, character 2: a piece letter"),
        (&["--clock", "5x3"], "--clock 5x3: not a time control"),
        (&["--plain", "--side", "black"], "--side: only against"),
    ] {
        expect_refused(&folder, args, reason);
    }
    let nowhere = hanpan_play(&folder, &[]).stdin(std::fs::File::open(&folder).unwrap()).output().unwrap();
    assert_eq!(nowhere.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&nowhere.stderr), "hanpan: standard input: Is a directory\n");
}

/// Options without effect are refused, not ignored.
#[test]
fn conflicting_options_are_refused() {
    let folder = state_dir("options");
    for args in [
        &["--resume", "--white", "Ann"][..],
        &["--resume", "--auto-flip"],
        &["--load", "game.pgn", "--start", "0"],
        &["--load", "game.pgn", "--engine", "stockfish"],
        &["--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--start", "0"],
        &["--rules", "standard", "--start", "0"],
        &["--first", "white"],
        &["--ascii", "--pieces", "art"],
        &["--side", "black"],
        &["--engine", "'stockfish"],
        &["--computer", "haru", "--engine", "stockfish"],
        &["--computer", "haru", "--resume"],
    ] {
        let output = hanpan_play(&folder, args).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(["", "*\n"].contains(&&*String::from_utf8(output.stdout).unwrap()), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
    play_script("same-rules", &["--rules", "chess960", "--start", "0"], "", "*", 0);
}
