//! Limits of an engine's thinking.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// Limits of an engine; the first one reached ends its search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SearchLimit {
    /// Time control of the game.
    pub time_control: Option<MatchTimeControl>,
    /// Time per move.
    pub move_time: Option<Duration>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Search depth in plies.
    pub depth: Option<u32>,
}

/// Time control: base time for a number of moves or the whole game, plus an increment.
///
/// ```
/// use engine_match::MatchTimeControl;
/// let time_control: MatchTimeControl = "40/60+0.5".parse()?;
/// assert_eq!((time_control.moves.unwrap().get(), time_control.increment.as_millis()), (40, 500));
/// assert_eq!(time_control.to_string(), "40/60+0.5");
/// # Ok::<(), engine_match::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchTimeControl {
    /// Number of moves after which the base time is added again; `None` for never.
    pub moves: Option<NonZeroU32>,
    /// Base time.
    pub base: Duration,
    /// Increment per move.
    pub increment: Duration,
}

/// The text is no time control such as `5+0.05` or `40/60`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseTimeControlError;

impl SearchLimit {
    /// True if there is no limit.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == SearchLimit::default()
    }
}

/// `[MOVES/]SECONDS[+SECONDS]`
impl FromStr for MatchTimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<MatchTimeControl, ParseTimeControlError> {
        let (moves, time) = match text.split_once('/') {
            Some((moves, time)) => (Some(moves.trim().parse().map_err(|_| ParseTimeControlError)?), time),
            None => (None, text),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let time_control = MatchTimeControl {
            moves,
            base: seconds(base).ok_or(ParseTimeControlError)?,
            increment: seconds(increment).ok_or(ParseTimeControlError)?,
        };
        if time_control.base.is_zero() { Err(ParseTimeControlError) } else { Ok(time_control) }
    }
}

/// Parses decimal seconds up to a million, rounded to milliseconds.
fn seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let seconds: f64 = text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds))?;
    Some(Duration::from_millis((seconds * 1000.0).round() as u64))
}

impl fmt::Display for MatchTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// Value of the PGN tag `TimeControl`: `5+0.05, depth 9`.
impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.time_control.map(|time_control| time_control.to_string()),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("nodes {nodes}")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "-" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

impl fmt::Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected seconds such as 5+0.05, or moves and seconds such as 40/60+0.5")
    }
}

impl std::error::Error for ParseTimeControlError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_survive_a_round_trip() {
        for text in ["5+0.05", "40/60+0.5", "0.1", "40/1", "3600+30"] {
            assert_eq!(
                text.parse::<MatchTimeControl>().map(|time_control| time_control.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in ["", "+1", "0", "0+1", "x", "5+", "-5", "5+-1", "0/5", "1e9", "inf", "40/", "5+1+1"] {
            assert_eq!(text.parse::<MatchTimeControl>(), Err(ParseTimeControlError), "{text}");
        }
    }

    #[test]
    fn limits_display_as_a_pgn_tag() {
        let check = |limit: SearchLimit, expected: &str| assert_eq!(limit.to_string(), expected);
        check(SearchLimit::default(), "-");
        check(SearchLimit { nodes: Some(100), ..SearchLimit::default() }, "nodes 100");
        let time_control = "5+0.05".parse().ok();
        check(SearchLimit { time_control, depth: Some(9), ..SearchLimit::default() }, "5+0.05, depth 9");
        check(
            SearchLimit { move_time: Some(Duration::from_millis(50)), ..SearchLimit::default() },
            "0.05/move",
        );
    }
}
