//! `hanpan uci`: the engine for any board that speaks the Universal Chess Interface.
//!
//! One thread reads, one thinks, and this one hears both and writes, so nothing is ever said by two at once.

mod counting;
mod going;
mod session;
mod settings;
mod stopwatch;
mod telling;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

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
    /// The count of moves has a line to tell.
    Counted(String),
    /// The count of moves is over.
    CountIsOver,
    /// The engine has decided and is back.
    Decided(Verdict, Box<Engine>),
}

pub(crate) fn run(_: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let (sender, events) = mpsc::channel();
    let mut session = Session::new(out, sender.clone());
    thread::spawn(move || listen(&sender));
    let mut last_hope = None;
    while !session.is_over() {
        let event = match last_hope {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(end) => events.recv_timeout(Instant::saturating_duration_since(&end, Instant::now())),
        };
        match event {
            Ok(Event::Heard(line)) => session.hear(&line)?,
            Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => {
                session.hear_no_more();
                last_hope = session.may_never_end().then(|| Instant::now() + HOPE);
            }
            Err(RecvTimeoutError::Timeout) => {
                last_hope = None;
                session.stop()?;
            }
            Ok(Event::Told(report)) => session.report(&report)?,
            Ok(Event::Counted(line)) => session.counted(&line)?,
            Ok(Event::CountIsOver) => session.count_is_over(),
            Ok(Event::Decided(verdict, engine)) => session.decide(verdict, engine)?,
        }
    }
    Ok(())
}

/// A mate that is looked for when the board has left is looked for so much longer; it may not be there.
const HOPE: Duration = Duration::from_secs(10);

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
