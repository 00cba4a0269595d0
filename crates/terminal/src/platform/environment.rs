//! Environment: language, colour depth, date.

use std::time::SystemTime;

use client::Language;
use game::Date;

use crate::ColorDepth;

/// Reads an environment variable; an empty one counts as unset.
pub(crate) fn env_var(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The language from `LC_ALL`, `LC_MESSAGES` or `LANG`.
pub(crate) fn language(variable: impl Fn(&str) -> Option<String>) -> Language {
    let first = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable);
    first.and_then(|value| Language::from_code(&value)).unwrap_or_default()
}

/// The colour depth from `NO_COLOR`, `TERM` and `COLORTERM`.
pub(crate) fn color_depth(variable: impl Fn(&str) -> Option<String>) -> ColorDepth {
    let terminal = variable("TERM").unwrap_or_default();
    let says =
        |name: &str, values: &[&str]| variable(name).is_some_and(|value| values.contains(&value.as_str()));
    if variable("NO_COLOR").is_some() || terminal == "dumb" {
        ColorDepth::None
    } else if says("COLORTERM", &["truecolor", "24bit"]) || terminal.ends_with("-direct") {
        ColorDepth::TrueColor
    } else if terminal.contains("256") {
        ColorDepth::Ansi256
    } else {
        ColorDepth::Ansi16
    }
}

/// A seed from the time, for random choices.
pub(crate) fn time_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |passed| passed.as_secs() ^ u64::from(passed.subsec_nanos()) << 20)
}

/// The current date in UTC.
pub(crate) fn today() -> Option<Date> {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
    Date::from_unix_seconds(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environment_variables_choose_colors_and_language() {
        let within = |variables: &'static [(&str, &str)]| {
            move |name: &str| {
                variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
            }
        };
        let check =
            |variables, expected| assert_eq!(color_depth(within(variables)), expected, "{variables:?}");
        check(&[], ColorDepth::Ansi16);
        check(&[("TERM", "xterm")], ColorDepth::Ansi16);
        check(&[("TERM", "tmux-256color")], ColorDepth::Ansi256);
        check(&[("TERM", "xterm"), ("COLORTERM", "truecolor")], ColorDepth::TrueColor);
        check(&[("TERM", "xterm-direct")], ColorDepth::TrueColor);
        check(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")], ColorDepth::None);
        check(&[("TERM", "dumb")], ColorDepth::None);
        assert_eq!(language(within(&[("LANG", "ko_KR.UTF-8")])), Language::Korean);
        assert_eq!(language(within(&[("LANG", "ko_KR"), ("LC_ALL", "C")])), Language::English);
    }
}
