//! What was drawn, as text that can be kept and compared.

use std::fmt::Write as _;
use std::path::PathBuf;

use ratatui::buffer::Buffer;

use crate::ui;

/// The characters of a picture, line by line.
pub(super) fn screen_text(picture: &Buffer) -> String {
    let mut text = String::new();
    for y in picture.area.top()..picture.area.bottom() {
        let mut line = String::new();
        let mut x = picture.area.left();
        while x < picture.area.right() {
            let symbol = picture[(x, y)].symbol();
            line.push_str(symbol);
            // What is behind a wide character is not seen.
            x += ui::width(symbol).max(1);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The colours of a picture: for each line, from which column on which foreground, background and manner.
pub(super) fn screen_styles(picture: &Buffer) -> String {
    let mut text = String::new();
    for y in picture.area.top()..picture.area.bottom() {
        let mut before = None;
        let _ = write!(text, "{y:2}");
        for x in picture.area.left()..picture.area.right() {
            let cell = &picture[(x, y)];
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

/// Holds what was drawn against what was accepted under this name.
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
