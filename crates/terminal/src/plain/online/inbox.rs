//! What a sitting at a server waits for: a line, news from the network, or that time passes.

use std::cell::Cell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use client::online::Incoming;

use crate::online::WireReports;

/// Something that has come.
#[derive(Debug)]
pub(super) enum Happening {
    Incoming(Incoming),
    /// A line; nothing once there are no more.
    Line(Option<String>),
}

/// Whether another line is wanted now. One that is not is left where it is, for a while or for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    Wanted,
    Unwanted,
}

/// Where it comes in.
#[derive(Debug)]
pub(super) struct Inbox {
    happenings: Receiver<Happening>,
    /// Each lets the thread that reads lines read one.
    permits: Sender<()>,
    is_reading: bool,
}

/// The longest line that makes sense.
const LONGEST: u64 = 4096;

impl Inbox {
    /// Lines come from this reader, on a thread of its own; news by way of the reports.
    pub(super) fn new(mut input: Box<dyn BufRead + Send>) -> (Inbox, WireReports) {
        let (sender, happenings) = channel();
        let (permits, permitted) = channel();
        let reports = sender.clone();
        std::thread::spawn(move || {
            while permitted.recv().is_ok() {
                let line = read_line(&mut *input);
                if sender.send(Happening::Line(line)).is_err() {
                    return;
                }
            }
        });
        // Nobody listens any more once the sitting is over.
        let reports = WireReports::new(move |incoming| drop(reports.send(Happening::Incoming(incoming))));
        (Inbox { happenings, permits, is_reading: false }, reports)
    }

    /// The next thing, if it comes in time.
    pub(super) fn next(&mut self, lines: Lines, patience: Duration) -> Option<Happening> {
        if lines == Lines::Wanted && !self.is_reading {
            self.is_reading = self.permits.send(()).is_ok();
        }
        let happening = self.happenings.recv_timeout(patience).ok()?;
        self.is_reading &= matches!(happening, Happening::Incoming(_));
        Some(happening)
    }
}

fn read_line(input: &mut dyn BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = (&mut *input).take(LONGEST).read_until(b'\n', &mut bytes);
    if !matches!(read, Ok(1..)) {
        return None;
    }
    if !bytes.ends_with(b"\n") {
        input.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&bytes).trim().to_owned())
}

/// An output in which a prompt can stand open. What is said meanwhile begins a new line.
pub(super) struct Margin<'a> {
    output: &'a mut dyn Write,
    is_open: Rc<Cell<bool>>,
}

impl<'a> Margin<'a> {
    pub(super) fn new(output: &'a mut dyn Write, is_open: Rc<Cell<bool>>) -> Margin<'a> {
        Margin { output, is_open }
    }
}

impl Write for Margin<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() && self.is_open.replace(false) {
            self.output.write_all(b"\n")?;
        }
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
