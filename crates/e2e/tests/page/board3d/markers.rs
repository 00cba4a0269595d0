//! What the board in space shows: light, marks, arrows, reasons, the fallen king, captured men, and where a pawn is asked.

use e2e::{Board3d, Css, Key, MoveInput, TestResult, with_session};

use super::{SMALL_WINDOW, wait_for_squares_with_class};

/// A knight that is pinned.
const PIN: &str = "e2e4 e7e6 d2d4 f8b4 b1c3 a7a6";

#[test]
fn hover_and_selection_are_marked() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Click, "e2e4 d7d5")?;
        let (browser, board) = (table.browser, table.board);
        let glass = Board3d::open(browser)?;
        let dark = glass.color("g1", 0.4, -0.4)?;
        browser.hover(board.center("g1")?)?;
        wait_for_squares_with_class(table, "hover", &["g1"])?;
        glass.wait_for_color(("g1", 0.4, -0.4), |lit| lit.brightness() > dark.brightness() + 15)?;
        browser.hover(board.center("h5")?)?;
        wait_for_squares_with_class(table, "hover", &[])?;
        browser.click(board.center("e4")?)?;
        wait_for_squares_with_class(table, "capture", &["d5"])?;
        glass.wait_for_color(("e5", 0.0, 0.0), e2e::Rgb::is_green)?;
        glass.wait_for_color(("d5", -0.44, -0.44), e2e::Rgb::is_red)?;
        browser.click(board.center("h5")?)?;
        wait_for_squares_with_class(table, "target", &[])
    })
}

#[test]
fn explanations_and_checks_are_drawn() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Click, PIN)?;
        let browser = table.browser;
        let glass = Board3d::open(browser)?;
        // Where the line from the bishop to the king leaves c3.
        let before = glass.color("d2", -0.3, 0.3)?;
        table.play(MoveInput::Drag, "c3d5")?;
        browser.wait_for_text(".bubble p", "The knight on c3 is pinned to your king by the bishop on b4.")?;
        glass.wait_for_color(("d2", -0.3, 0.3), |seen| seen != before && seen.red > seen.blue + 90)?;
        table.play(MoveInput::Click, "d1h5 g8f6 h5f7")?;
        table.wait_for_status("BLACK'S TURN | CHECK")?;
        glass.wait_for_color(("e8", 0.0, -0.4), e2e::Rgb::is_red)
    })
}

#[test]
fn check_line_is_drawn() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game_from("4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1")?;
        let glass = Board3d::open(table.browser)?;
        let before = glass.color("e4", 0.0, 0.3)?;
        table.play(MoveInput::Drag, "a2a3")?;
        let words = table.browser.inner_text(".bubble p")?;
        assert!(words.contains("rook on e7"), "{words}");
        glass.wait_for_color(("e4", 0.0, 0.3), |seen| seen != before && seen.red > seen.blue + 90)
    })
}

#[test]
fn arrows_need_shift_and_circles_do_not() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
        let (browser, board) = (table.browser, table.board);
        let glass = Board3d::open(browser)?;
        let seat = board.center("h4")?;
        browser.right_click(board.center("h5")?)?;
        glass.wait_for_color(("h5", 0.435, 0.0), e2e::Rgb::is_green)?;
        browser.with_shift(|| browser.right_drag(board.center("b3")?, board.center("b6")?))?;
        for square in ["b4", "b5"] {
            glass.wait_for_color((square, 0.0, 0.0), e2e::Rgb::is_green)?;
        }
        assert_eq!(board.center("h4")?, seat, "the board has not turned");
        // A click wipes them away.
        browser.click(board.center("g7")?)?;
        glass.wait_for_color(("b4", 0.0, 0.0), |seen| !seen.is_green())
    })
}

#[test]
fn mated_king_falls_on_a_red_square() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game_from("1r2k3/8/8/8/8/8/r7/3K4 b - - 0 1")?;
        let glass = Board3d::open(table.browser)?;
        // Behind a standing king's head lies d2, a dark square; so is e1, onto which it falls.
        let (head, fallen) = ([0.0, 0.0, 1.45], [0.85, -0.1, 0.3]);
        let (stands, lies) = (glass.color_above("d1", head)?, glass.color_above("d1", fallen)?);
        assert!(stands.brightness() > lies.brightness() + 100, "{stands:?} is the king, {lies:?} is not");
        table.play(MoveInput::Click, "b8b1")?;
        table.wait_for_status("WHITE'S TURN | CHECKMATE")?;
        glass.wait_for_color_above(("d1", head), |seen| seen.brightness() < stands.brightness() - 80)?;
        glass.wait_for_color_above(("d1", fallen), |seen| seen.brightness() > lies.brightness() + 80)?;
        // The fourth corner is behind its foot.
        for corner in [(0.42, 0.42), (0.42, -0.42), (-0.42, -0.42)] {
            glass.wait_for_color(("d1", corner.0, corner.1), e2e::Rgb::is_red)?;
        }
        Ok(())
    })
}

#[test]
fn captured_pieces_stand_beside_the_board() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game(&[])?;
        let glass = Board3d::open(table.browser)?;
        // Where the first white man and the first black one go: on the table, beyond the corners at the far end.
        let (white, black) = (("a8", [-1.46, 1.1, -0.2]), ("h8", [1.46, 1.1, -0.2]));
        let wood = (glass.color_above(white.0, white.1)?, glass.color_above(black.0, black.1)?);
        table.play(MoveInput::Click, "e2e4 d7d5 e4d5")?;
        table.wait_for_moves("e4 d5 exd5")?;
        glass.wait_for_color_above(black, |seen| (seen.brightness() - wood.1.brightness()).abs() > 12)?;
        assert_eq!(glass.color_above(white.0, white.1)?, wood.0, "no white man is taken yet");
        table.play(MoveInput::Click, "d8d5")?;
        glass.wait_for_color_above(white, |seen| seen.brightness() > wood.0.brightness() + 100)?;
        // What is taken back stands on the board again.
        table.browser.click_element(e2e::Button("Take back"))?;
        glass.wait_for_color_above(white, |seen| seen == wood.0)
    })
}

#[test]
fn promotion_dialog_is_placed_at_the_pawn() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game_from("8/1P4P1/4k3/8/8/8/8/4K3 w - - 0 1")?;
        let (browser, board) = (table.browser, table.board);
        Board3d::open(browser)?;
        for (from, to) in [("b7", "b8"), ("g7", "g8")] {
            let pawn = board.center(to)?;
            browser.click(board.center(from)?)?;
            browser.click(pawn)?;
            let queen = browser.center_of("[data-promotion=q]")?;
            let wide = board.center("h8")?.x - board.center("a8")?.x;
            assert!(
                (queen.x - pawn.x).abs() + (queen.y - pawn.y).abs() < wide * 0.4,
                "{queen:?} at {pawn:?}"
            );
            browser.press_keys([Key::Escape])?;
            browser.wait("no choice", || {
                let is_open = browser.has(Css(".promotion"))?;
                Ok(if is_open { Err("it is still open".to_owned()) } else { Ok(()) })
            })?;
        }
        table.play(MoveInput::Click, "g7g8n")?;
        table.wait_for_moves("g8=N")
    })
}
