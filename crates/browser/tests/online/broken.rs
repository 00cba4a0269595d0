//! Connections break and hosts are killed; what was done is done.

use browser::{Browser, Hand, Outcome, Place};

use crate::invitation::THREE_PLUS_TWO;
use crate::meeting::{Network, meet_with_breaks};

#[test]
fn who_is_cut_off_in_the_middle_of_a_move_comes_back() -> Outcome {
    meet_with_breaks(2, |meeting| {
        meeting.sit_down(0, 1, THREE_PLUS_TWO)?;
        meeting.play(0, 1, "e2e4 e7e5")?;
        meeting.set_network(0, Network::Cut)?;
        expect_banner(&meeting.people[0])?;
        meeting.table(0)?.play(Hand::Click, "g1f3")?;
        // It is on the board of the one who made it, and kept.
        meeting.wait_for_count(0, 3)?;
        meeting.wait_for_count(1, 2)?;
        meeting.set_network(0, Network::There)?;
        meeting.wait_for_count(1, 3)?;
        meeting.play(0, 1, "b8c6 f1b5")?;
        expect_no_banner(&meeting.people[0])
    })
}

#[test]
fn who_goes_to_another_page_is_away_until_the_way_back() -> Outcome {
    meet_with_breaks(2, |meeting| {
        let path = meeting.sit_down(0, 1, THREE_PLUS_TWO)?;
        meeting.play(0, 1, "e2e4 e7e5")?;
        let [white, black] = meeting.people.as_slice() else { panic!("two people") };
        white.go("about:blank")?;
        expect(black, ".presence.away")?;
        meeting.open(0, &path)?;
        expect(black, "main:not(:has(.presence.away))")?;
        meeting.play(0, 1, "g1f3 b8c6")?;
        expect_no_banner(&meeting.people[0])
    })
}

#[test]
fn a_host_that_is_killed_loses_nothing_and_nobody_s_time() -> Outcome {
    meet_with_breaks(2, |meeting| {
        meeting.sit_down(0, 1, THREE_PLUS_TWO)?;
        meeting.play(0, 1, "e2e4 e7e5 g1f3")?;
        meeting.host.stop();
        expect_banner(&meeting.people[0])?;
        // A move made meanwhile waits.
        meeting.table(1)?.play(Hand::Click, "b8c6")?;
        meeting.host.restart()?;
        for who in [0, 1] {
            meeting.wait_for_count(who, 4)?;
        }
        meeting.play(0, 1, "f1b5 a7a6")?;
        for who in [0, 1] {
            meeting.table(who)?.wait_for_moves("e4 e5 Nf3 Nc6 Bb5 a6")?;
            expect_no_banner(&meeting.people[who])?;
            assert!(lowest_clock(&meeting.people[who])? > 150, "somebody has paid for it");
        }
        Ok(())
    })
}

fn expect_banner(browser: &Browser) -> Outcome {
    expect(browser, ".banner")
}

fn expect(browser: &Browser, what: &str) -> Outcome {
    browser.wait(what, || {
        let is_there = browser.has(Place(what))?;
        Ok(if is_there { Ok(()) } else { Err("nothing".to_owned()) })
    })
}

fn expect_no_banner(browser: &Browser) -> Outcome {
    browser.wait("no banner", || {
        let is_told = browser.has(Place(".banner"))?;
        Ok(if is_told { Err(browser.words(".banner")?) } else { Ok(()) })
    })
}

/// The seconds on the clock that shows fewer.
fn lowest_clock(browser: &Browser) -> Outcome<u64> {
    let script = "
        const seconds = (clock) => clock.innerText.split(':').reduce((sum, part) => 60 * sum + parseFloat(part), 0);
        return Math.floor(Math.min(...[...document.querySelectorAll('.clock')].map(seconds)))";
    Ok(browser.run(script, &[])?.as_u64().unwrap_or_default())
}
