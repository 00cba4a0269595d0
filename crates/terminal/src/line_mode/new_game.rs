//! The `new` command: `new chess960 518 5+3`.

use std::fmt;
use std::io;

use client::{BonusKind, ClockChoice, GameForm, MessageKey, TimeFields};
use game::Ruleset;
use rules::{ByColor, Color};

use super::Session;
use texts::TerminalMessageKey;

/// A text is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockError;

/// Parses a time control: minutes, or minutes and seconds, with an optional bonus per move.
/// - `5+3`: five minutes and three seconds of increment; `0:30+1`, `10`;
/// - `5d3`: three seconds of delay; `5b3`: three seconds of Bronstein delay;
/// - `5+3/1+0`: different times for White and Black.
///
/// ```
/// let times = terminal::line_mode::parse_clock("5d3/1:30").unwrap();
/// assert_eq!((times.white.minutes.as_str(), times.white.bonus.as_str()), ("5", "3"));
/// assert_eq!((times.black.minutes.as_str(), times.black.seconds.as_str()), ("1", "30"));
/// ```
///
/// # Errors
/// The text is not a time control. Numbers that are too large are reported by [`GameForm`].
pub fn parse_clock(text: &str) -> Result<ByColor<TimeFields>, ClockError> {
    let (white, black) = text.split_once('/').unwrap_or((text, text));
    Ok(ByColor { white: parse_time(white)?, black: parse_time(black)? })
}

fn parse_time(text: &str) -> Result<TimeFields, ClockError> {
    let kinds = [('+', BonusKind::Increment), ('d', BonusKind::Delay), ('b', BonusKind::Bronstein)];
    let bonus = kinds.into_iter().find_map(|(sign, kind)| Some((text.split_once(sign)?, kind)));
    let ((time, bonus), kind) = bonus.unwrap_or(((text, ""), BonusKind::None));
    let (minutes, seconds) = time.split_once(':').unwrap_or((time, ""));
    let is_number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let needs_bonus = kind != BonusKind::None && bonus.is_empty();
    if minutes.is_empty() || needs_bonus || ![minutes, seconds, bonus].into_iter().all(is_number) {
        return Err(ClockError);
    }
    let [minutes, seconds, bonus] = [minutes, seconds, bonus].map(str::to_owned);
    Ok(TimeFields { minutes, seconds, kind, bonus })
}

/// Parses the arguments of `new`.
fn parse_form(arguments: &str) -> Result<GameForm, String> {
    let mut form = GameForm::default();
    let mut arguments = arguments.split_whitespace();
    while let Some(word) = arguments.next() {
        let lower = word.to_lowercase();
        if lower == "fen" {
            form.ruleset = Ruleset::FromPosition;
            form.fen = arguments.by_ref().collect::<Vec<_>>().join(" ");
        } else if let Some(ruleset) = Ruleset::from_name(&lower) {
            form.ruleset = ruleset;
        } else if form.ruleset == Ruleset::Chess960
            && form.chess960_number.is_empty()
            && is_start_number(&lower)
        {
            form.chess960_number = lower;
        } else if let Some(first) = Color::ALL.into_iter().find(|color| color.to_string() == lower) {
            form.first = first;
        } else if let Ok(times) = parse_clock(&lower) {
            (form.clock, form.times) = (ClockChoice::Custom, times);
        } else {
            return Err(word.to_owned());
        }
    }
    Ok(form)
}

/// After `chess960` a plain number is the start position; a clock has more characters.
fn is_start_number(word: &str) -> bool {
    word.bytes().all(|digit| digit.is_ascii_digit())
}

impl Session<'_> {
    /// Starts a new game, after a confirmation if one is in progress.
    pub(super) fn new_game(&mut self, arguments: &str) -> io::Result<()> {
        let form = match parse_form(arguments) {
            Ok(form) => form,
            Err(word) => {
                self.record_error();
                let sentence = self.fill(TerminalMessageKey::PlainNotAgreed, &[("word", &word)]);
                return self.console.print(&sentence);
            }
        };
        if !self.confirm_replacing_game()? {
            return Ok(());
        }
        let names = ByColor::new_with(|color| self.local_game().players()[color].name().to_owned());
        self.begin_game(&GameForm { names, ..form }).map(drop)
    }

    /// Asks whether to replace the current game, if it is in progress.
    pub(super) fn confirm_replacing_game(&mut self) -> io::Result<bool> {
        let is_played = self.is_in_progress() && self.local_game().game().plies() > 0;
        Ok(!is_played || self.confirm(self.locale.message(MessageKey::AskNewGame))?)
    }
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a time control: write 5+3, 0:30+1, 10, 5d3 or 5b3, and 5+3/1+0 for different times")
    }
}

impl std::error::Error for ClockError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_describe_a_new_game() {
        let form = |arguments| parse_form(arguments).unwrap();
        assert_eq!(form(""), GameForm::default());
        let shuffled = form("Chess960 518 5+3");
        assert_eq!((shuffled.ruleset, shuffled.chess960_number.as_str()), (Ruleset::Chess960, "518"));
        assert_eq!(shuffled.clock, ClockChoice::Custom);
        assert_eq!(form("king-capture white").first, Color::White);
        let placed = form("3 fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(placed.fen, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(placed.times.black.minutes, "3");
        assert_eq!(parse_form("5+3 tomorrow"), Err("tomorrow".to_owned()));
    }

    #[test]
    fn parses_time_controls() {
        for (text, expected) in [
            ("5", Some(("5", "", BonusKind::None, ""))),
            ("5+3", Some(("5", "", BonusKind::Increment, "3"))),
            ("0:30d2", Some(("0", "30", BonusKind::Delay, "2"))),
            ("90b30", Some(("90", "", BonusKind::Bronstein, "30"))),
            ("", None),
            ("+3", None),
            ("5+", None),
            ("5+3+1", None),
            ("-5", None),
            ("five", None),
            ("5:3:1", None),
        ] {
            let read = parse_time(text).ok();
            let parts = read
                .as_ref()
                .map(|time| (time.minutes.as_str(), time.seconds.as_str(), time.kind, time.bonus.as_str()));
            assert_eq!(parts, expected, "{text}");
        }
        assert_eq!(parse_clock("5+3/1+0/2"), Err(ClockError));
    }
}
