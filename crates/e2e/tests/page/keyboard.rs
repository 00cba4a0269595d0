//! Keyboard-only use, from the home screen on.

use e2e::{Browser, GamePage, Key, MoveInput, TestResult, Viewport, wait_for_focus, with_session};

use super::full_game::play_full_game;

#[test]
fn full_game_by_keyboard() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = session.open_home()?;
        tab_to(browser, ".door.main")?;
        browser.press_keys([Key::Enter])?;
        tab_to(browser, "button[type=submit].large")?;
        browser.press_keys([Key::Enter])?;
        play_full_game(GamePage::wait_for(browser)?, MoveInput::Keyboard)
    })
}

#[test]
fn escape_deselects_and_cancels_promotion() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game_from("8/P6k/8/8/8/8/7K/8 w - - 0 1")?;
        let (browser, board) = (game.browser, game.board);
        browser.click(board.center("a7")?)?;
        board.wait_for_squares_with_class("selected", &["a7"])?;
        tab_to(browser, "[data-square]")?;
        browser.press_keys([Key::Escape])?;
        board.wait_for_squares_with_class("selected", &[])?;
        browser.drag(board.center("a7")?, board.center("a8")?)?;
        browser.center_of(".promotion")?;
        browser.press_keys([Key::Escape])?;
        board.wait_for_placement("8/P6k/8/8/8/8/7K/8")?;
        game.wait_for_moves("")?;
        game.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn promotion_key_works_before_the_dialog_is_drawn() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game_from("8/P6k/8/8/8/8/7K/8 w - - 0 1")?;
        let browser = game.browser;
        browser.drag(game.board.center("a7")?, game.board.center("a8")?)?;
        browser.center_of(".promotion")?;
        wait_for_focus(browser, "[data-promotion=q]")?;
        // Queen, knight, rook and Enter without a pause.
        browser.press_keys([Key::Down, Key::Down, Key::Enter])?;
        game.wait_for_moves("a8=R")
    })
}

#[test]
fn arrow_keys_outside_the_board_step_through_moves() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 e7e5 g1f3")?;
        game.wait_for_moves("e4 e5 Nf3")?;
        let present = game.board.piece_placement()?;
        for (key, placement) in [
            (Key::Left, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"),
            (Key::Home, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
            (Key::Right, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"),
            (Key::End, &present),
        ] {
            game.browser.press_keys([key])?;
            game.board.wait_for_placement(placement)?;
        }
        Ok(())
    })
}

#[test]
fn focus_is_always_visible() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&["3+2"])?;
        game.play(MoveInput::Click, "e2e4")?;
        // A focused element differs in outline, shadow or border.
        let script = "
            const look = (element, part) => {
                const style = getComputedStyle(element, part);
                return [style.outlineStyle, style.outlineWidth, style.boxShadow, style.borderColor, style.display].join();
            };
            const active = document.activeElement;
            const parts = [null, '::before', '::after'];
            const focused = parts.map((part) => look(active, part)).join();
            active.blur();
            const plain = parts.map((part) => look(active, part)).join();
            active.focus({ focusVisible: true });
            return [active === document.body, focused !== plain, active.outerHTML.slice(0, 120)]";
        for _ in 0..12 {
            game.browser.press_keys([Key::Tab])?;
            let seen = game.browser.run(script, &[])?;
            assert!(seen[0] == true || seen[1] == true, "no visible focus: {}", seen[2]);
        }
        Ok(())
    })
}

#[test]
fn skip_link_focuses_the_board() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4")?;
        let browser = game.browser;
        browser.run("document.querySelector('.skip').focus()", &[])?;
        browser.press_keys([Key::Enter])?;
        wait_for_focus(browser, "[data-square]")?;
        assert_eq!(browser.run("return location.hash", &[])?, "#game", "still on the game screen");
        game.wait_for_moves("e4")
    })
}

#[test]
fn focus_moves_on_when_its_button_disappears() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4")?;
        let press = |button: &str, then: &str| {
            let script = "
                const buttons = [...document.querySelectorAll('button')];
                buttons.find((button) => button.innerText === arguments[0] || button.ariaLabel === arguments[0]).focus()";
            game.browser.run(script, &[button])?;
            game.browser.press_keys([Key::Enter])?;
            wait_for_focus(game.browser, then)
        };
        press("Offer a draw", ".offer")?;
        press("Decline", "[data-square]")?;
        press("Previous move", ".steps :enabled")?;
        press("Take back", "[data-square]")?;
        press("Settings", "h1")?;
        press("Back", "[data-square]")
    })
}

/// Presses Tab until the element has the focus.
fn tab_to(browser: &Browser, selector: &str) -> TestResult {
    browser.wait(&format!("the focus on {selector}"), || {
        let is_there = browser.run("return document.activeElement.matches(arguments[0])", &[selector])?;
        if is_there == true {
            return Ok(Ok(()));
        }
        browser.press_keys([Key::Tab])?;
        Ok(Err("it is elsewhere".to_owned()))
    })
}
