//! A game in the list of games: players, ratings, result, year and source.

use game::pgn::{PgnGame, PgnResult};

use crate::varint::{Cursor, write};

/// Longest name or source in bytes; longer ones are cut.
const MAX_TEXT_BYTES: usize = 200;

/// A game without its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// White's name; empty if unknown.
    pub white: String,
    /// Black's name; empty if unknown.
    pub black: String,
    /// White's rating.
    pub white_rating: Option<u16>,
    /// Black's rating.
    pub black_rating: Option<u16>,
    /// The result.
    pub result: PgnResult,
    /// Year in which the game was played.
    pub year: Option<u16>,
    /// Place of the game, such as its address on a server (the `Site` tag); empty if unknown.
    pub site: String,
}

/// Number of a game in an index, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct GameNumber(pub(crate) u32);

/// Result of a game and average of the players' ratings, which the counts need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameSummary {
    pub(crate) result: PgnResult,
    /// Average rating of the players whose rating is known.
    pub(crate) rating: Option<u16>,
}

impl GameRecord {
    /// The record of a game in PGN.
    #[must_use]
    pub fn from_pgn(game: &PgnGame) -> GameRecord {
        let tag = |name: &str| game.tags.get(name).filter(|&value| value != "?").unwrap_or_default();
        let rating = |name: &str| tag(name).trim().parse().ok().filter(|&rating: &u16| rating > 0);
        let year = tag("Date").split(['.', '-', '/']).next().and_then(|year| year.parse().ok());
        GameRecord {
            white: shortened(tag("White")),
            black: shortened(tag("Black")),
            white_rating: rating("WhiteElo"),
            black_rating: rating("BlackElo"),
            result: game.result,
            year: year.filter(|&year| year > 0),
            site: shortened(tag("Site")),
        }
    }

    pub(crate) fn summary(&self) -> GameSummary {
        let rating = match (self.white_rating, self.black_rating) {
            (Some(white), Some(black)) => Some(u16::midpoint(white, black)),
            (one, other) => one.or(other),
        };
        GameSummary { result: self.result, rating: rating.filter(|&rating| rating > 0) }
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        out.push(result_code(self.result));
        for number in [self.white_rating, self.black_rating, self.year] {
            write(u64::from(number.unwrap_or(0)), out);
        }
        for text in [&self.white, &self.black, &self.site] {
            let text = cut(text);
            write(text.len() as u64, out);
            out.extend_from_slice(text.as_bytes());
        }
    }

    /// `None` if the bytes are no record.
    pub(crate) fn decode(bytes: &mut Cursor<'_>) -> Option<GameRecord> {
        let result = result_of_code(bytes.array::<1>()?[0])?;
        let mut number = || {
            let number = u16::try_from(bytes.varint()?).ok()?;
            Some(Some(number).filter(|&number| number > 0))
        };
        let (white_rating, black_rating, year) = (number()?, number()?, number()?);
        let mut text = || {
            let length = usize::try_from(bytes.varint()?).ok()?;
            Some(std::str::from_utf8(bytes.take(length)?).ok()?.to_owned())
        };
        let (white, black, site) = (text()?, text()?, text()?);
        Some(GameRecord { white, black, white_rating, black_rating, result, year, site })
    }
}

fn shortened(text: &str) -> String {
    cut(text.trim()).to_owned()
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_TEXT_BYTES)]
}

fn result_code(result: PgnResult) -> u8 {
    match result {
        PgnResult::WhiteWins => 0,
        PgnResult::Draw => 1,
        PgnResult::BlackWins => 2,
        PgnResult::Unknown => 3,
    }
}

fn result_of_code(code: u8) -> Option<PgnResult> {
    [PgnResult::WhiteWins, PgnResult::Draw, PgnResult::BlackWins, PgnResult::Unknown]
        .get(usize::from(code))
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tags: &str, expected: &GameRecord) {
        let game: PgnGame = format!("{tags}\n\n1. e4 *\n").parse().unwrap();
        let record = GameRecord::from_pgn(&game);
        assert_eq!(&record, expected);
        let mut bytes = Vec::new();
        record.encode(&mut bytes);
        assert_eq!(GameRecord::decode(&mut Cursor::new(&bytes)), Some(record));
        for length in 0..bytes.len() {
            assert_eq!(GameRecord::decode(&mut Cursor::new(&bytes[..length])), None);
        }
    }

    #[test]
    fn records_have_the_known_tags_and_round_trip() {
        check("", &GameRecord::default());
        check(
            "[White \"Hou Yifan\"]\n[Black \"?\"]\n[WhiteElo \"2650\"]\n[BlackElo \"?\"]\n[Date \"2017.??.??\"]\n[Site \"https://chess.example/1\"]",
            &GameRecord {
                white: "Hou Yifan".to_owned(),
                white_rating: Some(2650),
                year: Some(2017),
                site: "https://chess.example/1".to_owned(),
                ..GameRecord::default()
            },
        );
        check("[Date \"????.??.??\"]\n[WhiteElo \"0\"]\n[BlackElo \"-\"]", &GameRecord::default());
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let record = GameRecord { white: "가".repeat(100), ..GameRecord::default() };
        let mut bytes = Vec::new();
        record.encode(&mut bytes);
        let read = GameRecord::decode(&mut Cursor::new(&bytes)).unwrap();
        assert_eq!(read.white, "가".repeat(66));
    }

    #[test]
    fn the_rating_of_a_game_is_the_average_of_the_known_ratings() {
        let check = |white_rating, black_rating, expected| {
            let record = GameRecord { white_rating, black_rating, ..GameRecord::default() };
            assert_eq!(record.summary().rating, expected);
        };
        check(Some(2000), Some(2100), Some(2050));
        check(Some(2000), None, Some(2000));
        check(None, Some(2100), Some(2100));
        check(None, None, None);
    }
}
