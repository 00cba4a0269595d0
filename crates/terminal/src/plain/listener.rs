//! Standard input that a signal ends: whoever waits for a line gets the end of them instead, and can say a last word.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};

use crate::world::signals;

/// What is typed, until there is no more or a signal asks for the end.
#[derive(Debug)]
pub struct Listener {
    heard: Receiver<Heard>,
    /// What has been heard and not yet read.
    bytes: Vec<u8>,
    read: usize,
    /// The end has been read, and stays the end however often it is asked for: signals keep the channel open.
    is_over: bool,
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
    pub fn end(&self) {
        self.signal().into_iter().for_each(signals::end);
    }
}

#[derive(Debug)]
enum Heard {
    Bytes(Vec<u8>),
    Failure(io::Error),
    /// Whoever waits is to look up.
    Signal,
}

impl Listener {
    /// Listens to standard input and to the signals that ask for the end.
    #[must_use]
    pub fn start() -> Listener {
        let (sender, heard) = channel();
        let (of_signals, interrupt) = (sender.clone(), Interrupt::default());
        let come = Arc::clone(&interrupt.0);
        signals::watch(move |signal| {
            // The first one counts.
            let _ = come.set(signal);
            let _ = of_signals.send(Heard::Signal);
        });
        std::thread::spawn(move || listen(&sender));
        Listener { heard, bytes: Vec::new(), read: 0, is_over: false, interrupt }
    }

    /// Whether a signal asks for the end, as it is at any moment from now on.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

/// Hands over what comes in, until nothing does any more. The thread ends with the program.
fn listen(sender: &Sender<Heard>) {
    let mut input = io::stdin().lock();
    loop {
        let heard = match input.fill_buf() {
            Ok(bytes) => Heard::Bytes(bytes.to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Heard::Failure(error),
        };
        let count = match &heard {
            Heard::Bytes(bytes) => bytes.len(),
            Heard::Failure(_) | Heard::Signal => 0,
        };
        input.consume(count);
        // Nothing is the end, and so is nobody who listens.
        if sender.send(heard).is_err() || count == 0 {
            return;
        }
    }
}

impl Read for Listener {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut available = self.fill_buf()?;
        let count = available.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Listener {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.bytes.len() && !self.is_over && self.interrupt.signal().is_none() {
            self.read = 0;
            let heard = self.heard.recv();
            self.is_over = !matches!(&heard, Ok(Heard::Bytes(bytes)) if !bytes.is_empty());
            self.bytes = match heard {
                Ok(Heard::Bytes(bytes)) => bytes,
                Ok(Heard::Failure(error)) => {
                    self.bytes.clear();
                    return Err(error);
                }
                Ok(Heard::Signal) | Err(_) => Vec::new(),
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
