//! Disconnects and server crashes lose no moves.

use e2e::{Browser, Css, MoveInput, TestResult};

use crate::invitation::THREE_PLUS_TWO;
use crate::online_session::{Network, with_browsers_and_disconnects};

#[test]
fn player_cut_off_during_a_move_reconnects() -> TestResult {
    with_browsers_and_disconnects(2, |session| {
        session.start_game(0, 1, THREE_PLUS_TWO)?;
        session.play(0, 1, "e2e4 e7e5")?;
        session.set_network(0, Network::Offline)?;
        expect_banner(&session.browsers[0])?;
        session.game(0)?.play(MoveInput::Click, "g1f3")?;
        // The move is shown locally and queued.
        session.wait_for_move_count(0, 3)?;
        session.wait_for_move_count(1, 2)?;
        session.set_network(0, Network::Online)?;
        session.wait_for_move_count(1, 3)?;
        session.play(0, 1, "b8c6 f1b5")?;
        expect_no_banner(&session.browsers[0])
    })
}

#[test]
fn player_on_another_page_is_shown_as_away() -> TestResult {
    with_browsers_and_disconnects(2, |session| {
        let path = session.start_game(0, 1, THREE_PLUS_TWO)?;
        session.play(0, 1, "e2e4 e7e5")?;
        let [white, black] = session.browsers.as_slice() else { panic!("two people") };
        white.goto("about:blank")?;
        black.wait_for_element(Css(".presence.away"))?;
        session.open(0, &path)?;
        black.wait_for_element(Css("main:not(:has(.presence.away))"))?;
        session.play(0, 1, "g1f3 b8c6")?;
        expect_no_banner(&session.browsers[0])
    })
}

#[test]
fn killed_server_loses_no_moves_and_no_clock_time() -> TestResult {
    with_browsers_and_disconnects(2, |session| {
        session.start_game(0, 1, THREE_PLUS_TWO)?;
        session.play(0, 1, "e2e4 e7e5 g1f3")?;
        session.server.stop();
        expect_banner(&session.browsers[0])?;
        // A move made while disconnected is queued.
        session.game(1)?.play(MoveInput::Click, "b8c6")?;
        session.server.restart()?;
        for who in [0, 1] {
            session.wait_for_move_count(who, 4)?;
        }
        session.play(0, 1, "f1b5 a7a6")?;
        for who in [0, 1] {
            session.game(who)?.wait_for_moves("e4 e5 Nf3 Nc6 Bb5 a6")?;
            expect_no_banner(&session.browsers[who])?;
            assert!(lowest_clock(&session.browsers[who])? > 150, "neither side lost time");
        }
        Ok(())
    })
}

fn expect_banner(browser: &Browser) -> TestResult {
    browser.wait_for_element(Css(".banner"))
}

fn expect_no_banner(browser: &Browser) -> TestResult {
    browser.wait("no banner", || {
        let is_told = browser.has(Css(".banner"))?;
        Ok(if is_told { Err(browser.inner_text(".banner")?) } else { Ok(()) })
    })
}

/// Seconds on the lower clock.
fn lowest_clock(browser: &Browser) -> TestResult<u64> {
    let script = "
        const seconds = (clock) => clock.innerText.split(':').reduce((sum, part) => 60 * sum + parseFloat(part), 0);
        return Math.floor(Math.min(...[...document.querySelectorAll('.clock')].map(seconds)))";
    Ok(browser.run(script, &[])?.as_u64().unwrap_or_default())
}
