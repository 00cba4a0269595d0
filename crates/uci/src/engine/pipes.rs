//! The threads between a process and us: one that writes, one that reads, one that keeps the last complaints. Nothing an
//! engine does can block the caller or fill the memory.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Instant;

/// The longest line that is read. A line of play with a thousand moves has five thousand bytes.
pub(super) const MAX_LINE_BYTES: usize = 1 << 16;

/// So many lines wait to be heard; then the engine has to wait.
const QUEUED_LINES: usize = 1024;

/// So many complaints are kept, each so long at most.
const STDERR_LINES: usize = 20;
const MAX_STDERR_LINE_BYTES: usize = 1000;

/// A line, and when it came.
#[derive(Debug)]
pub(super) struct OutputLine {
    pub(super) line: Vec<u8>,
    /// Whether the line ended where it should.
    pub(super) is_complete: bool,
    pub(super) received: Instant,
}

/// What an engine complains about, and whoever reads it.
#[derive(Debug)]
pub(super) struct StderrReader {
    tail: StderrTail,
    thread: JoinHandle<()>,
}

impl StderrReader {
    /// The last lines. What is still on its way is waited for until the deadline.
    pub(super) fn tail(&self, deadline: Instant) -> Vec<String> {
        while !self.thread.is_finished() && Instant::now() < deadline {
            sleep(super::POLL_INTERVAL);
        }
        self.tail.lines()
    }
}

/// The last lines that an engine wrote where programs complain.
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

/// Writes what is sent. Ends when nobody can send any more, or when the engine does not listen any more.
pub(super) fn spawn_writer(mut stdin: ChildStdin) -> Sender<String> {
    let (sender, lines) = channel::<String>();
    spawn(move || {
        for line in lines {
            // An engine that has closed its ears is found out by its silence.
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Gives what is said, line by line, until the output is closed.
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

/// Keeps the last complaints.
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

/// The next line without its end, and whether it ended within the limit; if not, what follows is the next line. `None`
/// at the end, or when nothing can be read any more.
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
        let words = StderrTail::default();
        for number in 0..50 {
            words.add(number.to_string());
        }
        let lines = words.lines();
        assert_eq!((lines.len(), lines[0].as_str()), (STDERR_LINES, "30"));
    }
}
