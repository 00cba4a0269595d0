//! File of finished games, so that a long measurement can be resumed.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};

use super::game::GameScore;

/// Identifies a game: indices of White and Black, and the seed.
pub(crate) type GameKey = (usize, usize, u64);

/// The file, with one line per game: its key and its result. Without a file nothing is saved.
pub(crate) struct SavedGames(Option<File>);

impl SavedGames {
    /// Opens the file for appending; returns the games in it.
    pub(crate) fn open(path: &str) -> Result<(SavedGames, HashMap<GameKey, GameScore>), String> {
        if path.is_empty() {
            return Ok((SavedGames(None), HashMap::new()));
        }
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read.map_err(|error| format!("{path}: {error}"))?,
        };
        let mut games = HashMap::new();
        for (line, number) in text.lines().zip(1..) {
            let (key, half) = parse_game(line).ok_or(format!("{path}, line {number}: no game: {line}"))?;
            games.insert(key, half);
        }
        let file = File::options()
            .create(true)
            .append(true)
            .open(path)
            .map_err(|error| format!("{path}: {error}"))?;
        Ok((SavedGames(Some(file)), games))
    }

    pub(crate) fn add(&mut self, (white, black, seed): GameKey, half: GameScore) -> Result<(), String> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        let word = match half {
            GameScore::White => "1-0",
            GameScore::Draw => "1/2-1/2",
            GameScore::Black => "0-1",
        };
        writeln!(file, "{white} {black} {seed} {word}").map_err(|error| error.to_string())
    }
}

fn parse_game(line: &str) -> Option<(GameKey, GameScore)> {
    let mut words = line.split(' ');
    let (white, black) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let seed = words.next()?.parse().ok()?;
    let half = match words.next()? {
        "1-0" => GameScore::White,
        "1/2-1/2" => GameScore::Draw,
        "0-1" => GameScore::Black,
        _ => return None,
    };
    Some(((white, black, seed), half))
}
