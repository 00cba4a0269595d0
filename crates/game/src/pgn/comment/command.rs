//! Commands in comments and engine evaluations.

use std::fmt;
use std::str::FromStr;

/// Engine evaluation of a position from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evaluation {
    /// Centipawns or mate.
    pub score: EvalScore,
    /// Search depth in plies, if given.
    pub depth: Option<u32>,
}

/// Score from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EvalScore {
    /// Centipawns; negative if Black is better.
    Centipawns(i32),
    /// Moves to mate; negative if Black mates.
    Mate(i32),
}

/// The first command with a wanted name: text before it, operand, text after it.
pub(super) fn first(text: &str, wanted: impl Fn(&str) -> bool) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let start = from + text[from..].find("[%")?;
        let end = start + text[start..].find(']')?;
        let inside = &text[start + 2..end];
        let (name, operand) = inside.split_once(' ').unwrap_or((inside, ""));
        if wanted(name) {
            return Some((&text[..start], operand.trim(), &text[end + 1..]));
        }
        from = end + 1;
    }
}

/// Not an evaluation: pawns with decimals, or `#` and moves, optionally followed by a comma and a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseEvaluationError;

impl FromStr for Evaluation {
    type Err = ParseEvaluationError;

    fn from_str(text: &str) -> Result<Evaluation, ParseEvaluationError> {
        let (verdict, depth) = match text.split_once(',') {
            Some((verdict, depth)) => {
                (verdict, Some(depth.trim().parse().map_err(|_| ParseEvaluationError)?))
            }
            None => (text, None),
        };
        let verdict = match verdict.trim().strip_prefix('#') {
            Some(moves) => EvalScore::Mate(moves.parse().map_err(|_| ParseEvaluationError)?),
            None => EvalScore::Centipawns(centipawns(verdict.trim()).ok_or(ParseEvaluationError)?),
        };
        Ok(Evaluation { score: verdict, depth })
    }
}

/// Parses `-1.23`; decimals after the second are dropped.
fn centipawns(text: &str) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (text.starts_with('-'), digits),
        None => (false, text),
    };
    let (pawns, hundredths) = digits.split_once('.').unwrap_or((digits, "0"));
    if !is_number(pawns) || !is_number(hundredths) {
        return None;
    }
    let hundredths: i32 = format!("{hundredths:0<2}")[..2].parse().ok()?;
    let value = pawns.parse::<i32>().ok()?.checked_mul(100)?.checked_add(hundredths)?;
    Some(if negative { -value } else { value })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            EvalScore::Centipawns(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)?;
            }
            EvalScore::Mate(moves) => write!(f, "#{moves}")?,
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ParseEvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an evaluation such as -1.23 or #3")
    }
}

impl std::error::Error for ParseEvaluationError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_round_trip() {
        let check = |text: &str, written: &str| {
            assert_eq!(text.parse::<Evaluation>().map(|e| e.to_string()), Ok(written.to_owned()));
        };
        check("-1.23", "-1.23");
        check("-0.05", "-0.05");
        check("+2", "2.00");
        check("0.5,20", "0.50,20");
        check("#3", "#3");
        check("#-3, 7", "#-3,7");
        for bad in ["", "#", "x", "1.x", "--1", "1.2,", "99999999999", "1.é"] {
            assert_eq!(bad.parse::<Evaluation>(), Err(ParseEvaluationError), "{bad}");
        }
    }
}
