//! Environment: language, character set, colour depth, date.

use std::time::SystemTime;

use client::Language;
use game::Date;

use crate::{ColorDepth, PieceStyle};

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
    // A real or emulated video terminal wins over `COLORTERM`, which programs inherit.
    if variable("NO_COLOR").is_some() || terminal == "dumb" || is_video_terminal(&terminal) {
        ColorDepth::None
    } else if says("COLORTERM", &["truecolor", "24bit"]) || terminal.ends_with("-direct") {
        ColorDepth::TrueColor
    } else if terminal.contains("256") {
        ColorDepth::Ansi256
    } else {
        ColorDepth::Ansi16
    }
}

/// Letters, with ASCII only, if the locale or the terminal has no Unicode; `None` leaves the choice to the
/// settings. A missing locale says nothing: containers and many remote shells set none.
pub(crate) fn piece_style(variable: impl Fn(&str) -> Option<String>) -> Option<PieceStyle> {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(&variable).unwrap_or_default();
    let charset =
        locale.split('@').next().and_then(|locale| locale.split_once('.')).map(|(_, charset)| charset);
    let is_ascii = match charset {
        Some(charset) => !charset.to_ascii_lowercase().replace('-', "").contains("utf8"),
        None => locale == "C" || locale == "POSIX",
    };
    let terminal = variable("TERM").unwrap_or_default();
    (is_ascii || is_video_terminal(&terminal)).then_some(PieceStyle::Letters)
}

/// True for DEC terminals such as `vt100` and `vt220`: no colours, no Unicode.
fn is_video_terminal(terminal: &str) -> bool {
    terminal.strip_prefix("vt").is_some_and(|model| model.starts_with(|digit: char| digit.is_ascii_digit()))
}

/// A seed from the time, for random choices.
#[must_use]
pub fn time_seed() -> u64 {
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
        check(&[("TERM", "vt100"), ("COLORTERM", "truecolor")], ColorDepth::None);
        check(&[("TERM", "vte-256color")], ColorDepth::Ansi256);
        let check_ascii = |variables, expected: bool| {
            let style = expected.then_some(PieceStyle::Letters);
            assert_eq!(piece_style(within(variables)), style, "{variables:?}");
        };
        check_ascii(&[], false);
        check_ascii(&[("LANG", "en_US.UTF-8")], false);
        check_ascii(&[("LANG", "ko_KR.utf8@x")], false);
        check_ascii(&[("LANG", "ko_KR")], false);
        check_ascii(&[("LC_ALL", "C.UTF-8"), ("LANG", "C")], false);
        check_ascii(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")], true);
        check_ascii(&[("LC_CTYPE", "POSIX")], true);
        check_ascii(&[("LANG", "de_DE.ISO-8859-1")], true);
        check_ascii(&[("LANG", "en_US.UTF-8"), ("TERM", "vt100")], true);
        check_ascii(&[("LANG", "en_US.UTF-8"), ("TERM", "vte-256color")], false);
        assert_eq!(language(within(&[("LANG", "ko_KR.UTF-8")])), Language::Korean);
        assert_eq!(language(within(&[("LANG", "ko_KR"), ("LC_ALL", "C")])), Language::English);
    }
}
