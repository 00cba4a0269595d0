//! What can be read without playing: the archive, a game that is over, and an address that leads nowhere.

use browser::{Button, Color, Glass, Outcome, Place};

use crate::invitation::THREE_PLUS_TWO;
use crate::meeting::meet;

#[test]
fn a_game_that_is_over_stays_at_its_address_and_in_the_archive() -> Outcome {
    meet(2, |meeting| {
        let path = meeting.sit_down(0, 1, THREE_PLUS_TWO)?;
        meeting.play(0, 1, "f2f3 e7e5 g2g4 d8h4")?;
        meeting.table(0)?.wait_for_status("WHITE'S TURN | CHECKMATE")?;
        let reader = meeting.open(0, "games")?;
        reader.wait_for_words(".games .score", "0–1")?;
        reader.press(Button("Mine"))?;
        reader.press(Place(".games a"))?;
        let table = meeting.table(0)?;
        table.wait_for_moves("f3 e5 g4 Qh4#")?;
        assert_eq!(reader.run("return location.pathname.slice(1)", &[])?, path.as_str());
        reader.press(Place(".steps button:first-child"))?;
        table.board.wait_for_men("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")?;
        // It can be read on a board in space, too.
        let glass = Glass::stand_up(reader)?;
        reader.press(Place(".steps button:last-child"))?;
        table.board.wait_for_men("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR")?;
        glass.wait_for_color(("e1", 0.4, -0.4), Color::is_red)
    })
}

#[test]
fn what_is_not_there_is_said() -> Outcome {
    meet(1, |meeting| {
        let lost = meeting.open(0, "game/AAAAAAAAAAAAAAAAAAAAAQ")?;
        lost.wait_for_words("h1", "There is no such game.")?;
        lost.press(Place(".bar .brand"))?;
        lost.wait_for_words("h1", "Hanpan")
    })
}
