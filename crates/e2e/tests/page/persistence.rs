//! Saved games and settings.

use e2e::{Browser, Button, FakeClock, GamePage, MoveInput, TestResult, Viewport, with_session};

#[test]
fn game_survives_a_reload() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&["Black at the bottom"])?;
        game.play(MoveInput::Click, "e2e4 e7e5 g1f3")?;
        game.wait_for_moves("e4 e5 Nf3")?;
        let placement = game.board.piece_placement()?;
        game.browser.reload()?;
        let game = GamePage::wait_for(&session.browser)?;
        game.board.wait_for_placement(&placement)?;
        game.wait_for_moves("e4 e5 Nf3")?;
        // Same from the home screen.
        session.open_home()?.click_element(Button("Resume your game"))?;
        game.board.wait_for_placement(&placement)?;
        assert!(game.board.center("a8")?.y > game.board.center("a1")?.y, "Black is still below");
        game.play(MoveInput::Click, "b8c6")?;
        game.wait_for_moves("e4 e5 Nf3 Nc6")?;
        game.browser.click_element(Button("Take back"))?;
        game.wait_for_moves("e4 e5 Nf3")
    })
}

#[test]
fn clocks_stay_paused_until_the_game_is_resumed() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let time = FakeClock::install(&session.browser)?;
        let game = session.new_game(&["5+3"])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        time.advance(60)?;
        game.browser.click_element(Button("Pause clocks"))?;
        game.browser.wait_for_element(Button("Resume"))?;
        let before = clocks(game.browser)?;
        time.advance(60)?;
        game.browser.reload()?;
        let game = GamePage::wait_for(&session.browser)?;
        game.wait_for_moves("e4 e5")?;
        assert_eq!(clocks(game.browser)?, before, "no time has passed");
        game.browser.click_element(Button("Resume"))?;
        time.advance(60)?;
        game.browser.wait("a clock that runs", || {
            let seen = clocks(game.browser)?;
            Ok(if seen == before { Err(format!("{seen:?}")) } else { Ok(()) })
        })
    })
}

#[test]
fn reload_does_not_restore_clock_time() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let time = FakeClock::install(&session.browser)?;
        let game = session.new_game(&["5+3"])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        game.wait_for_moves("e4 e5")?;
        // Before the next periodic save of the clock.
        time.advance(4)?;
        game.browser.reload()?;
        let game = GamePage::wait_for(&session.browser)?;
        game.wait_for_moves("e4 e5")?;
        // White has thought.
        game.browser.wait("the time of White", || {
            let seen = clocks(game.browser)?;
            let is_less = seen.iter().any(|clock| clock.contains("4:5"));
            Ok(if is_less { Ok(()) } else { Err(format!("{seen:?}")) })
        })
    })
}

#[test]
fn settings_survive_a_reload() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.click_element(Button("Settings"))?;
        for choice in ["Dark", "Sea", "Green and red"] {
            session.browser.click_element(Button(choice))?;
        }
        expect_settings_applied(&session.browser)?;
        session.browser.reload()?;
        expect_settings_applied(&session.browser)?;
        session.browser.click_element(Button("Reset to defaults"))?;
        session.browser.wait("the usual looks", || {
            let seen = applied_settings(&session.browser)?;
            Ok(if seen == "null wood pink" { Ok(()) } else { Err(seen) })
        })
    })
}

#[test]
fn corrupt_save_shows_an_error_and_the_page_works() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.run("localStorage.setItem('hanpan.game', 'what is this?')", &[])?;
        session.browser.reload()?;
        session.browser.wait_for_words(".remark", "Your saved game could not be read")?;
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4")?;
        game.wait_for_moves("e4")
    })
}

fn expect_settings_applied(browser: &Browser) -> TestResult {
    browser.wait("the chosen looks", || {
        let seen = applied_settings(browser)?;
        Ok(if seen == "dark sea green-red" { Ok(()) } else { Err(seen) })
    })
}

fn applied_settings(browser: &Browser) -> TestResult<String> {
    let script = "return ['theme', 'board', 'marks'].map((name) => String(document.documentElement.getAttribute('data-' + name))).join(' ')";
    Ok(browser.run(script, &[])?.as_str().unwrap_or_default().to_owned())
}

fn clocks(browser: &Browser) -> TestResult<Vec<String>> {
    let found =
        browser.run("return [...document.querySelectorAll('.clock')].map((c) => c.innerText)", &[])?;
    Ok(found.as_array().into_iter().flatten().filter_map(|text| text.as_str()).map(str::to_owned).collect())
}
