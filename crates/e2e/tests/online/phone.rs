//! Online games and the lobby on phones.

use e2e::{Browser, Button, Css, Field, TestResult};
use serde_json::{Value, json};

use crate::invitation::THREE_PLUS_TWO;
use crate::online_session::{OnlineSession, with_browsers};

/// Sizes of phones in CSS pixels, portrait and landscape.
const PHONES: [(u32, u32); 5] = [(320, 568), (360, 640), (390, 844), (568, 320), (740, 360)];

/// Resizes the window and returns the result of a script.
fn seen_at(browser: &Browser, (width, height): (u32, u32), script: &str) -> TestResult<Value> {
    let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    browser.devtools("Emulation.setDeviceMetricsOverride", &screen)?;
    browser.wait_for_value("return innerWidth", &[], width)?;
    browser.run(script, &[])
}

/// Back to the desktop.
fn clear_size(browser: &Browser) -> TestResult {
    browser.devtools("Emulation.clearDeviceMetricsOverride", &json!({})).map(drop)
}

#[test]
fn game_fits_on_phones_with_labels_time_control_and_rematch() -> TestResult {
    with_browsers(2, |session| {
        session.start_game(0, 1, THREE_PLUS_TWO)?;
        session.play(0, 1, "e2e4 e7e5")?;
        let white = &session.browsers[0];
        white.wait_for_text(".panel > .terms", "3 minutes + 2 seconds per move · Casual")?;
        let script = "
            const isIn = ({ left, top, right, bottom, width }) =>
                width > 10 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
            const buttons = [...document.querySelectorAll('.panel > .actions > .action')];
            const isLabelled = (button) => isIn(button.querySelector('span').getBoundingClientRect())
                && button.scrollWidth <= button.clientWidth;
            const { scrollWidth, scrollHeight } = document.documentElement;
            const terms = document.querySelector('.corner .terms');
            const isCut = terms.checkVisibility() && terms.scrollWidth > terms.clientWidth;
            return [scrollWidth - innerWidth, scrollHeight - innerHeight, buttons.length,
                buttons.filter((button) => !isLabelled(button)).map((button) => button.innerText), isCut]";
        for phone in PHONES {
            let seen = seen_at(white, phone, script)?;
            assert_eq!(seen, json!([0, 0, 6, [], false]), "{phone:?}: overflow, buttons, without label, cut");
        }
        let terms = white.run("return document.querySelector('.corner .terms').textContent", &[])?;
        assert_eq!(terms, "3+2 · Casual");
        clear_size(white)?;
        let black = &session.browsers[1];
        black.click_element(Button("Resign"))?;
        black.click_element(Css(".action.armed"))?;
        session.game(0)?.wait_for_status("WHITE WINS! | RESIGNATION")?;
        let script = "
            const { top, bottom } = document.querySelector('.actions .main').getBoundingClientRect();
            return top > 0 && bottom <= innerHeight";
        for phone in PHONES {
            assert_eq!(seen_at(white, phone, script)?, true, "{phone:?}: rematch");
        }
        Ok(())
    })
}

#[test]
fn correspondence_clock_leaves_room_for_the_names() -> TestResult {
    with_browsers(2, |session| {
        let white = session.open(0, "online")?;
        white.type_into(Css(".card > .field input"), "Maria")?;
        white.click_element(Css("details.card:has(.invite) > summary"))?;
        white.click_element(Button("White"))?;
        white.click_element(Button("3 days"))?;
        white.click_element(Button("Create link"))?;
        white.wait_for_text("h1", "Waiting for your opponent")?;
        let path = white.run("return location.pathname.slice(1)", &[])?;
        let black = session.open(1, path.as_str().unwrap_or_default())?;
        black.type_into(Field("Your name"), "Theo")?;
        black.click_element(Button("Join game"))?;
        session.play(0, 1, "e2e4")?;
        white.wait_for_text(".side-above .clock", "2 d 23 h")?;
        assert!(!white.has(Button("Give 15 seconds"))?, "there are no seconds to give");
        let script = "
            const isCut = (name) => name.scrollWidth > name.clientWidth;
            const names = [...document.querySelectorAll('.side .player')];
            const clocks = [...document.querySelectorAll('.clock')].map((clock) => clock.getBoundingClientRect());
            return [document.documentElement.scrollWidth - innerWidth, names.filter(isCut).length,
                clocks.every(({ right }) => right <= innerWidth)]";
        for phone in PHONES {
            assert_eq!(seen_at(white, phone, script)?, json!([0, 0, true]), "{phone:?}");
        }
        // The same game in the lobby: a line for each name.
        session.open(0, "online")?;
        white.wait_for_text(".own-games .who.black .player", "Theo")?;
        let script =
            "return [...document.querySelectorAll('.own-games .who')].every((who) => who.offsetHeight < 32)";
        assert_eq!(seen_at(white, (320, 568), script)?, true, "names are not broken");
        Ok(())
    })
}

#[test]
fn only_unread_messages_of_others_are_counted() -> TestResult {
    with_browsers(2, |session| {
        session.start_game(0, 1, THREE_PLUS_TWO)?;
        let [white, black] = session.browsers.as_slice() else { panic!("two people") };
        let open = |browser: &Browser| browser.click_element(Css(".chat > summary"));
        open(white)?;
        white.click_element(Button("Good luck!"))?;
        white.wait_for_words(".talk", "Good luck!")?;
        black.wait_for_text(".chat .unread", "1")?;
        reload(session, 0)?;
        wait_for_message(white)?;
        assert!(!white.has(Css(".chat .unread"))?, "the own message is known");
        open(black)?;
        black.wait_until_gone(Css(".chat .unread"))?;
        reload(session, 1)?;
        wait_for_message(black)?;
        assert!(!black.has(Css(".chat .unread"))?, "it has been read");
        open(white)?;
        white.click_element(Button("Have fun!"))?;
        black.wait_for_text(".chat .unread", "1")
    })
}

fn reload(session: &OnlineSession, player: usize) -> TestResult {
    session.browsers[player].reload()?;
    session.game(player)?.wait_for_status("WHITE'S TURN")
}

/// Waits for a message in the collapsed chat.
fn wait_for_message(browser: &Browser) -> TestResult {
    browser.wait_for_value("return document.querySelectorAll('.said').length", &[], 1)
}
