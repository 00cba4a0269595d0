//! The file of a miner: puzzles are appended game by game, and an interrupted file is continued.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use puzzles::lichess_csv::{self, HEADER, parse_line};
use puzzles::{Puzzle, PuzzleId};

use crate::error::{CommandError, io_message};

/// A file of puzzles in CSV.
pub(super) struct OutputFile {
    path: PathBuf,
    file: File,
    ids: HashSet<PuzzleId>,
    last_game: Option<String>,
    /// Length up to the last game.
    kept_bytes: usize,
}

/// What is kept of a file that is continued.
struct KeptPart {
    bytes: usize,
    ids: HashSet<PuzzleId>,
    last_game: Option<String>,
}

impl OutputFile {
    /// Opens or creates a file, and reads what is in it.
    pub(super) fn open(path: &Path) -> Result<OutputFile, CommandError> {
        let failed = |error: io::Error| CommandError::file(path, io_message(&error));
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(failed)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let kept = KeptPart::of(&text).map_err(|(line, reason)| {
            CommandError::BadInput(format!("{}:{line}: {reason}", path.display()))
        })?;
        let KeptPart { bytes, ids, last_game } = kept;
        Ok(OutputFile { path: path.to_owned(), file, ids, last_game, kept_bytes: bytes })
    }

    /// Prepares the file for the first game. The puzzles of the last game are cut off, because some of them may not have been
    /// written: that game is mined again.
    pub(super) fn begin(&mut self) -> Result<(), CommandError> {
        let header = if self.kept_bytes == 0 { format!("{HEADER}\n") } else { String::new() };
        let written = self.file.set_len(self.kept_bytes as u64);
        let written = written.and_then(|()| self.file.seek(SeekFrom::End(0)));
        let written = written.and_then(|_| self.file.write_all(header.as_bytes()));
        written.map_err(|error| CommandError::output_file(&self.path, &error))
    }

    /// The game to begin with: the last one of which the file had puzzles.
    pub(super) fn last_game(&self) -> Option<&str> {
        self.last_game.as_deref()
    }

    /// Number of puzzles in the file.
    pub(super) fn puzzles(&self) -> usize {
        self.ids.len()
    }

    /// Appends the puzzles of a game; positions that the file has already are left out.
    pub(super) fn append(&mut self, puzzles: Vec<Puzzle>) -> Result<(), CommandError> {
        let new = puzzles.iter().filter(|puzzle| self.ids.insert(puzzle.id));
        let text: String = new.flat_map(|puzzle| [lichess_csv::to_line(puzzle), "\n".to_owned()]).collect();
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| CommandError::output_file(&self.path, &error))
    }
}

impl KeptPart {
    /// The part of a file before its last game; an error is the number of a line that is no puzzle, with the reason.
    fn of(bytes: &[u8]) -> Result<KeptPart, (usize, String)> {
        let mut kept = KeptPart { bytes: 0, ids: HashSet::new(), last_game: None };
        let mut last: Vec<PuzzleId> = Vec::new();
        let mut offset = 0;
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let begin = offset;
            offset += line.len();
            // A line without its end was not written completely.
            let Some(text) = line.strip_suffix(b"\n") else { break };
            let text = str::from_utf8(text).map_err(|_| (index + 1, "not UTF-8".to_owned()))?.trim_end();
            if index == 0 && text == HEADER {
                kept.bytes = offset;
                continue;
            }
            let puzzle = parse_line(text).map_err(|reason| (index + 1, reason.to_string()))?;
            let game = puzzle.source.rsplit_once('#').map_or(puzzle.source.as_str(), |(game, _)| game);
            if kept.last_game.as_deref() != Some(game) {
                kept.ids.extend(last.drain(..));
                kept.bytes = begin;
                kept.last_game = Some(game.to_owned());
            }
            last.push(puzzle.id);
        }
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: &str, game: &str) -> String {
        format!("{id},6k1/5ppp/7p/8/8/8/5PPP/R5K1 b - - 0 1,h6h5 a1a8,900,80,0,0,,{game},\n")
    }

    #[test]
    fn the_last_game_is_cut_off_and_mined_again() {
        let check = |text: &str, kept: &str, game: Option<&str>, ids: usize| {
            let found = KeptPart::of(text.as_bytes()).unwrap();
            assert_eq!(&text[..found.bytes], kept, "{text}");
            assert_eq!((found.last_game.as_deref(), found.ids.len()), (game, ids), "{text}");
        };
        let header = format!("{HEADER}\n");
        check("", "", None, 0);
        check(&header, &header, None, 0);
        let one = format!("{header}{}{}", line("a", "g/1#3"), line("b", "g/1#9"));
        check(&one, &header, Some("g/1"), 0);
        let two = format!("{one}{}", line("c", "g/2#4"));
        check(&two, &one, Some("g/2"), 2);
        check(&format!("{two}d,6k1/5"), &one, Some("g/2"), 2);
        check(&HEADER[..20], "", None, 0);
    }

    #[test]
    fn other_files_are_refused() {
        let check = |text: &[u8], expected: usize| {
            assert_eq!(KeptPart::of(text).err().map(|(line, _)| line), Some(expected));
        };
        check(b"my diary\n", 1);
        check(format!("{HEADER}\n{}x\n", line("a", "g/1#3")).as_bytes(), 3);
        check(b"\xFF\n", 1);
    }
}
