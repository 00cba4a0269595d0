//! Markers on the 3D board: hover, selection, arrows, explanations, the fallen king, captured pieces,
//! promotion dialog.

use e2e::{Board3d, Css, Key, MoveInput, TestResult, with_session};

use super::SMALL_WINDOW;

/// Moves that lead to a pinned knight.
const PIN: &str = "e2e4 e7e6 d2d4 f8b4 b1c3 a7a6";

#[test]
fn hover_and_selection_are_marked() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 d7d5")?;
        let (browser, board) = (game.browser, game.board);
        let board3d = Board3d::open(browser)?;
        let dark = board3d.color("g1", 0.4, -0.4)?;
        browser.hover(board.center("g1")?)?;
        board.wait_for_squares_with_class("hover", &["g1"])?;
        board3d.wait_for_color(("g1", 0.4, -0.4), |lit| lit.brightness() > dark.brightness() + 15)?;
        browser.hover(board.center("h5")?)?;
        board.wait_for_squares_with_class("hover", &[])?;
        browser.click(board.center("e4")?)?;
        board.wait_for_squares_with_class("capture", &["d5"])?;
        board3d.wait_for_color(("e5", 0.0, 0.0), e2e::Rgb::is_green)?;
        board3d.wait_for_color(("d5", -0.44, -0.44), e2e::Rgb::is_red)?;
        browser.click(board.center("h5")?)?;
        board.wait_for_squares_with_class("target", &[])
    })
}

#[test]
fn explanations_and_checks_are_drawn() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, PIN)?;
        let browser = game.browser;
        let board3d = Board3d::open(browser)?;
        // Point where the line from the bishop to the king leaves c3.
        let before = board3d.color("d2", -0.3, 0.3)?;
        game.play(MoveInput::Drag, "c3d5")?;
        browser.wait_for_text(".bubble p", "The knight on c3 is pinned to your king by the bishop on b4.")?;
        board3d.wait_for_color(("d2", -0.3, 0.3), |seen| seen != before && seen.red > seen.blue + 90)?;
        game.play(MoveInput::Click, "d1h5 g8f6 h5f7")?;
        game.wait_for_status("BLACK'S TURN | CHECK")?;
        board3d.wait_for_color(("e8", 0.0, -0.4), e2e::Rgb::is_red)
    })
}

#[test]
fn check_line_is_drawn() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game_from("4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1")?;
        let board3d = Board3d::open(game.browser)?;
        let before = board3d.color("e4", 0.0, 0.3)?;
        game.play(MoveInput::Drag, "a2a3")?;
        game.browser.wait_for_words(".bubble p", "rook on e7")?;
        board3d.wait_for_color(("e4", 0.0, 0.3), |seen| seen != before && seen.red > seen.blue + 90)
    })
}

#[test]
fn arrows_need_shift_and_circles_do_not() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
        let (browser, board) = (game.browser, game.board);
        let board3d = Board3d::open(browser)?;
        let seat = board.center("h4")?;
        browser.right_click(board.center("h5")?)?;
        board3d.wait_for_color(("h5", 0.435, 0.0), e2e::Rgb::is_green)?;
        browser.with_shift(|| browser.right_drag(board.center("b3")?, board.center("b6")?))?;
        for square in ["b4", "b5"] {
            board3d.wait_for_color((square, 0.0, 0.0), e2e::Rgb::is_green)?;
        }
        assert_eq!(board.center("h4")?, seat, "the board has not turned");
        // A click clears them.
        browser.click(board.center("g7")?)?;
        board3d.wait_for_color(("b4", 0.0, 0.0), |seen| !seen.is_green())
    })
}

#[test]
fn mated_king_falls_on_a_red_square() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game_from("1r2k3/8/8/8/8/8/r7/3K4 b - - 0 1")?;
        let board3d = Board3d::open(game.browser)?;
        // The dark square d2 is behind a standing king's head; the king falls onto the dark square e1.
        let (head, fallen) = ([0.0, 0.0, 1.45], [0.85, -0.1, 0.3]);
        let (stands, lies) = (board3d.color_above("d1", head)?, board3d.color_above("d1", fallen)?);
        assert!(stands.brightness() > lies.brightness() + 100, "{stands:?} is the king, {lies:?} is not");
        game.play(MoveInput::Click, "b8b1")?;
        game.wait_for_status("WHITE'S TURN | CHECKMATE")?;
        board3d.wait_for_color_above(("d1", head), |seen| seen.brightness() < stands.brightness() - 80)?;
        board3d.wait_for_color_above(("d1", fallen), |seen| seen.brightness() > lies.brightness() + 80)?;
        // The fourth corner is hidden by its foot.
        for corner in [(0.42, 0.42), (0.42, -0.42), (-0.42, -0.42)] {
            board3d.wait_for_color(("d1", corner.0, corner.1), e2e::Rgb::is_red)?;
        }
        Ok(())
    })
}

#[test]
fn captured_pieces_stand_beside_the_board() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&[])?;
        let board3d = Board3d::open(game.browser)?;
        // Places of the first captured white and black piece: beyond the far corners.
        let (white, black) = (("a8", [-1.46, 1.1, -0.2]), ("h8", [1.46, 1.1, -0.2]));
        let wood = (board3d.color_above(white.0, white.1)?, board3d.color_above(black.0, black.1)?);
        game.play(MoveInput::Click, "e2e4 d7d5 e4d5")?;
        game.wait_for_moves("e4 d5 exd5")?;
        board3d.wait_for_color_above(black, |seen| (seen.brightness() - wood.1.brightness()).abs() > 12)?;
        assert_eq!(board3d.color_above(white.0, white.1)?, wood.0, "no white piece is captured yet");
        game.play(MoveInput::Click, "d8d5")?;
        board3d.wait_for_color_above(white, |seen| seen.brightness() > wood.0.brightness() + 100)?;
        // A takeback returns captured pieces to the board.
        game.browser.click_element(e2e::Button("Take back"))?;
        board3d.wait_for_color_above(white, |seen| seen == wood.0)
    })
}

#[test]
fn promotion_dialog_is_placed_at_the_pawn() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game_from("8/1P4P1/4k3/8/8/8/8/4K3 w - - 0 1")?;
        let (browser, board) = (game.browser, game.board);
        Board3d::open(browser)?;
        for (from, to) in [("b7", "b8"), ("g7", "g8")] {
            let pawn = board.center(to)?;
            browser.click(board.center(from)?)?;
            browser.click(pawn)?;
            let wide = board.center("h8")?.x - board.center("a8")?.x;
            browser.wait("the queen at the pawn", || {
                let queen = browser.center_of("[data-promotion=q]")?;
                let is_near = (queen.x - pawn.x).abs() + (queen.y - pawn.y).abs() < wide * 0.4;
                Ok(if is_near { Ok(()) } else { Err(format!("{queen:?} at {pawn:?}")) })
            })?;
            browser.press_keys([Key::Escape])?;
            browser.wait_until_gone(Css(".promotion"))?;
        }
        game.play(MoveInput::Click, "g7g8n")?;
        game.wait_for_moves("g8=N")
    })
}
