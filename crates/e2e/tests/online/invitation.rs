//! Invitation by link, from the form to the rematch.

use std::cell::RefCell;

use e2e::{Browser, Button, Css, MoveInput, TestResult};
use serde_json::json;

use crate::online_session::{with_browsers, with_browsers_and_disconnects};

const SCHOLARS_MATE: &str = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7";

#[test]
fn two_players_finish_a_timed_game_with_a_spectator() -> TestResult {
    with_browsers(3, |session| {
        let path = session.start_game(0, 1, THREE_PLUS_TWO)?;
        session.open(2, &path)?;
        session.game(2)?.wait_for_status("WHITE'S TURN")?;
        session.browsers[2].wait_for_text(".notices .watchers", "You are watching.")?;
        session.play(0, 1, "e2e4 e7e5")?;
        // Neither spectators nor the side not to move can play a move.
        session.game(2)?.play(MoveInput::Click, "g1f3")?;
        session.wait_for_move_count(2, 2)?;
        session.play(0, 1, "d1h5 b8c6 f1c4 g8f6 h5f7")?;
        for who in 0..3 {
            session.game(who)?.wait_for_status("BLACK'S TURN | CHECKMATE")?;
            session.game(who)?.wait_for_moves("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#")?;
        }
        // The clocks have run and are stopped.
        session.browsers[0].wait_for_value("return document.querySelectorAll('.clock').length", &[], 2)?;
        session.browsers[0].wait_until_gone(Css(".clock.runs"))?;
        rematch(session)
    })
}

/// The loser offers a rematch, the winner accepts; colours are swapped, and the spectator follows.
fn rematch(session: &crate::online_session::OnlineSession) -> TestResult {
    session.browsers[1].click_element(Button("Rematch"))?;
    session.browsers[0].click_element(Button("Accept"))?;
    for who in [0, 1] {
        session.game(who)?.wait_for_status("WHITE'S TURN")?;
        session.wait_for_move_count(who, 0)?;
    }
    session.play(1, 0, SCHOLARS_MATE)?;
    session.game(0)?.wait_for_status("BLACK'S TURN | CHECKMATE")
}

#[test]
fn offers_are_answered_and_destructive_buttons_ask_for_confirmation() -> TestResult {
    with_browsers(2, |session| {
        session.start_game(0, 1, THREE_PLUS_TWO)?;
        session.play(0, 1, "e2e4 e7e5 g1f3")?;
        let [white, black] = session.browsers.as_slice() else { panic!("two people") };
        white.click_element(Button("Request takeback"))?;
        let before = black.center_of(".action:has([href='#icon-flag'])")?;
        black.click_element(Button("Accept"))?;
        session.wait_for_move_count(0, 2)?;
        session.wait_for_move_count(1, 2)?;
        assert_eq!(black.center_of(".action:has([href='#icon-flag'])")?, before, "no button moves");
        black.click_element(Button("Offer a draw"))?;
        white.click_element(Button("Decline"))?;
        white.click_element(Button("Resign"))?;
        white.wait_for_text(".action.armed", "Press again to confirm")?;
        expect_button_labels_fit(white)?;
        white.click_element(Css(".action.armed"))?;
        session.game(1)?.wait_for_status("BLACK WINS! | RESIGNATION")?;
        expect_button_labels_fit(white)
    })
}

#[test]
fn invitation_errors_are_shown_to_both_players() -> TestResult {
    with_browsers(2, |session| {
        let mina = session.register(0, "mina")?;
        session.open(0, "online")?;
        mina.click_element(Css("details.card:has(.invite) > summary"))?;
        mina.click_element(Css(".invite .switch:has(~ .switch)"))?;
        mina.click_element(Button("Create link"))?;
        mina.wait_for_words(".link-text .local", "Only this computer can open this link.")?;
        let path = mina.run("return location.pathname.slice(1)", &[])?;
        let guest = session.open(1, path.as_str().unwrap_or_default())?;
        guest.wait_for_text(".card .about", "This game is rated. Log in or create an account to join.")?;
        assert!(!guest.has(Button("Join game"))?, "the guest is told before trying");
        guest.click_element(Css(".card a[href=\"/account\"]"))?;
        guest.wait_for_text("h1", "Account")
    })
}

/// On a slow network the download of the program takes seconds; nothing waits for it that need not.
#[test]
fn a_guest_has_entered_the_game_before_the_program_is_there() -> TestResult {
    with_browsers_and_disconnects(2, |session| {
        let path = session.invite(0, THREE_PLUS_TWO)?;
        let guest = &session.browsers[1];
        guest.devtools("Network.enable", &json!({}))?;
        guest.devtools("Network.setBlockedURLs", &json!({ "urls": ["*/pack-*"] }))?;
        session.open(1, &path)?;
        let requests = RefCell::new(Vec::new());
        guest.wait("the guest to enter the game", || {
            requests.borrow_mut().extend(guest.take_requests()?.into_iter().map(|(_, text)| text));
            let has_entered = requests.borrow().iter().any(|text| text.contains("\"enter\""));
            Ok(if has_entered { Ok(()) } else { Err(format!("{requests:?}")) })
        })?;
        let requests = requests.into_inner();
        let first = |part: &str| requests.iter().position(|text| text.contains(part));
        assert!(first("/pack-").is_some(), "{requests:?}");
        assert!(first("/api/me") < first("/socket"), "the reply sets the session cookie: {requests:?}");
        assert_eq!(first("service-worker"), None, "caching waits for the page");
        guest.wait_for_text(".download[role=alert] button", "Reload")?;
        // The blocked program is missed in the console.
        drop(guest.expect_clean_console());
        guest.devtools("Network.setBlockedURLs", &json!({ "urls": [] }))?;
        guest.click_element(Button("Reload"))?;
        guest.click_element(Button("Join game"))?;
        session.game(1)?.wait_for_status("WHITE'S TURN")?;
        Ok(())
    })
}

/// The program and the parts of an invitation are one file; the service worker takes the files of later pages out of it.
#[test]
fn an_invitation_downloads_one_file_and_later_pages_nothing_of_it_again() -> TestResult {
    with_browsers_and_disconnects(2, |session| {
        let path = session.invite(0, THREE_PLUS_TWO)?;
        let guest = session.open(1, &path)?;
        guest.click_element(Button("Join game"))?;
        session.game(1)?.wait_for_status("WHITE'S TURN")?;
        let requests = guest.requested_urls()?;
        assert!(requests.iter().any(|address| address.contains("/pack-")), "{requests:?}");
        assert!(!requests.iter().any(|address| address.ends_with(".wasm")), "{requests:?}");
        guest.wait("all files to be cached", || {
            let script = "return caches.match('/page.html').then((found) => Boolean(found))";
            Ok(if guest.run(script, &[])? == true { Ok(()) } else { Err("not yet".to_owned()) })
        })?;
        // A response of the server has an ETag, a file of the pack has none.
        let script = "
            const [name, ...others] = await caches.keys();
            const cache = await caches.open(name);
            const files = (await cache.matchAll()).filter((file) => file.headers.get('content-type') === 'application/wasm');
            const fetched = files.filter((file) => file.headers.has('etag')).map((file) => new URL(file.url).pathname);
            const isOfGame = (path) => /hanpan-|split_(game|table)/.test(path);
            return [others.length, files.length > fetched.length, fetched.filter(isOfGame), document.cookie.includes('hanpan-files=1')]";
        let cached = guest.run(&format!("return (async () => {{ {script} }})()"), &[])?;
        assert_eq!(cached, json!([0, true, [], true]));
        guest.reload()?;
        session.game(1)?.wait_for_status("WHITE'S TURN")?;
        let has_pack = guest.run("return Boolean(document.querySelector('link[data-pack]'))", &[])?;
        assert_eq!(has_pack, false, "the files are cached");
        session.server.stop();
        let guest = session.open(1, "")?;
        guest.wait_for_text("h1", "Hanpan")?;
        session.open(1, "computer")?.inner_text(".rivals").map(drop)
    })
}

/// No button label overflows on small screens and narrow panels.
fn expect_button_labels_fit(browser: &Browser) -> TestResult {
    let script = "
        const buttons = [...document.querySelectorAll('.actions > .action')];
        return buttons.filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.innerText)";
    for (width, height) in [(1200, 850), (1024, 768), (390, 844), (360, 640)] {
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.devtools("Emulation.setDeviceMetricsOverride", &screen)?;
        browser.wait_for_value("return innerWidth", &[], width)?;
        assert_eq!(browser.run(script, &[])?, json!([]), "{width} x {height}");
    }
    browser.devtools("Emulation.clearDeviceMetricsOverride", &json!({})).map(drop)
}

/// Index of 3+2 among the time controls of the form.
pub(crate) const THREE_PLUS_TWO: &str = "5";
