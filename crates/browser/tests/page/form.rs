//! The form for a new game: rules, clocks, names, seats.

use browser::{Button, Field, Hand, Look, Outcome, Place, visit};

/// Pressed in a field, it makes place.
const BACKSPACE: &str = "\u{e003}";

#[test]
fn chess960_starts_where_its_number_says() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.form(&["Chess960"])?;
        let number = Field("Starting position, 0 to 959");
        visit.browser.write(number, "960")?;
        visit.browser.wait_for_words(".wrong", "Enter a number from 0 to 959.")?;
        visit.browser.write(number, &(BACKSPACE.repeat(3) + "3"))?;
        let table = visit.start()?;
        table.board.wait_for_men("bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB")?;
        table.browser.wait_for_words(".round > p", "Round 1 · Chess960 · Start number 3")?;
        // The king castles by going to its rook, which stands next to it: they change places.
        table.play(Hand::Click, "f1g1 e7e5")?;
        table.wait_for_moves("O-O e5")?;
        table.board.wait_for_men("bqnnrkrb/pppp1ppp/8/4p3/8/8/PPPPPPPP/BQNNRRKB")
    })
}

#[test]
fn each_side_may_have_its_own_time() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.form(&["Your own times", "Different times for White and Black"])?;
        let minutes = |side: u8, text: &str| {
            let field = format!(".time:nth-of-type({side}) .pair .number:first-child input");
            visit.browser.write(Place(&field), &(BACKSPACE.repeat(3) + text))
        };
        minutes(1, "2")?;
        minutes(2, "7")?;
        let table = visit.start()?;
        table.browser.wait_for_words(".side-below .clock", "2:00")?;
        table.browser.wait_for_words(".side-above .clock", "7:00")?;
        table.play(Hand::Click, "e2e4")?;
        table.browser.middle_of(".side-above .clock.runs").map(drop)
    })
}

#[test]
fn the_board_turns_to_the_side_that_moves() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&["Turn the board after every move"])?;
        let is_white_below =
            || Ok::<bool, browser::Error>(table.board.middle("a1")?.y > table.board.middle("a8")?.y);
        assert!(is_white_below()?);
        table.play(Hand::Click, "e2e4")?;
        table.wait_for_moves("e4")?;
        assert!(!is_white_below()?, "Black is below for Black's move");
        table.play(Hand::Click, "e7e5")?;
        table.wait_for_moves("e4 e5")?;
        assert!(is_white_below()?, "and White for White's");
        table.browser.press(Button("Turn the board"))?;
        table.browser.wait("a turned board", || {
            Ok(if is_white_below()? { Err("the same board".to_owned()) } else { Ok(()) })
        })
    })
}

#[test]
fn names_are_shown_and_change_seats_in_a_rematch() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.form(&[])?;
        visit.browser.write(Place(".players .field:first-child input"), "Anna")?;
        visit.browser.write(Place(".players .field:last-child input"), "Bela")?;
        let table = visit.start()?;
        table.browser.wait_for_words(".side-below .name", "Anna")?;
        table.play(Hand::Click, "f2f3 e7e5 g2g4 d8h4")?;
        table.wait_for_status("WHITE'S TURN | CHECKMATE")?;
        table.browser.press(Button("Rematch"))?;
        table.wait_for_status("WHITE'S TURN")?;
        let script = "return [...document.querySelectorAll('.side')].map((side) => [side.querySelector('.name').innerText, side.classList.contains('to-move')])";
        let seen = table.browser.run(script, &[])?;
        let first = seen.as_array().into_iter().flatten().find(|side| side[1] == true);
        assert_eq!(first.map(|side| side[0].clone()), Some("Bela".into()), "Bela has White now: {seen}");
        Ok(())
    })
}

#[test]
fn a_game_in_progress_is_not_lost_by_accident() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        table.browser.press(Button("New game"))?;
        visit.browser.press(Place("form button[type=submit].large"))?;
        visit.browser.press(Place("dialog[open] button:not(.main)"))?;
        visit.home()?.press(Button("Continue your game"))?;
        table.wait_for_moves("e4 e5")?;
        table.browser.press(Button("New game"))?;
        visit.browser.press(Place("form button[type=submit].large"))?;
        visit.browser.press(Place("dialog[open] button.main"))?;
        table.wait_for_moves("")?;
        table.wait_for_status("WHITE'S TURN")
    })
}
