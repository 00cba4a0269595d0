//! Standard input that ends when a signal arrives, so that the session can finish in an orderly way.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};

use crate::platform::signals;

/// Standard input until its end or a signal.
#[derive(Debug)]
pub struct StdinReader {
    events: Receiver<StdinEvent>,
    /// Bytes received and not yet consumed.
    bytes: Vec<u8>,
    read: usize,
    /// The end was reached; signals keep the channel open, so it cannot tell.
    at_end: bool,
    interrupt: Interrupt,
}

/// The signal that asked the program to exit, if any.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<OnceLock<i32>>);

impl Interrupt {
    /// The signal that arrived.
    pub(super) fn signal(&self) -> Option<i32> {
        self.0.get().copied()
    }

    /// Terminates the process by the signal's default action, if one arrived.
    pub fn exit_by_signal(&self) {
        self.signal().into_iter().for_each(signals::terminate_by);
    }
}

#[derive(Debug)]
enum StdinEvent {
    Bytes(Vec<u8>),
    Error(io::Error),
    /// Wakes up the reader.
    Signal,
}

impl StdinReader {
    /// Starts reading standard input and watching signals.
    #[must_use]
    pub fn start() -> StdinReader {
        let (sender, event) = channel();
        let (signal_sender, interrupt) = (sender.clone(), Interrupt::default());
        let flag = Arc::clone(&interrupt.0);
        signals::watch(move |signal| {
            // Only the first signal counts.
            let _ = flag.set(signal);
            let _ = signal_sender.send(StdinEvent::Signal);
        });
        std::thread::spawn(move || read_stdin(&sender));
        StdinReader { events: event, bytes: Vec::new(), read: 0, at_end: false, interrupt }
    }

    /// A handle that tells whether a signal has arrived.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

/// Sends the input in chunks until its end. The thread ends with the process.
fn read_stdin(sender: &Sender<StdinEvent>) {
    let mut input = io::stdin().lock();
    loop {
        let event = match input.fill_buf() {
            Ok(bytes) => StdinEvent::Bytes(bytes.to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => StdinEvent::Error(error),
        };
        let count = match &event {
            StdinEvent::Bytes(bytes) => bytes.len(),
            StdinEvent::Error(_) | StdinEvent::Signal => 0,
        };
        input.consume(count);
        // Stops at the end of input or when the receiver is gone.
        if sender.send(event).is_err() || count == 0 {
            return;
        }
    }
}

impl Read for StdinReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut available = self.fill_buf()?;
        let count = available.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for StdinReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.bytes.len() && !self.at_end && self.interrupt.signal().is_none() {
            self.read = 0;
            let event = self.events.recv();
            self.at_end = !matches!(&event, Ok(StdinEvent::Bytes(bytes)) if !bytes.is_empty());
            self.bytes = match event {
                Ok(StdinEvent::Bytes(bytes)) => bytes,
                Ok(StdinEvent::Error(error)) => {
                    self.bytes.clear();
                    return Err(error);
                }
                Ok(StdinEvent::Signal) | Err(_) => Vec::new(),
            };
        }
        if self.interrupt.signal().is_some() {
            return Ok(&[]);
        }
        Ok(self.bytes.get(self.read..).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}
