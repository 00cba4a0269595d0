//! The board explains: an illegal move goes back, and one sentence and a drawing say why.

use e2e::{Button, Css, GamePage, MoveInput, TestResult, Viewport, with_session};

/// A knight that is pinned.
const PIN: &str = "e2e4 e7e6 d2d4 f8b4 b1c3 a7a6";

#[test]
fn pinned_knight_names_the_pinning_piece() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Click, PIN)?;
        let men = table.board.piece_placement()?;
        table.play(MoveInput::Drag, "c3d5")?;
        expect_sentence(table, "The knight on c3 is pinned to your king by the bishop on b4.")?;
        // From the bishop to the king, the bishop in a ring, the square in a cross.
        expect_drawing(table, "M150 450L450 750", "150,450")?;
        assert!(
            table.board.squares_with_class("blame")?.contains(&"b4".to_owned()),
            "the bishop is to blame"
        );
        table.board.wait_for_placement(&men)?;
        table.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn every_input_method_explains_an_illegal_move() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        for (hand, m, sentence) in [
            (MoveInput::Click, "a1a5", "The rook on a1 is blocked by the pawn on a2."),
            (
                MoveInput::Drag,
                "g1g4",
                "A knight jumps two squares straight and one to the side, so it cannot go from g1 to g4.",
            ),
            (MoveInput::Drag, "e1g1", "You cannot castle kingside: pieces are in the way on f1 and g1."),
            (MoveInput::Keyboard, "a1a5", "The rook on a1 is blocked by the pawn on a2."),
        ] {
            table.play(hand, m)?;
            expect_sentence(table, sentence)?;
        }
        table.wait_for_moves("")
    })
}

#[test]
fn explanation_is_announced_and_cleared_by_the_next_move() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Drag, "a1a5")?;
        let sentence = "The rook on a1 is blocked by the pawn on a2.";
        expect_sentence(table, sentence)?;
        assert_eq!(table.announcement()?.trim(), sentence);
        table.play(MoveInput::Drag, "a2a4")?;
        table.wait_for_moves("a4")?;
        assert!(!table.browser.has(Css(".bubble"))?, "there is nothing to explain any more");
        Ok(())
    })
}

#[test]
fn explanations_can_be_disabled() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.click_element(Button("Settings"))?;
        session.browser.click_element(Button("Explain illegal moves"))?;
        let table = session.new_game(&[])?;
        table.play(MoveInput::Drag, "a1a5")?;
        table.play(MoveInput::Drag, "e2e4")?;
        table.wait_for_moves("e4")?;
        table.play(MoveInput::Drag, "a8a4")?;
        assert!(!table.browser.has(Css(".bubble"))?, "nothing is explained");
        assert!(!table.browser.has(Css(".blame-line"))?, "nothing is drawn");
        Ok(())
    })
}

fn expect_sentence(table: GamePage<'_>, sentence: &str) -> TestResult {
    table.browser.wait_for_text(".bubble p", sentence)
}

/// The line of the explanation, and the middle of the ring, in hundredths of a square.
fn expect_drawing(table: GamePage<'_>, line: &str, ring: &str) -> TestResult {
    let script = "
        const find = (selector) => document.querySelector('.overlay.beneath ' + selector);
        const ring = find('.blame-ring');
        return [find('.blame-line').getAttribute('d'), ring.getAttribute('cx') + ',' + ring.getAttribute('cy')]";
    let seen = table.browser.run(script, &[])?;
    assert_eq!((seen[0].as_str(), seen[1].as_str()), (Some(line), Some(ring)));
    Ok(())
}
