//! Explanations of illegal moves: a sentence and a drawing.

use e2e::{Button, Css, GamePage, MoveInput, TestResult, Viewport, with_session};

/// Moves that lead to a pinned knight.
const PIN: &str = "e2e4 e7e6 d2d4 f8b4 b1c3 a7a6";

#[test]
fn pinned_knight_names_the_pinning_piece() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, PIN)?;
        game.wait_for_moves("e4 e6 d4 Bb4+ Nc3 a6")?;
        let placement = game.board.piece_placement()?;
        game.play(MoveInput::Drag, "c3d5")?;
        expect_sentence(game, "The knight on c3 is pinned to your king by the bishop on b4.")?;
        // A line from the bishop to the king, a ring around the bishop and a cross on the target.
        expect_drawing(game, "M150 450L450 750", "150,450")?;
        assert!(game.board.squares_with_class("blame")?.contains(&"b4".to_owned()), "the bishop is to blame");
        game.board.wait_for_placement(&placement)?;
        game.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn every_input_method_explains_an_illegal_move() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        for (input, m, sentence) in [
            (MoveInput::Click, "a1a5", "The rook on a1 is blocked by the pawn on a2."),
            (
                MoveInput::Drag,
                "g1g4",
                "A knight jumps two squares straight and one to the side, so it cannot go from g1 to g4.",
            ),
            (MoveInput::Drag, "e1g1", "You cannot castle kingside: pieces are in the way on f1 and g1."),
            (MoveInput::Keyboard, "a1a5", "The rook on a1 is blocked by the pawn on a2."),
        ] {
            game.play(input, m)?;
            expect_sentence(game, sentence)?;
        }
        game.wait_for_moves("")
    })
}

#[test]
fn explanation_is_announced_and_cleared_by_the_next_move() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Drag, "a1a5")?;
        let sentence = "The rook on a1 is blocked by the pawn on a2.";
        expect_sentence(game, sentence)?;
        game.browser.wait_for_words("[role=status]", sentence)?;
        game.play(MoveInput::Drag, "a2a4")?;
        game.wait_for_moves("a4")?;
        game.browser.wait_until_gone(Css(".bubble"))
    })
}

#[test]
fn explanations_can_be_disabled() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.click_element(Button("Settings"))?;
        session.browser.click_element(Button("Explain illegal moves"))?;
        let game = session.new_game(&[])?;
        game.play(MoveInput::Drag, "a1a5")?;
        game.play(MoveInput::Drag, "e2e4")?;
        game.wait_for_moves("e4")?;
        game.play(MoveInput::Drag, "a8a4")?;
        assert!(!game.browser.has(Css(".bubble"))?, "nothing is explained");
        assert!(!game.browser.has(Css(".blame-line"))?, "nothing is drawn");
        Ok(())
    })
}

fn expect_sentence(game: GamePage<'_>, sentence: &str) -> TestResult {
    game.browser.wait_for_text(".bubble p", sentence)
}

/// Line and center of the ring, in hundredths of a square.
fn expect_drawing(game: GamePage<'_>, line: &str, ring: &str) -> TestResult {
    let script = "
        const find = (selector) => document.querySelector('.overlay.beneath ' + selector);
        const ring = find('.blame-ring');
        return ring && [find('.blame-line').getAttribute('d'), ring.getAttribute('cx') + ',' + ring.getAttribute('cy')]";
    game.browser.wait_for_value(script, &[], vec![line, ring])
}
