//! The generated games, in files of a fixed number.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use crate::generator::database::{OpeningBook, write_game};

const GAMES_PER_FILE: u64 = 50_000;

/// Generates the files that are missing, and returns all.
pub(crate) fn generate(folder: &Path, games: u64) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let book = OpeningBook::new();
    let start = Instant::now();
    let files: Vec<(PathBuf, u64, u64)> = (0..games.div_ceil(GAMES_PER_FILE))
        .map(|file| {
            let (first, end) = (file * GAMES_PER_FILE, ((file + 1) * GAMES_PER_FILE).min(games));
            (folder.join(format!("games-{first}-{end}.pgn")), first, end)
        })
        .collect();
    let missing: Vec<_> = files.iter().filter(|(path, ..)| !path.exists()).collect();
    let next = AtomicUsize::new(0);
    let work = || -> Result<(), std::io::Error> {
        while let Some((path, first, end)) = missing.get(next.fetch_add(1, Relaxed)) {
            let mut text = String::new();
            (*first..*end).for_each(|number| write_game(&book, number, &mut text));
            let part = path.with_extension("part");
            fs::write(&part, text)?;
            fs::rename(part, path)?;
        }
        Ok(())
    };
    let threads = std::thread::available_parallelism()?.get();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker without panic"))
    })?;
    if !missing.is_empty() {
        println!("generated           {} files, {:.1} s", missing.len(), start.elapsed().as_secs_f64());
    }
    Ok(files.into_iter().map(|(path, ..)| path).collect())
}
