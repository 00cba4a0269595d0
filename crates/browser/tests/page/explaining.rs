//! The board explains: an illegal move goes back, and one sentence and a drawing say why.

use browser::{Button, Hand, Look, Outcome, Place, Table, visit};

/// A knight that is pinned.
const PIN: &str = "e2e4 e7e6 d2d4 f8b4 b1c3 a7a6";

#[test]
fn a_pinned_knight_says_who_pins_it() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, PIN)?;
        let men = table.board.men()?;
        table.play(Hand::Drag, "c3d5")?;
        expect_sentence(table, "The knight on c3 is pinned to your king by the bishop on b4.")?;
        // From the bishop to the king, the bishop in a ring, the square in a cross.
        expect_drawing(table, "M150 450L450 750", "150,450")?;
        assert!(table.board.marked("blame")?.contains(&"b4".to_owned()), "the bishop is to blame");
        table.board.wait_for_men(&men)?;
        table.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn every_way_to_move_gets_its_reason() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        for (hand, m, sentence) in [
            (Hand::Click, "a1a5", "The rook on a1 is blocked by the pawn on a2."),
            (
                Hand::Drag,
                "g1g4",
                "A knight jumps two squares straight and one to the side, so it cannot go from g1 to g4.",
            ),
            (Hand::Drag, "e1g1", "You cannot castle kingside: pieces are in the way on f1 and g1."),
            (Hand::Keyboard, "a1a5", "The rook on a1 is blocked by the pawn on a2."),
        ] {
            table.play(hand, m)?;
            expect_sentence(table, sentence)?;
        }
        table.wait_for_moves("")
    })
}

#[test]
fn the_sentence_is_said_and_goes_with_the_next_move() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Drag, "a1a5")?;
        let sentence = "The rook on a1 is blocked by the pawn on a2.";
        expect_sentence(table, sentence)?;
        assert_eq!(table.said()?.trim(), sentence);
        table.play(Hand::Drag, "a2a4")?;
        table.wait_for_moves("a4")?;
        assert!(!table.browser.has(Place(".bubble"))?, "there is nothing to explain any more");
        Ok(())
    })
}

#[test]
fn explaining_can_be_switched_off() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?.press(Button("Settings"))?;
        visit.browser.press(Button("Explain illegal moves"))?;
        let table = visit.table(&[])?;
        table.play(Hand::Drag, "a1a5")?;
        table.play(Hand::Drag, "e2e4")?;
        table.wait_for_moves("e4")?;
        table.play(Hand::Drag, "a8a4")?;
        assert!(!table.browser.has(Place(".bubble"))?, "nothing is explained");
        assert!(!table.browser.has(Place(".blame-line"))?, "nothing is drawn");
        Ok(())
    })
}

fn expect_sentence(table: Table<'_>, sentence: &str) -> Outcome {
    table.browser.wait_for_words(".bubble p", sentence)
}

/// The line of the explanation, and the middle of the ring, in hundredths of a square.
fn expect_drawing(table: Table<'_>, line: &str, ring: &str) -> Outcome {
    let script = "
        const find = (selector) => document.querySelector('.overlay.beneath ' + selector);
        const ring = find('.blame-ring');
        return [find('.blame-line').getAttribute('d'), ring.getAttribute('cx') + ',' + ring.getAttribute('cy')]";
    let seen = table.browser.run(script, &[])?;
    assert_eq!((seen[0].as_str(), seen[1].as_str()), (Some(line), Some(ring)));
    Ok(())
}
