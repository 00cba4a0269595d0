//! Seeks, pairing and the list of running games.

use e2e::{Button, Css, TestResult};

use crate::online_session::with_browsers;

#[test]
fn two_players_are_paired_and_their_game_is_listed() -> TestResult {
    with_browsers(3, |session| {
        let first = session.open(0, "online")?;
        first.type_into(Css(".card > .field input"), "Mina")?;
        first.click_element(Css("section > .quick button:nth-child(4)"))?;
        first.wait_for_element(Css(".seeks .own"))?;
        let third = session.open(2, "online")?;
        let second = session.open(1, "online")?;
        second.wait_for_text(".seeks .player", "Mina")?;
        second.click_element(Button("Join"))?;
        for who in [0, 1] {
            session.game(who)?.wait_for_status("WHITE'S TURN")?;
        }
        let is_white = session.browsers[0]
            .run("return document.querySelector('.side-below .piece-white') !== null", &[])?;
        let (white, black) = if is_white == true { (0, 1) } else { (1, 0) };
        session.play(white, black, "d2d4 d7d5")?;
        // The featured game links to the game page.
        third.click_element(Css(".stage"))?;
        session.game(2)?.wait_for_moves("d4 d5")?;
        session.play(white, black, "c2c4 e7e6")?;
        session.game(2)?.wait_for_moves("d4 d5 c4 e6")?;
        session.browsers[black].click_element(Button("Resign"))?;
        session.browsers[black].click_element(Css(".action.armed"))?;
        session.game(2)?.wait_for_status("WHITE WINS! | RESIGNATION")
    })
}

#[test]
fn seek_can_be_cancelled() -> TestResult {
    with_browsers(1, |session| {
        let alone = session.open(0, "online")?;
        alone.click_element(Css("section > .quick button:nth-child(5)"))?;
        alone.click_element(Button("Cancel"))?;
        alone.wait_until_gone(Css(".seeks li"))
    })
}
