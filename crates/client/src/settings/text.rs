//! Settings as text, one `name value` in a line.
//!
//! Reading never fails, for settings come from older and newer programs and are not worth an error:
//! - names that are not known are passed over;
//! - a value that is not known leaves the default;
//! - a name that comes twice counts as it stands last;
//! - blanks around names, values and lines do not matter.

use std::fmt;

use super::{
    Animation, Appearance, Board3dTheme, BoardTheme, Highlight, Notation, Setting, Settings, Switch, Volume,
};
use crate::{AutoFlip, Language};

/// The language setting that follows the system.
const AUTO: &str = "auto";

impl Settings {
    /// Reads what [`Display`](fmt::Display) writes, and anything else as far as it makes sense.
    ///
    /// ```
    /// use client::{BoardTheme, Settings};
    /// let settings = Settings::read("theme sea\nsound much\nfuture 1");
    /// assert_eq!(settings, Settings { theme: BoardTheme::Sea, ..Settings::default() });
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Settings {
        text.lines().filter_map(parse_line).fold(Settings::default(), Settings::with)
    }
}

fn parse_line(line: &str) -> Option<Setting> {
    let (name, value) = line.trim().split_once(char::is_whitespace)?;
    let value = value.trim();
    let volume = || value.parse().ok().map(Volume::new);
    match name {
        "theme" => BoardTheme::from_name(value).map(Setting::Theme),
        "space" => Switch::from_name(value).map(Setting::Board3d),
        "space-look" => Board3dTheme::from_name(value).map(Setting::Board3dTheme),
        "appearance" => Appearance::from_name(value).map(Setting::Appearance),
        "highlight" => Highlight::from_name(value).map(Setting::Highlight),
        "notation" => Notation::from_name(value).map(Setting::Notation),
        "explain" => Switch::from_name(value).map(Setting::Explain),
        "always-queen" => Switch::from_name(value).map(Setting::AlwaysQueen),
        "turning" => AutoFlip::from_name(value).map(Setting::Turning),
        "sound" => volume().map(Setting::Sound),
        "music" => volume().map(Setting::Music),
        "animation" => Animation::from_name(value).map(Setting::Animation),
        "language" if value == AUTO => Some(Setting::Language(None)),
        "language" => Language::from_code(value).map(|language| Setting::Language(Some(language))),
        _ => None,
    }
}

/// A line for each setting.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "theme {}", self.theme.name())?;
        writeln!(f, "space {}", self.board3d.name())?;
        writeln!(f, "space-look {}", self.board3d_theme.name())?;
        writeln!(f, "appearance {}", self.appearance.name())?;
        writeln!(f, "highlight {}", self.highlight.name())?;
        writeln!(f, "notation {}", self.notation.name())?;
        writeln!(f, "explain {}", self.explain.name())?;
        writeln!(f, "always-queen {}", self.always_queen.name())?;
        writeln!(f, "turning {}", self.turning.name())?;
        writeln!(f, "sound {}", self.sound.percent())?;
        writeln!(f, "music {}", self.music.percent())?;
        writeln!(f, "animation {}", self.animation.name())?;
        writeln!(f, "language {}", self.language.map_or(AUTO, Language::code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip_through_text() {
        let all = Settings {
            theme: BoardTheme::Meadow,
            board3d: Switch::On,
            board3d_theme: Board3dTheme::Night,
            appearance: Appearance::Dark,
            highlight: Highlight::GreenRed,
            notation: Notation::Figurines,
            explain: Switch::Off,
            always_queen: Switch::On,
            turning: AutoFlip::AfterMove,
            sound: Volume::new(200),
            music: Volume::new(3),
            animation: Animation::Off,
            language: Some(Language::Korean),
        };
        for settings in [all, Settings::default()] {
            assert_eq!(Settings::parse(&settings.to_string()), settings);
        }
        assert_eq!(all.sound.percent(), 100);
    }

    #[test]
    fn unknown_names_and_values_leave_the_defaults() {
        for text in
            ["", "theme", "theme plaid", "sound -1", "sound 300", "\u{0}\u{ffff}", "language xx", "a b c"]
        {
            assert_eq!(Settings::parse(text), Settings::default(), "{text:?}");
        }
        assert_eq!(Settings::parse("theme sea\ntheme stone\n").theme, BoardTheme::Stone);
    }
}
