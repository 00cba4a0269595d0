//! PGN file of a match. Every game is appended when it is over; an interrupted match is resumed from the
//! complete games.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use engine_match::{GameRecord, Standings};
use game::pgn::{PgnGame, Reader};
use rules::ByColor;

use super::engine_spec::MatchEngine;
use super::match_progress::MatchProgress;
use super::openings::Openings;
use crate::error::{CommandError, io_message};

/// The file, opened for appending.
#[derive(Debug)]
pub(super) struct PgnLog {
    path: PathBuf,
    file: File,
}

impl PgnLog {
    /// Opens or creates the file and adds its games to the standings.
    pub(super) fn open(
        path: &Path,
        engines: &[MatchEngine],
        openings: &Openings,
        standings: &mut Standings,
        progress: &mut MatchProgress,
    ) -> Result<PgnLog, CommandError> {
        let failed = |error: io::Error| CommandError::output_file(path, &error);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut text = Vec::new();
        io::Read::read_to_end(&mut file, &mut text)
            .map_err(|error| CommandError::file(path, io_message(&error)))?;
        let whole = whole_games(&text)
            .ok_or_else(|| CommandError::file(path, "not the PGN file of a match; use another file"))?;
        for (index, game) in Reader::new(&text[..whole]).games().enumerate() {
            let bad = |why: &dyn std::fmt::Display| {
                CommandError::BadInput(format!(
                    "{}: game {} does not belong to this match: {why}; use another file",
                    path.display(),
                    index + 1
                ))
            };
            let game = game.map_err(|broken| bad(&broken))?;
            let number =
                GameRecord::game_number(&game).ok_or_else(|| bad(&"it has no number in its Round tag"))?;
            let scheduled = standings
                .schedule()
                .game(number)
                .ok_or_else(|| bad(&format!("there are only {} games", standings.schedule().games())))?;
            let slots = ByColor { white: &engines[scheduled.white], black: &engines[scheduled.black] };
            let record = GameRecord {
                scheduled,
                names: slots.map(|match_engine| match_engine.name.as_str()),
                limits: slots.map(|match_engine| match_engine.limit),
                opening: &openings.get(scheduled.opening),
            };
            standings.add(number, record.end_in(&game).map_err(|misfit| bad(&misfit))?);
        }
        if whole < text.len() {
            file.set_len(whole as u64).map_err(failed)?;
            progress
                .message(&format!("{}: the last game is incomplete and will be replayed", path.display()));
        }
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if standings.played() > 0 {
            progress.message(&format!("{}: resuming after {} games", path.display(), standings.played()));
        }
        Ok(PgnLog { path: path.to_owned(), file })
    }

    /// Appends a game.
    pub(super) fn append(&mut self, game: &PgnGame) -> Result<(), CommandError> {
        let text = format!("{game}\n");
        self.file.write_all(text.as_bytes()).map_err(|error| CommandError::output_file(&self.path, &error))
    }
}

/// Length of the complete games in bytes; a truncated game may follow. `None` if the rest is something else,
/// which must not be overwritten.
fn whole_games(text: &[u8]) -> Option<usize> {
    const HEAD: &[u8] = b"[Event \"Engine match\"]\n";
    const ENDS: [&[u8]; 3] = [b"1-0\n\n", b"0-1\n\n", b"1/2-1/2\n\n"];
    let is_end = |&at: &usize| ENDS.iter().any(|end| text[..at].ends_with(end));
    let whole = (1..=text.len()).rev().find(is_end).unwrap_or(0);
    let rest = &text[whole..];
    (rest.starts_with(HEAD) || HEAD.starts_with(rest)).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_truncated_last_game_is_dropped() {
        let game = "[Event \"Engine match\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
        let check =
            |text: &str, whole: Option<usize>| assert_eq!(whole_games(text.as_bytes()), whole, "{text}");
        check("", Some(0));
        check(&game.repeat(2), Some(2 * game.len()));
        for cut in 0..game.len() {
            check(&game[..cut], Some(0));
            check(&format!("{game}{}", &game[..cut]), Some(game.len()));
        }
    }

    #[test]
    fn foreign_files_are_rejected() {
        for text in ["nonsense", "[Event \"Norway\"]\n\n1. e4 e5", "\n", "1-0\n\nnotes"] {
            assert_eq!(whole_games(text.as_bytes()), None, "{text}");
        }
    }
}
