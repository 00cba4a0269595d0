//! Perft of this crate and of other libraries in one run, by CPU time.
//!
//! Rounds are interleaved and the best round of each library counts, so that load on the machine affects all
//! alike. Every count is asserted. *Counted*: bulk counting at the last ply, which every library supports.
//! *Made*: every leaf is made; ours includes hash and counters.
#![allow(missing_docs, clippy::print_stdout, reason = "a program that prints a table")]

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;
use rules::{Position, perft};

const ROUNDS: usize = 5;

/// Positions with the counts of their last two depths: the lower is made, the higher counted.
const POSITIONS: [(&str, &str, u32, [u64; 2]); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, [4_865_609, 119_060_324]),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        [4_085_603, 193_690_690],
    ),
    ("cpw 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, [11_030_083, 178_633_661]),
    (
        "cpw 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        6,
        [15_833_292, 706_045_033],
    ),
    ("cpw 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, [2_103_487, 89_941_194]),
    (
        "cpw 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
        [3_894_594, 164_075_551],
    ),
];

/// A library to measure; the position is parsed before the clock starts.
struct Library {
    name: &'static str,
    counted: fn(&str, u32) -> (u64, Duration),
    made: fn(&str, u32) -> (u64, Duration),
}

const LIBRARIES: [Library; 4] = [
    Library {
        name: "hanpan",
        counted: |fen, depth| {
            let position = Position::from_fen(fen).expect("a legal position");
            timed(|| perft::count(black_box(&position), depth))
        },
        made: |fen, depth| {
            let position = Position::from_fen(fen).expect("a legal position");
            timed(|| perft::count_without_bulk(black_box(&position), depth))
        },
    },
    Library {
        name: "cozy-chess",
        counted: |fen, depth| {
            let board = cozy_chess::Board::from_fen(fen, false).expect("a legal position");
            timed(|| cozy_crate::counted(black_box(&board), depth))
        },
        made: |fen, depth| {
            let board = cozy_chess::Board::from_fen(fen, false).expect("a legal position");
            timed(|| cozy_crate::made(black_box(&board), depth))
        },
    },
    Library {
        name: "chess",
        counted: |fen, depth| {
            let board = fen.parse().expect("a legal position");
            timed(|| chess_crate::counted(black_box(&board), depth))
        },
        made: |fen, depth| {
            let board = fen.parse().expect("a legal position");
            timed(|| chess_crate::made(black_box(&board), depth))
        },
    },
    Library {
        name: "shakmaty",
        counted: |fen, depth| {
            let board = shakmaty_crate::read(fen);
            timed(|| shakmaty::perft(black_box(&board), depth))
        },
        made: |fen, depth| {
            let board = shakmaty_crate::read(fen);
            timed(|| shakmaty_crate::made(black_box(&board), depth))
        },
    },
];

fn main() {
    println!("million positions a second of CPU time, best of {ROUNDS} interleaved rounds");
    let made = compare("every leaf made", 1, |library| library.made);
    let counted = compare("last ply counted", 0, |library| library.counted);
    for (library, ratio) in LIBRARIES.iter().zip(made).skip(1) {
        println!("ratio-made {} {ratio:.2}", library.name);
    }
    for (library, ratio) in LIBRARIES.iter().zip(counted).skip(1) {
        println!("ratio {} {ratio:.2}", library.name);
    }
}

fn timed(count: impl FnOnce() -> u64) -> (u64, Duration) {
    let start = ProcessTime::now();
    let nodes = black_box(count());
    (nodes, start.elapsed())
}

type Counter = fn(&str, u32) -> (u64, Duration);

/// Prints a table and returns, for each library, the ratio of our speed to its speed: the geometric mean over
/// the positions.
fn compare(title: &str, less: u32, counter: impl Fn(&Library) -> Counter) -> [f64; LIBRARIES.len()] {
    print!("\n{title:<18}");
    LIBRARIES.iter().for_each(|library| print!("{:>12}", library.name));
    println!();
    let mut logarithms = [0.0; LIBRARIES.len()];
    for (name, fen, depth, counts) in POSITIONS {
        let depth = depth - less;
        let mut best = [Duration::MAX; LIBRARIES.len()];
        let mut nodes = 0;
        for _ in 0..ROUNDS {
            for (library, best) in LIBRARIES.iter().zip(&mut best) {
                let (counted, time) = counter(library)(fen, depth);
                assert_eq!(counted, counts[1 - less as usize], "{} for {name}", library.name);
                *best = time.min(*best);
                nodes = counted;
            }
        }
        print!("{:<18}", format!("{name} depth {depth}"));
        for (time, logarithm) in best.iter().zip(&mut logarithms) {
            print!("{:>12.0}", nodes as f64 / time.as_secs_f64() / 1e6);
            *logarithm += (time.as_secs_f64() / best[0].as_secs_f64()).ln();
        }
        println!();
    }
    logarithms.map(|sum| (sum / POSITIONS.len() as f64).exp())
}

// Each library is used in the way that was fastest for it.

mod cozy_crate {
    use std::hint::black_box;

    use cozy_chess::Board;

    pub(super) fn counted(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        } else {
            board.generate_moves(|moves| {
                for m in moves {
                    let mut child = board.clone();
                    child.play_unchecked(m);
                    nodes += counted(&child, depth - 1);
                }
                false
            });
        }
        nodes
    }

    pub(super) fn made(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            black_box(board);
            return 1;
        }
        let mut nodes = 0;
        board.generate_moves(|moves| {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                nodes += made(&child, depth - 1);
            }
            false
        });
        nodes
    }
}

mod chess_crate {
    use std::hint::black_box;

    use chess::{Board, MoveGen};

    pub(super) fn counted(board: &Board, depth: u32) -> u64 {
        let moves = MoveGen::new_legal(board);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut child = *board;
        let mut nodes = 0;
        for m in moves {
            board.make_move(m, &mut child);
            nodes += counted(&child, depth - 1);
        }
        nodes
    }

    pub(super) fn made(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            black_box(board);
            return 1;
        }
        let mut child = *board;
        let mut nodes = 0;
        for m in MoveGen::new_legal(board) {
            board.make_move(m, &mut child);
            nodes += made(&child, depth - 1);
        }
        nodes
    }
}

mod shakmaty_crate {
    use std::hint::black_box;

    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position};

    pub(super) fn read(fen: &str) -> Chess {
        let fen: Fen = fen.parse().expect("a position");
        fen.into_position(CastlingMode::Standard).expect("a legal position")
    }

    pub(super) fn made(position: &Chess, depth: u32) -> u64 {
        if depth == 0 {
            black_box(position);
            return 1;
        }
        let child = |&m: &shakmaty::Move| {
            let mut child = position.clone();
            child.play_unchecked(m);
            made(&child, depth - 1)
        };
        position.legal_moves().iter().map(child).sum()
    }
}
