//! `hanpan uci`: the engine as a UCI program.
//!
//! One thread reads, one searches, and this one receives both and writes, so that output lines never
//! interleave.

mod control;
mod info;
mod input;
mod limits;
mod memory;
mod options;
mod perft;
mod search_stage;
mod session;
mod waiting;

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Engine, SearchInfo, SearchResult};

use crate::error::CommandError;
use input::InputLine;
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
    Line(InputLine),
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
    let (unhandled, handled) = input::unhandled_lines();
    thread::spawn(move || input::read_lines(&sender, &unhandled));
    let (mut deadline, mut is_closed) = (None, false);
    while !session.is_over() {
        let event = match deadline {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(end) => events.recv_timeout(Instant::saturating_duration_since(&end, Instant::now())),
        };
        match event {
            Ok(SessionEvent::Line(line)) => {
                session.handle_line(line)?;
                handled.recv().ok();
            }
            Ok(SessionEvent::InputClosed) | Err(RecvTimeoutError::Disconnected) => {
                is_closed = true;
                session.input_closed()?;
                deadline = session.may_run_forever().then(|| Instant::now() + MATE_SEARCH_GRACE);
            }
            Err(RecvTimeoutError::Timeout) => {
                deadline = None;
                session.stop()?;
            }
            Ok(SessionEvent::Info(search_info)) => session.on_info(&search_info)?,
            Ok(SessionEvent::PerftLine(line)) => session.on_perft_line(&line)?,
            Ok(SessionEvent::PerftDone) => session.on_perft_done()?,
            Ok(SessionEvent::SearchDone(result, engine)) => {
                session.on_search_done(result, engine)?;
                // A search that was waiting may have begun.
                let may_hang = is_closed && session.may_run_forever();
                deadline = may_hang.then(|| Instant::now() + MATE_SEARCH_GRACE);
            }
        }
    }
    Ok(())
}

/// Time a mate search gets after standard input was closed; the mate may not exist.
const MATE_SEARCH_GRACE: Duration = Duration::from_secs(10);
