//! Mouse: clicks, drags, hover, drawings, wheel.

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
#[ignore = "takes long; run by `cargo xtask test --full`"]
fn full_game_with_the_board_flipped() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&["Black at the bottom"])?;
        assert!(game.board.center("a8")?.y > game.board.center("a1")?.y, "Black's rank is below");
        assert!(game.board.center("h8")?.x < game.board.center("a8")?.x, "the h-file is on the left");
        play_full_game(game, MoveInput::Click)
    })
}

#[test]
fn selected_piece_shows_its_legal_moves() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        let (browser, board) = (game.browser, game.board);
        game.play(MoveInput::Click, "e2e4 d7d5")?;
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
        // The marker and the tint below it, on a dark square.
        for part in ["::after", "::before"] {
            let script = "return getComputedStyle(document.querySelector('[data-square=e5]'), arguments[0]).backgroundColor";
            let pink = browser.run(script, &[part])?;
            let pink: Vec<u32> = numbers(pink.as_str().unwrap_or_default());
            assert!(pink[0] > pink[2] && pink[2] > pink[1], "{pink:?} is pink: red before blue before green");
        }
        // A click on an empty square changes only the selection.
        let placement = board.piece_placement()?;
        browser.click(board.center("a5")?)?;
        board.wait_for_placement(&placement)?;
        game.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn hovered_piece_is_highlighted() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        for (square, lit) in [("g1", &["g1"][..]), ("b1", &["b1"]), ("e5", &[])] {
            game.browser.hover(game.board.center(square)?)?;
            game.board.wait_for_squares_with_class("hover", lit)?;
        }
        Ok(())
    })
}

#[test]
fn piece_dropped_outside_the_board_returns() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        let (browser, board) = (game.browser, game.board);
        browser.drag(board.center("e2")?, browser.center_of("[data-testid=status]")?)?;
        board.wait_for_placement(START)?;
        browser.wait_until_gone(e2e::Css(".man.held"))?;
        game.play(MoveInput::Drag, "e2e4")?;
        game.wait_for_moves("e4")
    })
}

#[test]
fn right_button_draws_and_left_click_clears() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        let (browser, board) = (game.browser, game.board);
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
        // Drawing the same circle again removes it.
        browser.right_click(board.center("e5")?)?;
        wait_for_drawings(1, 0)?;
        browser.click(board.center("e5")?)?;
        wait_for_drawings(0, 0)
    })
}

#[test]
fn mouse_wheel_steps_through_moves() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        game.wait_for_moves("e4 e5")?;
        let placement = game.board.piece_placement()?;
        // Over the board and over the move list.
        for at in [game.board.center("e4")?, game.browser.center_of(".moves")?] {
            for turn in [-100, -100] {
                game.browser.wheel(at, turn)?;
            }
            game.board.wait_for_placement(START)?;
            for turn in [100, 100] {
                game.browser.wheel(at, turn)?;
            }
            game.board.wait_for_placement(&placement)?;
        }
        Ok(())
    })
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}
