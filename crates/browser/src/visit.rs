//! A visit: a host, a browser, a story, and what must hold at the end of every one.

use std::fs;

use crate::folder;
use crate::{Browser, Button, Field, Host, Look, Outcome, Place, Table};

/// A browser at a host's door.
#[derive(Debug)]
pub struct Visit {
    /// The browser.
    pub browser: Browser,
    /// The host.
    pub host: Host,
}

/// Lets a story happen in a fresh browser. Besides what the story asks, the page has to be silent and to keep to its
/// host. If anything fails, a picture of the page is in `target/browser`, named after the test.
pub fn visit(look: &Look, story: impl FnOnce(&mut Visit) -> Outcome) -> Outcome {
    // The picture of an earlier failure would be mistaken for one of this visit.
    let _ = fs::remove_file(folder::of_failure());
    let mut visit = Visit { browser: Browser::start(look)?, host: Host::start()? };
    let told = story(&mut visit).and_then(|()| visit.expect_manners());
    if told.is_err() {
        visit.browser.keep_picture();
    }
    told
}

impl Visit {
    /// Opens the first screen.
    pub fn home(&self) -> Outcome<&Browser> {
        self.browser.go(self.host.address())?;
        self.browser.wait("the first screen", || {
            let has = self.browser.has(Place("main.home"))?;
            Ok(if has { Ok(()) } else { Err("another one".to_owned()) })
        })?;
        Ok(&self.browser)
    }

    /// Begins a game with these choices in its form, each by its words; whatever is not chosen is as usual.
    pub fn table(&self, choices: &[&str]) -> Outcome<Table<'_>> {
        self.form(choices)?;
        self.start()
    }

    /// Begins a game from a position.
    pub fn table_from(&self, fen: &str) -> Outcome<Table<'_>> {
        self.form(&["From a position"])?;
        self.browser.write(Field("Position as FEN"), fen)?;
        self.start()
    }

    /// Opens the form for a new game and makes some choices.
    pub fn form(&self, choices: &[&str]) -> Outcome {
        self.home()?.press(Place(".door:has([href='#icon-board'])"))?;
        choices.iter().try_for_each(|choice| self.browser.press(Button(choice)))
    }

    /// Presses the button that begins the game.
    pub fn start(&self) -> Outcome<Table<'_>> {
        self.browser.press(Place("form button[type=submit].large"))?;
        Table::of(&self.browser)
    }

    fn expect_manners(&self) -> Outcome {
        self.browser.expect_silence()?;
        self.browser.expect_no_strangers(&self.host)
    }
}
