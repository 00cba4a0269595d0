//! What happens beside the moves: taking back, draws, giving up, time, and the king that is taken.

use e2e::{Button, Css, FakeClock, MoveInput, TestResult, Viewport, with_session};

#[test]
fn takeback_restores_the_position() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        let is_off = "return document.querySelector('.action:has([href=\"#icon-undo\"])').disabled";
        assert_eq!(table.browser.run(is_off, &[])?, true, "there is nothing to take back");
        table.play(MoveInput::Click, "e2e4 d7d5 e4d5")?;
        table.wait_for_moves("e4 d5 exd5")?;
        table.browser.click_element(Button("Take back"))?;
        table.wait_for_moves("e4 d5")?;
        table.board.wait_for_placement("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")?;
        table.wait_for_status("WHITE'S TURN")?;
        table.play(MoveInput::Click, "e4e5")?;
        table.wait_for_moves("e4 d5 e5")
    })
}

#[test]
fn threefold_repetition_can_be_claimed() -> TestResult {
    const REPETITION: &str = "g1f3 g8f6 f3g1 f6g8";
    const CLAIM: Button<'_> = Button("Claim a draw: the same position three times");
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Click, REPETITION)?;
        assert!(!table.browser.has(CLAIM)?, "the same position twice is not enough");
        table.play(MoveInput::Click, REPETITION)?;
        table.wait_for_status("WHITE'S TURN")?;
        table.browser.click_element(CLAIM)?;
        table.wait_for_status("DRAW | SAME POSITION THREE TIMES")
    })
}

#[test]
fn draw_can_be_claimed_with_an_intended_move() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Click, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")?;
        table
            .browser
            .click_element(Button("Claim a draw with the next move: the same position three times"))?;
        table.play(MoveInput::Click, "f6g8")?;
        table.wait_for_status("DRAW | SAME POSITION THREE TIMES")
    })
}

#[test]
fn draw_offer_can_be_declined_and_accepted() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Click, "e2e4")?;
        table.browser.click_element(Button("Offer a draw"))?;
        table.browser.wait_for_text(".offer p", "White offers a draw.")?;
        table.browser.click_element(Button("Decline"))?;
        table.wait_for_status("BLACK'S TURN")?;
        table.play(MoveInput::Click, "e7e5")?;
        table.browser.click_element(Button("Offer a draw"))?;
        table.browser.wait_for_text(".offer p", "Black offers a draw.")?;
        table.browser.click_element(Button("Accept"))?;
        table.wait_for_status("DRAW | AGREED")
    })
}

#[test]
fn resigning_asks_for_confirmation() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Click, "e2e4 e7e5")?;
        table.browser.click_element(Button("Resign"))?;
        table.browser.wait_for_text("dialog[open] p", "White resigns. Is that right?")?;
        table.browser.click_element(Button("Keep playing"))?;
        table.wait_for_status("WHITE'S TURN")?;
        table.browser.click_element(Button("Resign"))?;
        table.browser.click_element(Button("Yes"))?;
        table.wait_for_status("BLACK WINS! | RESIGNATION")?;
        table.browser.click_element(Button("Rematch"))?;
        table.wait_for_moves("")?;
        table.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn flag_fall_ends_the_game() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let clock = FakeClock::install(&session.browser)?;
        let table = session.new_game(&["3+2"])?;
        table.play(MoveInput::Click, "e2e4 e7e5")?;
        clock.advance(100)?;
        table.browser.wait("White's clock at less than two minutes", || {
            let seen = table.browser.inner_text(".side.to-move .clock")?;
            Ok(if seen.starts_with("1:2") { Ok(()) } else { Err(seen) })
        })?;
        table.wait_for_status("WHITE'S TURN")?;
        clock.advance(81)?;
        table.wait_for_status("BLACK WINS! | TIME OUT")?;
        table.browser.wait_for_text(".status .ending", "White ran out of time: Black wins.")?;
        let men = table.board.piece_placement()?;
        table.play(MoveInput::Click, "g1f3")?;
        table.board.wait_for_placement(&men)
    })
}

#[test]
fn king_capture_ends_the_game() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&["King capture"])?;
        table.wait_for_status("BLACK'S TURN")?;
        table.play(MoveInput::Click, "e7e5 f2f3 d8h4")?;
        table.wait_for_status("WHITE'S TURN | CHECK")?;
        // Nobody is forced out of check here.
        table.play(MoveInput::Click, "a2a3")?;
        table.wait_for_status("BLACK'S TURN")?;
        table.play(MoveInput::Click, "h4e1")?;
        table.wait_for_status("BLACK WINS!")?;
        table.board.wait_for_placement("rnb1kbnr/pppp1ppp/8/4p3/8/P4P2/1PPPP1PP/RNBQqBNR")?;
        assert!(!table.browser.has(Css(".typed"))?, "nobody can move any more");
        Ok(())
    })
}

#[test]
fn stalemate_is_a_draw() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game_from("7k/8/5KQ1/8/8/8/8/8 b - - 0 1")?;
        table.wait_for_status("DRAW | STALEMATE")
    })
}
