//! After one visit the page does without its host.

use browser::{Browser, Button, Glass, Hand, Look, Motion, Outcome, Place, Table, visit};

#[test]
fn everything_works_when_the_host_is_gone() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        wait_for_the_worker(table.browser)?;
        visit.host.stop();
        visit.browser.reload()?;
        Table::of(&visit.browser)?.wait_for_moves("e4 e5")?;
        // A game of its own, from the first screen on.
        visit.browser.run("localStorage.clear()", &[])?;
        let table = visit.table(&["King capture"])?;
        table.play(Hand::Drag, "e7e5 f2f3 d8h4")?;
        table.wait_for_status("WHITE'S TURN | CHECK")?;
        visit.home()?.press(Button("Settings"))?;
        visit.browser.press(Button("한국어"))?;
        visit.browser.wait_for_words("h1", "설정")?;
        visit.host.restart()?;
        visit.home()?.wait_for_words("h1", "한판")
    })
}

#[test]
fn a_board_stands_up_when_the_host_is_gone() -> Outcome {
    visit(&Look { width: 800, height: 480, motion: Motion::Reduced, ..Look::DESKTOP }, |visit| {
        visit.home()?.wait("the rest of the page", || {
            let script = "return caches.match('/board3d.js').then((found) => Boolean(found))";
            let is_kept = visit.browser.run(script, &[])? == true;
            Ok(if is_kept { Ok(()) } else { Err("not kept yet".to_owned()) })
        })?;
        visit.host.stop();
        let table = visit.table(&[])?;
        Glass::stand_up(table.browser)?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        table.wait_for_moves("e4 e5")?;
        visit.host.restart()
    })
}

#[test]
fn the_engine_works_when_the_host_is_gone() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        wait_for_the_worker(visit.home()?)?;
        visit.browser.wait("the second module to be kept", || {
            let script = "return caches.match('/club.html').then((found) => Boolean(found))";
            let is_kept = visit.browser.run(script, &[])?;
            Ok(if is_kept == true { Ok(()) } else { Err("not yet".to_owned()) })
        })?;
        visit.host.stop();
        visit.browser.go(&format!("{}computer", visit.host.address()))?;
        let table = visit.start()?;
        table.play(Hand::Click, "e2e4")?;
        table.browser.wait("an answer", || {
            let moves = table.moves()?;
            Ok(if moves.len() == 2 { Ok(()) } else { Err(format!("{moves:?}")) })
        })?;
        visit.browser.go(&format!("{}analysis", visit.host.address()))?;
        Table::of(&visit.browser)?.browser.wait("a line", || {
            let has = visit.browser.has(Place(".pv"))?;
            Ok(if has { Ok(()) } else { Err("none".to_owned()) })
        })
    })
}

#[test]
fn the_page_can_be_installed() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        wait_for_the_worker(visit.home()?)?;
        let found = visit.browser.devtools("Page.getInstallabilityErrors", &serde_json::json!({}))?;
        let errors = found["installabilityErrors"].as_array().cloned().unwrap_or_default();
        // A window that leaves no traces cannot install anything, and this one has no other fault.
        let faults: Vec<_> = errors.iter().filter(|error| error["errorId"] != "in-incognito").collect();
        assert!(faults.is_empty(), "{faults:?}");
        Ok(())
    })
}

/// Waits until the whole page is kept.
fn wait_for_the_worker(browser: &Browser) -> Outcome {
    browser.wait("the page's worker", || {
        let script = "
            return navigator.serviceWorker.getRegistration()
                .then((found) => found?.active?.state ?? 'none')";
        let state = browser.run(script, &[])?;
        Ok(if state == "activated" { Ok(()) } else { Err(state.to_string()) })
    })
}
