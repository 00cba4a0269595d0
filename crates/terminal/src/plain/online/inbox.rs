//! What a sitting at a server waits for: a line, news from the network, or that time passes.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
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

/// Whether a line is wanted now. One that is not is left where it is, for whoever reads there next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    Wanted,
    Unwanted,
}

/// What has come and was not looked at.
#[derive(Debug)]
pub(super) struct Inbox {
    happenings: Receiver<Happening>,
    /// Each lets the thread that reads lines read one.
    permits: Sender<()>,
    is_reading: bool,
    lines: VecDeque<Option<String>>,
    news: VecDeque<Incoming>,
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
        let inbox =
            Inbox { happenings, permits, is_reading: false, lines: VecDeque::new(), news: VecDeque::new() };
        (inbox, reports)
    }

    /// The next thing, if it comes in time.
    pub(super) fn next(&mut self, lines: Lines, patience: Duration) -> Option<Happening> {
        if let Some(incoming) = self.news.pop_front() {
            return Some(Happening::Incoming(incoming));
        }
        if lines == Lines::Wanted {
            if let Some(line) = self.lines.pop_front() {
                return Some(Happening::Line(line));
            }
            self.read();
        }
        match self.happenings.recv_timeout(patience) {
            Ok(Happening::Line(line)) if lines == Lines::Unwanted => {
                self.is_reading = false;
                self.lines.push_back(line);
                None
            }
            Ok(happening) => {
                self.is_reading &= matches!(happening, Happening::Incoming(_));
                Some(happening)
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// The next line, however long it takes; what comes from the network meanwhile waits.
    fn line(&mut self) -> Option<String> {
        if let Some(line) = self.lines.pop_front() {
            return line;
        }
        self.read();
        loop {
            match self.happenings.recv() {
                Ok(Happening::Line(line)) => {
                    self.is_reading = false;
                    return line;
                }
                Ok(Happening::Incoming(incoming)) => self.news.push_back(incoming),
                Err(_) => return None,
            }
        }
    }

    fn read(&mut self) {
        if !self.is_reading {
            self.is_reading = self.permits.send(()).is_ok();
        }
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

/// The inbox as something that lines are read from, for questions that wait for their answer.
#[derive(Debug)]
pub(super) struct Answers {
    inbox: Rc<RefCell<Inbox>>,
    rest: io::Cursor<Vec<u8>>,
}

impl Answers {
    pub(super) fn new(inbox: Rc<RefCell<Inbox>>) -> Answers {
        Answers { inbox, rest: io::Cursor::new(Vec::new()) }
    }
}

impl Read for Answers {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.fill_buf()?;
        self.rest.read(buffer)
    }
}

impl BufRead for Answers {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.rest.fill_buf()?.is_empty()
            && let Some(line) = self.inbox.borrow_mut().line()
        {
            self.rest = io::Cursor::new(format!("{line}\n").into_bytes());
        }
        self.rest.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.rest.consume(amount);
    }
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
