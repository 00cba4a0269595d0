//! Parsing of a challenge: `Ben 5+3 rated white`.

use client::online::OnlineCommand;
use client::{ClockChoice, GameForm};
use game::{Ruleset, TimeControl};
use protocol::{
    ColorPreference, FenText, GameSetup, OnlineTimeControl, PlayerName, RatingMode, StartPosition,
};
use rules::Setup;

use crate::line_mode::parse_clock;

/// The word of a challenge that cannot be read; empty if the name is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnknownWord(pub(crate) String);

/// Parses the name of a player and the terms that differ from `terms` and `side`: a clock, days such as `3d`, `rated` or
/// `casual`, `chess960`, a colour, and at the end a FEN. The server decides whether a game can start from it.
///
/// # Errors
/// The first word that is none of these, or not a name.
pub(crate) fn parse_challenge(
    text: &str,
    mut terms: GameSetup,
    mut side: ColorPreference,
) -> Result<OnlineCommand, UnknownWord> {
    let (words, fen) = split_fen(text);
    let mut words = words.split_whitespace();
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
    if let Some(fen) = fen {
        terms.start = start_position(fen).ok_or_else(|| UnknownWord(fen.to_owned()))?;
    }
    Ok(OnlineCommand::Challenge { player, terms, side })
}

/// Splits off a FEN at the end: its first word has a slash between each two of the eight ranks.
fn split_fen(text: &str) -> (&str, Option<&str>) {
    let is_board = |word: &&str| word.matches('/').count() == 7;
    let Some(board) = text.split_whitespace().find(is_board) else { return (text, None) };
    let (words, _) = text.split_once(board).unwrap_or_default();
    (words, Some(text[words.len()..].trim()))
}

fn start_position(fen: &str) -> Option<StartPosition> {
    let setup = Setup::from_fen(fen.as_bytes()).ok()?;
    let fen = FenText::try_from(setup.to_string()).ok()?;
    Some(StartPosition::FromPosition { fen })
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
        let read = |text: &str| parse_challenge(text, terms(), ColorPreference::Random);
        let check = |text: &str, name: &str, control: Option<&str>, stakes, expected_side| {
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
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        for text in
            [format!("Ben 5+3 white {fen}"), format!("Ben 5+3 white  {} ", fen.trim_end_matches(" 0 1"))]
        {
            check(&text, "Ben", Some("5+3"), casual, ColorPreference::White);
            let Ok(OnlineCommand::Challenge { terms, .. }) = read(&text) else { panic!("{text}") };
            let expected = FenText::try_from(fen.to_owned()).unwrap();
            assert_eq!(terms.start, StartPosition::FromPosition { fen: expected }, "{text}");
        }
        let bad = "4k3/8/8/8/8/8/9/4K3 w - - 0 1";
        assert_eq!(read(&format!("Ben {bad}")), Err(UnknownWord(bad.to_owned())));
        for (text, word) in [("", ""), ("Ben tomorrow", "tomorrow"), ("Ben 0days", "0days")] {
            assert_eq!(read(text), Err(UnknownWord(word.to_owned())), "{text}");
        }
    }
}
