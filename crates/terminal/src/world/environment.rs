//! What the environment says: the language, the colours, the day.

use std::time::SystemTime;

use client::{Date, Language};

use crate::Depth;

/// Reads a variable of the environment; an empty one is none.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The language of the system.
pub(crate) fn language(variable: impl Fn(&str) -> Option<String>) -> Language {
    let first = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable);
    first.and_then(|value| Language::from_code(&value)).unwrap_or_default()
}

/// How many colours the terminal says it has.
pub(crate) fn depth(variable: impl Fn(&str) -> Option<String>) -> Depth {
    let terminal = variable("TERM").unwrap_or_default();
    let says =
        |name: &str, words: &[&str]| variable(name).is_some_and(|value| words.contains(&value.as_str()));
    if variable("NO_COLOR").is_some() || terminal == "dumb" {
        Depth::None
    } else if says("COLORTERM", &["truecolor", "24bit"]) || terminal.ends_with("-direct") {
        Depth::True
    } else if terminal.contains("256") {
        Depth::Palette
    } else {
        Depth::Sixteen
    }
}

/// Any number, another one each time: for what is left to chance.
pub(crate) fn seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |passed| passed.as_secs() ^ u64::from(passed.subsec_nanos()) << 20)
}

/// What day it is, by the world's clock.
pub(crate) fn today() -> Option<Date> {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
    date(seconds / 86_400)
}

/// The day so many days after the first of 1970. Years are counted from March, so that a leap day is the last of its year.
fn date(days: u64) -> Option<Date> {
    let days = days + 719_468; // from the first of March of the year 0
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = u16::try_from(year_of_era + era * 400 + next).ok()?;
    Date::new(year, month.try_into().ok()?, day.try_into().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days() {
        for (days, expected) in
            [(0, "1970.01.01"), (59, "1970.03.01"), (11_016, "2000.02.29"), (20_000, "2024.10.04")]
        {
            assert_eq!(date(days).unwrap().to_string(), expected);
        }
    }

    #[test]
    fn the_environment_decides() {
        let within = |variables: &'static [(&str, &str)]| {
            move |name: &str| {
                variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
            }
        };
        let check = |variables, expected| assert_eq!(depth(within(variables)), expected, "{variables:?}");
        check(&[], Depth::Sixteen);
        check(&[("TERM", "xterm")], Depth::Sixteen);
        check(&[("TERM", "tmux-256color")], Depth::Palette);
        check(&[("TERM", "xterm"), ("COLORTERM", "truecolor")], Depth::True);
        check(&[("TERM", "xterm-direct")], Depth::True);
        check(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")], Depth::None);
        check(&[("TERM", "dumb")], Depth::None);
        assert_eq!(language(within(&[("LANG", "ko_KR.UTF-8")])), Language::Korean);
        assert_eq!(language(within(&[("LANG", "ko_KR"), ("LC_ALL", "C")])), Language::English);
    }
}
