//! The board in space: every kind of move, and switching in the middle of things.

mod webgl;
mod camera;
mod markers;

use e2e::{Board3d, GamePage, Key, Motion, MoveInput, TestResult, Viewport, with_session};

use super::full_game::play_full_game;

/// A processor draws here in place of a graphics card: the fewer pixels and pictures the better.
const SMALL_WINDOW: Viewport =
    Viewport { width: 800, height: 480, motion: Motion::Reduced, ..Viewport::DESKTOP };
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn full_game_on_the_3d_board() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game(&[])?;
        let glass = Board3d::open(table.browser)?;
        play_full_game(table, MoveInput::Click)?;
        glass.wait_for_color(("c1", 0.4, -0.4), e2e::Rgb::is_red)
    })
}

#[test]
fn pieces_are_dragged_and_dropped_outside_in_3d() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game(&[])?;
        Board3d::open(table.browser)?;
        table.play(MoveInput::Drag, "g1f3 b8c6 e2e4")?;
        table.wait_for_moves("Nf3 Nc6 e4")?;
        let men = table.board.piece_placement()?;
        table.browser.drag(table.board.center("g8")?, table.browser.center_of("[data-testid=status]")?)?;
        table.board.wait_for_placement(&men)
    })
}

#[test]
fn keyboard_plays_on_the_3d_board() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game(&[])?;
        Board3d::open(table.browser)?;
        table.play(MoveInput::Keyboard, "e2e4 e7e5")?;
        table.wait_for_moves("e4 e5")
    })
}

#[test]
fn every_square_is_picked_from_three_camera_positions() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
        let glass = Board3d::open(table.browser)?;
        glass.record_pointer_squares()?;
        let squares: Vec<String> =
            (1..=8).flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}"))).collect();
        for (turn, tilt, distance) in [(0.0, 1.03, 19.6), (2.5, 0.6, 24.0), (-0.8, 1.4, 22.0)] {
            glass.set_camera(turn, tilt, distance)?;
            let points =
                squares.iter().map(|square| table.board.center(square)).collect::<TestResult<Vec<_>>>()?;
            glass.pointer_squares()?;
            table.browser.hover_along(&points)?;
            assert_eq!(glass.pointer_squares()?, squares, "from {turn} {tilt}");
        }
        Ok(())
    })
}

#[test]
fn boards_can_be_switched_during_a_drag_and_a_promotion() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game(&["5+3"])?;
        let (browser, board) = (table.browser, table.board);
        table.play(MoveInput::Click, "e2e4 d7d5")?;
        browser.click(board.center("e4")?)?;
        wait_for_squares_with_class(table, "capture", &["d5"])?;
        let glass = Board3d::open(browser)?;
        wait_for_squares_with_class(table, "capture", &["d5"])?;
        browser.click(board.center("d5")?)?;
        table.wait_for_moves("e4 d5 exd5")?;
        glass.close()?;
        table.play(MoveInput::Click, "d8d5")?;
        table.wait_for_moves("e4 d5 exd5 Qxd5")?;
        // In the middle of a drag: up, and down again. No mouse is free to press the button.
        browser.drag_and_hold(board.center("b1")?, board.center("c2")?)?;
        glass.toggle()?;
        glass.wait_until_ready()?;
        browser.hover(board.center("c3")?)?;
        browser.release()?;
        table.wait_for_moves("e4 d5 exd5 Qxd5 Nc3")?;
        browser.drag_and_hold(board.center("d5")?, board.center("d6")?)?;
        glass.toggle()?;
        glass.wait_until_2d()?;
        browser.hover(board.center("a5")?)?;
        browser.release()?;
        table.wait_for_moves("e4 d5 exd5 Qxd5 Nc3 Qa5")?;
        let clocks = browser.run("return document.querySelectorAll('.clock').length", &[])?;
        assert_eq!(clocks, 2, "both clocks are there");
        Ok(())
    })
}

#[test]
fn past_moves_are_shown_on_the_3d_board() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let table = session.new_game(&[])?;
        table.play(MoveInput::Click, "e2e4 e7e5")?;
        let (browser, board) = (table.browser, table.board);
        let glass = Board3d::open(browser)?;
        let (lit, men) = (glass.color_above("e5", PIECE_TOP)?, board.piece_placement()?);
        browser.press_keys([Key::Home])?;
        board.wait_for_placement(START)?;
        // The black pawn is not there yet: its square is much lighter.
        glass.wait_for_color_above(("e5", PIECE_TOP), |seen| seen.brightness() > lit.brightness() + 60)?;
        // What was looked at stays so on the other board.
        glass.close()?;
        board.wait_for_placement(START)?;
        browser.press_keys([Key::Right])?;
        board.wait_for_placement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")?;
        Board3d::open(browser)?;
        browser.press_keys([Key::End])?;
        board.wait_for_placement(&men)?;
        glass.wait_for_color_above(("e5", PIECE_TOP), |seen| seen.brightness() < lit.brightness() + 20)?;
        table.play(MoveInput::Drag, "g1f3")?;
        table.wait_for_moves("e4 e5 Nf3")
    })
}

#[test]
fn analysis_works_on_the_3d_board() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        session.browser.goto(&format!("{}analysis", session.server.address()))?;
        let table = GamePage::wait_for(&session.browser)?;
        let (browser, board) = (table.browser, table.board);
        let glass = Board3d::open(browser)?;
        table.play(MoveInput::Click, "e2e4 e7e5")?;
        table.wait_for_moves("e4 e5")?;
        // The engine's arrow is drawn on the board in space as well.
        browser.wait("an arrow in the scene", || {
            let script = "return document.querySelector('board-3d').getAttribute('scene').split(';')[3]";
            let shapes = browser.run(script, &[])?.as_str().unwrap_or_default().trim().to_owned();
            Ok(if shapes.is_empty() { Err("none".to_owned()) } else { Ok(()) })
        })?;
        browser.press_keys([Key::Left])?;
        board.wait_for_placement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")?;
        // Another move is tried from here, half of it on the flat board.
        browser.drag_and_hold(board.center("c7")?, board.center("c6")?)?;
        glass.toggle()?;
        glass.wait_until_2d()?;
        browser.hover(board.center("c5")?)?;
        browser.release()?;
        table.wait_for_moves("e4 e5 c5")?;
        Board3d::open(browser)?;
        table.play(MoveInput::Click, "g1f3")?;
        table.wait_for_moves("e4 e5 c5 Nf3")
    })
}

/// Where the head of a pawn is seen on its square.
const PIECE_TOP: [f64; 3] = [0.0, 0.0, 0.7];

fn wait_for_squares_with_class(table: GamePage<'_>, mark: &str, wanted: &[&str]) -> TestResult {
    table.browser.wait(&format!("{mark} on {wanted:?}"), || {
        let seen = table.board.squares_with_class(mark)?;
        Ok(if seen == wanted { Ok(()) } else { Err(format!("{seen:?}")) })
    })
}
