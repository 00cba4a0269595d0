//! `hanpan uci`: the engine as a UCI program.
//!
//! One thread reads, one searches, and this one receives both and writes, so that output lines never
//! interleave.

mod perft;
mod limits;
mod search_stage;
mod session;
mod options;
mod control;
mod info;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Engine, SearchInfo, SearchResult};

use crate::error::CommandError;
use session::Session;

/// Run as a UCI engine on standard input and output
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Add 'hanpan uci' as an engine in a chess GUI.

Example:
  $ printf 'position startpos moves f2f3 e7e5 g2g4\\ngo depth 2\\n' | hanpan uci | tail -1
  bestmove d8h4")]
pub(crate) struct Args {}

/// An event of the session.
enum SessionEvent {
    /// A line from the GUI.
    Line(Vec<u8>),
    /// Standard input was closed.
    InputClosed,
    /// Search information.
    Info(SearchInfo),
    /// An output line of perft.
    PerftLine(String),
    /// Perft is finished.
    PerftDone,
    /// The search is finished; the engine is returned.
    SearchDone(SearchResult, Box<Engine>),
}

pub(crate) fn run(_: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let (sender, events) = mpsc::channel();
    let mut session = Session::new(out, sender.clone());
    thread::spawn(move || read_lines(&sender));
    let mut deadline = None;
    while !session.is_over() {
        let event = match deadline {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(end) => events.recv_timeout(Instant::saturating_duration_since(&end, Instant::now())),
        };
        match event {
            Ok(SessionEvent::Line(line)) => session.handle_line(&line)?,
            Ok(SessionEvent::InputClosed) | Err(RecvTimeoutError::Disconnected) => {
                session.input_closed()?;
                deadline = session.may_run_forever().then(|| Instant::now() + MATE_SEARCH_GRACE);
            }
            Err(RecvTimeoutError::Timeout) => {
                deadline = None;
                session.stop()?;
            }
            Ok(SessionEvent::Info(search_info)) => session.on_info(&search_info)?,
            Ok(SessionEvent::PerftLine(line)) => session.on_perft_line(&line)?,
            Ok(SessionEvent::PerftDone) => session.on_perft_done(),
            Ok(SessionEvent::SearchDone(result, engine)) => session.on_search_done(result, engine)?,
        }
    }
    Ok(())
}

/// Time a mate search gets after standard input was closed; the mate may not exist.
const MATE_SEARCH_GRACE: Duration = Duration::from_secs(10);

/// Maximum length of an input line.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Sends input lines until the end of input.
fn read_lines(events: &Sender<SessionEvent>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match io::Read::take(&mut input, MAX_LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if events.send(SessionEvent::Line(line)).is_err() {
            return;
        }
    }
    events.send(SessionEvent::InputClosed).ok();
}
