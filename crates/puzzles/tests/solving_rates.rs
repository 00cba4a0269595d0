//! The levels solve fewer puzzles of the shipped set the higher these are rated.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::Level;
use puzzles::level_rating::is_solved_by;
use puzzles::{Puzzle, shipped};

/// Lower limits of the rating bands.
const BANDS: [u16; 4] = [0, 500, 800, 1100];

/// Puzzles of each band that each level tries.
const TRIED: usize = 25;

/// Seeds other than those by which the puzzles were rated.
const SEED: u64 = 0xC0FF_EE00;

#[test]
fn solving_rates_fall_with_the_rating() {
    let puzzles = shipped().unwrap();
    let solved: Vec<usize> = (0..BANDS.len()).map(|band| solved_in(&puzzles, band)).collect();
    assert!(solved.windows(2).all(|pair| pair[0] > pair[1]), "{solved:?}");
}

/// Number of puzzles of a band that three levels solve.
fn solved_in(puzzles: &[Puzzle], band: usize) -> usize {
    let upper = BANDS.get(band + 1).copied().unwrap_or(u16::MAX);
    let is_in = |puzzle: &&Puzzle| (BANDS[band]..upper).contains(&puzzle.rating);
    let chosen: Vec<&Puzzle> = puzzles.iter().filter(is_in).take(TRIED).collect();
    assert_eq!(chosen.len(), TRIED, "band from {}", BANDS[band]);
    let levels = [Level::Haru, Level::Dori, Level::Mina];
    let solves =
        |level| (0..).zip(&chosen).filter(|(at, puzzle)| is_solved_by(puzzle, level, SEED + at)).count();
    levels.into_iter().map(solves).sum()
}
