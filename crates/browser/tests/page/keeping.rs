//! The game in progress and the settings survive.

use browser::{Browser, Button, Clock, Hand, Look, Outcome, Table, visit};

#[test]
fn a_game_goes_on_after_a_reload() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&["Black at the bottom"])?;
        table.play(Hand::Click, "e2e4 e7e5 g1f3")?;
        let men = table.board.men()?;
        table.browser.reload()?;
        let table = Table::of(&visit.browser)?;
        table.board.wait_for_men(&men)?;
        table.wait_for_moves("e4 e5 Nf3")?;
        // The same from the first screen.
        visit.home()?.press(Button("Continue your game"))?;
        table.board.wait_for_men(&men)?;
        assert!(table.board.middle("a8")?.y > table.board.middle("a1")?.y, "Black is still below");
        table.play(Hand::Click, "b8c6")?;
        table.wait_for_moves("e4 e5 Nf3 Nc6")?;
        table.browser.press(Button("Take back"))?;
        table.wait_for_moves("e4 e5 Nf3")
    })
}

#[test]
fn clocks_wait_until_the_game_goes_on() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let time = Clock::hold(&visit.browser)?;
        let table = visit.table(&["5+3"])?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        time.pass(60)?;
        table.browser.press(Button("Pause the clocks"))?;
        let before = clocks(table.browser)?;
        time.pass(60)?;
        table.browser.reload()?;
        let table = Table::of(&visit.browser)?;
        table.wait_for_moves("e4 e5")?;
        assert_eq!(clocks(table.browser)?, before, "no time has passed");
        table.browser.press(Button("Go on"))?;
        time.pass(60)?;
        table.browser.wait("a clock that runs", || {
            let seen = clocks(table.browser)?;
            Ok(if seen == before { Err(format!("{seen:?}")) } else { Ok(()) })
        })
    })
}

#[test]
fn a_reload_gives_no_time_back() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let time = Clock::hold(&visit.browser)?;
        let table = visit.table(&["5+3"])?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        table.wait_for_moves("e4 e5")?;
        // Sooner than the clock is saved by itself.
        time.pass(4)?;
        table.browser.reload()?;
        let table = Table::of(&visit.browser)?;
        table.wait_for_moves("e4 e5")?;
        let seen = clocks(table.browser)?;
        assert!(seen.iter().any(|clock| clock.contains("4:5")), "White has thought: {seen:?}");
        Ok(())
    })
}

#[test]
fn settings_are_remembered() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?.press(Button("Settings"))?;
        for choice in ["Dark", "Sea", "Green and red"] {
            visit.browser.press(Button(choice))?;
        }
        expect_looks(&visit.browser)?;
        visit.browser.reload()?;
        expect_looks(&visit.browser)?;
        visit.browser.press(Button("Back to the usual settings"))?;
        visit.browser.wait("the usual looks", || {
            let seen = looks(&visit.browser)?;
            Ok(if seen == "null wood pink" { Ok(()) } else { Err(seen) })
        })
    })
}

#[test]
fn a_damaged_game_is_said_to_be_and_nothing_breaks() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?.run("localStorage.setItem('hanpan.game', 'what is this?')", &[])?;
        visit.browser.reload()?;
        let words = visit.browser.words(".remark")?;
        assert!(words.starts_with("Your saved game could not be read"), "{words}");
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4")?;
        table.wait_for_moves("e4")
    })
}

fn expect_looks(browser: &Browser) -> Outcome {
    browser.wait("the chosen looks", || {
        let seen = looks(browser)?;
        Ok(if seen == "dark sea green-red" { Ok(()) } else { Err(seen) })
    })
}

fn looks(browser: &Browser) -> Outcome<String> {
    let script = "return ['theme', 'board', 'marks'].map((name) => String(document.documentElement.getAttribute('data-' + name))).join(' ')";
    Ok(browser.run(script, &[])?.as_str().unwrap_or_default().to_owned())
}

fn clocks(browser: &Browser) -> Outcome<Vec<String>> {
    let found =
        browser.run("return [...document.querySelectorAll('.clock')].map((c) => c.innerText)", &[])?;
    Ok(found.as_array().into_iter().flatten().filter_map(|text| text.as_str()).map(str::to_owned).collect())
}
