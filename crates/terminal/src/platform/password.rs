//! Reads a password without showing it.

use std::io::{self, Write};

use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, read};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};

/// Prints a prompt and reads a line from the keyboard without echo; `None` if it was cancelled.
///
/// # Errors
/// The terminal cannot be read.
pub fn read_password(prompt: &str) -> io::Result<Option<String>> {
    // Before the prompt: what is typed at once would be shown, and its Enter would be another key.
    enable_raw_mode()?;
    let typed = write!(io::stderr(), "{prompt}").and_then(|()| read_hidden_line());
    disable_raw_mode()?;
    writeln!(io::stderr())?;
    typed
}

fn read_hidden_line() -> io::Result<Option<String>> {
    let mut typed = String::new();
    loop {
        let Event::Key(key) = read()? else { continue };
        match key.code {
            _ if key.kind == KeyEventKind::Release => {}
            KeyCode::Enter => return Ok(Some(typed)),
            KeyCode::Esc => return Ok(None),
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(None),
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Char(c) => typed.push(c),
            _ => {}
        }
    }
}
