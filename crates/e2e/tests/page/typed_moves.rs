//! Typed moves.

use e2e::{Css, Key, MoveInput, TestResult, Viewport, with_session};

use super::full_game::play_full_game;

#[test]
fn full_game_by_typed_moves() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| play_full_game(session.new_game(&[])?, MoveInput::Typing))
}

#[test]
fn san_and_uci_moves_can_be_typed() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        for typed in ["e4", "e5", "Nf3", "b8c6", "Bc4", "Bc5", "O-O", "Nf6"] {
            game.browser.type_into(Css(".typed input"), typed)?;
            game.browser.press_keys([Key::Enter])?;
        }
        game.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6")
    })
}

#[test]
fn illegal_typed_move_is_explained_and_stays_in_the_field() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.browser.type_into(Css(".typed input"), "Qd4")?;
        game.browser.press_keys([Key::Enter])?;
        let reason = "The queen on d1 is blocked by the pawn on d2.";
        game.browser.wait_for_text(".status .remark", reason)?;
        // What was typed can be corrected: it is selected, so that the next input replaces it.
        let selected = "const field = document.querySelector('.typed input');
            return field.value.slice(field.selectionStart, field.selectionEnd)";
        game.browser.wait_for_value(selected, &[], "Qd4")?;
        game.browser.type_text("d4")?;
        game.browser.press_keys([Key::Enter])?;
        game.wait_for_moves("d4")
    })
}

#[test]
fn claim_with_a_typed_move_can_be_cancelled() -> TestResult {
    const CLAIM: Css<'_> = Css(".claim[aria-pressed=true]");
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game_from("4k3/8/8/8/8/8/4R3/K7 b - - 99 80")?;
        game.browser.click_element(Css(".claim"))?;
        game.browser.center_of(CLAIM.0)?;
        game.browser.type_into(Css(".typed input"), "Kd7")?;
        game.browser.press_keys([Key::Escape])?;
        game.browser.wait_until_gone(CLAIM)?;
        // The typed text is kept and is played now.
        game.browser.press_keys([Key::Enter])?;
        game.wait_for_moves("Kd7")?;
        game.browser.type_into(Css(".typed input"), "Kd")?;
        game.browser.press_keys([Key::Escape])?;
        game.browser.wait("an empty line", || {
            let left = game.browser.run("return document.querySelector('.typed input').value", &[])?;
            Ok(if left == "" { Ok(()) } else { Err(left.to_string()) })
        })
    })
}

#[test]
fn message_about_a_wrong_move_goes_away() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.browser.type_into(Css(".typed input"), "xyz")?;
        game.browser.press_keys([Key::Enter])?;
        game.browser.wait_for_element(Css(".status .remark"))?;
        game.browser.wait_until_gone(Css(".status .remark"))
    })
}
