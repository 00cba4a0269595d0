//! The board in space: every kind of move, what lights up, turning and zooming, switching in the middle of things, a graphics
//! card that is lost and comes back, and a browser without one.

use browser::{Button, Glass, Hand, Key, Look, Motion, Outcome, Place, Point, Table, visit};

use super::whole_game::play_whole_game;

/// A processor draws here in place of a graphics card: the fewer pixels and pictures the better.
const WINDOW: Look = Look { width: 800, height: 480, motion: Motion::Reduced, ..Look::DESKTOP };
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
/// A knight that is pinned.
const PIN: &str = "e2e4 e7e6 d2d4 f8b4 b1c3 a7a6";

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
fn the_mouse_lights_and_selects_what_it_sees() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 d7d5")?;
        let (browser, board) = (table.browser, table.board);
        let glass = Glass::stand_up(browser)?;
        let dark = glass.color("g1", 0.4, -0.4)?;
        browser.hover(board.middle("g1")?)?;
        wait_for_marks(table, "hover", &["g1"])?;
        glass.wait_for_color(("g1", 0.4, -0.4), |lit| lit.light() > dark.light() + 15)?;
        browser.hover(board.middle("h5")?)?;
        wait_for_marks(table, "hover", &[])?;
        browser.click(board.middle("e4")?)?;
        wait_for_marks(table, "capture", &["d5"])?;
        glass.wait_for_color(("e5", 0.0, 0.0), browser::Color::is_green)?;
        glass.wait_for_color(("d5", -0.44, -0.44), browser::Color::is_red)?;
        browser.click(board.middle("h5")?)?;
        wait_for_marks(table, "target", &[])
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
fn the_board_turns_and_zooms_and_comes_back() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        let (browser, board) = (table.browser, table.board);
        Glass::stand_up(browser)?;
        let (a4, e4, before) = (board.middle("a4")?, board.middle("e4")?, board.middle("h4")?);
        let wait_for = |what: &str, is_so: &dyn Fn(Point) -> bool| {
            browser.wait(what, || {
                let seen = board.middle("h4")?;
                Ok(if is_so(seen) { Ok(()) } else { Err(format!("{before:?} has become {seen:?}")) })
            })
        };
        let back = |seen: Point| (seen.x - before.x).abs() + (seen.y - before.y).abs() < 1.0;
        browser.right_drag(e4, a4)?;
        wait_for("a turned board", &|seen| (seen.y - before.y).abs() > 20.0)?;
        board.wait_for_men(START)?;
        browser.double_click(e4)?;
        wait_for("the first seat after a double click", &back)?;
        browser.wheel(e4, -300)?;
        wait_for("a larger board", &|seen| seen.x > before.x + 10.0)?;
        browser.keys([Key::ShiftHome])?;
        wait_for("the first seat again", &back)?;
        browser.keys([Key::ShiftRight, Key::ShiftRight, Key::ShiftPageUp])?;
        wait_for("a board turned by keys", &|seen| !back(seen))?;
        table.play(Hand::Click, "e2e4")?;
        table.wait_for_moves("e4")
    })
}

#[test]
fn the_eye_goes_to_the_side_to_move() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&["Turn the board after every move"])?;
        Glass::stand_up(table.browser)?;
        table.play(Hand::Click, "e2e4")?;
        table.browser.wait("Black's seat", || {
            let (a1, a8) = (table.board.middle("a1")?, table.board.middle("a8")?);
            Ok(if a1.y < a8.y { Ok(()) } else { Err(format!("a1 at {a1:?}, a8 at {a8:?}")) })
        })?;
        table.play(Hand::Click, "e7e5")?;
        table.wait_for_moves("e4 e5")
    })
}

#[test]
fn fingers_play_turn_and_pinch() -> Outcome {
    let phone = Look { ratio: 1, motion: Motion::Reduced, ..Look::PHONE };
    visit(&phone, |visit| {
        let table = visit.table(&[])?;
        let (browser, board) = (table.browser, table.board);
        Glass::stand_up(browser)?;
        table.play(Hand::Tap, "e2e4")?;
        table.play(Hand::Swipe, "e7e5 g1f3")?;
        table.wait_for_moves("e4 e5 Nf3")?;
        let wide = || Ok(board.middle("h4")?.x - board.middle("a4")?.x);
        let before = wide()?;
        browser.spread(board.middle("b4")?, board.middle("g4")?)?;
        browser.wait("a larger board", || {
            let seen = wide()?;
            Ok(if seen > before * 1.2 { Ok(()) } else { Err(format!("{before} has become {seen}")) })
        })?;
        let level = board.middle("h4")?.y - board.middle("a4")?.y;
        browser.sweep([board.middle("d4")?, board.middle("f4")?], Point { x: 60.0, y: 0.0 })?;
        browser.wait("a turned board", || {
            let seen = board.middle("h4")?.y - board.middle("a4")?.y;
            Ok(if (seen - level).abs() > 20.0 { Ok(()) } else { Err(format!("{level} has become {seen}")) })
        })?;
        table.wait_for_moves("e4 e5 Nf3")
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
        let switch = "document.querySelector('[aria-label=\"2D or 3D board\"]').click()";
        browser.lift(board.middle("b1")?, board.middle("c2")?)?;
        browser.run(switch, &[])?;
        glass.wait_until_ready()?;
        browser.hover(board.middle("c3")?)?;
        browser.drop_here()?;
        table.wait_for_moves("e4 d5 exd5 Qxd5 Nc3")?;
        browser.lift(board.middle("d5")?, board.middle("d6")?)?;
        browser.run(switch, &[])?;
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
fn a_lost_graphics_card_is_survived() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        let glass = Glass::stand_up(table.browser)?;
        table.browser.run(
            "window.card = document.querySelector('board-3d canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
             window.card.loseContext()",
            &[],
        )?;
        glass.wait_until_flat()?;
        table.play(Hand::Click, "e2e4")?;
        table.browser.run("window.card.restoreContext()", &[])?;
        glass.wait_until_ready()?;
        table.play(Hand::Click, "e7e5")?;
        table.wait_for_moves("e4 e5")
    })
}

#[test]
fn without_a_graphics_card_the_flat_board_stays_and_says_why() -> Outcome {
    visit(&WINDOW, |visit| {
        visit.browser.before_load("HTMLCanvasElement.prototype.getContext = () => null")?;
        let table = visit.table(&[])?;
        let switch = Button("2D or 3D board");
        table.browser.press(switch)?;
        let sorry = "This browser cannot draw in 3D. You are playing on the flat board.";
        table.browser.wait_for_words("board-3d[failed] p", sorry)?;
        table.play(Hand::Click, "e2e4")?;
        table.wait_for_moves("e4")?;
        table.browser.press(switch)?;
        assert!(!table.browser.has(Place("board-3d p"))?, "nothing more is said");
        Ok(())
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
fn reasons_arrows_and_checks_are_drawn() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, PIN)?;
        let (browser, board) = (table.browser, table.board);
        let glass = Glass::stand_up(browser)?;
        // Where the line from the bishop to the king leaves c3.
        let before = glass.color("d2", -0.3, 0.3)?;
        table.play(Hand::Drag, "c3d5")?;
        browser
            .wait_for_words(".bubble p", "The knight on c3 is pinned to your king by the bishop on b4.")?;
        glass.wait_for_color(("d2", -0.3, 0.3), |seen| seen != before && seen.red > seen.blue + 90)?;
        browser.right_click(board.middle("h5")?)?;
        glass.wait_for_color(("h5", 0.435, 0.0), browser::Color::is_green)?;
        table.play(Hand::Click, "d1h5 g8f6 h5f7")?;
        table.wait_for_status("BLACK'S TURN | CHECK")?;
        glass.wait_for_color(("e8", 0.0, -0.4), browser::Color::is_red)
    })
}

#[test]
fn nothing_is_drawn_while_nothing_moves() -> Outcome {
    visit(&Look { motion: Motion::Full, ..WINDOW }, |visit| {
        let table = visit.table(&["5+3"])?;
        let glass = Glass::stand_up(table.browser)?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        glass.wait_until_still()?;
        // The clocks run meanwhile, and are none of its business.
        assert_eq!(glass.frames_in(60)?, 0);
        table.browser.hover(table.board.middle("g1")?)?;
        wait_for_marks(table, "hover", &["g1"])?;
        glass.wait_until_still()
    })
}

#[test]
fn the_look_is_chosen_and_kept() -> Outcome {
    visit(&WINDOW, |visit| {
        let table = visit.table(&[])?;
        let glass = Glass::stand_up(table.browser)?;
        let wood = glass.color("e4", 0.0, 0.0)?;
        table.browser.press(Button("Settings"))?;
        table.browser.press(Button("Marble"))?;
        table.browser.press(Button("Back"))?;
        glass.wait_until_ready()?;
        let marble = glass.color("e4", 0.0, 0.0)?;
        assert!(wood.red - wood.blue > marble.red - marble.blue + 20, "{wood:?} has become {marble:?}");
        table.browser.reload()?;
        Table::of(&visit.browser)?;
        glass.wait_until_ready()?;
        assert!(visit.browser.has(Place("board-3d[look=marble]"))?);
        Ok(())
    })
}

fn wait_for_marks(table: Table<'_>, mark: &str, wanted: &[&str]) -> Outcome {
    table.browser.wait(&format!("{mark} on {wanted:?}"), || {
        let seen = table.board.marked(mark)?;
        Ok(if seen == wanted { Ok(()) } else { Err(format!("{seen:?}")) })
    })
}
