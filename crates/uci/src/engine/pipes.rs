//! Threads for the pipes of a process: a writer, a reader, and a reader of stderr that keeps its last lines.
//! An engine can neither block the caller nor fill the memory.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Instant;

/// Maximum length of a line in bytes. A principal variation of a thousand moves has five thousand.
pub(super) const MAX_LINE_BYTES: usize = 1 << 16;

/// Capacity of the queue of unread lines; when it is full, the engine blocks.
const QUEUED_LINES: usize = 1024;

/// Number of stderr lines kept, and their maximum length in bytes.
const STDERR_LINES: usize = 20;
const MAX_STDERR_LINE_BYTES: usize = 1000;

/// A line with the time it was received.
#[derive(Debug)]
pub(super) struct OutputLine {
    pub(super) line: Vec<u8>,
    /// False if the line was cut at the maximum length.
    pub(super) is_complete: bool,
    pub(super) received: Instant,
}

/// The last lines of stderr and the thread that reads them.
#[derive(Debug)]
pub(super) struct StderrReader {
    tail: StderrTail,
    thread: JoinHandle<()>,
}

impl StderrReader {
    /// The last lines; waits until the deadline for the reader to finish.
    pub(super) fn tail(&self, deadline: Instant) -> Vec<String> {
        while !self.thread.is_finished() && Instant::now() < deadline {
            sleep(super::POLL_INTERVAL);
        }
        self.tail.lines()
    }
}

/// Bounded queue of stderr lines.
#[derive(Clone, Debug, Default)]
struct StderrTail(Arc<Mutex<VecDeque<String>>>);

impl StderrTail {
    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn add(&self, line: String) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == STDERR_LINES {
            lines.pop_front();
        }
        lines.push_back(line);
    }
}

/// Spawns the writer thread. It ends when the sender is dropped or the pipe is closed.
pub(super) fn spawn_writer(mut stdin: ChildStdin) -> Sender<String> {
    let (sender, lines) = channel::<String>();
    spawn(move || {
        for line in lines {
            // A closed pipe shows up as a timeout or a crash.
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Spawns the reader thread, which sends lines until the output is closed.
pub(super) fn spawn_reader(stdout: ChildStdout) -> Receiver<OutputLine> {
    let (sender, receiver) = sync_channel(QUEUED_LINES);
    spawn(move || read_lines(stdout, &sender));
    receiver
}

fn read_lines(stdout: ChildStdout, sender: &SyncSender<OutputLine>) {
    let mut stdout = BufReader::new(stdout);
    while let Some((line, is_whole)) = read_bounded_line(&mut stdout, MAX_LINE_BYTES) {
        if sender.send(OutputLine { line, is_complete: is_whole, received: Instant::now() }).is_err() {
            return;
        }
    }
}

/// Spawns the thread that keeps the last lines of stderr.
pub(super) fn spawn_stderr_reader(stderr: ChildStderr) -> StderrReader {
    let last = StderrTail::default();
    let kept = last.clone();
    let reader = spawn(move || {
        let mut stderr = BufReader::new(stderr);
        while let Some((line, _)) = read_bounded_line(&mut stderr, MAX_STDERR_LINE_BYTES) {
            kept.add(crate::Text::new(&String::from_utf8_lossy(&line)).to_string());
        }
    });
    StderrReader { tail: last, thread: reader }
}

/// The next line without its end, and whether it ended within the limit; the rest of a longer line follows as
/// the next line. `None` at the end of input or on an error.
fn read_bounded_line(input: &mut impl BufRead, longest: usize) -> Option<(Vec<u8>, bool)> {
    let mut line = Vec::new();
    let count = input.take(longest as u64).read_until(b'\n', &mut line).ok()?;
    if count == 0 {
        return None;
    }
    let is_whole = line.ends_with(b"\n") || count < longest;
    Some((line.trim_ascii_end().to_vec(), is_whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_at_the_limit() {
        let mut input: &[u8] = b"ab\r\nabcdefghij\nlast";
        let mut lines = Vec::new();
        while let Some((line, is_whole)) = read_bounded_line(&mut input, 8) {
            lines.push((String::from_utf8(line).unwrap(), is_whole));
        }
        let expected = [("ab", true), ("abcdefgh", false), ("ij", true), ("last", true)];
        assert_eq!(lines, expected.map(|(line, is_whole)| (line.to_owned(), is_whole)));
    }

    #[test]
    fn only_the_last_stderr_lines_are_kept() {
        let tokens = StderrTail::default();
        for number in 0..50 {
            tokens.add(number.to_string());
        }
        let lines = tokens.lines();
        assert_eq!((lines.len(), lines[0].as_str()), (STDERR_LINES, "30"));
    }
}
