//! Runs the program in a pseudo-terminal and reads its screen.
#![allow(dead_code, reason = "each test uses a part")]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pts, Pty};

/// Upper bound for any step on a slow machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Large enough for the board and the move list.
const ROWS: u16 = 40;
const COLUMNS: u16 = 140;

/// Interval between two looks at the screen.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A program in a pseudo-terminal.
pub(crate) struct PtyProgram {
    child: Child,
    pty: Arc<Pty>,
    /// Kept open, so that the terminal can be inspected after the program has exited.
    _pts: Pts,
    seen: Arc<Mutex<ParsedOutput>>,
    modes: String,
}

/// Parsed output of the program.
struct ParsedOutput {
    parser: vt100::Parser,
    bytes: usize,
}

impl PtyProgram {
    /// Starts `hanpan play` with an empty state folder.
    pub(crate) fn open(name: &str, args: &[&str]) -> PtyProgram {
        // Left over from an earlier run, if it exists.
        let _ = std::fs::remove_dir_all(folder(name));
        PtyProgram::reopen(name, args)
    }

    /// Starts `hanpan play` with the state folder of an earlier run.
    pub(crate) fn reopen(name: &str, args: &[&str]) -> PtyProgram {
        std::fs::create_dir_all(folder(name)).unwrap();
        let program = Command::new(env!("CARGO_BIN_EXE_hanpan"));
        PtyProgram::run(program.arg("play").args(args).env("XDG_STATE_HOME", folder(name)))
    }

    /// Starts any command.
    pub(crate) fn run(command: Command) -> PtyProgram {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(Size::new(ROWS, COLUMNS)).unwrap();
        let modes = modes(&pty);
        let mut command = command
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env_remove("NO_COLOR")
            .env_remove("COLORTERM");
        let child = command.spawn_borrowed(&pts).unwrap();
        let parser = empty_parser();
        let program = PtyProgram {
            child,
            pty: Arc::new(pty),
            _pts: pts,
            seen: Arc::new(Mutex::new(ParsedOutput { parser, bytes: 0 })),
            modes,
        };
        program.watch();
        program
    }

    /// Reads the output in a thread until the test ends.
    fn watch(&self) {
        let (pty, seen) = (Arc::clone(&self.pty), Arc::clone(&self.seen));
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count) = (&*pty).read(&mut buffer) {
                let mut seen = seen.lock().unwrap();
                seen.parser.process(&buffer[..count]);
                seen.bytes += count;
            }
        });
    }

    pub(crate) fn type_keys(&mut self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// Types space-separated moves, each with Enter.
    pub(crate) fn play(&mut self, moves: &str) {
        for m in moves.split(' ') {
            self.type_keys(&format!("{m}\r"));
        }
    }

    /// Clicks on a square.
    pub(crate) fn click(&mut self, square: &str) {
        self.drag(square, square);
    }

    /// Drags from one square to another.
    pub(crate) fn drag(&mut self, from: &str, to: &str) {
        // The file labels are the last part of the board to be drawn.
        self.wait_until("the board", |seen| square_width(seen).is_some());
        let (from, to) = (self.mouse_position(from), self.mouse_position(to));
        self.type_keys(&format!("\x1b[<0;{from}M\x1b[<32;{to}M\x1b[<0;{to}m"));
    }

    /// Mouse position of a square as `column;row` from 1, found by the labels of files and ranks.
    fn mouse_position(&self, square: &str) -> String {
        let screen = self.screen();
        let (file, rank) = square.split_at(1);
        let letters = file_labels(&screen).unwrap();
        let column = letters.chars().position(|c| c.to_string() == file).unwrap();
        let row = screen.lines().position(|line| line.split_whitespace().next() == Some(rank)).unwrap();
        format!("{};{}", column + 1, row + 1)
    }

    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |seen| seen.contains(text));
    }

    pub(crate) fn wait_until(&mut self, what: &str, is_so: impl Fn(&str) -> bool) {
        let began = Instant::now();
        while !is_so(&self.screen()) {
            assert!(began.elapsed() < TIMEOUT, "waited for {what}:\n{}", self.screen());
            sleep(POLL_INTERVAL);
        }
    }

    /// Passes the text of the screen to `look`.
    pub(crate) fn read(&self, look: impl FnOnce(&str)) {
        look(&self.screen());
    }

    /// Waits until there is no more output; returns the number of bytes so far.
    pub(crate) fn wait_until_idle(&mut self) -> usize {
        let bytes = |program: &PtyProgram| program.seen.lock().unwrap().bytes;
        loop {
            let before = bytes(self);
            sleep(Duration::from_millis(500));
            if before > 0 && bytes(self) == before {
                return before;
            }
        }
    }

    pub(crate) fn resize(&mut self, rows: u16, columns: u16) {
        self.seen.lock().unwrap().parser.set_size(size(rows), size(columns));
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    pub(crate) fn kill(&mut self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// Quits with Ctrl-C and checks that the terminal is restored.
    pub(crate) fn quit(mut self) {
        self.type_keys("\x03");
        let status = self.wait_for_end();
        assert!(status.success(), "{status}:\n{}", self.screen());
        self.expect_restored();
    }

    pub(crate) fn wait_for_end(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < TIMEOUT, "the program does not exit:\n{}", self.screen());
            sleep(POLL_INTERVAL);
        }
    }

    /// Expects the primary screen, the cursor, no mouse reporting and the original terminal modes.
    pub(crate) fn expect_restored(&mut self) {
        self.wait_until_idle();
        assert_eq!(modes(&self.pty), self.modes, "the modes of the terminal");
        let seen = self.seen.lock().unwrap();
        let screen = seen.parser.screen();
        assert!(!screen.alternate_screen(), "still on the alternate screen");
        assert!(!screen.hide_cursor(), "hidden cursor");
        assert!(!screen.bracketed_paste(), "bracketed paste still on");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "mouse reporting still on");
    }

    fn screen(&self) -> String {
        self.seen.lock().unwrap().parser.screen().contents()
    }
}

/// Kills the program even if the test has failed.
impl Drop for PtyProgram {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn empty_parser() -> vt100::Parser {
    vt100::Parser::new(size(ROWS), size(COLUMNS), 0)
}

/// Reads from a terminal until the text is on the screen.
pub(crate) fn read_until(mut pty: &Pty, parser: &mut vt100::Parser, text: &str) {
    let mut buffer = [0; 4096];
    while !parser.screen().contents().contains(text) {
        let count = pty.read(&mut buffer).unwrap();
        assert!(count > 0, "waited for {text}:\n{}", parser.screen().contents());
        parser.process(&buffer[..count]);
    }
}

/// Width of a square in columns.
pub(crate) fn square_width(screen: &str) -> Option<usize> {
    let letters = file_labels(screen)?;
    letters.find('b')?.checked_sub(letters.find('a')?)
}

/// The line with the file labels.
fn file_labels(screen: &str) -> Option<&str> {
    let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
    screen.lines().find(|line| line.split_whitespace().take(8).eq(files))
}

/// State folder of a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-screen").join(name)
}

/// Terminal modes as `stty -g` prints them.
fn modes(pty: &Pty) -> String {
    let terminal = Stdio::from(pty.as_fd().try_clone_to_owned().unwrap());
    let output = std::process::Command::new("stty").arg("-g").stdin(terminal).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn size(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}
