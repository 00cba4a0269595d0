//! What the board in space shows: light, marks, arrows, reasons, the fallen king, captured men, and where a pawn is asked.

use browser::{Glass, Hand, Key, Outcome, Place, visit};

use super::{WINDOW, wait_for_marks};

/// A knight that is pinned.
const PIN: &str = "e2e4 e7e6 d2d4 f8b4 b1c3 a7a6";

#[test]
fn the_mouse_lights_and_selects_what_it_sees() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 d7d5")?;
        let (browser, board) = (table.browser, table.board);
        let glass = Glass::stand_up(browser)?;
        let dark = glass.color("g1", 0.4, -0.4)?;
        browser.hover(board.middle("g1")?)?;
        wait_for_marks(table, "hover", &["g1"])?;
        glass.wait_for_color(("g1", 0.4, -0.4), |lit| lit.light() > dark.light() + 15)?;
        browser.hover(board.middle("h5")?)?;
        wait_for_marks(table, "hover", &[])?;
        browser.click(board.middle("e4")?)?;
        wait_for_marks(table, "capture", &["d5"])?;
        glass.wait_for_color(("e5", 0.0, 0.0), browser::Color::is_green)?;
        glass.wait_for_color(("d5", -0.44, -0.44), browser::Color::is_red)?;
        browser.click(board.middle("h5")?)?;
        wait_for_marks(table, "target", &[])
    })
}

#[test]
fn reasons_and_checks_are_drawn() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, PIN)?;
        let browser = table.browser;
        let glass = Glass::stand_up(browser)?;
        // Where the line from the bishop to the king leaves c3.
        let before = glass.color("d2", -0.3, 0.3)?;
        table.play(Hand::Drag, "c3d5")?;
        browser
            .wait_for_words(".bubble p", "The knight on c3 is pinned to your king by the bishop on b4.")?;
        glass.wait_for_color(("d2", -0.3, 0.3), |seen| seen != before && seen.red > seen.blue + 90)?;
        table.play(Hand::Click, "d1h5 g8f6 h5f7")?;
        table.wait_for_status("BLACK'S TURN | CHECK")?;
        glass.wait_for_color(("e8", 0.0, -0.4), browser::Color::is_red)
    })
}

#[test]
fn the_line_of_a_check_is_drawn() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table_from("4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1")?;
        let glass = Glass::stand_up(table.browser)?;
        let before = glass.color("e4", 0.0, 0.3)?;
        table.play(Hand::Drag, "a2a3")?;
        let words = table.browser.words(".bubble p")?;
        assert!(words.contains("rook on e7"), "{words}");
        glass.wait_for_color(("e4", 0.0, 0.3), |seen| seen != before && seen.red > seen.blue + 90)
    })
}

#[test]
fn arrows_are_drawn_with_a_key_and_circles_without() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
        let (browser, board) = (table.browser, table.board);
        let glass = Glass::stand_up(browser)?;
        let seat = board.middle("h4")?;
        browser.right_click(board.middle("h5")?)?;
        glass.wait_for_color(("h5", 0.435, 0.0), browser::Color::is_green)?;
        browser.with_shift(|| browser.right_drag(board.middle("b3")?, board.middle("b6")?))?;
        for square in ["b4", "b5"] {
            glass.wait_for_color((square, 0.0, 0.0), browser::Color::is_green)?;
        }
        assert_eq!(board.middle("h4")?, seat, "the board has not turned");
        // A click wipes them away.
        browser.click(board.middle("g7")?)?;
        glass.wait_for_color(("b4", 0.0, 0.0), |seen| !seen.is_green())
    })
}

#[test]
fn the_mated_king_falls_on_a_red_square() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table_from("1r2k3/8/8/8/8/8/r7/3K4 b - - 0 1")?;
        let glass = Glass::stand_up(table.browser)?;
        // Behind a standing king's head lies d2, a dark square; so is e1, onto which it falls.
        let (head, fallen) = ([0.0, 0.0, 1.45], [0.85, -0.1, 0.3]);
        let (stands, lies) = (glass.color_above("d1", head)?, glass.color_above("d1", fallen)?);
        assert!(stands.light() > lies.light() + 100, "{stands:?} is the king, {lies:?} is not");
        table.play(Hand::Click, "b8b1")?;
        table.wait_for_status("WHITE'S TURN | CHECKMATE")?;
        glass.wait_for_color_above(("d1", head), |seen| seen.light() < stands.light() - 80)?;
        glass.wait_for_color_above(("d1", fallen), |seen| seen.light() > lies.light() + 80)?;
        // The fourth corner is behind its foot.
        for corner in [(0.42, 0.42), (0.42, -0.42), (-0.42, -0.42)] {
            glass.wait_for_color(("d1", corner.0, corner.1), browser::Color::is_red)?;
        }
        Ok(())
    })
}

#[test]
fn captured_men_stand_beside_the_board() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        let glass = Glass::stand_up(table.browser)?;
        // Where the first white man and the first black one go: on the table, beyond the corners at the far end.
        let (white, black) = (("a8", [-1.46, 1.1, -0.2]), ("h8", [1.46, 1.1, -0.2]));
        let wood = (glass.color_above(white.0, white.1)?, glass.color_above(black.0, black.1)?);
        table.play(Hand::Click, "e2e4 d7d5 e4d5")?;
        table.wait_for_moves("e4 d5 exd5")?;
        glass.wait_for_color_above(black, |seen| (seen.light() - wood.1.light()).abs() > 12)?;
        assert_eq!(glass.color_above(white.0, white.1)?, wood.0, "no white man is taken yet");
        table.play(Hand::Click, "d8d5")?;
        glass.wait_for_color_above(white, |seen| seen.light() > wood.0.light() + 100)?;
        // What is taken back stands on the board again.
        table.browser.press(browser::Button("Take back"))?;
        glass.wait_for_color_above(white, |seen| seen == wood.0)
    })
}

#[test]
fn the_choice_of_a_promotion_is_at_the_pawn() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table_from("8/1P4P1/4k3/8/8/8/8/4K3 w - - 0 1")?;
        let (browser, board) = (table.browser, table.board);
        Glass::stand_up(browser)?;
        for (from, to) in [("b7", "b8"), ("g7", "g8")] {
            let pawn = board.middle(to)?;
            browser.click(board.middle(from)?)?;
            browser.click(pawn)?;
            let queen = browser.middle_of("[data-promotion=q]")?;
            let wide = board.middle("h8")?.x - board.middle("a8")?.x;
            assert!(
                (queen.x - pawn.x).abs() + (queen.y - pawn.y).abs() < wide * 0.4,
                "{queen:?} at {pawn:?}"
            );
            browser.keys([Key::Escape])?;
            browser.wait("no choice", || {
                let is_open = browser.has(Place(".promotion"))?;
                Ok(if is_open { Err("it is still open".to_owned()) } else { Ok(()) })
            })?;
        }
        table.play(Hand::Click, "g7g8n")?;
        table.wait_for_moves("g8=N")
    })
}
