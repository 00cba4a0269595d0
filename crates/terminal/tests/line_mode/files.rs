//! Files and the saved game.

use std::fs;

use client::GameForm;
use game::Ruleset;
use terminal::InitialGame;
use terminal::line_mode::SessionOutcome;

use crate::script::Script;

#[test]
fn games_are_saved_and_loaded() {
    let script = Script::new("files");
    let (pgn, fen) = (script.file("a game.pgn"), script.file("end.fen"));
    let (pgn, fen) = (pgn.to_str().unwrap(), fen.to_str().unwrap());
    script
        .play(&format!("e4 / e5 / save {pgn} / save {fen}"))
        .check("*", &["Saved: ", "a game.pgn", "end.fen"]);
    assert!(fs::read_to_string(pgn).unwrap().ends_with("1. e4 e5 *\n"));
    let opened = script.play(&format!("load {pgn} / Nf3 / game / open {fen} / y / d4 / fen"));
    opened.check(
        "*",
        &[
            "WHITE'S TURN",
            "1. e4 e5 2. Nf3\n",
            "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2",
        ],
    );
    let again = script.play(&format!("d4 / save {pgn} / n"));
    again.check("*", &["exists already. Overwrite it? (y or n)"]);
    assert!(fs::read_to_string(pgn).unwrap().contains("1. e4 e5"), "left alone");
    script.play(&format!("d4 / save {pgn} / y")).check("*", &["Overwrite it?", "Saved: "]);
    assert!(fs::read_to_string(pgn).unwrap().contains("1. d4"));
}

#[test]
fn file_errors_name_the_reason() {
    let script = Script::new("bad-files");
    let broken = script.file("broken.pgn");
    fs::write(&broken, "1. e4 e5 2. Ke3").unwrap();
    let binary = script.file("binary.pgn");
    fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    for (line, reason) in [
        ("load".to_owned(), "Type a file name."),
        ("save".to_owned(), "Type a file name."),
        (format!("load {}", script.file("none").display()), "could not be read"),
        (format!("load {}", broken.display()), "Game 1, line 1, column 13"),
        (format!("load {}", binary.display()), "is not a text file."),
        (format!("save {}", script.file("no/such/folder.pgn").display()), "could not be written"),
    ] {
        script.play(&format!("e4 / {line} / game")).check_with_errors("*", &[reason, "1. e4\n"]);
    }
}

#[test]
fn loading_at_start_plays_the_file_or_refuses() {
    let script = Script::new("load-first");
    let file = script.file("game.pgn");
    fs::write(&file, "1. f3 e5 2. g4 *").unwrap();
    let played = script.clone().initial_game(InitialGame::Load(file)).play("Qh4");
    played.check("0-1", &["BLACK'S TURN", "WHITE'S TURN | CHECKMATE"]);
    let none = script.clone().initial_game(InitialGame::Load(script.file("none.pgn"))).play("e4");
    none.check_refused("could not be read");
    let empty = script.file("empty.pgn");
    fs::write(&empty, "\n").unwrap();
    script
        .clone()
        .initial_game(InitialGame::Load(empty))
        .play("e4")
        .check_refused("There is nothing to open.");
    // The recorded result of a file is the result.
    let resigned = script.file("resigned.pgn");
    fs::write(&resigned, "1. e4 e5 0-1").unwrap();
    script.initial_game(InitialGame::Load(resigned)).play_lines(&[]).check("0-1", &["WHITE'S TURN"]);
}

#[test]
fn unfinished_games_are_saved_and_resumed() {
    let script = Script::new("kept");
    script.play("new 5+0 / e4 / +30000 / e5").check("*", &["Game saved."]);
    let resumed = script.clone().initial_game(InitialGame::Resume);
    resumed.play("game / clock / Nf3").check("*", &["1. e4 e5\n", "Black: 4 minutes 30 seconds left"]);
    // A finished game is not saved.
    resumed.play("resign / y").check("1-0", &["BLACK'S TURN"]);
    resumed.play("e4").check_refused("There is no unfinished game to resume.");
    // A game without moves is not saved.
    script.play("board").check("*", &["WHITE'S TURN"]);
    resumed.play("e4").check_refused("There is no unfinished game to resume.");
}

#[test]
fn a_person_is_asked_whether_to_continue() {
    let script = Script::new("ask");
    script.play("e4 / e5").check("*", &["Game saved."]);
    let person = script.by_person();
    person.play("y / game").check("*", &["Resume your game: White vs Black, move 2?", "1. e4 e5\n"]);
    person.play("n / game").check("*", &["Resume your game", "No moves yet"]);
}

#[test]
fn a_script_does_not_replace_a_saved_game() {
    let script = Script::new("not-kept");
    script.clone().by_person().play("e4 / e5").check("*", &["Game saved."]);
    for initial_game in [InitialGame::Ask, InitialGame::New(Box::default())] {
        let other = script.clone().initial_game(initial_game).play("d4 / d5");
        other.check("*", &["This game is not saved: another unfinished game is.", "White: pawn d2 to d4"]);
        assert!(!other.text.contains("Game saved"), "{}", other.text);
    }
    script.initial_game(InitialGame::Resume).play("game").check("*", &["1. e4 e5\n"]);
}

/// Neither the command line nor a keyword replaces a saved game without a confirmation.
#[test]
fn a_person_confirms_replacing_a_saved_game() {
    let script = Script::new("given-up").by_person();
    let file = script.file("other.pgn");
    fs::write(&file, "1. c4 c5 *").unwrap();
    let question = "Leave the game in progress and start a new one?";
    script.play("e4 / e5").check("*", &["Game saved."]);
    for initial_game in [InitialGame::New(Box::default()), InitialGame::Load(file.clone())] {
        let other = script.clone().initial_game(initial_game);
        for no in [&["n"][..], &[]] {
            other.play_lines(no).check("*", &[question, "Game saved."]);
            let kept = script.clone().initial_game(InitialGame::Resume);
            kept.play("game").check("*", &["1. e4 e5\n"]);
        }
    }
    // An unanswered question replaces nothing.
    script.play_lines(&[]).check("*", &["Resume your game", "Game saved."]);
    let load = format!("load {}", file.display());
    let resumed = script.clone().initial_game(InitialGame::Resume);
    resumed.play(&format!("{load} / n / game")).check("*", &[question, "1. e4 e5\n"]);
    resumed.play(&format!("{load} / y / game")).check("*", &[question, "1. c4 c5\n"]);
    script
        .initial_game(InitialGame::New(Box::default()))
        .play("y / game")
        .check("*", &[question, "No moves yet"]);
}

#[test]
fn an_impossible_start_plays_nothing() {
    let script = Script::new("no-other").by_person();
    let form = GameForm { ruleset: Ruleset::FromPosition, fen: "rubbish".to_owned(), ..GameForm::default() };
    let broken = script.file("broken.pgn");
    fs::write(&broken, "1. e4 e5 2. Ke3").unwrap();
    for initial_game in [
        InitialGame::New(Box::new(form)),
        InitialGame::Load(broken),
        InitialGame::Load(script.file("none.pgn")),
    ] {
        let played = script.clone().initial_game(initial_game).play("e4");
        played.check_refused("");
    }
    // A person's error does not count.
    script.play("load nonsense / e4").check("*", &["could not be read", "White: pawn e2 to e4"]);
}

#[test]
fn unanswered_offers_stay_open() {
    let script = Script::new("open-offer");
    let played = script.play("e4 / draw");
    played.check("*", &["A draw is offered. Accept? y or n", "Game saved."]);
    assert!(!played.text.contains("declines"), "{}", played.text);
    script.initial_game(InitialGame::Resume).play("y").check("1/2-1/2", &["Draw: both sides agreed."]);
}

#[test]
fn a_locked_game_is_not_overwritten() {
    let script = Script::new("two-sittings");
    let lock = fs::File::create(script.file("game.lock")).unwrap();
    lock.lock().unwrap();
    let played = script.play("e4 / e5");
    played.check("*", &["it could not be saved: another running game", "pawn e7 to e5"]);
    assert!(!script.file("game.txt").exists() && !played.text.contains("Game saved"), "{}", played.text);
    drop(lock);
    script.play("e4 / e5").check("*", &["Game saved."]);
}

#[test]
fn an_unwritable_folder_does_not_stop_the_game() {
    let mut script = Script::new("no-folder");
    let blocked = script.file("blocked");
    fs::write(&blocked, "not a folder").unwrap();
    script.options.data_dir = Some(blocked);
    let played = script.play("e4 / e5");
    assert_eq!(played.outcome, SessionOutcome::Success);
    played.check("*", &["it could not be saved", "Black: pawn e7 to e5"]);
    assert_eq!(played.text.matches("could not be saved").count(), 1, "said once: {}", played.text);
}

/// For example after the disk has space again.
#[test]
fn saving_is_retried() {
    let mut script = Script::new("tried-again");
    let folder = script.file("blocked");
    fs::write(&folder, "not a folder").unwrap();
    script.options.data_dir = Some(folder.clone());
    let played = script.play_lines(&["e4", &format!("-{}", folder.display()), "e5"]);
    played.check("*", &["it could not be saved", "pawn e7 to e5", "Game saved."]);
    script.initial_game(InitialGame::Resume).play("game").check("*", &["1. e4 e5\n"]);
}

#[test]
fn a_damaged_saved_game_is_reported_and_quarantined() {
    let script = Script::new("damaged");
    let file = script.file("game.txt");
    fs::write(&file, "hanpan 1\nrubbish\n").unwrap();
    script.play("e4").check("*", &["White: pawn e2 to e4"]);
    let resumed = script.clone().initial_game(InitialGame::Resume).play("e4");
    resumed.check_refused("Your saved game could not be read: line");
    assert_eq!(fs::read_to_string(&file).unwrap(), "hanpan 1\nrubbish\n");
    let aside = script.file("game.damaged.txt");
    script.by_person().play("e4").check("*", &["Your saved game could not be read", "White: pawn e2 to e4"]);
    assert_eq!(fs::read_to_string(aside).unwrap(), "hanpan 1\nrubbish\n", "not written over");
}
