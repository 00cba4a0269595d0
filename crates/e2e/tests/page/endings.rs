//! Takebacks, draws, resignation, flag fall and king capture.

use e2e::{Button, Css, FakeClock, MoveInput, TestResult, Viewport, with_session};

#[test]
fn takeback_restores_the_position() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        let is_off = "return document.querySelector('.action:has([href=\"#icon-undo\"])').disabled";
        game.browser.wait_for_value(is_off, &[], true)?; // there is nothing to take back
        game.play(MoveInput::Click, "e2e4 d7d5 e4d5")?;
        game.wait_for_moves("e4 d5 exd5")?;
        game.browser.click_element(Button("Take back"))?;
        game.wait_for_moves("e4 d5")?;
        game.board.wait_for_placement("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")?;
        game.wait_for_status("WHITE'S TURN")?;
        game.play(MoveInput::Click, "e4e5")?;
        game.wait_for_moves("e4 d5 e5")
    })
}

#[test]
fn threefold_repetition_can_be_claimed() -> TestResult {
    const REPETITION: &str = "g1f3 g8f6 f3g1 f6g8";
    const CLAIM: Button<'_> = Button("Claim a draw: threefold repetition");
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, REPETITION)?;
        game.wait_for_moves("Nf3 Nf6 Ng1 Ng8")?;
        assert!(!game.browser.has(CLAIM)?, "the same position twice is not enough");
        game.play(MoveInput::Click, REPETITION)?;
        game.wait_for_status("WHITE'S TURN")?;
        game.browser.click_element(CLAIM)?;
        game.wait_for_status("DRAW | THREEFOLD REPETITION")
    })
}

#[test]
fn draw_can_be_claimed_with_an_intended_move() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")?;
        game.browser.click_element(Button("Claim a draw with the next move: threefold repetition"))?;
        game.play(MoveInput::Click, "f6g8")?;
        game.wait_for_status("DRAW | THREEFOLD REPETITION")
    })
}

#[test]
fn draw_offer_can_be_declined_and_accepted() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4")?;
        game.browser.click_element(Button("Offer a draw"))?;
        game.browser.wait_for_text(".offer p", "White offers a draw.")?;
        game.browser.click_element(Button("Decline"))?;
        game.wait_for_status("BLACK'S TURN")?;
        game.play(MoveInput::Click, "e7e5")?;
        game.browser.click_element(Button("Offer a draw"))?;
        game.browser.wait_for_text(".offer p", "Black offers a draw.")?;
        game.browser.click_element(Button("Accept"))?;
        game.wait_for_status("DRAW | BY AGREEMENT")
    })
}

#[test]
fn resigning_asks_for_confirmation() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        game.browser.click_element(Button("Resign"))?;
        game.browser.wait_for_text("dialog[open] p", "Resign as White?")?;
        game.browser.click_element(Button("Keep playing"))?;
        game.wait_for_status("WHITE'S TURN")?;
        game.browser.click_element(Button("Resign"))?;
        game.browser.click_element(Button("Yes"))?;
        game.wait_for_status("BLACK WINS! | RESIGNATION")?;
        game.browser.click_element(Button("Rematch"))?;
        game.wait_for_moves("")?;
        game.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn flag_fall_ends_the_game() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let clock = FakeClock::install(&session.browser)?;
        let game = session.new_game(&["3+2"])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        clock.advance(100)?;
        game.browser.wait("White's clock at less than two minutes", || {
            let seen = game.browser.inner_text(".side.to-move .clock")?;
            Ok(if seen.starts_with("1:2") { Ok(()) } else { Err(seen) })
        })?;
        game.wait_for_status("WHITE'S TURN")?;
        clock.advance(81)?;
        game.wait_for_status("BLACK WINS! | TIME OUT")?;
        game.browser.wait_for_text(".status .ending", "White ran out of time: Black wins.")?;
        let placement = game.board.piece_placement()?;
        game.play(MoveInput::Click, "g1f3")?;
        game.board.wait_for_placement(&placement)
    })
}

#[test]
fn king_capture_ends_the_game() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&["King capture"])?;
        game.wait_for_status("BLACK'S TURN")?;
        game.play(MoveInput::Click, "e7e5 f2f3 d8h4")?;
        game.wait_for_status("WHITE'S TURN | CHECK")?;
        // In this ruleset a check may be ignored.
        game.play(MoveInput::Click, "a2a3")?;
        game.wait_for_status("BLACK'S TURN")?;
        game.play(MoveInput::Click, "h4e1")?;
        game.wait_for_status("BLACK WINS!")?;
        game.board.wait_for_placement("rnb1kbnr/pppp1ppp/8/4p3/8/P4P2/1PPPP1PP/RNBQqBNR")?;
        game.browser.wait_until_gone(Css(".typed"))
    })
}

#[test]
fn stalemate_is_a_draw() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game_from("7k/8/5KQ1/8/8/8/8/8 b - - 0 1")?;
        game.wait_for_status("DRAW | STALEMATE")
    })
}
