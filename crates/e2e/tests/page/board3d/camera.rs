//! Camera control by mouse, wheel, keys and touch, and automatic moves to the side to move.

use e2e::{Board3d, Key, Motion, MoveInput, Point, TestResult, Viewport, with_session};

use super::{SMALL_WINDOW, START};

#[test]
fn camera_orbits_zooms_and_resets() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&[])?;
        let (browser, board) = (game.browser, game.board);
        Board3d::open(browser)?;
        let (a4, e4, before) = (board.center("a4")?, board.center("e4")?, board.center("h4")?);
        let wait_for = |what: &str, is_so: &dyn Fn(Point) -> bool| {
            browser.wait(what, || {
                let seen = board.center("h4")?;
                Ok(if is_so(seen) { Ok(()) } else { Err(format!("{before:?} has become {seen:?}")) })
            })
        };
        let back = |seen: Point| (seen.x - before.x).abs() + (seen.y - before.y).abs() < 1.0;
        browser.right_drag(e4, a4)?;
        wait_for("a turned board", &|seen| (seen.y - before.y).abs() > 20.0)?;
        board.wait_for_placement(START)?;
        browser.double_click(e4)?;
        wait_for("the first seat after a double click", &back)?;
        browser.wheel(e4, -300)?;
        wait_for("a larger board", &|seen| seen.x > before.x + 10.0)?;
        browser.press_keys([Key::ShiftHome])?;
        wait_for("the first seat again", &back)?;
        browser.press_keys([Key::ShiftRight, Key::ShiftRight, Key::ShiftPageUp])?;
        wait_for("a board turned by keys", &|seen| !back(seen))?;
        game.play(MoveInput::Click, "e2e4")?;
        game.wait_for_moves("e4")
    })
}

#[test]
fn camera_moves_to_the_side_to_move() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&["Flip board after every move"])?;
        Board3d::open(game.browser)?;
        game.play(MoveInput::Click, "e2e4")?;
        game.browser.wait("Black's seat", || {
            let (a1, a8) = (game.board.center("a1")?, game.board.center("a8")?);
            Ok(if a1.y < a8.y { Ok(()) } else { Err(format!("a1 at {a1:?}, a8 at {a8:?}")) })
        })?;
        game.play(MoveInput::Click, "e7e5")?;
        game.wait_for_moves("e4 e5")
    })
}

#[test]
fn touch_plays_orbits_and_zooms() -> TestResult {
    let phone = Viewport { device_pixel_ratio: 1, motion: Motion::Reduced, ..Viewport::PHONE };
    with_session(&phone, |session| {
        let game = session.new_game(&[])?;
        let (browser, board) = (game.browser, game.board);
        Board3d::open(browser)?;
        game.play(MoveInput::Tap, "e2e4")?;
        game.play(MoveInput::Swipe, "e7e5 g1f3")?;
        game.wait_for_moves("e4 e5 Nf3")?;
        let wide = || Ok(board.center("h4")?.x - board.center("a4")?.x);
        let before = wide()?;
        browser.pinch_out(board.center("b4")?, board.center("g4")?)?;
        browser.wait("a larger board", || {
            let seen = wide()?;
            Ok(if seen > before * 1.2 { Ok(()) } else { Err(format!("{before} has become {seen}")) })
        })?;
        let level = board.center("h4")?.y - board.center("a4")?.y;
        browser.two_finger_drag([board.center("d4")?, board.center("f4")?], Point { x: 60.0, y: 0.0 })?;
        browser.wait("a turned board", || {
            let seen = board.center("h4")?.y - board.center("a4")?.y;
            Ok(if (seen - level).abs() > 20.0 { Ok(()) } else { Err(format!("{level} has become {seen}")) })
        })?;
        game.wait_for_moves("e4 e5 Nf3")
    })
}
