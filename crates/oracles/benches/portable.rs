//! The shipped program against one compiled for this machine's processor: `portable PORTABLE NATIVE`, two paths.
//!
//! Runs are interleaved and the best of each counts, so that load on the machine affects both alike. The programs
//! must print the same.
#![allow(missing_docs, clippy::print_stdout, reason = "a program that prints a table")]

mod generator;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rng::Rng;

const ROUNDS: usize = 9;
const PGN_BYTES: usize = 40_000_000;
const BOARDS: usize = 3_000_000;

/// Positions of the perft benchmark, with depths of about equal time.
const PERFT: [(&str, &str); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "6"),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "5"),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "7"),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", "6"),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", "5"),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", "5"),
];

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo adds `--bench`.
    let paths: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [portable, native] = &paths[..] else { return Err("expected two paths: PORTABLE NATIVE".into()) };
    let folder = std::env::temp_dir().join(format!("hanpan-portable-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let outcome = compare_all([portable, native], &folder);
    fs::remove_dir_all(&folder)?;
    outcome
}

fn compare_all(programs: [&String; 2], folder: &Path) -> Result<(), Box<dyn Error>> {
    let (boards, games) = (folder.join("boards.txt"), folder.join("games.pgn"));
    fs::write(&boards, letter_boards())?;
    fs::write(&games, generator::make(generator::Kind::Plain, PGN_BYTES))?;
    let (boards, games) = (boards.display().to_string(), games.display().to_string());

    let perft = PERFT.map(|(fen, depth)| vec!["perft", depth, "--fen", fen]);
    compare("perft", programs, &perft)?;
    compare("engine", programs, &[vec!["bench"]])?;
    compare("check", programs, &[vec!["check", &boards]])?;
    compare("pgn", programs, &[vec!["pgn", "check", &games]])
}

/// Prints how fast the portable program is, the native one being 1.
fn compare(name: &str, programs: [&String; 2], runs: &[Vec<&str>]) -> Result<(), Box<dyn Error>> {
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let mut answers = Vec::new();
        for (program, best) in programs.iter().zip(&mut best) {
            let mut total = Duration::ZERO;
            let mut answer = Vec::new();
            for arguments in runs {
                let start = Instant::now();
                let output = Command::new(program).args(arguments).output()?;
                total += start.elapsed();
                if !output.status.success() {
                    return Err(format!("{program} {arguments:?}: {}", output.status).into());
                }
                answer.push(without_speed(&output.stdout));
            }
            *best = (*best).min(total);
            answers.push(answer);
        }
        assert!(answers[0] == answers[1], "{name}: the programs print different answers");
    }
    let [portable, native] = best.map(|time| time.as_secs_f64());
    println!("{name:<8} portable {portable:.3} s, native {native:.3} s");
    println!("ratio {name} {:.3}", native / portable);
    Ok(())
}

/// The output up to the numbers that depend on time.
fn without_speed(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let end = [" nps ", ", seconds "].into_iter().filter_map(|word| text.find(word)).min();
    text[..end.unwrap_or(text.len())].to_owned()
}

/// Random boards, 2 to 32 pieces on each, two of them kings.
fn letter_boards() -> Vec<u8> {
    let mut rng = Rng::new(1);
    let mut text = Vec::with_capacity(BOARDS * 73);
    for _ in 0..BOARDS {
        let mut squares = [b'.'; 64];
        for _ in 0..rng.index(31) {
            squares[rng.index(64)] = b"PPPPPPNNBBRRQppppppnnbbrrq"[rng.index(26)];
        }
        let king = rng.index(64);
        squares[king] = b'K';
        squares[(king + 1 + rng.index(63)) % 64] = b'k';
        for row in squares.as_chunks::<8>().0 {
            text.extend_from_slice(row);
            text.push(b'\n');
        }
        text.push(b'\n');
    }
    text
}
