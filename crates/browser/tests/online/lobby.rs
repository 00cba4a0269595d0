//! Who looks for a game finds one, and whoever is there can watch.

use browser::{Button, Outcome, Place};

use crate::meeting::meet;

#[test]
fn two_meet_in_the_lobby_and_a_third_finds_their_game() -> Outcome {
    meet(3, |meeting| {
        let first = meeting.open(0, "online")?;
        first.write(Place(".card > .field input"), "Mina")?;
        first.press(Place("section > .quick button:nth-child(4)"))?;
        first.wait("the seek", || {
            let is_open = first.has(Place(".seeks .own"))?;
            Ok(if is_open { Ok(()) } else { Err("none".to_owned()) })
        })?;
        let third = meeting.open(2, "online")?;
        let second = meeting.open(1, "online")?;
        second.wait_for_words(".seeks .player", "Mina")?;
        second.press(Button("Play"))?;
        for who in [0, 1] {
            meeting.table(who)?.wait_for_status("WHITE'S TURN")?;
        }
        let is_white = meeting.people[0]
            .run("return document.querySelector('.side-below .piece-white') !== null", &[])?;
        let (white, black) = if is_white == true { (0, 1) } else { (1, 0) };
        meeting.play(white, black, "d2d4 d7d5")?;
        // The front shows the game, and the link to it leads there.
        third.press(Place(".stage"))?;
        meeting.table(2)?.wait_for_moves("d4 d5")?;
        meeting.play(white, black, "c2c4 e7e6")?;
        meeting.table(2)?.wait_for_moves("d4 d5 c4 e6")?;
        meeting.people[black].press(Button("Resign"))?;
        meeting.people[black].press(Place(".action.armed"))?;
        meeting.table(2)?.wait_for_status("WHITE WINS! | RESIGNATION")
    })
}

#[test]
fn a_seek_can_be_taken_back() -> Outcome {
    meet(1, |meeting| {
        let alone = meeting.open(0, "online")?;
        alone.press(Place("section > .quick button:nth-child(5)"))?;
        alone.press(Button("Cancel"))?;
        alone.wait("no seek", || {
            let is_open = alone.has(Place(".seeks li"))?;
            Ok(if is_open { Err("a seek".to_owned()) } else { Ok(()) })
        })
    })
}
