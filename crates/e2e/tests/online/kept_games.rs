//! Games against the computer in the archive of an account.

use e2e::{Browser, Button, Css, Field, GamePage, MoveInput, TestResult};

use serde_json::Value;

use crate::online_session::{with_browsers, with_browsers_and_disconnects};

/// Black's only move is Kh7, which allows mate.
const ONE_MOVE_FROM_MATE: &str = "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1";

#[test]
fn finished_game_against_the_computer_is_in_the_archive_of_its_player_only() -> TestResult {
    with_browsers(2, |session| {
        session.register(0, "mina")?;
        let mina = session.open(0, "computer")?;
        mate_the_computer(mina)?;
        mina.wait_for_text(".notice a", "Saved in your games")?;
        mina.wait_for_value(
            "return document.title",
            &[],
            "BLACK'S TURN | CHECKMATE · Play the computer · Hanpan",
        )?;
        mina.click_element(Css(".notice a"))?;
        session.game(0)?.wait_for_moves("Kh7 Qg7#")?;
        mina.wait_for_text(".actions a[href=\"/computer\"]", "Play the computer")?;
        mina.wait_until_gone(Button("Rematch"))?; // the server would refuse it
        assert!(!mina.has(Css(".chat"))?, "the computer does not chat");
        // These pages do not ask the server. The finished game would cover the list of opponents.
        mina.run("localStorage.removeItem('hanpan.computer')", &[])?;
        for page in ["computer", "analysis"] {
            session.open(0, page)?.wait_for_text(".bar nav a[href=\"/account\"]", "mina")?;
        }

        let reader = session.open(0, "games?player=me")?;
        reader.wait_for_text(".games .score", "1–0")?;
        reader.click_element(Button("Computer"))?;
        reader.wait_for_value("return location.search", &[], "?player=me&opponent=%40computer")?;
        reader.wait_for_text(".games .score", "1–0")?;
        reader.wait_for_text(".games .white .player", "mina")?;
        reader.wait_for_text(".games .black .player", "Haru (computer)")?;
        for (field, name) in [("Player", "mina"), ("Opponent", "Computer")] {
            wait_for_value(reader, field, name)?;
        }
        session.open(1, "computer")?.wait_for_text(".bar nav a[href=\"/account\"]", "Log in")?;
        let stranger = session.open(1, "games?player=mina")?;
        stranger.wait_for_text("main .none, main .about, main section:last-child", "No games found.")
    })
}

#[test]
fn game_that_ends_without_the_server_is_sent_with_the_next_visit() -> TestResult {
    with_browsers_and_disconnects(1, |session| {
        session.register(0, "mina")?;
        begin_game(session.open(0, "computer")?)?;
        session.server.stop();
        let mina = &session.browsers[0];
        GamePage::wait_for(mina)?.play(MoveInput::Click, "g1g7")?;
        mina.wait_for_words(".notice", "Saved on this device")?;
        session.server.restart()?;
        // Any page that knows the user sends the game.
        let mina = session.open(0, "online")?;
        mina.wait_for_value("return localStorage.getItem('hanpan.unsent-games')", &[], Value::Null)?;
        session.open(0, "games?player=me")?.wait_for_text(".games .score", "1–0")
    })
}

#[test]
fn game_that_the_archive_has_no_room_for_stays_on_the_device_and_the_page_says_so() -> TestResult {
    with_browsers(1, |session| {
        session.register(0, "mina")?;
        let mina = session.open(0, "computer")?;
        begin_game(mina)?;
        answer_archive(mina, r#"{"reason":{"type":"refused","refusal":{"type":"archive-full"}}}"#)?;
        GamePage::wait_for(mina)?.play(MoveInput::Click, "g1g7")?;
        mina.wait_for_words(".notice", "Your archive is full")?;
        mina.wait_for_value(UNSENT_GAMES, &[], 1)?;
        // There is room again.
        session.open(0, "online")?.wait_for_value(UNSENT_GAMES, &[], 0)?;
        session.open(0, "games?player=me")?.wait_for_text(".games .score", "1–0")
    })
}

#[test]
fn game_that_the_server_refuses_is_not_lost_without_a_word() -> TestResult {
    with_browsers(1, |session| {
        session.register(0, "mina")?;
        let mina = session.open(0, "computer")?;
        begin_game(mina)?;
        answer_archive(mina, r#"{"reason":{"type":"too-large"}}"#)?;
        GamePage::wait_for(mina)?.play(MoveInput::Click, "g1g7")?;
        mina.wait_for_words(".notice", "The server did not accept this game")?;
        mina.wait_for_value(UNSENT_GAMES, &[], 0)
    })
}

/// Number of games that wait in the browser.
const UNSENT_GAMES: &str =
    "return (localStorage.getItem('hanpan.unsent-games') ?? '').split('\\n').filter(Boolean).length";

/// Answers requests to the archive in the place of the server, until the page is left.
fn answer_archive(browser: &Browser, body: &str) -> TestResult {
    let script = "const real = window.fetch;
        window.fetch = (request, ...rest) => request.url?.endsWith('/api/archive')
            ? Promise.resolve(new Response(arguments[0], { status: 409 }))
            : real(request, ...rest)";
    // Arrow functions have the arguments of the script.
    browser.run(script, &[body]).map(drop)
}

/// Plays and wins a short game on the page of the opponents.
fn mate_the_computer(browser: &Browser) -> TestResult {
    begin_game(browser)?;
    GamePage::wait_for(browser)?.play(MoveInput::Click, "g1g7")
}

/// Starts a game on the page of the opponents, up to the move before mate.
fn begin_game(browser: &Browser) -> TestResult {
    browser.click_element(Css(".rival:has([value=haru])"))?;
    browser.click_element(Button("White"))?;
    browser.click_element(Button("From a position"))?;
    browser.type_into(Field("Position as FEN"), ONE_MOVE_FROM_MATE)?;
    browser.click_element(Css("form button[type=submit].large"))?;
    GamePage::wait_for(browser)?.wait_for_moves("Kh7")?;
    browser.wait_for_value("return document.title", &[], "Your turn · Play the computer · Hanpan")
}

/// Waits until the field with this label has this value.
fn wait_for_value(browser: &Browser, label: &str, wanted: &str) -> TestResult {
    let script = "return [...document.querySelectorAll('label.field')]
        .find((field) => field.innerText.trim() === arguments[0])?.querySelector('input').value ?? null";
    browser.wait_for_value(script, &[label], wanted)
}
