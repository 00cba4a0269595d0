//! What a sitting at a server waits for: a line, news from the network, or that time passes.

use std::cell::Cell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use client::online::NetworkEvent;

use crate::online::WireReports;

/// Something that has come.
#[derive(Debug)]
pub(super) enum InboxEvent {
    Incoming(NetworkEvent),
    /// A line; nothing once there are no more.
    Line(Option<String>),
}

/// Whether another line is wanted now. One that is not is left where it is, for a while or for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineDemand {
    Wanted,
    Unwanted,
}

/// Where it comes in.
#[derive(Debug)]
pub(super) struct Inbox {
    events: Receiver<InboxEvent>,
    /// Each lets the thread that reads lines read one.
    permits: Sender<()>,
    is_reading: bool,
}

/// The longest line that makes sense.
const MAX_LINE_BYTES: u64 = 4096;

impl Inbox {
    /// Lines come from this reader, on a thread of its own; news by way of the reports.
    pub(super) fn new(mut input: Box<dyn BufRead + Send>) -> (Inbox, WireReports) {
        let (sender, happenings) = channel();
        let (permits, permitted) = channel();
        let reports = sender.clone();
        std::thread::spawn(move || {
            while permitted.recv().is_ok() {
                let line = read_line(&mut *input);
                if sender.send(InboxEvent::Line(line)).is_err() {
                    return;
                }
            }
        });
        // Nobody listens any more once the sitting is over.
        let reports = WireReports::new(move |incoming| drop(reports.send(InboxEvent::Incoming(incoming))));
        (Inbox { events: happenings, permits, is_reading: false }, reports)
    }

    /// The next thing, if it comes in time.
    pub(super) fn next(&mut self, lines: LineDemand, patience: Duration) -> Option<InboxEvent> {
        if lines == LineDemand::Wanted && !self.is_reading {
            self.is_reading = self.permits.send(()).is_ok();
        }
        let happening = self.events.recv_timeout(patience).ok()?;
        self.is_reading &= matches!(happening, InboxEvent::Incoming(_));
        Some(happening)
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

/// An output in which a prompt can stand open. What is said meanwhile begins a new line.
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
