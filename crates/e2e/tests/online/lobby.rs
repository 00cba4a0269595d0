//! Who looks for a game finds one, and whoever is there can watch.

use e2e::{Button, Css, TestResult};

use crate::online_session::with_browsers;

#[test]
fn two_players_are_paired_and_their_game_is_listed() -> TestResult {
    with_browsers(3, |meeting| {
        let first = meeting.open(0, "online")?;
        first.type_into(Css(".card > .field input"), "Mina")?;
        first.click_element(Css("section > .quick button:nth-child(4)"))?;
        first.wait("the seek", || {
            let is_open = first.has(Css(".seeks .own"))?;
            Ok(if is_open { Ok(()) } else { Err("none".to_owned()) })
        })?;
        let third = meeting.open(2, "online")?;
        let second = meeting.open(1, "online")?;
        second.wait_for_text(".seeks .player", "Mina")?;
        second.click_element(Button("Play"))?;
        for who in [0, 1] {
            meeting.game(who)?.wait_for_status("WHITE'S TURN")?;
        }
        let is_white = meeting.browsers[0]
            .run("return document.querySelector('.side-below .piece-white') !== null", &[])?;
        let (white, black) = if is_white == true { (0, 1) } else { (1, 0) };
        meeting.play(white, black, "d2d4 d7d5")?;
        // The front shows the game, and the link to it leads there.
        third.click_element(Css(".stage"))?;
        meeting.game(2)?.wait_for_moves("d4 d5")?;
        meeting.play(white, black, "c2c4 e7e6")?;
        meeting.game(2)?.wait_for_moves("d4 d5 c4 e6")?;
        meeting.browsers[black].click_element(Button("Resign"))?;
        meeting.browsers[black].click_element(Css(".action.armed"))?;
        meeting.game(2)?.wait_for_status("WHITE WINS! | RESIGNATION")
    })
}

#[test]
fn seek_can_be_cancelled() -> TestResult {
    with_browsers(1, |meeting| {
        let alone = meeting.open(0, "online")?;
        alone.click_element(Css("section > .quick button:nth-child(5)"))?;
        alone.click_element(Button("Cancel"))?;
        alone.wait("no seek", || {
            let is_open = alone.has(Css(".seeks li"))?;
            Ok(if is_open { Err("a seek".to_owned()) } else { Ok(()) })
        })
    })
}
