//! The home screen: every button works, and all requests go to the server.

use e2e::{Browser, Button, Css, GamePage, MoveInput, TestResult, Viewport, with_session};

/// Numbers all visible buttons.
const NUMBER_BUTTONS: &str = "
    document.querySelectorAll('details').forEach((fold) => { fold.open = fold.open || arguments[0] === 'unfolded'; });
    const all = [...document.querySelectorAll('main button, main summary')].filter((one) => one.checkVisibility());
    all.forEach((one, index) => { one.dataset.number = index; });
    return all.map((one) => one.innerText)";

/// Visible state of the page as text.
const PAGE_STATE: &str = "
    const folds = [...document.querySelectorAll('details')].map((fold) => fold.open);
    const shown = [...document.querySelectorAll('.page, dialog')].map((part) => part.outerHTML).join();
    return shown.replaceAll(/ data-number=\"\\d+\"/g, '') + folds";

#[test]
fn every_button_on_the_home_screen_has_an_effect() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?;
        let buttons = session.browser.run(NUMBER_BUTTONS, &["unfolded"])?;
        let buttons = buttons.as_array().cloned().unwrap_or_default();
        assert!(buttons.len() >= 4, "{buttons:?}");
        for (index, button) in buttons.iter().enumerate() {
            session.open_home()?;
            session.browser.run(NUMBER_BUTTONS, &["unfolded"])?;
            expect_button_effect(&session.browser, index, &button.to_string())?;
        }
        Ok(())
    })
}

#[test]
fn every_button_on_the_game_screen_has_an_effect() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        // Without a clock, which would change the page by itself. Each button starts from the same game.
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 e7e5 g1f3")?;
        game.wait_for_moves("e4 e5 Nf3")?;
        session.browser.wait_for_element(Css(".panel > .actions"))?;
        let game = session.browser.run("return localStorage.getItem('hanpan.game')", &[])?;
        let game = game.as_str().unwrap_or_default();
        let buttons = session.browser.run(NUMBER_BUTTONS, &["folded"])?;
        let buttons = buttons.as_array().cloned().unwrap_or_default();
        assert!(buttons.len() >= 12, "{buttons:?}");
        for (index, button) in buttons.iter().enumerate() {
            session.open_home()?.run("localStorage.setItem('hanpan.game', arguments[0])", &[game])?;
            session.open_home()?.click_element(Button("Resume your game"))?;
            GamePage::wait_for(&session.browser)?.wait_for_moves("e4 e5 Nf3")?;
            session.browser.run(NUMBER_BUTTONS, &["folded"])?;
            let is_off = session.browser.run(
                "return document.querySelector(arguments[0]).matches(':disabled, [aria-disabled=true]')",
                &[&numbered_selector(index)],
            )?;
            // The last move is already shown; Play needs a move.
            let is_done = button == "Nf3" || button == "Play";
            if is_off != true && !is_done {
                expect_button_effect(&session.browser, index, &button.to_string())?;
            }
        }
        Ok(())
    })
}

#[test]
fn page_loads_few_files_from_its_own_origin() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?;
        let requests = session.browser.requested_urls()?;
        let own = requests.iter().filter(|address| address.starts_with(session.server.address())).count();
        assert!((4..=12).contains(&own), "{requests:?}");
        // These requests are not checked again at the end of the session.
        let strange: Vec<_> = requests
            .iter()
            .filter(|address| address.starts_with("http") && !address.starts_with(session.server.address()))
            .collect();
        assert!(strange.is_empty(), "{strange:?}");
        Ok(())
    })
}

#[test]
fn back_and_forward_navigate_the_screens() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4")?;
        session.browser.click_element(Button("Settings"))?;
        let step = |by: &str, hash: &str, place: &str| {
            session.browser.run("history.go(Number(arguments[0]))", &[by])?;
            session.browser.wait(&format!("{place} after {by}"), || {
                let seen = session.browser.run("return location.hash", &[])?;
                let is_there = seen == hash && session.browser.has(Css(place))?;
                Ok(if is_there { Ok(()) } else { Err(seen.to_string()) })
            })
        };
        session.browser.center_of("main.sheet .volume")?;
        step("-1", "#game", "main.table")?;
        game.wait_for_moves("e4")?;
        step("-1", "#new", "main.sheet form")?;
        step("-1", "", "main.home")?;
        step("1", "#new", "main.sheet form")?;
        step("1", "#game", "main.table")?;
        game.wait_for_moves("e4")?;
        step("1", "#settings", "main.sheet .volume")?;
        // The page's Back button uses the browser history.
        session.browser.click_element(Button("Back"))?;
        GamePage::wait_for(&session.browser)?.wait_for_moves("e4")?;
        step("1", "#settings", "main.sheet .volume")?;
        step("-3", "", "main.home")
    })
}

fn expect_button_effect(browser: &Browser, index: usize, button: &str) -> TestResult {
    let before = browser.run(PAGE_STATE, &[])?;
    browser.click_element(Css(&numbered_selector(index)))?;
    browser.wait(&format!("something to happen after {button}"), || {
        let now = browser.run(PAGE_STATE, &[])?;
        Ok(if now != before { Ok(()) } else { Err("nothing new".to_owned()) })
    })
}

fn numbered_selector(index: usize) -> String {
    format!("[data-number='{index}']")
}
