//! The new-game form: rules, clocks, names, sides.

use e2e::{Button, Css, Field, MoveInput, TestResult, Viewport, with_session};

/// WebDriver code of the Backspace key.
const BACKSPACE: &str = "\u{e003}";

#[test]
fn chess960_number_selects_the_start_position() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_new_game_form(&["Chess960"])?;
        let number = Field("Starting position, 0 to 959");
        session.browser.type_into(number, "960")?;
        session.browser.wait_for_text(".wrong", "Enter a number from 0 to 959.")?;
        session.browser.type_into(number, &(BACKSPACE.repeat(3) + "3"))?;
        let game = session.submit_new_game()?;
        game.board.wait_for_placement("bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB")?;
        game.browser.wait_for_text(".round > p", "Move 1 · Chess960 · Starting position 3")?;
        // Castling by moving the king onto the adjacent rook swaps both.
        game.play(MoveInput::Click, "f1g1 e7e5")?;
        game.wait_for_moves("O-O e5")?;
        game.board.wait_for_placement("bqnnrkrb/pppp1ppp/8/4p3/8/8/PPPPPPPP/BQNNRRKB")
    })
}

#[test]
fn sides_can_have_different_clocks() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_new_game_form(&["Custom", "Different times for White and Black"])?;
        let minutes = |side: u8, text: &str| {
            let field = format!(".time:nth-of-type({side}) .pair .number:first-child input");
            session.browser.type_into(Css(&field), &(BACKSPACE.repeat(3) + text))
        };
        minutes(1, "2")?;
        minutes(2, "7")?;
        let game = session.submit_new_game()?;
        game.browser.wait_for_text(".side-below .clock", "2:00")?;
        game.browser.wait_for_text(".side-above .clock", "7:00")?;
        game.play(MoveInput::Click, "e2e4")?;
        game.browser.center_of(".side-above .clock.runs").map(drop)
    })
}

#[test]
fn board_flips_to_the_side_to_move() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&["Flip board after every move"])?;
        let wait_for_bottom = |color: &str| {
            game.browser.wait(&format!("{color} at the bottom"), || {
                let is_white = game.board.center("a1")?.y > game.board.center("a8")?.y;
                let seen = if is_white { "white" } else { "black" };
                Ok(if seen == color { Ok(()) } else { Err(seen.to_owned()) })
            })
        };
        wait_for_bottom("white")?;
        game.play(MoveInput::Click, "e2e4")?;
        game.wait_for_moves("e4")?;
        wait_for_bottom("black")?;
        game.play(MoveInput::Click, "e7e5")?;
        game.wait_for_moves("e4 e5")?;
        wait_for_bottom("white")?;
        game.browser.click_element(Button("Flip board"))?;
        wait_for_bottom("black")
    })
}

#[test]
fn names_are_shown_and_swap_sides_in_a_rematch() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_new_game_form(&[])?;
        session.browser.type_into(Css(".players .field:first-child input"), "Anna")?;
        session.browser.type_into(Css(".players .field:last-child input"), "Bela")?;
        let game = session.submit_new_game()?;
        game.browser.wait_for_text(".side-below .name", "Anna")?;
        game.play(MoveInput::Click, "f2f3 e7e5 g2g4 d8h4")?;
        game.wait_for_status("WHITE'S TURN | CHECKMATE")?;
        game.browser.click_element(Button("Rematch"))?;
        game.wait_for_status("WHITE'S TURN")?;
        // Bela has White now.
        game.browser.wait_for_text(".side.to-move .name", "Bela")
    })
}

#[test]
fn new_game_asks_before_replacing_a_game() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        game.browser.click_element(Button("New game"))?;
        session.browser.click_element(Css("form button[type=submit].large"))?;
        session.browser.click_element(Css("dialog[open] button:not(.main)"))?;
        session.open_home()?.click_element(Button("Resume your game"))?;
        game.wait_for_moves("e4 e5")?;
        game.browser.click_element(Button("New game"))?;
        session.browser.click_element(Css("form button[type=submit].large"))?;
        session.browser.click_element(Css("dialog[open] button.main"))?;
        game.wait_for_moves("")?;
        game.wait_for_status("WHITE'S TURN")
    })
}
