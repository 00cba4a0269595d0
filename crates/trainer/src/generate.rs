//! The generator: plays games in several threads and appends them to a folder.
//!
//! Games are numbered, a game depends on the network, the node limit, the seed and its number alone, and games are written in their order. So the same seed
//! gives the same files, whatever the number of threads and however often the generator was stopped and started again.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use engine::{Engine, Network, Options};
use rng::Rng;

use crate::game_files::{GameCount, GameWriter};
use crate::packed_game::PackedGame;
use crate::self_play::play_game;

/// Transposition table of a game, in MiB.
const HASH_MIB: usize = 4;

/// Settings of a generator.
#[derive(Clone, Debug)]
pub struct Generator {
    /// Folder of the games.
    pub directory: PathBuf,
    /// Seed of all games.
    pub seed: u64,
    /// Network that evaluates; `None` for the hand-crafted evaluation.
    pub network: Option<Arc<Network>>,
    /// Soft node limit of each move.
    pub nodes: u64,
    /// Number of threads.
    pub threads: usize,
    /// Number of games in the folder at the end; without it the generator runs until it is stopped.
    pub games: Option<u64>,
    /// Length from which on a new file is begun.
    pub file_bytes: u64,
}

impl Generator {
    /// Plays games until there are enough, continuing those of the folder. `report` is told the number of games after each
    /// of them, the first time before the first one; it returns false to stop.
    pub fn run(&self, report: &mut dyn FnMut(GameCount) -> bool) -> io::Result<GameCount> {
        let (mut writer, mut count) = GameWriter::open(&self.directory, self.seed, self.file_bytes)?;
        let next = AtomicU64::new(count.games);
        let stop = AtomicBool::new(!report(count));
        let last = self.games.unwrap_or(u64::MAX);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(self.threads);
            for _ in 0..self.threads {
                let (sender, network, next, stop) = (sender.clone(), self.network.clone(), &next, &stop);
                scope.spawn(move || {
                    let options = Options { hash: HASH_MIB, ..Options::default() };
                    let mut engine = Engine::with_network(options, network);
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= last || stop.load(Relaxed) {
                            break;
                        }
                        let game = play_game(&mut engine, Rng::with_stream(self.seed, number), self.nodes);
                        if sender.send((number, game)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting: BTreeMap<u64, PackedGame> = BTreeMap::new();
            for (number, game) in receiver {
                waiting.insert(number, game);
                while let Some(game) = waiting.remove(&count.games) {
                    writer.append(&game).inspect_err(|_| stop.store(true, Relaxed))?;
                    count.games += 1;
                    count.moves += game.moves.len() as u64;
                    if !report(count) {
                        stop.store(true, Relaxed);
                    }
                }
            }
            Ok(count)
        })
    }
}
