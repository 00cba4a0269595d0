//! `hanpan uci`: the engine for any board that speaks the Universal Chess Interface.
//!
//! One thread reads, one thinks, and this one hears both and writes, so nothing is ever said by two at once.

mod session;
mod settings;
mod stopwatch;
mod telling;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;

use engine::{Engine, Report, Verdict};

use crate::failure::Failure;
use session::Session;

/// Play as an engine: the Universal Chess Interface on standard input and output
#[derive(clap::Args, Debug)]
#[command(after_help = "\
For boards, not for people: register 'hanpan uci' as an engine in the program you like to play with.

Example:
  $ printf 'position startpos moves f2f3 e7e5 g2g4\\ngo depth 2\\n' | hanpan uci | tail -1
  bestmove d8h4")]
pub(crate) struct Args {}

/// What the conversation is made of.
enum Event {
    /// The board said something.
    Heard(Vec<u8>),
    /// The board has left.
    Closed,
    /// The engine has news.
    Told(Report),
    /// The engine has decided and is back.
    Decided(Verdict, Box<Engine>),
}

pub(crate) fn run(_: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let (sender, events) = mpsc::channel();
    let mut session = Session::new(out, sender.clone());
    thread::spawn(move || listen(&sender));
    while !session.is_over() {
        match events.recv() {
            Ok(Event::Heard(line)) => session.hear(&line)?,
            Ok(Event::Closed) | Err(_) => session.hear_no_more(),
            Ok(Event::Told(report)) => session.report(&report)?,
            Ok(Event::Decided(verdict, engine)) => session.decide(verdict, engine)?,
        }
    }
    Ok(())
}

/// A line longer than this is not from a board.
const LONGEST_LINE: u64 = 1 << 20;

/// Passes on line after line until there are no more.
fn listen(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if events.send(Event::Heard(line)).is_err() {
            return;
        }
    }
    events.send(Event::Closed).ok();
}
