//! Opens a URL in the user's browser.

use std::process::{Command, Stdio};

/// Opens the URL if a browser can be found. Errors are ignored: the URL has already been printed.
pub(crate) fn open(url: &str) {
    let Some(mut command) = opener() else { return };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Not awaited: the process may live as long as the browser.
    command.spawn().ok();
}

fn opener() -> Option<Command> {
    if cfg!(target_os = "macos") {
        return Some(Command::new("open"));
    }
    if cfg!(windows) {
        let mut command = Command::new("cmd");
        // The empty argument is the window title; without it `start` would take the URL as the title.
        command.args(["/C", "start", ""]);
        return Some(command);
    }
    // Without a display `xdg-open` would look for a terminal browser.
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(|name| std::env::var_os(name).is_some());
    screen.then(|| Command::new("xdg-open"))
}
