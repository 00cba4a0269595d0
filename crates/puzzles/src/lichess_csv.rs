//! The CSV format in which Lichess publishes puzzles:
//! `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags`.
//!
//! The FEN is the position before the opponent's move. Themes that this crate does not know are left out.

use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

use rules::{FenError, Position};

use crate::puzzle::{LineError, Puzzle, PuzzleId};

/// First line of a file.
pub const HEADER: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

/// Length from which on a line is refused.
const MAX_LINE_BYTES: usize = 4096;

/// The reason why a line is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CsvReason {
    /// The number of fields; 9 or 10 are needed.
    Fields(usize),
    /// The identifier.
    Id(String),
    /// The position.
    Fen(Box<FenError>),
    /// The moves.
    Line(LineError),
    /// A number, with the name of its column.
    Number(&'static str, String),
    /// The line is longer than 4096 bytes.
    TooLong,
    /// The line is not UTF-8.
    Encoding,
}

/// A line that is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CsvError {
    /// Number of the line, from 1.
    pub line: u64,
    /// Reason.
    pub reason: CsvReason,
}

/// The puzzles of a file.
#[derive(Debug)]
pub struct CsvReader<R> {
    input: R,
    line: u64,
}

impl<R: BufRead> CsvReader<R> {
    /// Reads puzzles from CSV; a first line with the names of the columns is skipped.
    pub fn new(input: R) -> CsvReader<R> {
        CsvReader { input, line: 0 }
    }

    /// The next line without its end; `None` at the end.
    fn next_line(&mut self) -> io::Result<Option<Result<String, CsvReason>>> {
        let mut bytes = Vec::new();
        let limit = MAX_LINE_BYTES as u64 + 2;
        if io::Read::take(&mut self.input, limit).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.line += 1;
        if !bytes.ends_with(b"\n") && bytes.len() > MAX_LINE_BYTES {
            self.input.skip_until(b'\n')?;
            return Ok(Some(Err(CsvReason::TooLong)));
        }
        let text = String::from_utf8(bytes).map_err(|_| CsvReason::Encoding);
        Ok(Some(text.map(|text| text.trim_end().trim_start_matches('\u{feff}').to_owned())))
    }
}

/// Puzzles and lines that are none; an input error ends the file.
impl<R: BufRead> Iterator for CsvReader<R> {
    type Item = io::Result<Result<Puzzle, CsvError>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let text = match self.next_line() {
                Ok(text) => text?,
                Err(error) => return Some(Err(error)),
            };
            let line = self.line;
            match text.and_then(|text| match text.as_str() {
                "" => Ok(None),
                text if line == 1 && text.starts_with("PuzzleId,") => Ok(None),
                text => parse_line(text).map(Some),
            }) {
                Ok(None) => {}
                Ok(Some(puzzle)) => return Some(Ok(Ok(puzzle))),
                Err(reason) => return Some(Ok(Err(CsvError { line, reason }))),
            }
        }
    }
}

/// Parses a line.
///
/// # Errors
/// Returns the first field that is wrong.
pub fn parse_line(text: &str) -> Result<Puzzle, CsvReason> {
    let fields: Vec<&str> = text.split(',').collect();
    let (&[id, fen, moves, rating, deviation, popularity, plays, themes, url], rest) =
        fields.split_first_chunk().ok_or(CsvReason::Fields(fields.len()))?;
    if rest.len() > 1 {
        return Err(CsvReason::Fields(fields.len()));
    }
    let id: PuzzleId = id.parse().map_err(|_| CsvReason::Id(id.to_owned()))?;
    let start: Position = fen.parse().map_err(|error| CsvReason::Fen(Box::new(error)))?;
    let puzzle = Puzzle::parse(Some(id), start, moves, ' ').map_err(CsvReason::Line)?;
    Ok(Puzzle {
        rating: number("Rating", rating)?,
        deviation: number("RatingDeviation", deviation)?,
        popularity: number("Popularity", popularity)?,
        plays: number("NbPlays", plays)?,
        themes: themes.split_whitespace().filter_map(|theme| theme.parse().ok()).collect(),
        source: url.to_owned(),
        opening_tags: rest.first().copied().unwrap_or_default().to_owned(),
        ..puzzle
    })
}

fn number<T: FromStr>(column: &'static str, text: &str) -> Result<T, CsvReason> {
    text.parse().map_err(|_| CsvReason::Number(column, text.to_owned()))
}

/// The line of a puzzle, without its end. Commas and control characters of the source become blanks.
#[must_use]
pub fn to_line(puzzle: &Puzzle) -> String {
    let themes: Vec<&str> = puzzle.themes.iter().map(crate::Theme::name).collect();
    let clean = |text: &str| text.replace(|c: char| c == ',' || c.is_control(), " ");
    let Puzzle { id, rating, deviation, popularity, plays, source, opening_tags, .. } = puzzle;
    format!(
        "{id},{},{},{rating},{deviation},{popularity},{plays},{},{},{}",
        puzzle.start().fen(),
        puzzle.line(" "),
        themes.join(" "),
        clean(source),
        clean(opening_tags)
    )
}

impl fmt::Display for CsvReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CsvReason::Fields(count) => write!(f, "{count} fields instead of 10"),
            CsvReason::Id(text) => write!(f, "'{}' is no identifier", text.escape_debug()),
            CsvReason::Fen(error) => write!(f, "FEN: {error}"),
            CsvReason::Line(error) => write!(f, "{error}"),
            CsvReason::Number(column, text) => write!(f, "{column}: '{}' is no number", text.escape_debug()),
            CsvReason::TooLong => write!(f, "longer than {MAX_LINE_BYTES} bytes"),
            CsvReason::Encoding => write!(f, "not UTF-8"),
        }
    }
}

impl fmt::Display for CsvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.reason)
    }
}

impl std::error::Error for CsvError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;

    /// The first lines of the description of the database on Lichess.
    const LICHESS: &str = "\
00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate mateIn2 middlegame short,https://lichess.org/yyznGmXs/black#34,Italian_Game Italian_Game_Classical_Variation
00sJ9,r3r1k1/p4ppp/2p2n2/1p6/3P1qb1/2NQR3/PPB2PP1/R1B3K1 w - - 5 18,e3g3 e8e1 g1h2 e1c1 a1c1 f4h6 h2g1 h6c1,2671,105,87,325,advantage attraction fork middlegame sacrifice veryLong,https://lichess.org/gyFeQsOE#35,French_Defense French_Defense_Exchange_Variation
";

    #[test]
    fn lines_of_lichess_survive_a_round_trip() {
        let text = format!("{HEADER}\n{LICHESS}").replace('\n', "\r\n");
        let puzzles: Vec<Puzzle> =
            CsvReader::new(text.as_bytes()).map(|line| line.unwrap().unwrap()).collect();
        assert_eq!(puzzles.len(), 2);
        assert_eq!((puzzles[0].rating, puzzles[1].deviation, puzzles[1].solution().len()), (1760, 105, 7));
        assert!(puzzles[1].themes.has(Theme::Fork) && puzzles[0].themes.has(Theme::MateIn2));
        for puzzle in &puzzles {
            assert_eq!(parse_line(&to_line(puzzle)).as_ref(), Ok(puzzle));
        }
        assert_eq!(to_line(&puzzles[0]), LICHESS.lines().next().unwrap());
    }

    #[test]
    fn bad_lines_are_refused_with_line_and_reason() {
        let good = LICHESS.lines().next().unwrap();
        let check = |line: &str, expected: &str| {
            let text = format!("{HEADER}\n{good}\n{line}\n{good}\n");
            let read: Vec<_> = CsvReader::new(text.as_bytes()).map(Result::unwrap).collect();
            assert_eq!(read.len(), 3, "{line}");
            let error = read[1].as_ref().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{line}: {error}");
        };
        check("1,2", "3: 2 fields");
        check(&format!("{good},more"), "3: 11 fields");
        check(&good.replacen("00sHx", "a-b", 1), "3: 'a-b' is no identifier");
        check(&good.replacen("q3k1nr", "q3k1n", 1), "3: FEN");
        check(&good.replacen("e8d7", "e8d6", 1), "3: move 1, 'e8d6', is illegal");
        check(&good.replacen("1760", "-3", 1), "3: Rating: '-3' is no number");
        check(&good.replacen(",83,", ",many,", 1), "3: Popularity");
        check(&"x".repeat(10_000), "3: longer than");
    }

    #[test]
    fn text_that_is_not_utf8_is_refused() {
        let read: Vec<_> = CsvReader::new(&b"\xFF,\n"[..]).map(Result::unwrap).collect();
        assert_eq!(read, [Err(CsvError { line: 1, reason: CsvReason::Encoding })]);
    }
}
