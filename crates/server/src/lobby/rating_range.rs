//! Range of ratings that a seek is for.

use std::fmt;
use std::str::FromStr;

use protocol::PlayerInfo;
use serde::{Deserialize, Serialize};

/// Lowest and highest rating of the opponent, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RatingRange {
    min: u16,
    max: u16,
}

/// The text is not a range such as `1500-1800`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RatingRangeError;

impl RatingRange {
    /// Returns true if the rating of a player is in the range. A player without a rating is in none.
    pub(super) fn includes(self, player: &PlayerInfo) -> bool {
        player.rating.is_some_and(|rating| (self.min..=self.max).contains(&rating.value))
    }
}

impl FromStr for RatingRange {
    type Err = RatingRangeError;

    fn from_str(text: &str) -> Result<RatingRange, RatingRangeError> {
        let (min, max) = text.split_once('-').ok_or(RatingRangeError)?;
        let number = |text: &str| text.trim().parse::<u16>().map_err(|_| RatingRangeError);
        let (min, max) = (number(min)?, number(max)?);
        if min <= max { Ok(RatingRange { min, max }) } else { Err(RatingRangeError) }
    }
}

impl fmt::Display for RatingRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a range such as 1500-1800")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_a_lowest_and_a_highest_rating() {
        let check = |text: &str, expected: Option<(u16, u16)>| {
            let range = text.parse::<RatingRange>().ok();
            assert_eq!(range.map(|range| (range.min, range.max)), expected, "{text}");
        };
        check("1500-1800", Some((1_500, 1_800)));
        check("0-9999", Some((0, 9_999)));
        check("1500-1500", Some((1_500, 1_500)));
        for text in ["", "-", "1500", "1800-1500", "1500-", "-1500", "a-b", "1500-1800-1900", "1500-99999"] {
            check(text, None);
        }
    }
}
