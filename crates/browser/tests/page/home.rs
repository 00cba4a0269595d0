//! The first screen: nothing on it is dead, and nothing on it comes from strangers.

use browser::{Browser, Button, Hand, Look, Outcome, Place, Table, visit};

/// Everything that can be pressed and seen, numbered for the story.
const NUMBER: &str = "
    document.querySelectorAll('details').forEach((fold) => { fold.open = fold.open || arguments[0] === 'unfolded'; });
    const all = [...document.querySelectorAll('main button, main summary')].filter((one) => one.checkVisibility());
    all.forEach((one, index) => { one.dataset.story = index; });
    return all.map((one) => one.innerText)";

/// What can be seen, as text.
const SEEN: &str = "
    const folds = [...document.querySelectorAll('details')].map((fold) => fold.open);
    const shown = [...document.querySelectorAll('.page, dialog')].map((part) => part.outerHTML).join();
    return shown.replaceAll(/ data-story=\"\\d+\"/g, '') + folds";

#[test]
fn every_button_on_the_first_screen_does_something() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?;
        let buttons = visit.browser.run(NUMBER, &["unfolded"])?;
        let buttons = buttons.as_array().cloned().unwrap_or_default();
        assert!(buttons.len() >= 4, "{buttons:?}");
        for (index, button) in buttons.iter().enumerate() {
            visit.home()?;
            visit.browser.run(NUMBER, &["unfolded"])?;
            press_and_see(&visit.browser, index, &button.to_string())?;
        }
        Ok(())
    })
}

#[test]
fn every_button_at_the_table_does_something() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        // A running clock would change the page by itself; each button finds the game as it was.
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 e7e5 g1f3")?;
        table.wait_for_moves("e4 e5 Nf3")?;
        let game = visit.browser.run("return localStorage.getItem('hanpan.game')", &[])?;
        let game = game.as_str().unwrap_or_default();
        let buttons = visit.browser.run(NUMBER, &["folded"])?;
        let buttons = buttons.as_array().cloned().unwrap_or_default();
        assert!(buttons.len() >= 12, "{buttons:?}");
        for (index, button) in buttons.iter().enumerate() {
            visit.home()?.run("localStorage.setItem('hanpan.game', arguments[0])", &[game])?;
            visit.home()?.press(Button("Continue your game"))?;
            Table::of(&visit.browser)?.wait_for_moves("e4 e5 Nf3")?;
            visit.browser.run(NUMBER, &["folded"])?;
            let is_off = visit.browser.run(
                "return document.querySelector(arguments[0]).matches(':disabled, [aria-disabled=true]')",
                &[&story(index)],
            )?;
            // The last move is shown already; to play a move there has to be one.
            let is_done = button == "Nf3" || button == "Play";
            if is_off != true && !is_done {
                press_and_see(&visit.browser, index, &button.to_string())?;
            }
        }
        Ok(())
    })
}

#[test]
fn the_page_comes_from_its_host_and_needs_little() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?;
        let requests = visit.browser.requests()?;
        let own = requests.iter().filter(|address| address.starts_with(visit.host.address())).count();
        assert!((4..=12).contains(&own), "{requests:?}");
        // What was asked for a moment ago is not asked about again at the end of the visit.
        let strange: Vec<_> = requests
            .iter()
            .filter(|address| address.starts_with("http") && !address.starts_with(visit.host.address()))
            .collect();
        assert!(strange.is_empty(), "{strange:?}");
        Ok(())
    })
}

#[test]
fn the_browsers_way_back_and_forth_leads_through_the_screens() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4")?;
        visit.browser.press(Button("Settings"))?;
        let step = |by: &str, hash: &str, place: &str| {
            visit.browser.run("history.go(Number(arguments[0]))", &[by])?;
            visit.browser.wait(&format!("{place} after {by}"), || {
                let seen = visit.browser.run("return location.hash", &[])?;
                let is_there = seen == hash && visit.browser.has(Place(place))?;
                Ok(if is_there { Ok(()) } else { Err(seen.to_string()) })
            })
        };
        visit.browser.middle_of("main.sheet .volume")?;
        step("-1", "#game", "main.table")?;
        table.wait_for_moves("e4")?;
        step("-1", "#new", "main.sheet form")?;
        step("-1", "", "main.home")?;
        step("1", "#new", "main.sheet form")?;
        step("1", "#game", "main.table")?;
        table.wait_for_moves("e4")?;
        step("1", "#settings", "main.sheet .volume")?;
        // The page's own way back is a step of the same way.
        visit.browser.press(Button("Back"))?;
        Table::of(&visit.browser)?.wait_for_moves("e4")?;
        step("1", "#settings", "main.sheet .volume")?;
        step("-3", "", "main.home")
    })
}

fn press_and_see(browser: &Browser, index: usize, button: &str) -> Outcome {
    let before = browser.run(SEEN, &[])?;
    browser.press(Place(&story(index)))?;
    browser.wait(&format!("something to happen after {button}"), || {
        let now = browser.run(SEEN, &[])?;
        Ok(if now != before { Ok(()) } else { Err("nothing new".to_owned()) })
    })
}

fn story(index: usize) -> String {
    format!("[data-story='{index}']")
}
