//! The table: the board and what is written beside it.

use serde_json::Value;

use crate::{Board, Browser, Css, MoveInput, TestResult};

/// The screen with the game.
#[derive(Clone, Copy, Debug)]
pub struct GamePage<'a> {
    /// The browser it is shown in.
    pub browser: &'a Browser,
    /// The board on it.
    pub board: Board<'a>,
}

impl<'a> GamePage<'a> {
    /// Waits until the browser shows a table.
    pub fn wait_for(browser: &'a Browser) -> TestResult<GamePage<'a>> {
        browser.wait("a table", || {
            let has = browser.has(Css("main.table"))?;
            Ok(if has { Ok(()) } else { Err("another screen".to_owned()) })
        })?;
        Ok(GamePage { browser, board: Board { browser } })
    }

    /// Makes moves as the hand makes them: `e2e4 e7e5`, and `a7a8q` to promote.
    pub fn play(self, hand: MoveInput, moves: &str) -> TestResult {
        moves.split_whitespace().try_for_each(|m| hand.play_move(self.board, m))
    }

    /// Waits until the line under the board says this.
    pub fn wait_for_status(self, wanted: &str) -> TestResult {
        self.browser.wait_for_text(STATUS, wanted)
    }

    /// Waits until the list has these moves, written one after another.
    pub fn wait_for_moves(self, wanted: &str) -> TestResult {
        self.browser.wait(&format!("the moves {wanted:?}"), || {
            let seen = self.moves()?.join(" ");
            Ok(if seen == wanted { Ok(()) } else { Err(format!("{seen:?}")) })
        })
    }

    /// The line under the board.
    pub fn status(self) -> TestResult<String> {
        self.browser.inner_text(STATUS)
    }

    /// The moves in the list.
    pub fn moves(self) -> TestResult<Vec<String>> {
        let script =
            "return [...document.querySelectorAll('.list button')].map((button) => button.innerText.trim())";
        let moves = self.browser.run(script, &[])?;
        Ok(moves.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// What was last said to those who listen.
    pub fn announcement(self) -> TestResult<String> {
        self.browser.inner_text("[role=status]")
    }
}

const STATUS: &str = "[data-testid=status]";
