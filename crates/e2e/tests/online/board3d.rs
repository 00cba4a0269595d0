//! The 3D board in an online game.

use e2e::{Board3d, MoveInput, Rgb, TestResult};

use crate::invitation::THREE_PLUS_TWO;
use crate::online_session::with_browsers;

#[test]
fn one_player_uses_the_3d_board_and_the_other_the_2d_board() -> TestResult {
    with_browsers(2, |session| {
        session.start_game(0, 1, THREE_PLUS_TWO)?;
        let board3d = Board3d::open(&session.browsers[1])?;
        session.play(0, 1, "e2e4 e7e5 g1f3 b8c6")?;
        // Two premoves are shown, and survive switching boards during a drag.
        let black = session.game(1)?;
        black.play(MoveInput::Click, "g8f6")?;
        board3d.wait_for_color(("f6", -0.4, 0.4), Rgb::is_blue)?;
        black.play(MoveInput::Click, "f8c5")?;
        board3d.wait_for_color(("c5", -0.4, 0.4), Rgb::is_blue)?;
        black.browser.drag_and_hold(black.board.center("a7")?, black.board.center("a6")?)?;
        board3d.toggle()?;
        board3d.wait_until_2d()?;
        black.browser.hover(black.board.center("b5")?)?;
        board3d.toggle()?;
        board3d.wait_until_ready()?;
        black.browser.hover(black.board.center("a5")?)?;
        black.browser.release()?;
        board3d.wait_for_color(("a5", -0.4, 0.4), Rgb::is_blue)?;
        let white = session.game(0)?;
        white.play(MoveInput::Click, "f1c4")?;
        black.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Nf6")?;
        white.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Nf6")?;
        white.play(MoveInput::Click, "d2d3")?;
        white.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5")?;
        white.play(MoveInput::Click, "c2c3")?;
        black.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5 c3 a5")
    })
}
