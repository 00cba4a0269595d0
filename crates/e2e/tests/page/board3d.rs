//! The 3D board: all moves, and switching boards during other actions.

mod camera;
mod markers;
mod webgl;

use e2e::{Board3d, GamePage, Key, Motion, MoveInput, TestResult, Viewport, with_session};

use super::full_game::play_full_game;

/// Small, because rendering is in software.
const SMALL_WINDOW: Viewport =
    Viewport { width: 800, height: 480, motion: Motion::Reduced, ..Viewport::DESKTOP };
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
#[ignore = "takes long; run by `cargo xtask test --full`"]
fn full_game_on_the_3d_board() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&[])?;
        let board3d = Board3d::open(game.browser)?;
        play_full_game(game, MoveInput::Click)?;
        board3d.wait_for_color(("c1", 0.4, -0.4), e2e::Rgb::is_red)
    })
}

#[test]
fn pieces_are_dragged_and_dropped_outside_in_3d() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&[])?;
        Board3d::open(game.browser)?;
        game.play(MoveInput::Drag, "g1f3 b8c6 e2e4")?;
        game.wait_for_moves("Nf3 Nc6 e4")?;
        let placement = game.board.piece_placement()?;
        game.browser.drag(game.board.center("g8")?, game.browser.center_of("[data-testid=status]")?)?;
        game.board.wait_for_placement(&placement)
    })
}

#[test]
fn keyboard_plays_on_the_3d_board() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&[])?;
        Board3d::open(game.browser)?;
        game.play(MoveInput::Keyboard, "e2e4 e7e5")?;
        game.wait_for_moves("e4 e5")
    })
}

#[test]
fn every_square_is_picked_from_three_camera_positions() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
        let board3d = Board3d::open(game.browser)?;
        board3d.record_pointer_squares()?;
        let squares: Vec<String> =
            (1..=8).flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}"))).collect();
        for (turn, tilt, distance) in [(0.0, 1.03, 19.6), (2.5, 0.6, 24.0), (-0.8, 1.4, 22.0)] {
            board3d.set_camera(turn, tilt, distance)?;
            let points =
                squares.iter().map(|square| game.board.center(square)).collect::<TestResult<Vec<_>>>()?;
            board3d.clear_pointer_squares()?;
            game.browser.hover_along(&points)?;
            // The board handles pointer events with its frames.
            game.browser.wait(&format!("all squares from {turn} {tilt}"), || {
                let seen = board3d.pointer_squares()?;
                Ok(if seen == squares { Ok(()) } else { Err(format!("{seen:?}")) })
            })?;
        }
        Ok(())
    })
}

#[test]
fn boards_can_be_switched_during_a_drag_and_a_promotion() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&["5+3"])?;
        let (browser, board) = (game.browser, game.board);
        game.play(MoveInput::Click, "e2e4 d7d5")?;
        browser.click(board.center("e4")?)?;
        board.wait_for_squares_with_class("capture", &["d5"])?;
        let board3d = Board3d::open(browser)?;
        board.wait_for_squares_with_class("capture", &["d5"])?;
        browser.click(board.center("d5")?)?;
        game.wait_for_moves("e4 d5 exd5")?;
        board3d.close()?;
        game.play(MoveInput::Click, "d8d5")?;
        game.wait_for_moves("e4 d5 exd5 Qxd5")?;
        // Switches during a drag. The mouse is busy, so the switch is done by script.
        browser.drag_and_hold(board.center("b1")?, board.center("c2")?)?;
        board3d.toggle()?;
        board3d.wait_until_ready()?;
        browser.hover(board.center("c3")?)?;
        browser.release()?;
        game.wait_for_moves("e4 d5 exd5 Qxd5 Nc3")?;
        browser.drag_and_hold(board.center("d5")?, board.center("d6")?)?;
        board3d.toggle()?;
        board3d.wait_until_2d()?;
        browser.hover(board.center("a5")?)?;
        browser.release()?;
        game.wait_for_moves("e4 d5 exd5 Qxd5 Nc3 Qa5")?;
        let clocks = browser.run("return document.querySelectorAll('.clock').length", &[])?;
        assert_eq!(clocks, 2, "both clocks are there");
        Ok(())
    })
}

#[test]
fn past_moves_are_shown_on_the_3d_board() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        game.wait_for_moves("e4 e5")?;
        let (browser, board) = (game.browser, game.board);
        let board3d = Board3d::open(browser)?;
        let (lit, placement) = (board3d.color_above("e5", PIECE_TOP)?, board.piece_placement()?);
        browser.press_keys([Key::Home])?;
        board.wait_for_placement(START)?;
        // The black pawn is not there yet, so its square is much lighter.
        board3d.wait_for_color_above(("e5", PIECE_TOP), |seen| seen.brightness() > lit.brightness() + 60)?;
        // The shown position stays the same on the other board.
        board3d.close()?;
        board.wait_for_placement(START)?;
        browser.press_keys([Key::Right])?;
        board.wait_for_placement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")?;
        Board3d::open(browser)?;
        browser.press_keys([Key::End])?;
        board.wait_for_placement(&placement)?;
        board3d.wait_for_color_above(("e5", PIECE_TOP), |seen| seen.brightness() < lit.brightness() + 20)?;
        game.play(MoveInput::Drag, "g1f3")?;
        game.wait_for_moves("e4 e5 Nf3")
    })
}

#[test]
fn analysis_works_on_the_3d_board() -> TestResult {
    with_session(&SMALL_WINDOW, |session| {
        session.browser.goto(&format!("{}analysis", session.server.address()))?;
        let game = GamePage::wait_for(&session.browser)?;
        let (browser, board) = (game.browser, game.board);
        let board3d = Board3d::open(browser)?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        game.wait_for_moves("e4 e5")?;
        // The engine's arrow is drawn on the 3D board as well.
        browser.wait("an arrow in the scene", || {
            let script = "return document.querySelector('board-3d').getAttribute('scene').split(';')[3]";
            let shapes = browser.run(script, &[])?.as_str().unwrap_or_default().trim().to_owned();
            Ok(if shapes.is_empty() { Err("none".to_owned()) } else { Ok(()) })
        })?;
        browser.press_keys([Key::Left])?;
        board.wait_for_placement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")?;
        // A variation is played from here, with a board switch during the drag.
        browser.drag_and_hold(board.center("c7")?, board.center("c6")?)?;
        board3d.toggle()?;
        board3d.wait_until_2d()?;
        browser.hover(board.center("c5")?)?;
        browser.release()?;
        game.wait_for_moves("e4 e5 c5")?;
        Board3d::open(browser)?;
        game.play(MoveInput::Click, "g1f3")?;
        game.wait_for_moves("e4 e5 c5 Nf3")
    })
}

/// Visible point at the top of a pawn.
const PIECE_TOP: [f64; 3] = [0.0, 0.0, 0.7];
