//! Games and positions as text: pasted, opened, dropped, copied, saved.

use std::fs;

use browser::{Browser, Button, Field, Hand, Key, Look, Outcome, Place, Table, Visit, visit};
use serde_json::json;

const PGN: &str = "[White \"Anna\"]\n[Black \"Bela\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";
const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6";

#[test]
fn a_game_is_pasted() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        paste(visit, PGN)?;
        let table = Table::of(&visit.browser)?;
        table.wait_for_moves(MOVES)?;
        table.browser.wait_for_words(".side-below .name", "Anna")?;
        // A game that was opened is shown from its beginning.
        table.browser.press(Button("Back to the game"))?;
        table.play(Hand::Click, "b5c6")?;
        table.wait_for_moves("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6")
    })
}

#[test]
fn a_position_is_pasted() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        paste(visit, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")?;
        let table = Table::of(&visit.browser)?;
        table.board.wait_for_men("4k3/8/8/8/8/8/4P3/4K3")?;
        table.wait_for_status("BLACK'S TURN")
    })
}

#[test]
fn what_is_wrong_with_a_text_is_said_with_its_place() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        paste(visit, "1. e4 e5 2. Ke3")?;
        let words = visit.browser.words(".remark")?;
        assert!(words.starts_with("Game 1, line 1, column 13: “Ke3” cannot be played."), "{words}");
        Ok(())
    })
}

#[test]
fn what_is_wrong_with_a_text_stands_under_it() -> Outcome {
    for look in [Look::DESKTOP, Look::PHONE] {
        visit(&look, |visit| {
            paste(visit, "1. e4 e5 2. Ke3")?;
            visit.browser.middle_of(".paste .remark[role=alert]")?;
            let script = "
                const box = (place) => document.querySelector(place).getBoundingClientRect();
                const below = box('.paste .remark').top - box('.paste textarea').bottom;
                return [0 <= below && below < 24, box('.paste .remark').top + 24 <= innerHeight,
                    document.querySelectorAll('.remark').length]";
            let seen = visit.browser.run(script, &[])?;
            assert_eq!(seen, json!([true, true, 1]), "right below, its first line in sight, once");
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn a_wrong_position_is_explained_as_one_and_nothing_is_nothing() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        paste(visit, "4k3/8/8/8/8/8/8/4K9 w - - 0 1")?;
        visit.browser.wait_for_words(".remark", "FEN, character 19: a digit from 1 to 8 belongs here.")?;
        visit.browser.run("document.querySelector('textarea').value = ''", &[])?;
        visit.browser.write(Place("textarea"), " ")?;
        visit.browser.press(Button("OK"))?;
        visit.browser.wait_for_words(".remark", "There is nothing to open.")
    })
}

#[test]
fn a_game_in_progress_is_not_lost_without_a_question() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.table(&[])?.play(Hand::Click, "d2d4")?;
        let question = "Leave the game in progress and start a new one?";
        paste(visit, PGN)?;
        visit.browser.wait_for_words("dialog[open] p", question)?;
        visit.browser.press(Button("Keep playing"))?;
        visit.browser.press(Button("Continue your game"))?;
        Table::of(&visit.browser)?.wait_for_moves("d4")?;
        // At the table, and whatever the file is.
        drop_file(&visit.browser, ".status")?;
        visit.browser.wait_for_words("dialog[open] p", question)?;
        visit.browser.press(Button("Yes"))?;
        Table::of(&visit.browser)?.wait_for_moves(MOVES)
    })
}

#[test]
fn a_wrong_position_in_the_form_is_explained() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.form(&["From a position"])?;
        visit.browser.write(Field("Position as FEN"), "8/8/9/8/8/8/8/8 w - - 0 1")?;
        visit.browser.wait_for_words(".wrong", "FEN, character 5: a digit from 1 to 8 belongs here.")?;
        let is_off = visit.browser.run("return document.querySelector('button.large').disabled", &[])?;
        assert_eq!(is_off, true, "no game begins from nowhere");
        Ok(())
    })
}

#[test]
fn an_empty_position_says_why_no_game_begins() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.form(&["From a position"])?;
        visit.browser.wait_for_words(".wrong", "Paste a FEN here")?;
        let script = "
            const [field, button] = ['.field input', 'button.large'].map((place) => document.querySelector(place));
            const about = (element) => document.getElementById(element.getAttribute('aria-describedby'))?.innerText;
            return [field.ariaInvalid, about(field), button.disabled, about(button)]";
        let seen = visit.browser.run(script, &[])?;
        assert_eq!(seen, json!(["true", "Paste a FEN here", true, "Paste a FEN here"]));
        Ok(())
    })
}

#[test]
fn what_a_file_says_of_the_result_is_shown() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        paste(visit, "1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n")?;
        let table = Table::of(&visit.browser)?;
        table.wait_for_moves("e4 e5 Nf3")?;
        table.browser.wait_for_words(".status .ending", "Result in the file: 1-0")?;
        let only_first = "The text holds several games. The first one was opened.";
        table.browser.wait_for_words(".status .remark", only_first)?;
        // Whoever plays on has another game.
        table.browser.press(Button("Back to the game"))?;
        table.play(Hand::Click, "b8c6")?;
        table.wait_for_moves("e4 e5 Nf3 Nc6")?;
        assert!(!table.browser.has(Place(".status .ending"))?, "it is not over any more");
        Ok(())
    })
}

#[test]
fn a_wrong_file_is_refused_on_every_screen() -> Outcome {
    const PICTURE: &str = "\u{89}PNG of my cat";
    visit(&Look::DESKTOP, |visit| {
        for open in [Button("Play here"), Button("Settings")] {
            visit.home()?.press(open)?;
            drop_text(&visit.browser, "h1", PICTURE)?;
            let words = visit.browser.words(".page > .remark")?;
            assert!(words.starts_with("Game 1, line 1, column 1:"), "{words}");
            // One that is no text of any use is not even read.
            drop_text(&visit.browser, "h1", &"x".repeat(4_000_001))?;
            visit.browser.wait_for_words(".page > .remark", "There is no game in this text.")?;
        }
        Ok(())
    })
}

#[test]
fn a_file_is_opened() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let file = write_file(&visit.browser, PGN);
        visit.home()?.press(Button("Paste a position or a game"))?;
        visit.browser.write(Place("input[type=file]"), &file)?;
        Table::of(&visit.browser)?.wait_for_moves(MOVES)
    })
}

#[test]
fn a_file_is_dropped_on_the_page() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?;
        drop_file(&visit.browser, "h1")?;
        Table::of(&visit.browser)?.wait_for_moves(MOVES)
    })
}

#[test]
fn a_game_is_saved_as_a_file() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6")?;
        table.browser.press(Button("More"))?;
        table.browser.press(Button("Save game as a file (PGN)"))?;
        let file = table.browser.downloads().join("hanpan.pgn");
        let text = table
            .browser
            .wait("the file", || Ok(fs::read_to_string(&file).map_err(|error| error.to_string())))?;
        assert!(text.contains("[Result \"*\"]"), "{text}");
        assert!(text.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), "{text}");
        Ok(())
    })
}

#[test]
fn a_copied_game_can_be_pasted() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "d2d4 d7d5 c2c4")?;
        table.browser.press(Button("More"))?;
        table.browser.press(Button("Copy game (PGN)"))?;
        table.browser.wait_for_words(".status .remark", "Copied")?;
        visit.browser.run("localStorage.clear()", &[])?;
        visit.home()?.press(Button("Paste a position or a game"))?;
        visit.browser.press(Place("textarea"))?;
        visit.browser.keys([Key::Control('v')])?;
        visit.browser.press(Button("OK"))?;
        Table::of(&visit.browser)?.wait_for_moves("d4 d5 c4")
    })
}

fn paste(visit: &Visit, text: &str) -> Outcome {
    visit.home()?.press(Button("Paste a position or a game"))?;
    visit.browser.write(Place("textarea"), text)?;
    visit.browser.press(Button("OK"))
}

/// A file beside the browser's own.
fn write_file(browser: &Browser, text: &str) -> String {
    let file = browser.downloads().with_file_name("game.pgn");
    fs::write(&file, text).unwrap();
    file.to_string_lossy().into_owned()
}

fn drop_file(browser: &Browser, place: &str) -> Outcome {
    drop_text(browser, place, PGN)
}

fn drop_text(browser: &Browser, place: &str, text: &str) -> Outcome {
    let file = write_file(browser, text);
    let middle = browser.middle_of(place)?;
    for kind in ["dragEnter", "dragOver", "drop"] {
        let data = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
        let event = json!({ "type": kind, "x": middle.x, "y": middle.y, "data": data });
        browser.devtools("Input.dispatchDragEvent", &event)?;
    }
    Ok(())
}
