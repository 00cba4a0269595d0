//! Time from the start of `hanpan play` until the first board is on the screen: the release binary in a
//! pseudo-terminal.
#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::error::Error;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::Command;

const ROUNDS: usize = 41;

/// End of a synchronized update, the last bytes of the first frame.
const END_OF_FRAME: &[u8] = b"\x1b[?2026l";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("hanpan-bench-{}", std::process::id()));
    let outcome = measure(&folder);
    std::fs::remove_dir_all(&folder)?;
    outcome
}

fn measure(folder: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    for (columns, rows) in [(80, 24), (200, 60)] {
        let times = (0..ROUNDS).map(|_| start(folder, columns, rows)).collect::<Result<Vec<_>, _>>()?;
        let mut millis: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1_000.0).collect();
        millis.sort_by(f64::total_cmp);
        let (median, slowest) = (millis[ROUNDS / 2], millis[ROUNDS - 1]);
        println!(
            "start to first board, {columns} × {rows}: {median:.1} ms median of {ROUNDS}, {slowest:.1} ms at most"
        );
    }
    Ok(())
}

/// Starts the game, waits for its first frame and kills it.
fn start(folder: &Path, columns: u16, rows: u16) -> Result<Duration, Box<dyn Error>> {
    let (mut pty, other_end) = pty_process::blocking::open()?;
    pty.resize(Size::new(rows, columns))?;
    let command = Command::new(env!("CARGO_BIN_EXE_hanpan")).arg("play");
    let command =
        command.env("XDG_STATE_HOME", folder).env("TERM", "xterm-256color").env("COLORTERM", "truecolor");
    let began = Instant::now();
    let mut child = command.spawn(other_end)?;
    let (mut seen, mut buffer) = (Vec::<u8>::new(), [0; 1 << 16]);
    while !seen.windows(END_OF_FRAME.len()).any(|bytes| bytes == END_OF_FRAME) {
        let count = pty.read(&mut buffer)?;
        seen.extend(&buffer[..count]);
    }
    let time = began.elapsed();
    child.kill()?;
    child.wait()?;
    Ok(time)
}
