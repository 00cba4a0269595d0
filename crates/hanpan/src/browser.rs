//! The browser of whoever sits here, opened if there is one.

use std::process::{Command, Stdio};

/// Opens an address, as well as it can be done: the address has been printed, so a failure needs no words.
pub(crate) fn open(url: &str) {
    let Some(mut command) = opener() else { return };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Nobody waits for it: it may live as long as the browser.
    command.spawn().ok();
}

fn opener() -> Option<Command> {
    if cfg!(target_os = "macos") {
        return Some(Command::new("open"));
    }
    if cfg!(windows) {
        let mut command = Command::new("cmd");
        // The empty word is the title of the window; `start` would take the address for it.
        command.args(["/C", "start", ""]);
        return Some(command);
    }
    // Without a screen `xdg-open` would look for a browser in the terminal.
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(|name| std::env::var_os(name).is_some());
    screen.then(|| Command::new("xdg-open"))
}
