//! All games of PGN files.

use std::path::PathBuf;

use game::pgn::{PgnGame, Reader};

use super::summary::{InputError, Summary};
use crate::encoding::EncodingArgs;

/// Reads all games, so that the progress is known. Errors are reported.
pub(in crate::commands) fn read_games(
    files: &[PathBuf],
    encoding: EncodingArgs,
    summary: &mut Summary,
) -> Vec<PgnGame> {
    let mut read = Vec::new();
    for path in files {
        let source = match summary.open(path, encoding) {
            Ok(source) => source,
            Err(error) => {
                summary.report_error(&error);
                continue;
            }
        };
        let used_encoding = source.used();
        let mut games = Reader::new(source).games_with_notes();
        while let Some(game) = games.next() {
            games.notes().iter().for_each(|note| summary.report_note(path, note));
            match game {
                Ok(game) => read.push(game),
                Err(broken) => summary.report_error(&InputError::new(path, broken.error)),
            }
        }
        summary.report_encoding(path, &used_encoding);
    }
    read
}
