//! Challenges to a named player: from the profile, answered on any page.

use e2e::{
    Browser, Button, CHALLENGE_AS_BOT, CREATE_BOT, Css, FakeClock, Field, MoveInput, REGISTER, TestResult,
};
use serde_json::json;

use crate::online_session::{OnlineSession, with_browsers, with_browsers_and_disconnects};

/// The notice of a challenge, on pages other than the lobby.
const NOTICE: &str = ".challenge-place .challenge";

/// Mina challenges Theo from Theo's profile, with the choices of the form.
fn challenge(session: &OnlineSession) -> TestResult<&Browser> {
    let mina = session.open(0, "player/theo")?;
    mina.click_element(Css(".challenge-form > summary"))?;
    mina.click_element(Button("White"))?;
    mina.click_element(Button("Rated"))?;
    mina.click_element(Button("Send challenge"))?;
    mina.wait_for_words(".seeks", "Waiting for an answer")?;
    Ok(mina)
}

#[test]
fn a_challenge_from_the_profile_is_accepted_on_another_page() -> TestResult {
    with_browsers(2, |session| {
        session.register(0, "mina")?;
        session.register(1, "theo")?;
        let theo = session.open(1, "games")?;
        theo.wait_for_words("main", "No games found.")?;
        theo.run("document.querySelector('.filters input[type=date]').focus()", &[])?;
        let focused = theo.run("return document.activeElement.outerHTML", &[])?;
        challenge(session)?;
        theo.wait_for_words(NOTICE, "mina")?;
        theo.wait_for_words(NOTICE, "5 minutes + 3 seconds per move · Rated · You play: Black")?;
        theo.wait_for_words(
            "[aria-live=polite]",
            "mina challenges you: 5 minutes + 3 seconds per move · Rated",
        )?;
        let still = theo.run("return document.activeElement.outerHTML", &[])?;
        assert_eq!(focused, still, "the focus stays where it was");
        theo.click_element(Button("Accept"))?;
        for player in [0, 1] {
            session.game(player)?.wait_for_status("WHITE'S TURN")?;
        }
        session.play(0, 1, "e2e4 e7e5")
    })
}

#[test]
fn a_challenge_from_a_position_begins_there() -> TestResult {
    with_browsers(2, |session| {
        session.register(0, "mina")?;
        session.register(1, "theo")?;
        let theo = session.open(1, "games")?;
        let mina = session.open(0, "player/theo")?;
        mina.click_element(Css(".challenge-form > summary"))?;
        mina.click_element(Button("From a position"))?;
        mina.wait("the button to be off", || {
            let is_off = mina.has(Css(".challenge-form [type=submit]:disabled"))?;
            Ok(if is_off { Ok(()) } else { Err("on without a position".to_owned()) })
        })?;
        mina.type_into(Field("Position as FEN"), "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1")?;
        mina.click_element(Button("White"))?;
        mina.click_element(Button("Send challenge"))?;
        theo.wait_for_words(NOTICE, "5 minutes + 3 seconds per move · From a position · Casual")?;
        theo.click_element(Button("Accept"))?;
        for player in [0, 1] {
            session.game(player)?.wait_for_status("BLACK'S TURN")?;
        }
        session.game(1)?.play(MoveInput::Click, "e7e5")
    })
}

#[test]
fn challenges_are_declined_and_withdrawn() -> TestResult {
    with_browsers(2, |session| {
        session.register(0, "mina")?;
        session.register(1, "theo")?;
        let theo = session.open(1, "online")?;
        theo.wait_for_words("main", "Quick pairing")?;
        let mina = challenge(session)?;
        theo.wait_for_words(".challenges", "mina")?;
        theo.click_element(Button("Decline"))?;
        mina.wait_for_words(NOTICE, "theo has declined your challenge.")?;
        theo.wait_until_gone(Css(".challenges"))?;
        mina.click_element(Css(".challenge-place [aria-label=Close]"))?;
        mina.wait_until_gone(Css(NOTICE))?;

        mina.click_element(Button("Send challenge"))?;
        theo.wait_for_words(".challenges", "mina")?;
        // In the lobby both see what is open.
        mina.click_element(Css(".bar nav a[href=\"/online\"]"))?;
        mina.wait_for_words(".challenges li.own", "theo")?;
        mina.click_element(Css(".challenges li.own button"))?;
        theo.wait_for_words(".challenges", "mina has withdrawn the challenge.")?;
        mina.wait_until_gone(Css(".challenges"))
    })
}

#[test]
fn an_expired_challenge_disappears() -> TestResult {
    // The connection seems to be silent for as long, and is opened again.
    with_browsers_and_disconnects(2, |session| {
        session.register(0, "mina")?;
        session.register(1, "theo")?;
        let clock = FakeClock::install(&session.browsers[1])?;
        let theo = session.open(1, "player/mina")?;
        challenge(session)?;
        theo.wait_for_words(NOTICE, "challenges you")?;
        clock.advance(301)?;
        theo.wait_for_words(".challenge-place", "The challenge from mina has expired.")
    })
}

#[test]
fn open_challenges_survive_a_restart_of_the_server() -> TestResult {
    with_browsers_and_disconnects(2, |session| {
        session.register(0, "mina")?;
        session.register(1, "theo")?;
        challenge(session)?;
        session.server.restart()?;
        let theo = session.open(1, "account")?;
        theo.wait_for_words(NOTICE, "mina")?;
        theo.click_element(Button("Accept"))?;
        session.game(1)?.wait_for_status("WHITE'S TURN")
    })
}

#[test]
fn a_bot_challenges_a_person_in_a_game() -> TestResult {
    with_browsers(2, |session| {
        let page = session.open(0, "online")?;
        page.run(REGISTER, &["robo"])?;
        let token = page.run(CREATE_BOT, &[])?;
        page.devtools("Network.clearBrowserCookies", &json!({}))?;
        session.register(0, "mina")?;
        session.start_game_of_accounts()?;
        let mina = &session.browsers[0];
        let id = page.run(CHALLENGE_AS_BOT, &[token.as_str().unwrap_or_default(), "mina"])?;
        mina.wait_for_words(".notices .challenge", "robo")?;
        mina.wait_for_text(".notices .challenge .bot", "BOT")?;
        // The game in progress goes on with the notice.
        session.game(0)?.play(MoveInput::Click, "e2e4")?;
        mina.click_element(Button("Accept"))?;
        mina.wait(&format!("the game {id}"), || {
            let path = mina.run("return location.pathname", &[])?;
            let is_there = path == format!("/game/{}", id.as_str().unwrap_or_default());
            Ok(if is_there { Ok(()) } else { Err(path.to_string()) })
        })?;
        session.game(0)?.wait_for_status("WHITE'S TURN")?;
        mina.wait_for_text(".online .name .bot", "BOT")?;
        let profile = session.open(0, "player/robo")?;
        profile.wait_for_text("h1 .bot", "BOT")
    })
}

impl OnlineSession {
    /// Starts a game of the account in the first browser, which has White, against a guest.
    fn start_game_of_accounts(&self) -> TestResult {
        let host = self.open(0, "online")?;
        host.click_element(Css("details.card:has(.invite) > summary"))?;
        host.click_element(Button("White"))?;
        host.click_element(Button("Create link"))?;
        host.wait_for_text("h1", "Waiting for your opponent")?;
        let path = host.run("return location.pathname.slice(1)", &[])?;
        let guest = self.open(1, path.as_str().unwrap_or_default())?;
        guest.click_element(Button("Join game"))?;
        self.game(0)?.wait_for_status("WHITE'S TURN")
    }
}
