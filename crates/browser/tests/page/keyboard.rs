//! The keyboard alone, from the first screen on.

use browser::{Browser, Hand, Key, Look, Outcome, Table, visit, wait_for_focus};

use super::whole_game::play_whole_game;

#[test]
fn a_whole_game_by_keyboard() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let browser = visit.home()?;
        tab_to(browser, ".door.main")?;
        browser.keys([Key::Enter])?;
        tab_to(browser, "button[type=submit].large")?;
        browser.keys([Key::Enter])?;
        play_whole_game(Table::of(browser)?, Hand::Keyboard)
    })
}

#[test]
fn escape_puts_the_piece_down_and_takes_the_promotion_back() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table_from("8/P6k/8/8/8/8/7K/8 w - - 0 1")?;
        let (browser, board) = (table.browser, table.board);
        browser.click(board.middle("a7")?)?;
        assert_eq!(board.marked("selected")?, ["a7"]);
        tab_to(browser, "[data-square]")?;
        browser.keys([Key::Escape])?;
        assert!(board.marked("selected")?.is_empty(), "put down");
        browser.drag(board.middle("a7")?, board.middle("a8")?)?;
        browser.middle_of(".promotion")?;
        browser.keys([Key::Escape])?;
        board.wait_for_men("8/P6k/8/8/8/8/7K/8")?;
        table.wait_for_moves("")?;
        table.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn a_promotion_is_chosen_faster_than_it_is_drawn() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table_from("8/P6k/8/8/8/8/7K/8 w - - 0 1")?;
        let browser = table.browser;
        browser.drag(table.board.middle("a7")?, table.board.middle("a8")?)?;
        browser.middle_of(".promotion")?;
        wait_for_focus(browser, "[data-promotion=q]")?;
        // One after another in one breath: queen, knight, rook, and done.
        browser.keys([Key::Down, Key::Down, Key::Enter])?;
        table.wait_for_moves("a8=R")
    })
}

#[test]
fn arrows_beside_the_board_step_through_the_game() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 e7e5 g1f3")?;
        let present = table.board.men()?;
        for (key, men) in [
            (Key::Left, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"),
            (Key::Home, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
            (Key::Right, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"),
            (Key::End, &present),
        ] {
            table.browser.keys([key])?;
            table.board.wait_for_men(men)?;
        }
        Ok(())
    })
}

#[test]
fn the_focus_is_always_seen() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&["3+2"])?;
        table.play(Hand::Click, "e2e4")?;
        // What has the focus differs from itself without it in its outline, shadow or border.
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
            table.browser.keys([Key::Tab])?;
            let seen = table.browser.run(script, &[])?;
            assert!(seen[0] == true || seen[1] == true, "no visible focus: {}", seen[2]);
        }
        Ok(())
    })
}

#[test]
fn the_way_to_the_board_leads_to_the_board() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4")?;
        let browser = table.browser;
        browser.run("document.querySelector('.skip').focus()", &[])?;
        browser.keys([Key::Enter])?;
        wait_for_focus(browser, "[data-square]")?;
        assert_eq!(browser.run("return location.hash", &[])?, "#game", "still at the table");
        table.wait_for_moves("e4")
    })
}

#[test]
fn the_focus_is_not_lost_with_the_button_that_had_it() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4")?;
        let press = |button: &str, then: &str| {
            let script = "
                const buttons = [...document.querySelectorAll('button')];
                buttons.find((button) => button.innerText === arguments[0] || button.ariaLabel === arguments[0]).focus()";
            table.browser.run(script, &[button])?;
            table.browser.keys([Key::Enter])?;
            wait_for_focus(table.browser, then)
        };
        press("Offer a draw", ".offer")?;
        press("Decline", "[data-square]")?;
        press("One move back", ".steps :enabled")?;
        press("Take back", "[data-square]")?;
        press("Settings", "h1")?;
        press("Back", "[data-square]")
    })
}

/// Presses the tab key until what the selector finds has the focus.
fn tab_to(browser: &Browser, selector: &str) -> Outcome {
    browser.wait(&format!("the focus on {selector}"), || {
        let is_there = browser.run("return document.activeElement.matches(arguments[0])", &[selector])?;
        if is_there == true {
            return Ok(Ok(()));
        }
        browser.keys([Key::Tab])?;
        Ok(Err("it is elsewhere".to_owned()))
    })
}
