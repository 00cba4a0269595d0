//! Events of an online session: lines, network events, timeouts.

use std::cell::Cell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use client::online::NetworkEvent;

use crate::online::IncomingSink;

/// An event.
#[derive(Debug)]
pub(super) enum InboxEvent {
    Incoming(NetworkEvent),
    /// A line; `None` at the end of input.
    Line(Option<String>),
}

/// Permission to read another line; otherwise it stays in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineDemand {
    Wanted,
    Unwanted,
}

/// Receives lines and network events.
#[derive(Debug)]
pub(super) struct Inbox {
    events: Receiver<InboxEvent>,
    /// Each permit lets the reader thread read one line.
    permits: Sender<()>,
    is_reading: bool,
}

/// Limit on the length of a line.
const MAX_LINE_BYTES: u64 = 4096;

impl Inbox {
    /// Starts the reader thread; returns the inbox and the sink for network events.
    pub(super) fn new(mut input: Box<dyn BufRead + Send>) -> (Inbox, IncomingSink) {
        let (sender, happenings) = channel();
        let (permits, permitted) = channel();
        let sink = sender.clone();
        std::thread::spawn(move || {
            while permitted.recv().is_ok() {
                let line = read_line(&mut *input);
                if sender.send(InboxEvent::Line(line)).is_err() {
                    return;
                }
            }
        });
        // Sending fails once the session is over, which is fine.
        let sink = IncomingSink::new(move |incoming| drop(sink.send(InboxEvent::Incoming(incoming))));
        (Inbox { events: happenings, permits, is_reading: false }, sink)
    }

    /// The next event, if it arrives within `patience`.
    pub(super) fn next(&mut self, lines: LineDemand, timeout: Duration) -> Option<InboxEvent> {
        if lines == LineDemand::Wanted && !self.is_reading {
            self.is_reading = self.permits.send(()).is_ok();
        }
        let event = self.events.recv_timeout(timeout).ok()?;
        self.is_reading &= matches!(event, InboxEvent::Incoming(_));
        Some(event)
    }
}

fn read_line(input: &mut dyn BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = (&mut *input).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
    if !matches!(read, Ok(1..)) {
        return None;
    }
    if !bytes.ends_with(b"\n") {
        input.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&bytes).trim().to_owned())
}

/// Writer that starts a new line if a prompt is open.
pub(super) struct PromptWriter<'a> {
    output: &'a mut dyn Write,
    is_open: Rc<Cell<bool>>,
}

impl<'a> PromptWriter<'a> {
    pub(super) fn new(output: &'a mut dyn Write, is_open: Rc<Cell<bool>>) -> PromptWriter<'a> {
        PromptWriter { output, is_open }
    }
}

impl Write for PromptWriter<'_> {
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
