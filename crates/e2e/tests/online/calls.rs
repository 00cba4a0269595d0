//! Tab, lobby and home screen call a player back to a game; premoves and filters survive a reload.

use e2e::{Button, Css, MoveInput, TestResult, Viewport};
use serde_json::json;

use crate::invitation::THREE_PLUS_TWO;
use crate::online_session::with_browsers;

const TITLE: &str = "return document.title";
const ICON: &str = "return document.querySelector('link[rel=icon]').getAttribute('href').includes('turn')";

#[test]
fn tab_lobby_and_home_screen_call_the_player_to_move() -> TestResult {
    with_browsers(2, |session| {
        session.start_game(0, 1, THREE_PLUS_TWO)?;
        for (player, title, calls) in
            [(0, "Your turn · Mina – Theo", true), (1, "Opponent’s turn · Mina – Theo", false)]
        {
            let browser = &session.browsers[player];
            browser.wait_for_value(TITLE, &[], format!("{title} · Hanpan"))?;
            browser.wait_for_value(ICON, &[], calls)?;
        }
        session.play(0, 1, "e2e4 e7e5")?;
        let own = &session.browsers[0];
        own.wait_for_words(".panel > .terms", "Casual")?;
        session.open(0, "online")?;
        own.wait_for_text(".own-games .turn-mark", "Your turn")?;
        own.wait_for_value(TITLE, &[], "(1) Play online · Hanpan")?;
        own.wait_for_value(ICON, &[], true)?;
        assert!(!own.has(Css(".stage"))?, "the own game is not featured");
        let first = own.run("return document.querySelector('main .card').className", &[])?;
        assert_eq!(first, "card own-games", "and stands above everything else");
        session.open(0, "")?;
        own.wait_for_text("waiting-games .title", "Your turn")?;
        own.wait_for_text("waiting-games .about", "Mina – Theo")?;
        own.wait_for_value(TITLE, &[], "(1) Hanpan")?;
        own.wait_for_value(ICON, &[], true)?;
        let colors = "
            const color = (place) => getComputedStyle(document.querySelector(place)).backgroundColor;
            return ['waiting-games .door', '.doors > button', '.doors > a'].map(color)";
        // The colours change gradually.
        own.wait("only the waiting game in the colour of the main thing to do", || {
            let colors = own.run(colors, &[])?;
            let is_so = colors[0] != colors[2] && colors[1] == colors[2];
            Ok(if is_so { Ok(()) } else { Err(colors.to_string()) })
        })?;
        own.click_element(Css("waiting-games .door"))?;
        session.game(0)?.wait_for_moves("e4 e5")?;
        session.browsers[1].click_element(Button("Resign"))?;
        session.browsers[1].click_element(Css(".action.armed"))?;
        for browser in &session.browsers {
            browser.wait_for_value(TITLE, &[], "WHITE WINS! | RESIGNATION · Mina – Theo · Hanpan")?;
            browser.wait_for_value(ICON, &[], false)?;
        }
        // Both buttons for the PGN give the file of the server, which has all tags.
        let files = "
            const files = [...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'));
            return [files.length, files.every((file) => file === `/api/games/${location.pathname.slice(6)}/pgn`)]";
        own.wait_for_value(files, &[], json!([2, true]))
    })
}

#[test]
fn a_premove_survives_a_reload_and_a_declined_draw_is_seen() -> TestResult {
    with_browsers(2, |session| {
        session.start_game(0, 1, THREE_PLUS_TWO)?;
        session.game(1)?.play(MoveInput::Click, "e7e5")?;
        session.browsers[1].reload()?;
        session.game(1)?.wait_for_status("WHITE'S TURN")?;
        session.game(0)?.play(MoveInput::Click, "e2e4")?;
        session.game(1)?.wait_for_moves("e4 e5")?;
        let [white, black] = session.browsers.as_slice() else { panic!("two people") };
        white.click_element(Button("Offer a draw"))?;
        black.click_element(Button("Decline"))?;
        white.wait_for_text(".notices .notice", "Black declines the draw.")
    })
}

#[test]
fn the_filters_of_the_archive_survive_a_reload() -> TestResult {
    with_browsers(1, |session| {
        let reader = session.open(0, "games")?;
        reader.click_element(Button("Mine"))?;
        reader.run("const s = document.querySelectorAll('.filters select')[1]; s.value = 'rapid'; s.dispatchEvent(new Event('change'))", &[])?;
        reader.wait("the address", || {
            let address = reader.run("return location.pathname + location.search", &[])?;
            Ok(if address == "/games?player=me&speed=rapid" { Ok(()) } else { Err(address.to_string()) })
        })?;
        reader.reload()?;
        reader.wait("the filter", || {
            let speed =
                reader.run("return document.querySelectorAll('.filters select')[1]?.value ?? ''", &[])?;
            Ok(if speed == "rapid" { Ok(()) } else { Err(speed.to_string()) })
        })
    })
}

#[test]
fn a_slow_network_shows_who_invites_and_how_much_is_loaded() -> TestResult {
    with_browsers(2, |session| {
        let path = session.invite(0, THREE_PLUS_TWO)?;
        let guest = &session.browsers[1];
        let slow = json!({ "offline": false, "latency": 100, "downloadThroughput": 50_000, "uploadThroughput": 50_000 });
        guest.devtools("Network.enable", &json!({}))?;
        guest.devtools("Network.emulateNetworkConditions", &slow)?;
        session.open(1, &path)?;
        guest.wait_for_text("#first h1", "Mina invites you to a game")?;
        guest.wait("the bytes", || {
            let text =
                guest.run("return document.querySelector('.download span')?.textContent ?? 'gone'", &[])?;
            let is_shown = text.as_str().is_some_and(|text| text.ends_with(" kB") && !text.starts_with("0 "));
            Ok(if is_shown { Ok(()) } else { Err(text.to_string()) })
        })?;
        let fast =
            json!({ "offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        guest.devtools("Network.emulateNetworkConditions", &fast)?;
        guest.click_element(Button("Join game"))?;
        session.game(1)?.wait_for_status("WHITE'S TURN")?;
        guest.wait_until_gone(Css("#first"))
    })
}

#[test]
fn nothing_scrolls_sideways_on_a_phone() -> TestResult {
    for language in ["en-US", "ko-KR"] {
        e2e::with_session(&Viewport { width: 360, height: 640, language, ..Viewport::PHONE }, |session| {
            for (path, ready) in
                [("online", ".presence-line"), ("computer", ".rivals"), ("games", ".filters")]
            {
                session.browser.goto(&format!("{}{path}", session.server.address()))?;
                session.browser.inner_text(ready)?;
                let wide = session.browser.run(
                    "return [...document.querySelectorAll('body, .bar nav, .rivals')]
                        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className)",
                    &[],
                )?;
                assert_eq!(wide, json!([]), "{path} {language}");
            }
            Ok(())
        })?;
    }
    Ok(())
}
