//! A board in space at a game with somebody elsewhere.

use browser::{Color, Glass, Hand, Outcome};

use crate::invitation::THREE_PLUS_TWO;
use crate::meeting::meet;

#[test]
fn one_plays_in_space_and_the_other_on_the_flat_board() -> Outcome {
    meet(2, |meeting| {
        meeting.sit_down(0, 1, THREE_PLUS_TWO)?;
        let glass = Glass::stand_up(&meeting.people[1])?;
        meeting.play(0, 1, "e2e4 e7e5 g1f3 b8c6")?;
        // Two premoves, shown, and kept while the board lies down and stands up in the middle of a drag.
        let black = meeting.table(1)?;
        black.play(Hand::Click, "g8f6")?;
        glass.wait_for_color(("f6", -0.4, 0.4), Color::is_blue)?;
        black.play(Hand::Click, "f8c5")?;
        glass.wait_for_color(("c5", -0.4, 0.4), Color::is_blue)?;
        black.browser.lift(black.board.middle("a7")?, black.board.middle("a6")?)?;
        glass.switch()?;
        glass.wait_until_flat()?;
        black.browser.hover(black.board.middle("b5")?)?;
        glass.switch()?;
        glass.wait_until_ready()?;
        black.browser.hover(black.board.middle("a5")?)?;
        black.browser.drop_here()?;
        glass.wait_for_color(("a5", -0.4, 0.4), Color::is_blue)?;
        let white = meeting.table(0)?;
        white.play(Hand::Click, "f1c4")?;
        black.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Nf6")?;
        white.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Nf6")?;
        white.play(Hand::Click, "d2d3")?;
        white.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5")?;
        white.play(Hand::Click, "c2c3")?;
        black.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5 c3 a5")
    })
}
