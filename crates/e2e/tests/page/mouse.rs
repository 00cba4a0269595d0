//! The mouse: clicks, dragging, hovering, drawing, the wheel.

use e2e::{MoveInput, TestResult, Viewport, with_session};

use super::full_game::play_full_game;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn full_game_by_clicks() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| play_full_game(session.new_game(&[])?, MoveInput::Click))
}

#[test]
fn full_game_by_dragging() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| play_full_game(session.new_game(&[])?, MoveInput::Drag))
}

#[test]
fn full_game_with_the_board_flipped() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&["Black at the bottom"])?;
        assert!(table.board.center("a8")?.y > table.board.center("a1")?.y, "Black's rank is below");
        assert!(table.board.center("h8")?.x < table.board.center("a8")?.x, "the h-file is on the left");
        play_full_game(table, MoveInput::Click)
    })
}

#[test]
fn selected_piece_shows_its_legal_moves() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        let (browser, board) = (table.browser, table.board);
        table.play(MoveInput::Click, "e2e4 d7d5")?;
        browser.click(board.center("e4")?)?;
        browser.wait("the marks of e4", || {
            let seen = (
                board.squares_with_class("selected")?,
                board.squares_with_class("target")?,
                board.squares_with_class("capture")?,
            );
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
        let men = board.piece_placement()?;
        browser.click(board.center("a5")?)?;
        board.wait_for_placement(&men)?;
        table.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn hovered_piece_is_highlighted() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        for (square, lit) in [("g1", &["g1"][..]), ("b1", &["b1"]), ("e5", &[])] {
            table.browser.hover(table.board.center(square)?)?;
            table.browser.wait(&format!("the light for {square}"), || {
                let seen = table.board.squares_with_class("hover")?;
                Ok(if seen == lit { Ok(()) } else { Err(format!("{seen:?}")) })
            })?;
        }
        Ok(())
    })
}

#[test]
fn piece_dropped_outside_the_board_returns() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        let (browser, board) = (table.browser, table.board);
        browser.drag(board.center("e2")?, browser.center_of("[data-testid=status]")?)?;
        board.wait_for_placement(START)?;
        assert!(!browser.has(e2e::Css(".man.held"))?, "nothing is held any more");
        table.play(MoveInput::Drag, "e2e4")?;
        table.wait_for_moves("e4")
    })
}

#[test]
fn right_button_draws_and_left_click_clears() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
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
        browser.right_drag(board.center("g1")?, board.center("f3")?)?;
        browser.right_click(board.center("e5")?)?;
        wait_for_drawings(1, 1)?;
        // The same again takes it away.
        browser.right_click(board.center("e5")?)?;
        wait_for_drawings(1, 0)?;
        browser.click(board.center("e5")?)?;
        wait_for_drawings(0, 0)
    })
}

#[test]
fn mouse_wheel_steps_through_moves() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Click, "e2e4 e7e5")?;
        let men = table.board.piece_placement()?;
        // Over the board, and over the list.
        for at in [table.board.center("e4")?, table.browser.center_of(".moves")?] {
            for turn in [-100, -100] {
                table.browser.wheel(at, turn)?;
            }
            table.board.wait_for_placement(START)?;
            for turn in [100, 100] {
                table.browser.wheel(at, turn)?;
            }
            table.board.wait_for_placement(&men)?;
        }
        Ok(())
    })
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}
