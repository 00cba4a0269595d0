//! Input methods for moves.

use crate::{Board, Browser, Button, Css, Key, TestResult};

/// An input method that can play every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveInput {
    /// Click on the piece, then on the target.
    Click,
    /// Drag with the mouse.
    Drag,
    /// Tap on the piece, then on the target.
    Tap,
    /// Drag with a finger.
    Swipe,
    /// Arrow keys and Enter.
    Keyboard,
    /// Text field.
    Typing,
}

impl MoveInput {
    /// Plays a move such as `e2e4` or `a7a8q`.
    pub(crate) fn play_move(self, board: Board<'_>, m: &str) -> TestResult {
        let (from, to, promotion) = (m.get(..2).unwrap_or(m), m.get(2..4).unwrap_or(m), m.get(4..5));
        let browser = board.browser;
        match self {
            MoveInput::Click => {
                browser.click(board.center(from)?)?;
                browser.click(board.center(to)?)?;
            }
            MoveInput::Drag => browser.drag(board.center(from)?, board.center(to)?)?,
            MoveInput::Tap => {
                browser.tap(board.center(from)?)?;
                browser.tap(board.center(to)?)?;
            }
            MoveInput::Swipe => browser.swipe(board.center(from)?, board.center(to)?)?,
            MoveInput::Keyboard => {
                move_focus_to(board, from)?;
                browser.press_keys([Key::Enter])?;
                move_focus_to(board, to)?;
                browser.press_keys([Key::Enter])?;
            }
            MoveInput::Typing => {
                browser.type_into(Css(".typed input"), m)?;
                return browser.click_element(Button("Play"));
            }
        }
        promotion.map_or(Ok(()), |role| self.promote(browser, role))
    }

    /// Chooses the promotion piece and waits until the dialog is closed.
    fn promote(self, browser: &Browser, role: &str) -> TestResult {
        let choice = format!("[data-promotion={role}]");
        // The dialog opens with the focus on the queen.
        wait_for_focus(browser, "[data-promotion=q]")?;
        match self {
            MoveInput::Click | MoveInput::Drag | MoveInput::Typing => {
                browser.click(browser.center_of(&choice)?)?
            }
            MoveInput::Tap | MoveInput::Swipe => browser.tap(browser.center_of(&choice)?)?,
            MoveInput::Keyboard => {
                let place = "
                    const choices = [...document.querySelectorAll('[data-promotion]')];
                    return choices.findIndex((choice) => choice.matches(arguments[0]))";
                let down = browser.run(place, &[&choice])?.as_u64().unwrap_or_default();
                browser.press_keys(std::iter::repeat_n(Key::Down, down as usize))?;
                wait_for_focus(browser, &choice)?;
                browser.press_keys([Key::Enter])?;
            }
        }
        browser.wait("the choice to be made", || {
            let is_open = browser.has(Css(".promotion"))?;
            Ok(if is_open { Err("still a choice".to_owned()) } else { Ok(()) })
        })
    }
}

/// Moves the focus to a square with the arrow keys, from the focused square or by tabbing to the board.
fn move_focus_to(board: Board<'_>, square: &str) -> TestResult {
    let browser = board.browser;
    let start = browser.wait("the focus on the board", || {
        let focused = board.focused_square()?;
        if focused.is_none() {
            browser.press_keys([Key::Tab])?;
        }
        Ok(focused.ok_or_else(|| "no square has it".to_owned()))
    })?;
    let (from, to) = (board.center_2d(&start)?, board.center_2d(square)?);
    let side = board.center_2d("b1")?.x - board.center_2d("a1")?.x;
    let steps = |way: f64, back: Key, on: Key| {
        let count = (way / side.abs()).round();
        std::iter::repeat_n(if count < 0.0 { back } else { on }, count.abs() as usize)
    };
    let across = steps(to.x - from.x, Key::Left, Key::Right);
    browser.press_keys(across.chain(steps(to.y - from.y, Key::Up, Key::Down)))?;
    wait_for_focus(browser, &format!("[data-square={square}]"))
}

/// Waits until the element has the keyboard focus.
pub fn wait_for_focus(browser: &Browser, selector: &str) -> TestResult {
    browser.wait(&format!("the focus on {selector}"), || {
        let script = "
            const active = document.activeElement;
            return active.matches(arguments[0]) ? null : active.outerHTML.slice(0, 200)";
        let seen = browser.run(script, &[selector])?;
        Ok(seen.as_str().map_or(Ok(()), |seen| Err(seen.to_owned())))
    })
}
