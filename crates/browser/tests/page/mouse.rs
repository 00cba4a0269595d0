//! The mouse: clicks, dragging, hovering, drawing, the wheel.

use browser::{Hand, Look, Outcome, visit};

use super::whole_game::play_whole_game;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn a_whole_game_by_clicks() -> Outcome {
    visit(&Look::DESKTOP, |visit| play_whole_game(visit.table(&[])?, Hand::Click))
}

#[test]
fn a_whole_game_by_dragging() -> Outcome {
    visit(&Look::DESKTOP, |visit| play_whole_game(visit.table(&[])?, Hand::Drag))
}

#[test]
fn a_whole_game_with_black_below() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&["Black at the bottom"])?;
        assert!(table.board.middle("a8")?.y > table.board.middle("a1")?.y, "Black's rank is below");
        assert!(table.board.middle("h8")?.x < table.board.middle("a8")?.x, "the h-file is on the left");
        play_whole_game(table, Hand::Click)
    })
}

#[test]
fn a_selected_piece_shows_where_it_can_go() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        let (browser, board) = (table.browser, table.board);
        table.play(Hand::Click, "e2e4 d7d5")?;
        browser.click(board.middle("e4")?)?;
        browser.wait("the marks of e4", || {
            let seen = (board.marked("selected")?, board.marked("target")?, board.marked("capture")?);
            let is_right = seen.0 == ["e4"] && seen.1 == ["e5"] && seen.2 == ["d5"];
            Ok(if is_right { Ok(()) } else { Err(format!("{seen:?}")) })
        })?;
        // The sign and the tint beneath it, on a dark square.
        for part in ["::after", "::before"] {
            let script = "return getComputedStyle(document.querySelector('[data-square=e5]'), arguments[0]).backgroundColor";
            let pink = browser.run(script, &[part])?;
            let pink: Vec<u32> = numbers(pink.as_str().unwrap_or_default());
            assert!(pink[0] > pink[2] && pink[2] > pink[1], "{pink:?} is pink: red before blue before green");
        }
        // A click elsewhere changes nothing on the board but the selection.
        let men = board.men()?;
        browser.click(board.middle("a5")?)?;
        board.wait_for_men(&men)?;
        table.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn a_piece_lights_up_under_the_mouse() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        for (square, lit) in [("g1", &["g1"][..]), ("b1", &["b1"]), ("e5", &[])] {
            table.browser.hover(table.board.middle(square)?)?;
            table.browser.wait(&format!("the light for {square}"), || {
                let seen = table.board.marked("hover")?;
                Ok(if seen == lit { Ok(()) } else { Err(format!("{seen:?}")) })
            })?;
        }
        Ok(())
    })
}

#[test]
fn a_piece_that_is_dropped_outside_goes_back() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        let (browser, board) = (table.browser, table.board);
        browser.drag(board.middle("e2")?, browser.middle_of("[data-testid=status]")?)?;
        board.wait_for_men(START)?;
        assert!(!browser.has(browser::Place(".man.held"))?, "nothing is held any more");
        table.play(Hand::Drag, "e2e4")?;
        table.wait_for_moves("e4")
    })
}

#[test]
fn the_right_button_draws_and_the_left_one_wipes() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        let (browser, board) = (table.browser, table.board);
        let wait_for_drawings = |arrows: u64, circles: u64| {
            browser.wait(&format!("{arrows} arrows and {circles} circles"), || {
                let script = "
                    const count = (shape) => document.querySelectorAll('.overlay:not(.beneath) ' + shape).length;
                    return [count('.arrow'), count('circle')]";
                let seen = browser.run(script, &[])?;
                let is_right = (seen[0].as_u64(), seen[1].as_u64()) == (Some(arrows), Some(circles));
                Ok(if is_right { Ok(()) } else { Err(seen.to_string()) })
            })
        };
        browser.right_drag(board.middle("g1")?, board.middle("f3")?)?;
        browser.right_click(board.middle("e5")?)?;
        wait_for_drawings(1, 1)?;
        // The same again takes it away.
        browser.right_click(board.middle("e5")?)?;
        wait_for_drawings(1, 0)?;
        browser.click(board.middle("e5")?)?;
        wait_for_drawings(0, 0)
    })
}

#[test]
fn the_wheel_steps_through_the_game() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        let men = table.board.men()?;
        // Over the board, and over the list.
        for at in [table.board.middle("e4")?, table.browser.middle_of(".moves")?] {
            for turn in [-100, -100] {
                table.browser.wheel(at, turn)?;
            }
            table.board.wait_for_men(START)?;
            for turn in [100, 100] {
                table.browser.wheel(at, turn)?;
            }
            table.board.wait_for_men(&men)?;
        }
        Ok(())
    })
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}
