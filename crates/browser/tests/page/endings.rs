//! What happens beside the moves: taking back, draws, giving up, time, and the king that is taken.

use browser::{Button, Clock, Hand, Look, Outcome, Place, visit};

#[test]
fn a_move_is_taken_back() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        let is_off = "return document.querySelector('.action:has([href=\"#icon-undo\"])').disabled";
        assert_eq!(table.browser.run(is_off, &[])?, true, "there is nothing to take back");
        table.play(Hand::Click, "e2e4 d7d5 e4d5")?;
        table.wait_for_moves("e4 d5 exd5")?;
        table.browser.press(Button("Take back"))?;
        table.wait_for_moves("e4 d5")?;
        table.board.wait_for_men("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")?;
        table.wait_for_status("WHITE'S TURN")?;
        table.play(Hand::Click, "e4e5")?;
        table.wait_for_moves("e4 d5 e5")
    })
}

#[test]
fn a_repeated_position_is_claimed() -> Outcome {
    const ROUND: &str = "g1f3 g8f6 f3g1 f6g8";
    const NOW: Button<'_> = Button("Claim a draw: the same position three times");
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, ROUND)?;
        assert!(!table.browser.has(NOW)?, "the same position twice is not enough");
        table.play(Hand::Click, ROUND)?;
        table.wait_for_status("WHITE'S TURN")?;
        table.browser.press(NOW)?;
        table.wait_for_status("DRAW | SAME POSITION THREE TIMES")
    })
}

#[test]
fn a_draw_is_claimed_with_a_move_that_is_only_announced() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")?;
        table.browser.press(Button("Claim a draw with the next move: the same position three times"))?;
        table.play(Hand::Click, "f6g8")?;
        table.wait_for_status("DRAW | SAME POSITION THREE TIMES")
    })
}

#[test]
fn a_draw_is_offered_declined_and_accepted() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4")?;
        table.browser.press(Button("Offer a draw"))?;
        table.browser.wait_for_words(".offer p", "White offers a draw.")?;
        table.browser.press(Button("Decline"))?;
        table.wait_for_status("BLACK'S TURN")?;
        table.play(Hand::Click, "e7e5")?;
        table.browser.press(Button("Offer a draw"))?;
        table.browser.wait_for_words(".offer p", "Black offers a draw.")?;
        table.browser.press(Button("Accept"))?;
        table.wait_for_status("DRAW | AGREED")
    })
}

#[test]
fn giving_up_is_asked_about_first() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        table.browser.press(Button("Resign"))?;
        table.browser.wait_for_words("dialog[open] p", "White resigns. Is that right?")?;
        table.browser.press(Button("Keep playing"))?;
        table.wait_for_status("WHITE'S TURN")?;
        table.browser.press(Button("Resign"))?;
        table.browser.press(Button("Yes"))?;
        table.wait_for_status("BLACK WINS! | RESIGNATION")?;
        table.browser.press(Button("Rematch"))?;
        table.wait_for_moves("")?;
        table.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn a_flag_falls() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let clock = Clock::hold(&visit.browser)?;
        let table = visit.table(&["3+2"])?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        clock.pass(100)?;
        table.browser.wait("White's clock at less than two minutes", || {
            let seen = table.browser.words(".side.to-move .clock")?;
            Ok(if seen.starts_with("1:2") { Ok(()) } else { Err(seen) })
        })?;
        table.wait_for_status("WHITE'S TURN")?;
        clock.pass(81)?;
        table.wait_for_status("BLACK WINS! | TIME OUT")?;
        table.browser.wait_for_words(".status .ending", "White ran out of time: Black wins.")?;
        let men = table.board.men()?;
        table.play(Hand::Click, "g1f3")?;
        table.board.wait_for_men(&men)
    })
}

#[test]
fn a_king_is_taken() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&["King capture"])?;
        table.wait_for_status("BLACK'S TURN")?;
        table.play(Hand::Click, "e7e5 f2f3 d8h4")?;
        table.wait_for_status("WHITE'S TURN | CHECK")?;
        // Nobody is forced out of check here.
        table.play(Hand::Click, "a2a3")?;
        table.wait_for_status("BLACK'S TURN")?;
        table.play(Hand::Click, "h4e1")?;
        table.wait_for_status("BLACK WINS!")?;
        table.board.wait_for_men("rnb1kbnr/pppp1ppp/8/4p3/8/P4P2/1PPPP1PP/RNBQqBNR")?;
        assert!(!table.browser.has(Place(".typed"))?, "nobody can move any more");
        Ok(())
    })
}

#[test]
fn a_stalemate_is_a_draw() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table_from("7k/8/5KQ1/8/8/8/8/8 b - - 0 1")?;
        table.wait_for_status("DRAW | STALEMATE")
    })
}
