//! The game screen.

use serde_json::Value;

use crate::{Board, Browser, Css, MoveInput, TestResult};

/// Page object of the game screen.
#[derive(Clone, Copy, Debug)]
pub struct GamePage<'a> {
    /// Browser that shows the page.
    pub browser: &'a Browser,
    /// The 2D board.
    pub board: Board<'a>,
}

impl<'a> GamePage<'a> {
    /// Waits until the browser shows the game screen with all its parts, which are mounted one after another.
    pub fn wait_for(browser: &'a Browser) -> TestResult<GamePage<'a>> {
        browser.wait_for_element(Css("main.table:has(.men):has(.overlay):has(.panel > .lower)"))?;
        Ok(GamePage { browser, board: Board { browser } })
    }

    /// Plays moves such as `e2e4 e7e5`, and `a7a8q` for a promotion.
    pub fn play(self, input: MoveInput, moves: &str) -> TestResult {
        moves.split_whitespace().try_for_each(|m| input.play_move(self.board, m))
    }

    /// Waits until the status line has this text.
    pub fn wait_for_status(self, wanted: &str) -> TestResult {
        self.browser.wait_for_text(STATUS, wanted)
    }

    /// Waits until the moves in the list, joined by spaces, have a property.
    pub fn wait_for_moves_with(self, wanted: &str, has: impl Fn(&str) -> bool) -> TestResult {
        self.browser.wait(wanted, || {
            let seen = self.moves()?.join(" ");
            Ok(if has(&seen) { Ok(()) } else { Err(format!("{seen:?}")) })
        })
    }

    /// Waits until the move list has these moves, separated by spaces.
    pub fn wait_for_moves(self, wanted: &str) -> TestResult {
        self.wait_for_moves_with(&format!("the moves {wanted:?}"), |moves| moves == wanted)
    }

    /// Text of the status line.
    pub fn status(self) -> TestResult<String> {
        self.browser.inner_text(STATUS)
    }

    /// Moves in the move list.
    pub fn moves(self) -> TestResult<Vec<String>> {
        let script =
            "return [...document.querySelectorAll('.list button')].map((button) => button.innerText.trim())";
        let moves = self.browser.run(script, &[])?;
        Ok(moves.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// Last announcement for screen readers.
    pub fn announcement(self) -> TestResult<String> {
        self.browser.inner_text("[role=status]")
    }
}

const STATUS: &str = "[data-testid=status]";
