//! Rendered screens as text files.

use std::fmt::Write as _;
use std::path::PathBuf;

use ratatui::buffer::Buffer;

use crate::ui;

/// The characters of a screen, line by line.
pub(super) fn screen_text(screen: &Buffer) -> String {
    let mut text = String::new();
    for y in screen.area.top()..screen.area.bottom() {
        let mut line = String::new();
        let mut x = screen.area.left();
        while x < screen.area.right() {
            let symbol = screen[(x, y)].symbol();
            line.push_str(symbol);
            // The cell behind a wide character is not visible.
            x += ui::width(symbol).max(1);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The styles of a screen: for each line the columns where foreground, background or modifiers change.
pub(super) fn screen_styles(screen: &Buffer) -> String {
    let mut text = String::new();
    for y in screen.area.top()..screen.area.bottom() {
        let mut before = None;
        let _ = write!(text, "{y:2}");
        for x in screen.area.left()..screen.area.right() {
            let cell = &screen[(x, y)];
            let style = (cell.fg, cell.bg, cell.modifier);
            if before != Some(style) {
                let _ = write!(text, " {x}:{}/{}", cell.fg, cell.bg);
                if !cell.modifier.is_empty() {
                    let _ = write!(text, "/{:?}", cell.modifier);
                }
            }
            before = Some(style);
        }
        text.push('\n');
    }
    text
}

/// Compares with the accepted file of this name.
pub(super) fn assert_snapshot(name: &str, drawn: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(name);
    if std::env::var_os("HANPAN_ACCEPT").is_some() {
        std::fs::write(&path, drawn).unwrap();
    }
    let accepted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        accepted == drawn,
        "{name} is drawn otherwise than accepted:\n{drawn}\naccepted was:\n{accepted}"
    );
}
