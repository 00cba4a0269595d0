//! `hanpan perft`: counts the leaf nodes of the move tree, optionally on several threads.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use rules::{Move, Position, perft};

use crate::arguments::PositionArgs;
use crate::error::CommandError;
use crate::progress::{Progress, REDRAW_INTERVAL};

/// Count the leaf nodes of the move tree (perft)
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The last line is 'nodes N'. Positions that no game can reach (too much material, an impossible check, castling rights
from two different starting positions) are accepted, because their moves are well defined.

Example:
  $ hanpan perft --divide 1 --fen '4k3/8/8/8/8/8/P7/4K3 b - - 0 1'
  e8d7 1
  e8d8 1
  e8e7 1
  e8f7 1
  e8f8 1
  nodes 5")]
pub(crate) struct Args {
    /// Depth in plies, from 0 to 100
    #[arg(allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Number of threads, from 1 to 1024
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Also print the node count of each root move, sorted
    #[arg(long)]
    divide: bool,
}

/// A root move and its node count.
struct RootMove {
    m: Move,
    nodes: u64,
}

/// Unit of parallel work: a position after two plies and the index of its root move.
struct Subtree {
    root_move: usize,
    position: Position,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let position = args.position.position()?;
    let root_moves = count(&position, args.depth, args.threads);
    if args.divide {
        let style = args.position.style();
        let mut lines: Vec<String> = root_moves
            .iter()
            .map(|root_move| format!("{} {}", root_move.m.uci(style), root_move.nodes))
            .collect();
        lines.sort();
        for line in lines {
            writeln!(out, "{line}")?;
        }
    }
    let nodes = if args.depth == 0 { 1 } else { root_moves.iter().map(|root_move| root_move.nodes).sum() };
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

/// Counts the nodes below each root move; empty at depth 0.
fn count(position: &Position, depth: u32, threads: u16) -> Vec<RootMove> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.legal_moves();
    let root_move = |&m: &Move| {
        let nodes = if depth <= 2 { perft::count(&position.play_unchecked(m), depth - 1) } else { 0 };
        RootMove { m, nodes }
    };
    let mut root_moves: Vec<RootMove> = moves.iter().map(root_move).collect();
    if depth > 2 {
        count_in_parallel(&mut root_moves, position, depth - 2, threads);
    }
    root_moves
}

/// Adds the nodes `depth` plies below the second ply to each root move.
fn count_in_parallel(root_moves: &mut [RootMove], position: &Position, depth: u32, threads: u16) {
    let subtrees: Vec<Subtree> = root_moves
        .iter()
        .enumerate()
        .flat_map(|(root_move, first)| {
            let after = position.play_unchecked(first.m);
            let replies = after.legal_moves();
            let subtrees =
                replies.iter().map(|&reply| Subtree { root_move, position: after.play_unchecked(reply) });
            subtrees.collect::<Vec<_>>()
        })
        .collect();
    let next = AtomicUsize::new(0);
    let mut progress = Progress::start(Some(subtrees.len() as u64));
    let mut done = 0;
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads {
            let (sender, next, subtrees) = (sender.clone(), &next, &subtrees);
            scope.spawn(move || {
                while let Some(subtree) = subtrees.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // The receiver lives as long as this scope, so sending cannot fail.
                    sender.send((subtree.root_move, perft::count(&subtree.position, depth))).ok();
                }
            });
        }
        drop(sender);
        loop {
            match results.recv_timeout(REDRAW_INTERVAL) {
                Ok((root_move, nodes)) => {
                    root_moves[root_move].nodes += nodes;
                    done += 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress.show(done);
        }
    });
    progress.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_count_does_not_change_the_node_count() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = kiwipete.parse().unwrap();
        for (depth, expected) in [(0, 0), (1, 48), (2, 2039), (3, 97_862), (4, 4_085_603)] {
            for threads in [1, 2, 7] {
                let root_moves = count(&position, depth, threads);
                assert_eq!(root_moves.iter().map(|root_move| root_move.nodes).sum::<u64>(), expected);
            }
        }
    }

    #[test]
    fn mated_position_has_no_nodes() {
        let mated: Position = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
        for depth in 1..5 {
            assert!(count(&mated, depth, 2).is_empty());
        }
    }
}
