//! For those who listen: the board is a grid with names, and what happens is said.

use browser::{Button, Hand, Look, Outcome, Table, visit};

#[test]
fn squares_have_names_and_say_where_their_piece_can_go() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        let check = |square: &str, label: &str| {
            assert_eq!(table.board.label(square)?, label);
            Ok::<(), browser::Error>(())
        };
        check("e2", "e2, white pawn, can move to e3 and e4")?;
        check("e4", "e4, empty")?;
        check("e8", "e8, black king")?;
        table.play(Hand::Click, "e2e4 d7d5")?;
        table.wait_for_moves("e4 d5")?;
        check("e4", "e4, white pawn, can move to e5, captures d5")
    })
}

#[test]
fn the_board_is_a_grid_with_one_way_in() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        let script = "
            const count = (selector) => document.querySelectorAll(selector).length;
            return ['[role=grid] > [role=row]', '[role=row] > [role=gridcell]', '[role=gridcell][tabindex=\"0\"]'].map(count)";
        assert_eq!(table.browser.run(script, &[])?, serde_json::json!([8, 64, 1]));
        Ok(())
    })
}

#[test]
fn moves_and_endings_are_said() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        for (moves, said) in [
            ("e2e4", "White: pawn e2 to e4"),
            ("d7d5", "Black: pawn d7 to d5"),
            ("e4d5", "White: pawn e4 takes pawn on d5"),
            ("d8d5 b1c3 d5a5 g1f3 e7e5 f3e5 a5e5", "Black: queen a5 takes knight on e5"),
        ] {
            table.play(Hand::Click, moves)?;
            wait_for_voice(table, said)?;
        }
        wait_for_voice(table, "check")?;
        visit.browser.run("localStorage.clear()", &[])?;
        let table = visit.table(&[])?;
        table.play(Hand::Click, "f2f3 e7e5 g2g4 d8h4")?;
        wait_for_voice(table, "Black: queen d8 to h4")?;
        wait_for_voice(table, "Checkmate: Black wins.")
    })
}

#[test]
fn little_pieces_are_read_as_moves() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?.press(Button("Settings"))?;
        visit.browser.press(Button("Symbols"))?;
        let table = visit.table(&[])?;
        table.play(Hand::Click, "g1f3 e7e5 f3e5 d7d6 e5c6 d8e7 c6e7")?;
        table.wait_for_moves("♘f3 e5 ♘xe5 d6 ♘c6 ♛e7 ♘xe7")?;
        let script =
            "return [...document.querySelectorAll('.list button')].map((button) => button.ariaLabel)";
        let labels = table.browser.run(script, &[])?;
        assert_eq!(labels[2], "White: knight f3 takes pawn on e5");
        assert_eq!(labels[5], "Black: queen d8 to e7");
        Ok(())
    })
}

fn wait_for_voice(table: Table<'_>, wanted: &str) -> Outcome {
    table.browser.wait(&format!("the words {wanted:?}"), || {
        let said = table.said()?;
        Ok(if said.contains(wanted) { Ok(()) } else { Err(said) })
    })
}
