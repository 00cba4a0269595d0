//! The board in space: every kind of move, and switching in the middle of things.

mod card;
mod eye;
mod signs;

use browser::{Glass, Hand, Key, Look, Motion, Outcome, Table, visit};

use super::whole_game::play_whole_game;

/// A processor draws here in place of a graphics card: the fewer pixels and pictures the better.
const WINDOW: Look = Look { width: 800, height: 480, motion: Motion::Reduced, ..Look::DESKTOP };
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn a_whole_game_in_space() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        let glass = Glass::stand_up(table.browser)?;
        play_whole_game(table, Hand::Click)?;
        glass.wait_for_color(("c1", 0.4, -0.4), browser::Color::is_red)
    })
}

#[test]
fn pieces_are_dragged_in_space_and_dropped_outside() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        Glass::stand_up(table.browser)?;
        table.play(Hand::Drag, "g1f3 b8c6 e2e4")?;
        table.wait_for_moves("Nf3 Nc6 e4")?;
        let men = table.board.men()?;
        table.browser.drag(table.board.middle("g8")?, table.browser.middle_of("[data-testid=status]")?)?;
        table.board.wait_for_men(&men)
    })
}

#[test]
fn the_keyboard_plays_in_space_too() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        Glass::stand_up(table.browser)?;
        table.play(Hand::Keyboard, "e2e4 e7e5")?;
        table.wait_for_moves("e4 e5")
    })
}

#[test]
fn every_square_is_found_from_three_seats() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
        let glass = Glass::stand_up(table.browser)?;
        glass.listen()?;
        let squares: Vec<String> =
            (1..=8).flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}"))).collect();
        for (turn, tilt, distance) in [(0.0, 1.03, 19.6), (2.5, 0.6, 24.0), (-0.8, 1.4, 22.0)] {
            glass.look_from(turn, tilt, distance)?;
            let points =
                squares.iter().map(|square| table.board.middle(square)).collect::<Outcome<Vec<_>>>()?;
            glass.told()?;
            table.browser.hover_along(&points)?;
            assert_eq!(glass.told()?, squares, "from {turn} {tilt}");
        }
        Ok(())
    })
}

#[test]
fn boards_are_switched_in_the_middle_of_things() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&["5+3"])?;
        let (browser, board) = (table.browser, table.board);
        table.play(Hand::Click, "e2e4 d7d5")?;
        browser.click(board.middle("e4")?)?;
        wait_for_marks(table, "capture", &["d5"])?;
        let glass = Glass::stand_up(browser)?;
        wait_for_marks(table, "capture", &["d5"])?;
        browser.click(board.middle("d5")?)?;
        table.wait_for_moves("e4 d5 exd5")?;
        glass.lie_down()?;
        table.play(Hand::Click, "d8d5")?;
        table.wait_for_moves("e4 d5 exd5 Qxd5")?;
        // In the middle of a drag: up, and down again. No mouse is free to press the button.
        browser.lift(board.middle("b1")?, board.middle("c2")?)?;
        glass.switch()?;
        glass.wait_until_ready()?;
        browser.hover(board.middle("c3")?)?;
        browser.drop_here()?;
        table.wait_for_moves("e4 d5 exd5 Qxd5 Nc3")?;
        browser.lift(board.middle("d5")?, board.middle("d6")?)?;
        glass.switch()?;
        glass.wait_until_flat()?;
        browser.hover(board.middle("a5")?)?;
        browser.drop_here()?;
        table.wait_for_moves("e4 d5 exd5 Qxd5 Nc3 Qa5")?;
        let clocks = browser.run("return document.querySelectorAll('.clock').length", &[])?;
        assert_eq!(clocks, 2, "both clocks are there");
        Ok(())
    })
}

#[test]
fn past_moves_are_looked_at_in_space() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        let (browser, board) = (table.browser, table.board);
        let glass = Glass::stand_up(browser)?;
        let (lit, men) = (glass.color_above("e5", HEAD)?, board.men()?);
        browser.keys([Key::Home])?;
        board.wait_for_men(START)?;
        // The black pawn is not there yet: its square is much lighter.
        glass.wait_for_color_above(("e5", HEAD), |seen| seen.light() > lit.light() + 60)?;
        // What was looked at stays so on the other board.
        glass.lie_down()?;
        board.wait_for_men(START)?;
        browser.keys([Key::Right])?;
        board.wait_for_men("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")?;
        Glass::stand_up(browser)?;
        browser.keys([Key::End])?;
        board.wait_for_men(&men)?;
        glass.wait_for_color_above(("e5", HEAD), |seen| seen.light() < lit.light() + 20)?;
        table.play(Hand::Drag, "g1f3")?;
        table.wait_for_moves("e4 e5 Nf3")
    })
}

#[test]
fn a_game_is_analysed_in_space() -> Outcome {
    visit(&WINDOW, |visit| {
        visit.browser.go(&format!("{}analysis", visit.host.address()))?;
        let table = Table::of(&visit.browser)?;
        let (browser, board) = (table.browser, table.board);
        let glass = Glass::stand_up(browser)?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        table.wait_for_moves("e4 e5")?;
        // The engine's arrow is drawn on the board in space as well.
        browser.wait("an arrow in the scene", || {
            let script = "return document.querySelector('board-3d').getAttribute('scene').split(';')[3]";
            let shapes = browser.run(script, &[])?.as_str().unwrap_or_default().trim().to_owned();
            Ok(if shapes.is_empty() { Err("none".to_owned()) } else { Ok(()) })
        })?;
        browser.keys([Key::Left])?;
        board.wait_for_men("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")?;
        // Another move is tried from here, half of it on the flat board.
        browser.lift(board.middle("c7")?, board.middle("c6")?)?;
        glass.switch()?;
        glass.wait_until_flat()?;
        browser.hover(board.middle("c5")?)?;
        browser.drop_here()?;
        table.wait_for_moves("e4 e5 c5")?;
        Glass::stand_up(browser)?;
        table.play(Hand::Click, "g1f3")?;
        table.wait_for_moves("e4 e5 c5 Nf3")
    })
}

/// Where the head of a pawn is seen on its square.
const HEAD: [f64; 3] = [0.0, 0.0, 0.7];

fn wait_for_marks(table: Table<'_>, mark: &str, wanted: &[&str]) -> Outcome {
    table.browser.wait(&format!("{mark} on {wanted:?}"), || {
        let seen = table.board.marked(mark)?;
        Ok(if seen == wanted { Ok(()) } else { Err(format!("{seen:?}")) })
    })
}
