//! A visit: a host, a browser, a story, and what must hold at the end of every one.

use std::fs;

use crate::temp_dir;
use crate::{Browser, Button, Css, Field, GamePage, TestResult, TestServer, Viewport};

/// A browser at a host's door.
#[derive(Debug)]
pub struct Session {
    /// The browser.
    pub browser: Browser,
    /// The host.
    pub server: TestServer,
}

/// Lets a story happen in a fresh browser. Besides what the story asks, the page has to be silent and to keep to its
/// host. If anything fails, a picture of the page is in `target/browser`, named after the test.
pub fn with_session(look: &Viewport, story: impl FnOnce(&mut Session) -> TestResult) -> TestResult {
    // The picture of an earlier failure would be mistaken for one of this visit.
    let _ = fs::remove_file(temp_dir::failure_screenshot_path());
    let mut session = Session { browser: Browser::start(look)?, server: TestServer::start()? };
    let told = story(&mut session).and_then(|()| session.expect_clean_page());
    if told.is_err() {
        session.browser.save_failure_screenshot();
    }
    told
}

impl Session {
    /// Opens the first screen.
    pub fn open_home(&self) -> TestResult<&Browser> {
        self.browser.goto(self.server.address())?;
        self.browser.wait("the first screen", || {
            let has = self.browser.has(Css("main.home"))?;
            Ok(if has { Ok(()) } else { Err("another one".to_owned()) })
        })?;
        Ok(&self.browser)
    }

    /// Begins a game with these choices in its form, each by its words; whatever is not chosen is as usual.
    pub fn new_game(&self, choices: &[&str]) -> TestResult<GamePage<'_>> {
        self.open_new_game_form(choices)?;
        self.submit_new_game()
    }

    /// Begins a game from a position.
    pub fn new_game_from(&self, fen: &str) -> TestResult<GamePage<'_>> {
        self.open_new_game_form(&["From a position"])?;
        self.browser.type_into(Field("Position as FEN"), fen)?;
        self.submit_new_game()
    }

    /// Opens the form for a new game and makes some choices.
    pub fn open_new_game_form(&self, choices: &[&str]) -> TestResult {
        self.open_home()?.click_element(Css(".door:has([href='#icon-board'])"))?;
        choices.iter().try_for_each(|choice| self.browser.click_element(Button(choice)))
    }

    /// Presses the button that begins the game.
    pub fn submit_new_game(&self) -> TestResult<GamePage<'_>> {
        self.browser.click_element(Css("form button[type=submit].large"))?;
        GamePage::wait_for(&self.browser)
    }

    fn expect_clean_page(&self) -> TestResult {
        self.browser.expect_clean_console()?;
        self.browser.expect_no_foreign_requests(&self.server)
    }
}
