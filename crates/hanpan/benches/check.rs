//! Throughput of `hanpan check` in letter boards per minute: the release binary, reading a file, on one core.
#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rng::Rng;

const BOARDS: u32 = 2_000_000;
const ROUNDS: u32 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("hanpan-bench-{}.txt", std::process::id()));
    let outcome = write_boards(&path).and_then(|()| measure(&path));
    std::fs::remove_file(&path)?;
    outcome
}

fn measure(path: &Path) -> Result<(), Box<dyn Error>> {
    let output = check(path).output()?;
    let last = format!("Game #{BOARDS}: ");
    let answers = String::from_utf8(output.stdout)?;
    assert!(
        answers.lines().last().is_some_and(|line| line.starts_with(&last)),
        "not all boards were answered"
    );
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let status = check(path).stdout(Stdio::null()).status()?;
        times.push(start.elapsed());
        assert!(status.success(), "{status}");
    }
    let per_minute = |time: Duration| f64::from(BOARDS) / time.as_secs_f64() * 60.0 / 1e6;
    times.sort();
    let (best, median) = (per_minute(times[0]), per_minute(times[times.len() / 2]));
    println!("check: {best:.0} million boards a minute (median {median:.0})");
    Ok(())
}

fn check(path: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hanpan"));
    command.arg("check").arg(path);
    command
}

/// Writes random boards, 2 to 32 pieces on each, two of them kings.
fn write_boards(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut rng = Rng::new(1);
    let mut file = BufWriter::new(File::create(path)?);
    for _ in 0..BOARDS {
        let mut squares = [b'.'; 64];
        for _ in 0..rng.index(31) {
            squares[rng.index(64)] = b"PPPPPPNNBBRRQppppppnnbbrrq"[rng.index(26)];
        }
        let king = rng.index(64);
        squares[king] = b'K';
        squares[(king + 1 + rng.index(63)) % 64] = b'k';
        for row in squares.as_chunks::<8>().0 {
            file.write_all(row)?;
            file.write_all(b"\n")?;
        }
        file.write_all(b"\n")?;
    }
    file.flush()?;
    Ok(())
}
