//! All pages are one application: links, back and forward load no document.

use e2e::{Browser, Css, MoveInput, TestResult, Viewport, with_session};

/// A value that is lost with the document.
const MARK: &str = "window.mark = 'kept'";

#[test]
fn pages_open_without_loading_a_document() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = session.open_home()?;
        browser.run(MARK, &[])?;
        for (link, page) in [
            ("a.door[href='/computer']", ".rivals"),
            (".bar a[href='/analysis']", ".table.analysis .board"),
            (".bar a[href='/online']", ".presence-line"),
            (".bar a[href='/games']", ".filters"),
            (".bar a[href='/account']", "input[type=password]"),
            (".bar a.brand", ".home .doors"),
            ("a.door[href='/online']", ".presence-line"),
        ] {
            browser.click_element(Css(link))?;
            wait_for_page(browser, page)?;
        }
        for page in [
            ".home .doors",
            "input[type=password]",
            ".filters",
            ".presence-line",
            ".table.analysis .board",
            ".rivals",
        ] {
            browser.run("history.back()", &[])?;
            wait_for_page(browser, page)?;
        }
        browser.run("history.back()", &[])?;
        wait_for_page(browser, ".home .doors")?;
        browser.run("history.forward()", &[])?;
        wait_for_page(browser, ".rivals")?;
        assert_eq!(browser.run("return window.mark", &[])?, "kept");
        Ok(())
    })
}

#[test]
fn a_game_on_the_start_page_survives_a_visit_to_another_page() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        let browser = game.browser;
        browser.run(MARK, &[])?;
        browser.run("history.back(); history.back()", &[])?;
        wait_for_page(browser, ".home .doors")?;
        browser.click_element(Css("a.door[href='/analysis']"))?;
        wait_for_page(browser, ".table.analysis .board")?;
        browser.click_element(Css(".bar a.brand"))?;
        wait_for_page(browser, ".home .doors")?;
        browser.click_element(Css(".door.main"))?;
        game.wait_for_moves("e4 e5")?;
        game.play(MoveInput::Click, "g1f3")?;
        game.wait_for_moves("e4 e5 Nf3")?;
        assert_eq!(browser.run("return window.mark", &[])?, "kept");
        Ok(())
    })
}

#[test]
fn the_previous_page_stays_until_the_next_is_loaded() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = session.open_home()?;
        browser.run(
            "window.blank = 0;
             new MutationObserver(() => {
                 if (!document.body.innerText.trim()) window.blank += 1;
             }).observe(document.body, { childList: true, subtree: true });",
            &[],
        )?;
        browser.click_element(Css("a.door[href='/computer']"))?;
        wait_for_page(browser, ".rivals")?;
        assert_eq!(browser.run("return window.blank", &[])?, 0, "the screen was blank");
        assert_eq!(browser.run("return document.documentElement.hasAttribute('aria-busy')", &[])?, false);
        Ok(())
    })
}

/// Waits until an element of a page is there, and the start page's doors are only there if they are asked for.
fn wait_for_page(browser: &Browser, selector: &str) -> TestResult {
    browser.wait(selector, || {
        let is_there = browser.has(Css(selector))?;
        let has_doors = browser.has(Css(".home .doors"))?;
        let is_alone = has_doors == selector.contains(".doors");
        Ok(if is_there && is_alone { Ok(()) } else { Err(format!("{is_there} {has_doors}")) })
    })
}
