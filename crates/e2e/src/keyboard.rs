//! Keyboard input.

use serde_json::json;

use crate::{Browser, TestResult};

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A character key.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Tab: next focusable element.
    Tab,
    /// Shift+Tab: previous focusable element.
    BackTab,
    /// Left arrow.
    Left,
    /// Up arrow.
    Up,
    /// Right arrow.
    Right,
    /// Down arrow.
    Down,
    /// Delete.
    Delete,
    /// Home.
    Home,
    /// End.
    End,
    /// Ctrl with a letter.
    Control(char),
    /// Shift+Right.
    ShiftRight,
    /// Shift+PageUp.
    ShiftPageUp,
    /// Shift+Home.
    ShiftHome,
}

const SHIFT: char = '\u{e008}';
const CONTROL: char = '\u{e009}';

impl Key {
    /// Modifier and key in WebDriver's encoding.
    const fn code(self) -> (Option<char>, char) {
        match self {
            Key::Char(char) => (None, char),
            Key::Tab => (None, '\u{e004}'),
            Key::BackTab => (Some(SHIFT), '\u{e004}'),
            Key::Enter => (None, '\u{e007}'),
            Key::Escape => (None, '\u{e00c}'),
            Key::End => (None, '\u{e010}'),
            Key::Delete => (None, '\u{e017}'),
            Key::Home => (None, '\u{e011}'),
            Key::Left => (None, '\u{e012}'),
            Key::Up => (None, '\u{e013}'),
            Key::Right => (None, '\u{e014}'),
            Key::Down => (None, '\u{e015}'),
            Key::Control(char) => (Some(CONTROL), char),
            Key::ShiftRight => (Some(SHIFT), '\u{e014}'),
            Key::ShiftPageUp => (Some(SHIFT), '\u{e00e}'),
            Key::ShiftHome => (Some(SHIFT), '\u{e011}'),
        }
    }
}

impl Browser {
    /// Presses and releases keys in order.
    pub fn press_keys(&self, keys: impl IntoIterator<Item = Key>) -> TestResult {
        let down = |key: char| json!({ "type": "keyDown", "value": key });
        let up = |key: char| json!({ "type": "keyUp", "value": key });
        let mut actions = Vec::new();
        for (held, key) in keys.into_iter().map(Key::code) {
            actions.extend(held.map(down));
            actions.extend([down(key), up(key)]);
            actions.extend(held.map(up));
        }
        self.perform_actions(&json!({ "type": "key", "id": "keyboard", "actions": actions }))
    }

    /// Runs `action` while Shift is held down.
    pub fn with_shift(&self, action: impl FnOnce() -> TestResult) -> TestResult {
        let shift = |kind: &str| {
            let press = json!({ "type": kind, "value": SHIFT });
            self.perform_actions(&json!({ "type": "key", "id": "keyboard", "actions": [press] }))
        };
        shift("keyDown")?;
        action()?;
        shift("keyUp")
    }

    /// Types text into the focused element.
    pub fn type_text(&self, text: &str) -> TestResult {
        self.press_keys(text.chars().map(Key::Char))
    }
}
