//! Screen readers: labels, grid structure and announcements.

use e2e::{Button, GamePage, MoveInput, TestResult, Viewport, with_session};

#[test]
fn squares_are_labelled_with_piece_and_targets() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        let check = |square: &str, label: &str| game.board.wait_for_aria_label(square, label);
        check("e2", "e2, white pawn, can move to e3 and e4")?;
        check("e4", "e4, empty")?;
        check("e8", "e8, black king")?;
        game.play(MoveInput::Click, "e2e4 d7d5")?;
        game.wait_for_moves("e4 d5")?;
        check("e4", "e4, white pawn, can move to e5, captures d5")
    })
}

#[test]
fn board_is_a_grid_with_one_tab_stop() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        let script = "
            const count = (selector) => document.querySelectorAll(selector).length;
            return ['[role=grid] > [role=row]', '[role=row] > [role=gridcell]', '[role=gridcell][tabindex=\"0\"]'].map(count)";
        game.browser.wait_for_value(script, &[], vec![8, 64, 1])
    })
}

#[test]
fn moves_and_results_are_announced() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        for (moves, said) in [
            ("e2e4", "White: pawn e2 to e4"),
            ("d7d5", "Black: pawn d7 to d5"),
            ("e4d5", "White: pawn e4 takes pawn on d5"),
            ("d8d5 b1c3 d5a5 g1f3 e7e5 f3e5 a5e5", "Black: queen a5 takes knight on e5"),
        ] {
            game.play(MoveInput::Click, moves)?;
            wait_for_announcement(game, said)?;
        }
        wait_for_announcement(game, "check")?;
        session.browser.run("localStorage.clear()", &[])?;
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "f2f3 e7e5 g2g4 d8h4")?;
        wait_for_announcement(game, "Black: queen d8 to h4")?;
        wait_for_announcement(game, "Checkmate: Black wins.")
    })
}

#[test]
fn figurines_are_announced_as_piece_names() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.click_element(Button("Settings"))?;
        session.browser.click_element(Button("Figurines"))?;
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "g1f3 e7e5 f3e5 d7d6 e5c6 d8e7 c6e7")?;
        game.wait_for_moves("♘f3 e5 ♘xe5 d6 ♘c6 ♛e7 ♘xe7")?;
        let script =
            "return [...document.querySelectorAll('.list button')].map((button) => button.ariaLabel)";
        game.browser.wait("the labels", || {
            let labels = game.browser.run(script, &[])?;
            let is_spoken =
                labels[2] == "White: knight f3 takes pawn on e5" && labels[5] == "Black: queen d8 to e7";
            Ok(if is_spoken { Ok(()) } else { Err(labels.to_string()) })
        })
    })
}

fn wait_for_announcement(game: GamePage<'_>, wanted: &str) -> TestResult {
    game.browser.wait(&format!("the words {wanted:?}"), || {
        let said = game.announcement()?;
        Ok(if said.contains(wanted) { Ok(()) } else { Err(said) })
    })
}
