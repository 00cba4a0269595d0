//! Test session: a server, a browser and the checks at the end of every test.

use std::fs;
use std::io::{Write as _, stdout};

use crate::temp_dir;
use crate::{Browser, Button, Css, Field, GamePage, TestResult, TestServer, Viewport};

/// A browser and the server under test.
#[derive(Debug)]
pub struct Session {
    /// The browser.
    pub browser: Browser,
    /// The server.
    pub server: TestServer,
}

/// Runs a test with a new server and a new browser. Afterwards the console must be clean and all requests
/// must have gone to the server. On failure a screenshot is saved in `target/e2e`, named after the test.
pub fn with_session(viewport: &Viewport, test: impl FnOnce(&mut Session) -> TestResult) -> TestResult {
    // Removes the screenshot of an earlier failure.
    let _ = fs::remove_file(temp_dir::failure_screenshot_path());
    let mut session = Session { browser: Browser::start(viewport)?, server: TestServer::start()? };
    let result = test(&mut session).and_then(|()| session.expect_clean_page());
    if result.is_err() {
        session.browser.save_failure_screenshot();
    }
    result
}

impl Session {
    /// Opens the home screen.
    pub fn open_home(&self) -> TestResult<&Browser> {
        self.browser.goto(self.server.address())?;
        self.browser.wait("the first screen", || {
            let has = self.browser.has(Css("main.home"))?;
            Ok(if has { Ok(()) } else { Err("another one".to_owned()) })
        })?;
        Ok(&self.browser)
    }

    /// Starts a game with these choices in the new-game form, each named by its label; the rest keeps its
    /// defaults.
    pub fn new_game(&self, choices: &[&str]) -> TestResult<GamePage<'_>> {
        self.open_new_game_form(choices)?;
        self.submit_new_game()
    }

    /// Starts a game from a position.
    pub fn new_game_from(&self, fen: &str) -> TestResult<GamePage<'_>> {
        self.open_new_game_form(&["From a position"])?;
        self.browser.type_into(Field("Position as FEN"), fen)?;
        self.submit_new_game()
    }

    /// Opens the new-game form and makes these choices.
    pub fn open_new_game_form(&self, choices: &[&str]) -> TestResult {
        self.open_home()?.click_element(Css(".door:has([href='#icon-board'])"))?;
        choices.iter().try_for_each(|choice| self.browser.click_element(Button(choice)))
    }

    /// Submits the new-game form.
    pub fn submit_new_game(&self) -> TestResult<GamePage<'_>> {
        self.browser.click_element(Css("form button[type=submit].large"))?;
        GamePage::wait_for(&self.browser)
    }

    fn expect_clean_page(&self) -> TestResult {
        self.browser.expect_clean_console()?;
        self.browser.expect_no_foreign_requests(&self.server)
    }
}

/// Prints a measurement past the test harness, which captures the output of tests. Timings on shared machines
/// are reported, not asserted.
pub fn print_measurement(line: &str) {
    // A closed standard output is ignored.
    drop(writeln!(stdout(), "\n{line}"));
}
