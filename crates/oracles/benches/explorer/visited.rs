//! The positions that most games reach.

use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};

use explorer::Explorer;
use game::pgn::Reader;
use rules::Position;

/// The most visited positions, the most frequent first. Candidates are the most frequent of the first file; the index has
/// their numbers over all games.
pub(crate) fn most_visited(
    index: &Path,
    files: &[PathBuf],
    count: usize,
) -> Result<Vec<Position>, Box<dyn Error>> {
    let first = files.first().ok_or("there are no games")?;
    let mut visits: HashMap<u64, (Position, u64)> = HashMap::new();
    for game in Reader::new(File::open(first)?).games() {
        let game = game?;
        let mut position = Position::start();
        for m in game.moves() {
            visits.entry(position.repetition_key()).or_insert((position, 0)).1 += 1;
            position = position.play_unchecked(m);
        }
    }
    let mut candidates: Vec<(u64, Position)> =
        visits.into_values().map(|(position, visits)| (visits, position)).collect();
    candidates.sort_by_key(|&(visits, position)| (std::cmp::Reverse(visits), position.fen()));
    candidates.truncate(3 * count);

    let mut explorer = Explorer::open(File::open(index)?)?;
    let mut positions = Vec::new();
    for (_, position) in candidates {
        positions.push((explorer.find(&position)?.counts.results.total(), position));
    }
    positions.sort_by_key(|&(visits, _)| std::cmp::Reverse(visits));
    positions.truncate(count);
    if let (Some((most, _)), Some((fewest, _))) = (positions.first(), positions.last()) {
        println!("most visited        {} positions with {most} to {fewest} games", positions.len());
    }
    Ok(positions.into_iter().map(|(_, position)| position).collect())
}
