//! The table: the board and what is written beside it.

use serde_json::Value;

use crate::{Board, Browser, Hand, Outcome, Place};

/// The screen with the game.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The browser it is shown in.
    pub browser: &'a Browser,
    /// The board on it.
    pub board: Board<'a>,
}

impl<'a> Table<'a> {
    /// Waits until the browser shows a table.
    pub fn of(browser: &'a Browser) -> Outcome<Table<'a>> {
        browser.wait("a table", || {
            let has = browser.has(Place("main.table"))?;
            Ok(if has { Ok(()) } else { Err("another screen".to_owned()) })
        })?;
        Ok(Table { browser, board: Board { browser } })
    }

    /// Makes moves as the hand makes them: `e2e4 e7e5`, and `a7a8q` to promote.
    pub fn play(self, hand: Hand, moves: &str) -> Outcome {
        moves.split_whitespace().try_for_each(|m| hand.make(self.board, m))
    }

    /// Waits until the line under the board says this.
    pub fn wait_for_status(self, wanted: &str) -> Outcome {
        self.browser.wait_for_words(STATUS, wanted)
    }

    /// Waits until the list has these moves, written one after another.
    pub fn wait_for_moves(self, wanted: &str) -> Outcome {
        self.browser.wait(&format!("the moves {wanted:?}"), || {
            let seen = self.moves()?.join(" ");
            Ok(if seen == wanted { Ok(()) } else { Err(format!("{seen:?}")) })
        })
    }

    /// The line under the board.
    pub fn status(self) -> Outcome<String> {
        self.browser.words(STATUS)
    }

    /// The moves in the list.
    pub fn moves(self) -> Outcome<Vec<String>> {
        let script =
            "return [...document.querySelectorAll('.list button')].map((button) => button.innerText.trim())";
        let moves = self.browser.run(script, &[])?;
        Ok(moves.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// What was last said to those who listen.
    pub fn said(self) -> Outcome<String> {
        self.browser.words("[role=status]")
    }
}

const STATUS: &str = "[data-testid=status]";
