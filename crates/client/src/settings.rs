//! The user's settings, as one table: `settings!` below declares the fields of [`Settings`], the variants of [`Setting`] and
//! [`SettingId`], their defaults, the names under which they are stored, and how the settings screens show them.
//!
//! To add a switch, add a line to the table and its label to the catalogue `base`; storage, the settings screens of the
//! browser and of the terminal, and the reset follow. A new type of value implements `SettingValue`; an enum is a table in
//! `values.rs`.
//!
//! # Storage
//! Settings are stored as text, one `name value` per line. Parsing never fails, because the text may come from an older or a
//! newer version: unknown names are skipped, an unknown value leaves the default, of repeated names the last one counts, and
//! blanks around names and values do not matter. Stored names never change.

mod values;

pub use values::{
    Animation, Appearance, Board3dTheme, BoardTheme, Highlight, MoveConfirmation, Notation, PieceSet,
    SoundSet, Switch, Volume,
};

use std::fmt;

use values::SettingValue;

use crate::{AutoFlip, Language, Locale, MessageKey};

/// The part of the settings screen in which a setting is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum SettingSection {
    Language,
    Appearance,
    Playing,
    Sound,
}

/// The front ends whose settings screen shows a setting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum FrontEnds {
    Both,
    Browser,
    Terminal,
}

/// The control with which a setting is changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SettingControl {
    /// One of a few values.
    Choice,
    /// On or off.
    Switch,
    /// 0 to 100 percent.
    Volume,
}

/// Declares [`Settings`], [`Setting`] and [`SettingId`] from one table.
macro_rules! settings {
    ($(
        $(#[$doc:meta])*
        $field:ident: $value:ty = $default:expr,
        $variant:ident $name:literal in $section:ident on $front_ends:ident, label $label:ident $(about $about:ident)?;
    )+) => {
        /// All settings.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Settings {
            $($(#[$doc])* pub $field: $value,)+
        }

        /// One setting with a value.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Setting {
            $($(#[$doc])* $variant($value),)+
        }

        /// A row of the table: a setting without a value.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum SettingId {
            $($(#[$doc])* $variant,)+
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings { $($field: $default,)+ }
            }
        }

        impl Settings {
            /// The same settings with one changed.
            #[must_use]
            pub fn with(mut self, setting: Setting) -> Settings {
                match setting {
                    $(Setting::$variant(value) => self.$field = value,)+
                }
                self
            }

            /// The current value of a setting.
            #[must_use]
            pub fn get(&self, id: SettingId) -> Setting {
                match id {
                    $(SettingId::$variant => Setting::$variant(self.$field),)+
                }
            }
        }

        impl Setting {
            /// The name of the value: "Wood", "On".
            #[must_use]
            pub fn value_label(self, locale: Locale) -> String {
                match self {
                    $(Setting::$variant(value) => value.label(locale),)+
                }
            }

            fn stored(self) -> String {
                match self {
                    $(Setting::$variant(value) => value.stored(),)+
                }
            }

            /// The volume, if the setting has one.
            #[must_use]
            pub fn volume(self) -> Option<Volume> {
                match self {
                    $(Setting::$variant(value) => value.to_volume(),)+
                }
            }

            fn parse(name: &str, value: &str) -> Option<Setting> {
                match name {
                    $($name => <$value>::from_stored(value).map(Setting::$variant),)+
                    _ => None,
                }
            }
        }

        impl SettingId {
            /// All settings, in the order of the table.
            pub const ALL: &[SettingId] = &[$(SettingId::$variant),+];

            /// The name under which it is stored.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(SettingId::$variant => $name,)+
                }
            }

            /// The label of its control.
            #[must_use]
            pub const fn label(self) -> MessageKey {
                match self {
                    $(SettingId::$variant => MessageKey::$label,)+
                }
            }

            /// A sentence that explains it.
            #[must_use]
            pub const fn about(self) -> Option<MessageKey> {
                match self {
                    $($(SettingId::$variant => Some(MessageKey::$about),)?)+
                    _ => None,
                }
            }

            /// The section in which it is shown.
            #[must_use]
            pub const fn section(self) -> SettingSection {
                match self {
                    $(SettingId::$variant => SettingSection::$section,)+
                }
            }

            /// The front ends that show it.
            #[must_use]
            pub const fn front_ends(self) -> FrontEnds {
                match self {
                    $(SettingId::$variant => FrontEnds::$front_ends,)+
                }
            }

            /// The control with which it is changed.
            #[must_use]
            pub const fn control(self) -> SettingControl {
                match self {
                    $(SettingId::$variant => <$value>::CONTROL,)+
                }
            }

            /// The setting with a volume, if it has one.
            #[must_use]
            pub fn with_volume(self, volume: Volume) -> Option<Setting> {
                match self {
                    $(SettingId::$variant => <$value>::from_volume(volume).map(Setting::$variant),)+
                }
            }

            const fn stored_values(self) -> &'static [&'static str] {
                match self {
                    $(SettingId::$variant => <$value>::NAMES,)+
                }
            }
        }
    };
}

settings! {
    /// Theme of the 2D board.
    theme: BoardTheme = BoardTheme::Wood,
        Theme "theme" in Appearance on Both, label SettingsBoard;
    /// Shows the 3D board.
    board3d: Switch = Switch::Off,
        Board3d "space" in Appearance on Browser, label SettingsBoard3d;
    /// Theme of the 3D board.
    board3d_theme: Board3dTheme = Board3dTheme::Wood,
        Board3dTheme "space-look" in Appearance on Browser, label SettingsBoard3dTheme;
    /// Drawings of the 2D pieces.
    pieces: PieceSet = PieceSet::Classic,
        Pieces "pieces" in Appearance on Browser, label SettingsPieces;
    /// Light or dark colour scheme.
    appearance: Appearance = Appearance::Auto,
        Appearance "appearance" in Appearance on Both, label SettingsColors;
    /// Colours that mark legal moves.
    highlight: Highlight = Highlight::Pink,
        Highlight "highlight" in Appearance on Both, label SettingsHighlights;
    /// Letters or figurines in the move list.
    notation: Notation = Notation::Letters,
        Notation "notation" in Appearance on Both, label SettingsNotation;
    /// Explains illegal moves.
    explain: Switch = Switch::On,
        Explain "explain" in Playing on Both, label SettingsExplain about SettingsExplainAbout;
    /// Promotes to a queen without asking.
    always_queen: Switch = Switch::Off,
        AlwaysQueen "always-queen" in Playing on Both, label SettingsAlwaysQueen;
    /// Asks before a move against a remote player is played: two players at one screen see each other's moves, and can take
    /// them back.
    confirm_moves: MoveConfirmation = MoveConfirmation::Never,
        ConfirmMoves "confirm-moves" in Playing on Both, label SettingsConfirmMoves about SettingsConfirmMovesAbout;
    /// Hides the pieces during a game.
    blindfold: Switch = Switch::Off,
        Blindfold "blindfold" in Playing on Both, label SettingsBlindfold;
    /// Turns the pieces of the side at the top upside down, for two players at one screen.
    face_to_face: Switch = Switch::Off,
        FaceToFace "face-to-face" in Playing on Browser, label SettingsFaceToFace about SettingsFaceToFaceAbout;
    /// Shows only the board and the clocks during a game.
    zen: Switch = Switch::Off,
        Zen "zen" in Playing on Browser, label SettingsZen about SettingsZenAbout;
    /// Stores finished games against the computer in the archive of the account.
    keep_games: Switch = Switch::On,
        KeepGames "keep-games" in Playing on Browser, label SettingsKeepGames about SettingsKeepGamesAbout;
    /// Flips the board after each move in new games. The browser offers it in the form for a new game.
    auto_flip: AutoFlip = AutoFlip::Never,
        AutoFlip "turning" in Playing on Terminal, label AutoFlip;
    /// Volume of sounds. The terminal has a bell instead.
    sound: Volume = Volume::new(70),
        Sound "sound" in Sound on Browser, label SettingsSoundVolume;
    /// Timbre of sounds.
    sound_set: SoundSet = SoundSet::Wood,
        SoundSet "sound-set" in Sound on Browser, label SettingsSoundSet;
    /// Speaks moves and results.
    speech: Switch = Switch::Off,
        Speech "speech" in Sound on Browser, label SettingsSpeech;
    /// Volume of the music.
    music: Volume = Volume::OFF,
        Music "music" in Sound on Browser, label SettingsMusicVolume;
    /// Piece animation.
    animation: Animation = Animation::Auto,
        Animation "animation" in Appearance on Browser, label SettingsAnimation;
    /// The language; `None` is that of the browser or the system.
    language: Option<Language> = None,
        Language "language" in Language on Both, label SettingsLanguage;
}

impl Settings {
    /// Parses what [`Display`](fmt::Display) writes, and skips what it does not know.
    ///
    /// ```
    /// use client::{BoardTheme, Settings};
    /// let settings = Settings::parse("theme sea\nsound much\nfuture 1");
    /// assert_eq!(settings, Settings { theme: BoardTheme::Sea, ..Settings::default() });
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Settings {
        text.lines().filter_map(parse_line).fold(Settings::default(), Settings::with)
    }
}

impl SettingId {
    /// The values to choose from; none for a volume.
    #[must_use]
    pub fn values(self) -> Vec<Setting> {
        self.stored_values().iter().filter_map(|value| Setting::parse(self.name(), value)).collect()
    }
}

/// One `name value` line per setting.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SettingId::ALL.iter().try_for_each(|&id| writeln!(f, "{} {}", id.name(), self.get(id).stored()))
    }
}

fn parse_line(line: &str) -> Option<Setting> {
    let (name, value) = line.trim().split_once(char::is_whitespace)?;
    Setting::parse(name, value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip_through_text() {
        let changed = SettingId::ALL.iter().fold(Settings::default(), |settings, id| {
            let other = id.values().into_iter().find(|&value| value != settings.get(*id));
            other.map_or(settings, |value| settings.with(value))
        });
        let changed = changed.with(Setting::Sound(Volume::new(200))).with(Setting::Music(Volume::new(3)));
        for id in SettingId::ALL {
            assert_ne!(changed.get(*id), Settings::default().get(*id));
        }
        for settings in [changed, Settings::default()] {
            assert_eq!(Settings::parse(&settings.to_string()), settings);
        }
        assert_eq!(changed.sound.percent(), 100);
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
