//! A folder of packed games: numbered files of limited size, to which games are appended.
//!
//! A file begins with [`MAGIC`] and the seed of the generator. Games are appended with one write each; a process may be killed at
//! any time, and the next one cuts off what is left of an unfinished game.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::packed_game::{PackedGame, game_len};

/// First bytes of a file.
pub const MAGIC: [u8; 8] = *b"HPGAMES1";

/// Length of a file's header: magic and seed.
pub const FILE_HEADER_BYTES: usize = 16;

/// Extension of the files.
const EXTENSION: &str = "games";

/// The end of a folder of games, to which further games are appended.
#[derive(Debug)]
pub struct GameWriter {
    directory: PathBuf,
    seed: u64,
    max_bytes: u64,
    file: File,
    number: usize,
    len: u64,
}

/// Games found in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameCount {
    /// Number of games.
    pub games: u64,
    /// Number of their moves.
    pub moves: u64,
}

impl GameWriter {
    /// Opens a folder, created if there is none, and counts its games. An unfinished game at the end of the last file is cut
    /// off. A file is continued until it has `max_bytes`.
    pub fn open(directory: &Path, seed: u64, max_bytes: u64) -> io::Result<(GameWriter, GameCount)> {
        fs::create_dir_all(directory)?;
        let files = game_files(directory)?;
        let mut count = GameCount::default();
        let mut last_len = 0;
        for (index, path) in files.iter().enumerate() {
            let bytes = fs::read(path)?;
            let is_last = index + 1 == files.len();
            // A file that was just created may have no complete header.
            if is_last && bytes.len() < FILE_HEADER_BYTES {
                break;
            }
            let scan = scan(path, &bytes)?;
            if scan.seed != seed {
                return Err(invalid(path, &format!("these games have seed {}", scan.seed)));
            }
            if !is_last && scan.len != bytes.len() {
                return Err(invalid(path, "ends with an unfinished game"));
            }
            count.games += scan.count.games;
            count.moves += scan.count.moves;
            last_len = scan.len as u64;
        }
        let number = files.len().saturating_sub(1);
        let mut file = open_file(directory, number)?;
        if last_len == 0 {
            file.set_len(0)?;
            last_len = write_header(&mut file, seed)?;
        }
        file.set_len(last_len)?;
        file.seek(SeekFrom::End(0))?;
        let writer =
            GameWriter { directory: directory.to_owned(), seed, max_bytes, file, number, len: last_len };
        Ok((writer, count))
    }

    /// Appends a game.
    pub fn append(&mut self, game: &PackedGame) -> io::Result<()> {
        let bytes = game.to_bytes().ok_or_else(|| io::Error::other("the game cannot be packed"))?;
        if self.len >= self.max_bytes {
            self.number += 1;
            self.file = open_file(&self.directory, self.number)?;
            self.len = write_header(&mut self.file, self.seed)?;
        }
        self.file.write_all(&bytes)?;
        self.len += bytes.len() as u64;
        Ok(())
    }
}

/// Calls `f` with every game of a folder or file, in order. An unfinished game at the end of a file is skipped.
pub fn for_each_game(path: &Path, mut f: impl FnMut(PackedGame)) -> io::Result<GameCount> {
    let files = files_of(path)?;
    let mut count = GameCount::default();
    for path in files {
        let mut bytes = Vec::new();
        File::open(&path)?.read_to_end(&mut bytes)?;
        let scan = scan(&path, &bytes)?;
        let mut rest = &bytes[FILE_HEADER_BYTES..scan.len];
        while !rest.is_empty() {
            let (game, after) = PackedGame::read(rest).map_err(|error| invalid(&path, &error.to_string()))?;
            rest = after;
            f(game);
        }
        count.games += scan.count.games;
        count.moves += scan.count.moves;
    }
    Ok(count)
}

/// Files of a folder, in the order of their numbers, or the file itself.
pub(crate) fn files_of(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path.is_dir() { game_files(path) } else { Ok(vec![path.to_owned()]) }
}

/// Contents of a file.
struct Scan {
    seed: u64,
    count: GameCount,
    /// Length without an unfinished game at the end.
    len: usize,
}

fn scan(path: &Path, bytes: &[u8]) -> io::Result<Scan> {
    let header = bytes.first_chunk::<FILE_HEADER_BYTES>();
    let seed = header.and_then(|header| header.strip_prefix(&MAGIC)).and_then(|seed| seed.try_into().ok());
    let seed = seed.map(u64::from_le_bytes).ok_or_else(|| invalid(path, "no file of packed games"))?;
    let mut count = GameCount::default();
    let mut len = FILE_HEADER_BYTES;
    while let Some(game) = game_len(&bytes[len..]).map_err(|error| invalid(path, &error.to_string()))? {
        count.games += 1;
        count.moves += ((game - crate::packed_game::HEADER_BYTES) / crate::packed_game::MOVE_BYTES) as u64;
        len += game;
    }
    Ok(Scan { seed, count, len })
}

/// Files of a folder, in the order of their numbers.
fn game_files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn open_file(directory: &Path, number: usize) -> io::Result<File> {
    let path = directory.join(format!("{number:05}.{EXTENSION}"));
    OpenOptions::new().create(true).truncate(false).write(true).open(path)
}

fn write_header(file: &mut File, seed: u64) -> io::Result<u64> {
    let mut header = MAGIC.to_vec();
    header.extend(seed.to_le_bytes());
    file.write_all(&header)?;
    Ok(header.len() as u64)
}

fn invalid(path: &Path, reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {reason}", path.display()))
}
