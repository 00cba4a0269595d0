//! Parsing of a challenge: `Ben 5+3 rated white`.

use client::online::OnlineCommand;
use client::{ClockChoice, GameForm};
use game::{Ruleset, TimeControl};
use protocol::{ColorPreference, GameSetup, OnlineTimeControl, PlayerName, RatingMode, StartPosition};

use crate::line_mode::parse_clock;

/// The word of a challenge that cannot be read; empty if the name is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnknownWord(pub(crate) String);

/// Parses the name of a player and the terms that differ from `terms` and `side`: a clock, days such as `3d`, `rated` or
/// `casual`, `chess960`, a colour.
///
/// # Errors
/// The first word that is none of these, or not a name.
pub(crate) fn parse_challenge(
    text: &str,
    mut terms: GameSetup,
    mut side: ColorPreference,
) -> Result<OnlineCommand, UnknownWord> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let player = PlayerName::new(name).map_err(|_| UnknownWord(name.to_owned()))?;
    for word in words {
        match word.to_lowercase().as_str() {
            "rated" | "레이팅" => terms.stakes = RatingMode::Rated,
            "casual" | "친선" => terms.stakes = RatingMode::Casual,
            "white" | "백" => side = ColorPreference::White,
            "black" | "흑" => side = ColorPreference::Black,
            "random" | "무작위" => side = ColorPreference::Random,
            "chess960" => terms.start = StartPosition::Chess960 { number: None },
            "standard" => terms.start = StartPosition::Standard,
            other => {
                terms.control = control(other).ok_or_else(|| UnknownWord(word.to_owned()))?;
            }
        }
    }
    Ok(OnlineCommand::Challenge { player, terms, side })
}

/// A clock such as `5+3`, or days per move such as `3days`.
fn control(word: &str) -> Option<OnlineTimeControl> {
    let days = ["days", "day", "일"].into_iter().find_map(|unit| word.strip_suffix(unit));
    let control = match days {
        Some(days) => TimeControl::Correspondence { days: days.parse().ok()? },
        None => {
            let (times, clock) = (parse_clock(word).ok()?, ClockChoice::Custom);
            let form = GameForm { ruleset: Ruleset::Standard, clock, times, ..GameForm::default() };
            return form.game_setup().map(|setup| setup.control);
        }
    };
    OnlineTimeControl::new(control).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_describe_a_challenge() {
        let terms = || GameForm::default().game_setup().unwrap();
        let read = |text| parse_challenge(text, terms(), ColorPreference::Random);
        let check = |text, name: &str, control: Option<&str>, stakes, expected_side| {
            let Ok(OnlineCommand::Challenge { player, terms: read, side }) = read(text) else {
                panic!("{text}")
            };
            assert_eq!((player.as_str(), read.stakes, side), (name, stakes, expected_side), "{text}");
            let expected = control.map_or(terms().control, |word| super::control(word).unwrap());
            assert_eq!(read.control, expected, "{text}");
        };
        let (casual, rated) = (RatingMode::Casual, RatingMode::Rated);
        check("Ben", "Ben", None, casual, ColorPreference::Random);
        check("Ben 5+3 rated", "Ben", Some("5+3"), rated, ColorPreference::Random);
        check("민지 레이팅 백 3days", "민지", Some("3days"), rated, ColorPreference::White);
        check("Ben black 0:30", "Ben", Some("0:30"), casual, ColorPreference::Black);
        for (text, word) in [("", ""), ("Ben tomorrow", "tomorrow"), ("Ben 0days", "0days")] {
            assert_eq!(read(text), Err(UnknownWord(word.to_owned())), "{text}");
        }
    }
}
