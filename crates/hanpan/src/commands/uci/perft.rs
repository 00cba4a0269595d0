//! `go perft` in a thread of its own, so that `stop` is received meanwhile.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use engine::SearchControl;
use rules::{CastlingStyle, Position, perft};

use super::SessionEvent;
use super::control::UciSearchControl;

/// Maximum depth.
pub(super) const MAX_DEPTH: u32 = 100;

/// Starts counting; sends a line per move and the total. On `stop` the counts so far are sent.
pub(super) fn start(
    position: Position,
    depth: u32,
    style: CastlingStyle,
    control: Arc<UciSearchControl>,
    events: Sender<SessionEvent>,
) -> io::Result<()> {
    let count = move || {
        let mut total = if depth == 0 { 1 } else { 0 };
        // Fails if the session has ended.
        let tell = |line: String| events.send(SessionEvent::PerftLine(line)).ok();
        let mut moves = if depth == 0 { Vec::new() } else { position.legal_moves().to_vec() };
        moves.sort_by_key(|m| m.uci(style).to_string());
        for m in moves {
            let nodes = count_interruptibly(&position.play_unchecked(m), depth - 1, &control);
            total += nodes;
            if control.should_stop() {
                break;
            }
            tell(format!("{}: {nodes}", m.uci(style)));
        }
        tell(String::new());
        tell(format!("Nodes searched: {total}"));
        events.send(SessionEvent::PerftDone).ok();
    };
    thread::Builder::new().spawn(count).map(|_| ())
}

/// Counts in pieces small enough to react to `stop`.
fn count_interruptibly(position: &Position, depth: u32, control: &UciSearchControl) -> u64 {
    const SMALL: u32 = 4;
    if depth <= SMALL {
        return perft::count(position, depth);
    }
    let mut nodes = 0;
    for m in &position.legal_moves() {
        if control.should_stop() {
            break;
        }
        nodes += count_interruptibly(&position.play_unchecked(m), depth - 1, control);
    }
    nodes
}
