//! A game by a link: from the form to the rematch.

use browser::{Browser, Button, Hand, Outcome, Place};
use serde_json::json;

use crate::meeting::meet;

/// Scholar's mate.
const MATE: &str = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7";

#[test]
fn two_play_a_timed_game_and_a_third_watches() -> Outcome {
    meet(3, |meeting| {
        let path = meeting.sit_down(0, 1, THREE_PLUS_TWO)?;
        meeting.open(2, &path)?;
        meeting.table(2)?.wait_for_status("WHITE'S TURN")?;
        meeting.people[2].wait_for_words(".notices .watchers", "You are watching.")?;
        meeting.play(0, 1, "e2e4 e7e5")?;
        // Nobody who watches can move, nor anybody whose turn it is not.
        meeting.table(2)?.play(Hand::Click, "g1f3")?;
        meeting.wait_for_count(2, 2)?;
        meeting.play(0, 1, "d1h5 b8c6 f1c4 g8f6 h5f7")?;
        for who in 0..3 {
            meeting.table(who)?.wait_for_status("BLACK'S TURN | CHECKMATE")?;
            meeting.table(who)?.wait_for_moves("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#")?;
        }
        // The clocks have run, and stand.
        let clocks = meeting.people[0]
            .run("return [...document.querySelectorAll('.clock')].map((c) => c.innerText)", &[])?;
        assert!(clocks.as_array().is_some_and(|clocks| clocks.len() == 2), "{clocks}");
        assert!(!meeting.people[0].has(Place(".clock.runs"))?, "a clock runs on");
        rematch(meeting)
    })
}

/// The loser asks, the winner agrees; the colours are changed, and who watched finds the way.
fn rematch(meeting: &crate::meeting::Meeting) -> Outcome {
    meeting.people[1].press(Button("Rematch"))?;
    meeting.people[0].press(Button("Accept"))?;
    for who in [0, 1] {
        meeting.table(who)?.wait_for_status("WHITE'S TURN")?;
        meeting.wait_for_count(who, 0)?;
    }
    meeting.play(1, 0, MATE)?;
    meeting.table(0)?.wait_for_status("BLACK'S TURN | CHECKMATE")
}

#[test]
fn offers_are_answered_and_buttons_that_destroy_ask_twice() -> Outcome {
    meet(2, |meeting| {
        meeting.sit_down(0, 1, THREE_PLUS_TWO)?;
        meeting.play(0, 1, "e2e4 e7e5 g1f3")?;
        let [white, black] = meeting.people.as_slice() else { panic!("two people") };
        white.press(Button("Ask to take back"))?;
        let before = black.middle_of(".action:has([href='#icon-flag'])")?;
        black.press(Button("Accept"))?;
        meeting.wait_for_count(0, 2)?;
        assert_eq!(black.middle_of(".action:has([href='#icon-flag'])")?, before, "no button moves");
        black.press(Button("Offer a draw"))?;
        white.press(Button("Decline"))?;
        white.press(Button("Resign"))?;
        white.wait_for_words(".action.armed", "Press again to confirm")?;
        expect_room_for_words(white)?;
        white.press(Place(".action.armed"))?;
        meeting.table(1)?.wait_for_status("BLACK WINS! | RESIGNATION")?;
        expect_room_for_words(white)
    })
}

#[test]
fn whoever_invites_or_is_invited_is_told_what_is_in_the_way() -> Outcome {
    meet(2, |meeting| {
        let mina = meeting.open(0, "account")?;
        mina.write(Place("section:nth-of-type(2) [name=username]"), "mina")?;
        mina.write(Place("section:nth-of-type(2) [name=new-password]"), "correct horse")?;
        mina.press(Place("section:nth-of-type(2) [type=submit]"))?;
        mina.wait_for_words(".bar nav a[href=\"/account\"]", "mina")?;
        meeting.open(0, "online")?;
        mina.press(Place("details.card:has(.invite) > summary"))?;
        mina.press(Place(".invite .switch:has(+ .switch)"))?;
        mina.press(Button("Get the link"))?;
        assert!(mina.words(".link-text .local")?.starts_with("Only this computer can open this link."));
        let path = mina.run("return location.pathname.slice(1)", &[])?;
        let guest = meeting.open(1, path.as_str().unwrap_or_default())?;
        guest.press(Button("Sit down and play"))?;
        guest.wait_for_words(".wrong", "A rated game needs an account on both sides.")?;
        guest.press(Place(".card a[href=\"/account\"]"))?;
        guest.wait_for_words("h1", "Account")
    })
}

/// On small screens and on narrow panels no button's words are wider than it.
fn expect_room_for_words(browser: &Browser) -> Outcome {
    let script = "
        const buttons = [...document.querySelectorAll('.actions > .action')];
        return buttons.filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.innerText)";
    for (width, height) in [(1200, 850), (1024, 768), (390, 844), (360, 640)] {
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.devtools("Emulation.setDeviceMetricsOverride", &screen)?;
        assert_eq!(browser.run(script, &[])?, json!([]), "{width} x {height}");
    }
    browser.devtools("Emulation.clearDeviceMetricsOverride", &json!({})).map(drop)
}

/// Where the choice stands among the clocks of the form.
pub(crate) const THREE_PLUS_TWO: &str = "5";
