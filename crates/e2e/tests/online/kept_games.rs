//! Games against the computer in the archive of an account.

use e2e::{Browser, Button, Css, Field, GamePage, MoveInput, TestResult};

use crate::online_session::with_browsers;

/// Black's only move is Kh7, which allows mate.
const ONE_MOVE_FROM_MATE: &str = "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1";

#[test]
fn finished_game_against_the_computer_is_in_the_archive_of_its_player_only() -> TestResult {
    with_browsers(2, |session| {
        session.register(0, "mina")?;
        let mina = session.open(0, "computer")?;
        mate_the_computer(mina)?;
        mina.wait_for_text(".notice a", "Saved in your games")?;
        mina.click_element(Css(".notice a"))?;
        session.game(0)?.wait_for_moves("Kh7 Qg7#")?;
        mina.wait_for_text(".actions a[href=\"/computer\"]", "Computer")?;
        assert!(!mina.has(Button("Rematch"))?, "the server would refuse it");

        let reader = session.open(0, "games?player=me")?;
        reader.wait_for_text(".games .score", "1–0")?;
        reader.click_element(Button("Computer"))?;
        reader.wait("the filter", || {
            let address = reader.run("return location.search", &[])?;
            Ok(if address == "?player=me&opponent=%40computer" { Ok(()) } else { Err(address.to_string()) })
        })?;
        reader.wait_for_text(".games .score", "1–0")?;
        let stranger = session.open(1, "games?player=mina")?;
        stranger.wait_for_text("main .none, main .about, main section:last-child", "No games found.")
    })
}

/// Plays and wins a short game on the page of the opponents.
fn mate_the_computer(browser: &Browser) -> TestResult {
    browser.click_element(Css(".rival:has([value=haru])"))?;
    browser.click_element(Button("White"))?;
    browser.click_element(Button("From a position"))?;
    browser.type_into(Field("Position as FEN"), ONE_MOVE_FROM_MATE)?;
    browser.click_element(Css("form button[type=submit].large"))?;
    let game = GamePage::wait_for(browser)?;
    game.wait_for_moves("Kh7")?;
    game.play(MoveInput::Click, "g1g7")
}
