//! Standard input that a signal ends: whoever waits for a line gets the end of them instead, and can say a last word.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};

use crate::platform::signals;

/// What is typed, until there is no more or a signal asks for the end.
#[derive(Debug)]
pub struct StdinReader {
    events: Receiver<StdinEvent>,
    /// What has been heard and not yet read.
    bytes: Vec<u8>,
    read: usize,
    /// The end has been read, and stays the end however often it is asked for: signals keep the channel open.
    at_end: bool,
    interrupt: Interrupt,
}

/// Whether a signal asks for the end, for those who wait for something other than a line.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<OnceLock<i32>>);

impl Interrupt {
    /// The signal that has come.
    pub(super) fn signal(&self) -> Option<i32> {
        self.0.get().copied()
    }

    /// If a signal has come: ends the program as the signal would have, now that all is said.
    pub fn exit_by_signal(&self) {
        self.signal().into_iter().for_each(signals::end);
    }
}

#[derive(Debug)]
enum StdinEvent {
    Bytes(Vec<u8>),
    Error(io::Error),
    /// Whoever waits is to look up.
    Signal,
}

impl StdinReader {
    /// Listens to standard input and to the signals that ask for the end.
    #[must_use]
    pub fn start() -> StdinReader {
        let (sender, heard) = channel();
        let (of_signals, interrupt) = (sender.clone(), Interrupt::default());
        let come = Arc::clone(&interrupt.0);
        signals::watch(move |signal| {
            // The first one counts.
            let _ = come.set(signal);
            let _ = of_signals.send(StdinEvent::Signal);
        });
        std::thread::spawn(move || read_stdin(&sender));
        StdinReader { events: heard, bytes: Vec::new(), read: 0, at_end: false, interrupt }
    }

    /// Whether a signal asks for the end, as it is at any moment from now on.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

/// Hands over what comes in, until nothing does any more. The thread ends with the program.
fn read_stdin(sender: &Sender<StdinEvent>) {
    let mut input = io::stdin().lock();
    loop {
        let heard = match input.fill_buf() {
            Ok(bytes) => StdinEvent::Bytes(bytes.to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => StdinEvent::Error(error),
        };
        let count = match &heard {
            StdinEvent::Bytes(bytes) => bytes.len(),
            StdinEvent::Error(_) | StdinEvent::Signal => 0,
        };
        input.consume(count);
        // Nothing is the end, and so is nobody who listens.
        if sender.send(heard).is_err() || count == 0 {
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
            let heard = self.events.recv();
            self.at_end = !matches!(&heard, Ok(StdinEvent::Bytes(bytes)) if !bytes.is_empty());
            self.bytes = match heard {
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
