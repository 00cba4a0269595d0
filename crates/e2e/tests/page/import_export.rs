//! Import and export of games and positions: paste, open, drop, copy, save.

use std::fs;

use e2e::{
    Browser, Button, Css, Field, GamePage, Key, MoveInput, Session, TestResult, Viewport, with_session,
};
use serde_json::json;

const PGN: &str = "[White \"Anna\"]\n[Black \"Bela\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";
const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6";

#[test]
fn pgn_can_be_pasted() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        paste(session, PGN)?;
        let game = GamePage::wait_for(&session.browser)?;
        game.wait_for_moves(MOVES)?;
        game.browser.wait_for_text(".side-below .name", "Anna")?;
        // An opened game is shown from its first position.
        game.browser.click_element(Button("Back to the game"))?;
        game.play(MoveInput::Click, "b5c6")?;
        game.wait_for_moves("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6")
    })
}

#[test]
fn opened_finished_game_shows_its_result() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        paste(session, "[White \"Anna\"]\n\n1. f3 e5 2. g4 Qh4# 0-1")?;
        let game = GamePage::wait_for(&session.browser)?;
        game.wait_for_status("BLACK WINS! | CHECKMATE")?;
        game.browser.wait_for_value("return document.title", &[], "BLACK WINS! | CHECKMATE · Hanpan")?;
        assert!(game.browser.has(Button("New game"))? && !game.browser.has(Button("Rematch"))?);
        Ok(())
    })
}

#[test]
fn fen_can_be_pasted() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        paste(session, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")?;
        let game = GamePage::wait_for(&session.browser)?;
        game.board.wait_for_placement("4k3/8/8/8/8/8/4P3/4K3")?;
        game.wait_for_status("BLACK'S TURN")
    })
}

#[test]
fn pgn_error_names_line_and_column() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        paste(session, "1. e4 e5 2. Ke3")?;
        session.browser.wait_for_words(".remark", "Game 1, line 1, column 13: “Ke3” cannot be played.")
    })
}

#[test]
fn paste_error_is_shown_below_the_text_area() -> TestResult {
    for viewport in [Viewport::DESKTOP, Viewport::PHONE] {
        with_session(&viewport, |session| {
            paste(session, "1. e4 e5 2. Ke3")?;
            session.browser.center_of(".paste .remark[role=alert]")?;
            let script = "
                const box = (place) => document.querySelector(place).getBoundingClientRect();
                const below = box('.paste .remark').top - box('.paste textarea').bottom;
                return [0 <= below && below < 24, box('.paste .remark').top + 24 <= innerHeight,
                    document.querySelectorAll('.remark').length]";
            let seen = session.browser.run(script, &[])?;
            assert_eq!(seen, json!([true, true, 1]), "right below, its first line in sight, once");
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn invalid_fen_and_empty_paste_show_different_errors() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        paste(session, "4k3/8/8/8/8/8/8/4K9 w - - 0 1")?;
        session.browser.wait_for_text(".remark", "FEN, character 19: a digit from 1 to 8 belongs here.")?;
        session.browser.run("document.querySelector('textarea').value = ''", &[])?;
        session.browser.type_into(Css("textarea"), " ")?;
        session.browser.click_element(Button("OK"))?;
        session.browser.wait_for_text(".remark", "There is nothing to open.")
    })
}

#[test]
fn importing_asks_before_replacing_a_game() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.new_game(&[])?.play(MoveInput::Click, "d2d4")?;
        let question = "Leave the game in progress and start a new one?";
        paste(session, PGN)?;
        session.browser.wait_for_text("dialog[open] p", question)?;
        session.browser.click_element(Button("Keep playing"))?;
        session.browser.click_element(Button("Resume your game"))?;
        GamePage::wait_for(&session.browser)?.wait_for_moves("d4")?;
        // On the game screen, for any file.
        drop_file(&session.browser, ".status")?;
        session.browser.wait_for_text("dialog[open] p", question)?;
        session.browser.click_element(Button("Yes"))?;
        GamePage::wait_for(&session.browser)?.wait_for_moves(MOVES)
    })
}

#[test]
fn invalid_fen_in_the_form_is_explained() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_new_game_form(&["From a position"])?;
        session.browser.type_into(Field("Position as FEN"), "8/8/9/8/8/8/8/8 w - - 0 1")?;
        session.browser.wait_for_text(".wrong", "FEN, character 5: a digit from 1 to 8 belongs here.")?;
        // No game begins from nowhere.
        session.browser.wait_for_value("return document.querySelector('button.large').disabled", &[], true)
    })
}

#[test]
fn empty_fen_in_the_form_says_why_no_game_starts() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_new_game_form(&["From a position"])?;
        session.browser.wait_for_text(".wrong", "Paste a FEN here")?;
        let script = "
            const [field, button] = ['.field input', 'button.large'].map((place) => document.querySelector(place));
            const about = (element) => document.getElementById(element.getAttribute('aria-describedby'))?.innerText;
            return [field.ariaInvalid, about(field), button.disabled, about(button)]";
        session.browser.wait_for_value(
            script,
            &[],
            json!(["true", "Paste a FEN here", true, "Paste a FEN here"]),
        )
    })
}

#[test]
fn result_tag_of_a_file_is_shown() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        paste(session, "1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n")?;
        let game = GamePage::wait_for(&session.browser)?;
        game.wait_for_moves("e4 e5 Nf3")?;
        game.wait_for_status("Result in the file: 1-0")?;
        let only_first = "The text holds several games. The first one was opened.";
        game.browser.wait_for_text(".status .remark", only_first)?;
        // Playing on starts a new game.
        game.browser.click_element(Button("Back to the game"))?;
        game.play(MoveInput::Click, "b8c6")?;
        game.wait_for_moves("e4 e5 Nf3 Nc6")?;
        game.wait_for_status("WHITE'S TURN")?;
        Ok(())
    })
}

#[test]
fn binary_file_is_rejected_on_every_screen() -> TestResult {
    const PICTURE: &str = "\u{89}PNG of my cat";
    with_session(&Viewport::DESKTOP, |session| {
        for open in [Button("Play here"), Button("Settings")] {
            session.open_home()?.click_element(open)?;
            drop_text(&session.browser, "h1", PICTURE)?;
            session.browser.wait_for_words(".page > .remark", "Game 1, line 1, column 1:")?;
            // Files over the size limit are not read.
            drop_text(&session.browser, "h1", &"x".repeat(4_000_001))?;
            session.browser.wait_for_text(".page > .remark", "There is no game in this text.")?;
        }
        Ok(())
    })
}

#[test]
fn file_can_be_opened() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let file = write_file(&session.browser, PGN);
        session.open_home()?.click_element(Button("Paste a position or a game"))?;
        session.browser.type_into(Css("input[type=file]"), &file)?;
        GamePage::wait_for(&session.browser)?.wait_for_moves(MOVES)
    })
}

#[test]
fn file_can_be_dropped_on_the_page() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?;
        drop_file(&session.browser, "h1")?;
        GamePage::wait_for(&session.browser)?.wait_for_moves(MOVES)
    })
}

#[test]
fn game_is_downloaded_as_pgn() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6")?;
        game.browser.click_element(Button("More"))?;
        game.browser.click_element(Button("Download game (PGN)"))?;
        // Named after the date, since the players have no names. The browser creates the
        // file before it writes the text, so an empty file is not yet the game.
        let text = game.browser.wait("the file", || {
            let files = fs::read_dir(game.browser.download_dir())
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path());
            let file = files
                .into_iter()
                .find(|file: &std::path::PathBuf| file.extension().is_some_and(|ending| ending == "pgn"));
            let text = file
                .ok_or_else(|| "no file".to_owned())
                .and_then(|file| fs::read_to_string(file).map_err(|error| error.to_string()));
            Ok(text.and_then(|text| if text.is_empty() { Err("an empty file".to_owned()) } else { Ok(text) }))
        })?;
        assert!(text.contains("[Result \"*\"]"), "{text}");
        assert!(text.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), "{text}");
        Ok(())
    })
}

#[test]
fn copied_game_can_be_pasted() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "d2d4 d7d5 c2c4")?;
        game.browser.click_element(Button("More"))?;
        game.browser.click_element(Button("Copy game (PGN)"))?;
        game.browser.wait_for_text(".status .remark", "Copied")?;
        session.browser.run("localStorage.clear()", &[])?;
        session.open_home()?.click_element(Button("Paste a position or a game"))?;
        session.browser.click_element(Css("textarea"))?;
        session.browser.press_keys([Key::Control('v')])?;
        session.browser.click_element(Button("OK"))?;
        GamePage::wait_for(&session.browser)?.wait_for_moves("d4 d5 c4")
    })
}

fn paste(session: &Session, text: &str) -> TestResult {
    session.open_home()?.click_element(Button("Paste a position or a game"))?;
    session.browser.type_into(Css("textarea"), text)?;
    session.browser.click_element(Button("OK"))
}

/// Writes a file next to the browser's profile.
fn write_file(browser: &Browser, text: &str) -> String {
    let file = browser.download_dir().with_file_name("game.pgn");
    fs::write(&file, text).unwrap();
    file.to_string_lossy().into_owned()
}

fn drop_file(browser: &Browser, place: &str) -> TestResult {
    drop_text(browser, place, PGN)
}

fn drop_text(browser: &Browser, place: &str, text: &str) -> TestResult {
    let file = write_file(browser, text);
    let middle = browser.center_of(place)?;
    for kind in ["dragEnter", "dragOver", "drop"] {
        let data = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
        let event = json!({ "type": kind, "x": middle.x, "y": middle.y, "data": data });
        browser.devtools("Input.dispatchDragEvent", &event)?;
    }
    Ok(())
}
