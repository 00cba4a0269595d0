//! The puzzle rating of a player: Glicko-2, each puzzle a game against the puzzle's rating.

use std::fmt;
use std::str::FromStr;

use glicko::{Rating, rate};
use rules::{ByColor, Color};

use crate::Puzzle;

/// Rating of a player who has solved no puzzle yet. Beginners start here, and a few puzzles raise everyone else.
const FIRST_RATING: f64 = 1000.0;

/// The puzzle rating of a player.
///
/// ```
/// use puzzles::PlayerRating;
/// let new = PlayerRating::default();
/// assert_eq!(new.points(), 1000);
/// assert_eq!(new.to_string().parse(), Ok(new));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerRating(Rating);

/// Result of a puzzle for the rating: the first answer counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleResult {
    /// Solved without a hint and without a wrong move.
    Solved,
    /// A wrong move, a hint or the solution.
    Failed,
}

impl PlayerRating {
    /// The rating after a puzzle.
    #[must_use]
    pub fn after(self, puzzle: &Puzzle, result: PuzzleResult) -> PlayerRating {
        let opponent = Rating {
            value: f64::from(puzzle.rating),
            deviation: f64::from(puzzle.deviation),
            ..Rating::default()
        };
        let winner = match result {
            PuzzleResult::Solved => Color::White,
            PuzzleResult::Failed => Color::Black,
        };
        PlayerRating(rate(ByColor { white: self.0, black: opponent }, Some(winner)).white.after)
    }

    /// Rounded rating.
    #[must_use]
    pub fn points(self) -> u16 {
        self.0.points()
    }

    /// True until enough puzzles were tried.
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.0.is_provisional()
    }
}

impl Default for PlayerRating {
    fn default() -> PlayerRating {
        PlayerRating(Rating { value: FIRST_RATING, ..Rating::default() })
    }
}

/// Rating, deviation and volatility, separated by blanks, as they are stored.
impl fmt::Display for PlayerRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rating { value, deviation, volatility } = self.0;
        write!(f, "{} {} {}", Decimal(value), Decimal(deviation), Decimal(volatility))
    }
}

/// A number with up to six decimals. The formatting and parsing of floats of the standard library would be a tenth of the web page
/// that stores a rating.
struct Decimal(f64);

const DECIMALS: usize = 6;
const MILLION: u64 = 1_000_000;

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0.0 { "-" } else { "" };
        let millionths = (self.0.abs() * MILLION as f64 + 0.5) as u64;
        write!(f, "{sign}{}", millionths / MILLION)?;
        let decimals = format!("{:06}", millionths % MILLION);
        match decimals.trim_end_matches('0') {
            "" => Ok(()),
            decimals => write!(f, ".{decimals}"),
        }
    }
}

impl FromStr for Decimal {
    type Err = ParseRatingError;

    fn from_str(text: &str) -> Result<Decimal, ParseRatingError> {
        let (sign, digits) = text.strip_prefix('-').map_or((1.0, text), |digits| (-1.0, digits));
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |digits: &str| digits.len() <= 20 && digits.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 6 || !is_number(whole) || !is_number(decimals) {
            return Err(ParseRatingError);
        }
        let decimals = decimals.get(..decimals.len().min(DECIMALS)).unwrap_or_default();
        let millionths =
            format!("{whole}{decimals:0<DECIMALS$}").parse::<u64>().map_err(|_| ParseRatingError)?;
        Ok(Decimal(sign * millionths as f64 / MILLION as f64))
    }
}

/// The text is no stored rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseRatingError;

impl fmt::Display for ParseRatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected rating, deviation and volatility")
    }
}

impl std::error::Error for ParseRatingError {}

impl FromStr for PlayerRating {
    type Err = ParseRatingError;

    fn from_str(text: &str) -> Result<PlayerRating, ParseRatingError> {
        let numbers = text.split_whitespace().map(|word| word.parse().map(|Decimal(number)| number));
        match numbers.collect::<Result<Vec<f64>, ParseRatingError>>()?[..] {
            [value, deviation, volatility]
                if (-5000.0..=5000.0).contains(&value)
                    && (1.0..=350.0).contains(&deviation)
                    && (0.001..=1.0).contains(&volatility) =>
            {
                Ok(PlayerRating(Rating { value, deviation, volatility }))
            }
            _ => Err(ParseRatingError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lichess_csv::parse_line;

    #[test]
    fn solving_raises_and_failing_lowers_the_rating() {
        let line = "a,6k1/5ppp/7p/8/8/8/5PPP/R5K1 b - - 0 1,h6h5 a1a8,1200,80,0,0,,,";
        let puzzle = parse_line(line).unwrap();
        let new = PlayerRating::default();
        let (up, down) = (new.after(&puzzle, PuzzleResult::Solved), new.after(&puzzle, PuzzleResult::Failed));
        assert!(up.points() > 1150 && down.points() < 1000, "{up} {down}");
        assert!(new.is_provisional());
        let many = (0..40).fold(new, |rating, n| {
            rating.after(&puzzle, if n % 2 == 0 { PuzzleResult::Solved } else { PuzzleResult::Failed })
        });
        assert!((1100..1300).contains(&many.points()) && !many.is_provisional(), "{many}");
    }

    #[test]
    fn stored_ratings_have_six_decimals() {
        let check = |text: &str, stored: &str| {
            let rating: PlayerRating = text.parse().unwrap();
            assert_eq!(rating.to_string(), stored, "{text}");
            assert_eq!(stored.parse(), Ok(rating), "{text}");
        };
        check("1000 350 0.06", "1000 350 0.06");
        check("1234.5 90.000001 0.059999", "1234.5 90.000001 0.059999");
        // As earlier versions stored them.
        check("1162.3108949416342 290.3189646747521 0.05999967537233814", "1162.310894 290.318964 0.059999");
        check("-12.25 60 0.06", "-12.25 60 0.06");
        assert_eq!(Decimal(0.999_999_9).to_string(), "1");
    }

    #[test]
    fn damaged_ratings_are_refused() {
        for text in [
            "",
            "1000",
            "1000 350",
            "1000 350 0.06 1",
            "NaN 350 0.06",
            "1000 inf 0.06",
            "1000 0 0.06",
            "1e3 350 0.06",
            "+1000 350 0.06",
            "1000 350 .06",
            "1000 350 0.06.1",
            "9999999 350 0.06",
            "1000 350 0.0-6",
            "- 350 0.06",
        ] {
            assert_eq!(text.parse::<PlayerRating>(), Err(ParseRatingError), "{text}");
        }
    }
}
