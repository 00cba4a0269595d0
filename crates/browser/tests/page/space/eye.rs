//! The eye: it goes around the board by mouse, wheel, keys and fingers, and to whoever is to move.

use browser::{Glass, Hand, Key, Look, Motion, Outcome, Point, visit};

use super::{START, WINDOW};

#[test]
fn the_board_turns_and_zooms_and_comes_back() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        let (browser, board) = (table.browser, table.board);
        Glass::stand_up(browser)?;
        let (a4, e4, before) = (board.middle("a4")?, board.middle("e4")?, board.middle("h4")?);
        let wait_for = |what: &str, is_so: &dyn Fn(Point) -> bool| {
            browser.wait(what, || {
                let seen = board.middle("h4")?;
                Ok(if is_so(seen) { Ok(()) } else { Err(format!("{before:?} has become {seen:?}")) })
            })
        };
        let back = |seen: Point| (seen.x - before.x).abs() + (seen.y - before.y).abs() < 1.0;
        browser.right_drag(e4, a4)?;
        wait_for("a turned board", &|seen| (seen.y - before.y).abs() > 20.0)?;
        board.wait_for_men(START)?;
        browser.double_click(e4)?;
        wait_for("the first seat after a double click", &back)?;
        browser.wheel(e4, -300)?;
        wait_for("a larger board", &|seen| seen.x > before.x + 10.0)?;
        browser.keys([Key::ShiftHome])?;
        wait_for("the first seat again", &back)?;
        browser.keys([Key::ShiftRight, Key::ShiftRight, Key::ShiftPageUp])?;
        wait_for("a board turned by keys", &|seen| !back(seen))?;
        table.play(Hand::Click, "e2e4")?;
        table.wait_for_moves("e4")
    })
}

#[test]
fn the_eye_goes_to_the_side_to_move() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&["Turn the board after every move"])?;
        Glass::stand_up(table.browser)?;
        table.play(Hand::Click, "e2e4")?;
        table.browser.wait("Black's seat", || {
            let (a1, a8) = (table.board.middle("a1")?, table.board.middle("a8")?);
            Ok(if a1.y < a8.y { Ok(()) } else { Err(format!("a1 at {a1:?}, a8 at {a8:?}")) })
        })?;
        table.play(Hand::Click, "e7e5")?;
        table.wait_for_moves("e4 e5")
    })
}

#[test]
fn fingers_play_turn_and_pinch() -> Outcome {
    let phone = Look { ratio: 1, motion: Motion::Reduced, ..Look::PHONE };
    visit(&phone, |visit| {
        let table = visit.table(&[])?;
        let (browser, board) = (table.browser, table.board);
        Glass::stand_up(browser)?;
        table.play(Hand::Tap, "e2e4")?;
        table.play(Hand::Swipe, "e7e5 g1f3")?;
        table.wait_for_moves("e4 e5 Nf3")?;
        let wide = || Ok(board.middle("h4")?.x - board.middle("a4")?.x);
        let before = wide()?;
        browser.spread(board.middle("b4")?, board.middle("g4")?)?;
        browser.wait("a larger board", || {
            let seen = wide()?;
            Ok(if seen > before * 1.2 { Ok(()) } else { Err(format!("{before} has become {seen}")) })
        })?;
        let level = board.middle("h4")?.y - board.middle("a4")?.y;
        browser.sweep([board.middle("d4")?, board.middle("f4")?], Point { x: 60.0, y: 0.0 })?;
        browser.wait("a turned board", || {
            let seen = board.middle("h4")?.y - board.middle("a4")?.y;
            Ok(if (seen - level).abs() > 20.0 { Ok(()) } else { Err(format!("{level} has become {seen}")) })
        })?;
        table.wait_for_moves("e4 e5 Nf3")
    })
}
