//! A puzzle: a position, the opponent's move into it and the only line that wins.

use std::fmt;
use std::str::FromStr;

use rules::{CastlingStyle, Color, Move, Position, UciMove};

use crate::Themes;

/// A puzzle. Its moves are legal, the first and every second after it the opponent's; the last one is the solver's.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// Identifier.
    pub id: PuzzleId,
    /// Position before the opponent's first move.
    pub(crate) start: Position,
    /// All moves, legal from `start`.
    pub(crate) moves: Vec<Move>,
    /// Rating on the scale of `docs/levels.md`, or of the source.
    pub rating: u16,
    /// Standard deviation of the rating.
    pub deviation: u16,
    /// Popularity on Lichess, from -100 to 100; 0 elsewhere.
    pub popularity: i16,
    /// Number of attempts behind the rating.
    pub plays: u32,
    /// Themes.
    pub themes: Themes,
    /// Address or name of the game, with the ply: `URL#PLY`.
    pub source: String,
    /// Openings as Lichess tags them, separated by blanks.
    pub opening_tags: String,
}

/// The reason why moves are no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineError {
    /// Not a UCI move, or an illegal one.
    Move {
        /// Number of the move in the line, from 1.
        number: usize,
        /// The text.
        text: String,
    },
    /// A puzzle needs the opponent's move and the solver's, and ends with the solver's.
    Length(usize),
}

impl Puzzle {
    /// A puzzle without rating, themes and source, from the position before the opponent's move.
    ///
    /// # Errors
    /// A move is illegal, or the line does not end with the solver's move.
    pub fn new(id: PuzzleId, start: Position, moves: &[Move]) -> Result<Puzzle, LineError> {
        let mut position = start;
        for (index, &m) in moves.iter().enumerate() {
            let text = || m.uci(CastlingStyle::Standard).to_string();
            let illegal = |_| LineError::Move { number: index + 1, text: text() };
            position = position.play(m).map_err(illegal)?;
        }
        Puzzle::from_legal(id, start, moves.to_vec())
    }

    /// As [`new`](Puzzle::new), from moves in UCI notation separated by `separator`.
    pub(crate) fn parse(
        id: Option<PuzzleId>,
        start: Position,
        text: &str,
        separator: char,
    ) -> Result<Puzzle, LineError> {
        let mut position = start;
        let mut moves = Vec::new();
        for word in text.split(separator) {
            let m = UciMove::parse(word.as_bytes()).ok().and_then(|uci| uci.resolve(&position).ok());
            let next = m.and_then(|m| Some((m, position.play(m).ok()?)));
            let illegal = || LineError::Move { number: moves.len() + 1, text: word.to_owned() };
            let (m, after) = next.ok_or_else(illegal)?;
            moves.push(m);
            position = after;
        }
        let id = id.unwrap_or_else(|| PuzzleId::of(&start, &moves));
        Puzzle::from_legal(id, start, moves)
    }

    fn from_legal(id: PuzzleId, start: Position, moves: Vec<Move>) -> Result<Puzzle, LineError> {
        if moves.len() < 2 || !moves.len().is_multiple_of(2) {
            return Err(LineError::Length(moves.len()));
        }
        Ok(Puzzle {
            id,
            start,
            moves,
            rating: 1500,
            deviation: 350,
            popularity: 0,
            plays: 0,
            themes: Themes::default(),
            source: String::new(),
            opening_tags: String::new(),
        })
    }

    /// Position before the opponent's first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// All moves, beginning with the opponent's.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves from the solver's first one on.
    #[must_use]
    pub fn solution(&self) -> &[Move] {
        self.moves.get(1..).unwrap_or_default()
    }

    /// The position to be solved.
    #[must_use]
    pub fn position(&self) -> Position {
        self.moves.first().map_or(self.start, |&m| self.start.play_unchecked(m))
    }

    /// The side that solves.
    #[must_use]
    pub fn solver(&self) -> Color {
        !self.start.turn()
    }

    /// The moves in UCI notation, separated by `separator`.
    pub(crate) fn line(&self, separator: &str) -> String {
        let words: Vec<String> =
            self.moves.iter().map(|m| m.uci(CastlingStyle::Standard).to_string()).collect();
        words.join(separator)
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Move { number, text } => write!(f, "move {number}, '{text}', is illegal"),
            LineError::Length(moves) => {
                write!(
                    f,
                    "{moves} moves: the line must begin with the opponent's move and end with the solver's"
                )
            }
        }
    }
}

impl std::error::Error for LineError {}

/// Identifier of a puzzle: 1 to 16 ASCII letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId {
    bytes: [u8; MAX_ID_BYTES],
    len: u8,
}

const MAX_ID_BYTES: usize = 16;

/// Length of the identifiers that are made here: 57 billion, so that the chance of a clash among 100,000 is 9 %.
const OWN_ID_BYTES: usize = 6;

const ID_LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl PuzzleId {
    /// The identifier of a position and the opponent's move, which does not depend on the move counters.
    #[must_use]
    pub fn of(start: &Position, moves: &[Move]) -> PuzzleId {
        let mut bits = fnv(moves.first().map_or(*start, |&m| start.play_unchecked(m)));
        let mut bytes = [0; MAX_ID_BYTES];
        for byte in &mut bytes[..OWN_ID_BYTES] {
            *byte = ID_LETTERS[(bits % 62) as usize];
            bits /= 62;
        }
        PuzzleId { bytes, len: OWN_ID_BYTES as u8 }
    }

    /// The identifier as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // The bytes are ASCII.
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

/// Hash of a position without its counters (FNV-1a), the same on every machine and in every build.
fn fnv(position: Position) -> u64 {
    let fen = position.fen();
    let fields = fen.split(' ').take(4).flat_map(str::bytes);
    let hash = fields.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    rng::mix(hash)
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no identifier of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePuzzleIdError;

impl fmt::Display for ParsePuzzleIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an identifier has 1 to 16 letters and digits")
    }
}

impl std::error::Error for ParsePuzzleIdError {}

impl FromStr for PuzzleId {
    type Err = ParsePuzzleIdError;

    fn from_str(text: &str) -> Result<PuzzleId, ParsePuzzleIdError> {
        let is_valid =
            (1..=MAX_ID_BYTES).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
        if !is_valid {
            return Err(ParsePuzzleIdError);
        }
        let mut bytes = [0; MAX_ID_BYTES];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(PuzzleId { bytes, len: text.len() as u8 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1";

    #[test]
    fn lines_are_legal_and_end_with_the_solver() {
        let check = |text: &str, expected: Result<usize, LineError>| {
            let found = Puzzle::parse(None, START.parse().unwrap(), text, ' ');
            assert_eq!(found.map(|puzzle| puzzle.solution().len()), expected, "{text}");
        };
        check("h7h6 a1a8", Ok(1));
        check("h7h6", Err(LineError::Length(1)));
        check("h7h6 a1a8 g8h7", Err(LineError::Length(3)));
        check("h7h6 a1b8", Err(LineError::Move { number: 2, text: "a1b8".to_owned() }));
        check("", Err(LineError::Move { number: 1, text: String::new() }));
    }

    #[test]
    fn identifiers_do_not_depend_on_counters() {
        let id = |fen: &str| Puzzle::parse(None, fen.parse().unwrap(), "h7h6 a1a8", ' ').unwrap().id;
        assert_eq!(id(START), id("6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 9 31"));
        assert_ne!(id(START), id("6k1/4pppp/8/8/8/8/5PPP/R5K1 b - - 0 1"));
        assert_eq!(id(START).as_str().parse(), Ok(id(START)));
        for text in ["", "a b", "a,b", "12345678901234567", "ä"] {
            assert_eq!(text.parse::<PuzzleId>(), Err(ParsePuzzleIdError), "{text}");
        }
    }
}
