//! A board in space at a game with somebody elsewhere.

use browser::{Glass, Hand, Outcome};

use crate::invitation::THREE_PLUS_TWO;
use crate::meeting::meet;

#[test]
fn one_plays_in_space_and_the_other_on_the_flat_board() -> Outcome {
    meet(2, |meeting| {
        meeting.sit_down(0, 1, THREE_PLUS_TWO)?;
        let glass = Glass::stand_up(&meeting.people[1])?;
        meeting.play(0, 1, "e2e4 e7e5 g1f3 b8c6")?;
        // A premove, kept while the board lies down and stands up.
        let black = meeting.table(1)?;
        black.play(Hand::Click, "g8f6")?;
        glass.lie_down()?;
        Glass::stand_up(&meeting.people[1])?;
        meeting.table(0)?.play(Hand::Click, "f1c4")?;
        black.wait_for_moves("e4 e5 Nf3 Nc6 Bc4 Nf6")
    })
}
