//! The computer as an opponent: it thinks in a worker and plays on through reloads and without a network.

use browser::{Button, Field, Glass, Hand, Look, Motion, Outcome, Place, Table, Visit, visit};

/// Black can only go to h7, and is mated there.
const ONE_MOVE_FROM_MATE: &str = "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1";

fn choose<'a>(visit: &'a Visit, opponent: &str, choices: &[&str]) -> Outcome<&'a Visit> {
    visit.browser.go(&format!("{}computer", visit.host.address()))?;
    visit.browser.press(Place(&format!(".rival:has([value={opponent}])")))?;
    choices.iter().try_for_each(|choice| visit.browser.press(Button(choice)))?;
    Ok(visit)
}

#[test]
fn the_weakest_is_mated() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        choose(visit, "haru", &["White", "From a position"])?;
        visit.browser.write(Field("Position as FEN"), ONE_MOVE_FROM_MATE)?;
        let table = visit.start()?;
        table.wait_for_moves("Kh7")?;
        table.play(Hand::Click, "g1g7")?;
        table.wait_for_moves("Kh7 Qg7#")?;
        table.browser.press(Button("New game"))?;
        table.browser.wait_for_words("h1", "Who do you want to play?")
    })
}

#[test]
fn a_reload_while_it_thinks_is_survived() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = choose(visit, "otto", &["Black"])?.start()?;
        table.browser.reload()?;
        let table = Table::of(&visit.browser)?;
        wait_for_plies(table, 1)?;
        table.browser.reload()?;
        wait_for_plies(Table::of(&visit.browser)?, 1)
    })
}

#[test]
fn a_premove_is_answered_and_moves_are_taken_back() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = choose(visit, "nuri", &["White"])?.start()?;
        table.play(Hand::Click, "e2e4 g1f3")?;
        wait_for_plies(table, 4)?;
        table.browser.press(Button("Take back"))?;
        wait_for_plies(table, 2)
    })
}

#[test]
fn a_hint_is_an_arrow() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = choose(visit, "mina", &["White"])?.start()?;
        table.browser.wait("an arrow", || {
            table.browser.press(Button("Hint"))?;
            let has = table.browser.has(Place(".overlay .arrow"))?;
            Ok(if has { Ok(()) } else { Err("none".to_owned()) })
        })
    })
}

#[test]
fn the_computer_sits_at_a_board_in_space() -> Outcome {
    visit(&Look { width: 800, height: 480, motion: Motion::Reduced, ..Look::DESKTOP }, |visit| {
        let table = choose(visit, "nuri", &["White"])?.start()?;
        Glass::stand_up(table.browser)?;
        // The second move is made before the computer has answered the first.
        table.play(Hand::Click, "e2e4 g1f3")?;
        wait_for_plies(table, 4)
    })
}

fn wait_for_plies(table: Table<'_>, plies: usize) -> Outcome {
    table.browser.wait(&format!("{plies} moves"), || {
        let seen = table.moves()?;
        Ok(if seen.len() == plies { Ok(()) } else { Err(format!("{seen:?}")) })
    })
}
