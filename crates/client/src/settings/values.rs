//! The types of the settings' values, and how they are stored.

use super::SettingControl;
use crate::{AutoFlip, Language, Locale, MessageKey};

/// A value of a setting. Stored values never change.
pub(super) trait SettingValue: Copy {
    /// The control with which it is chosen.
    const CONTROL: SettingControl;

    /// The stored names of all values, in the order in which they are offered; none if there are too many.
    const NAMES: &[&str];

    /// The value as it is stored.
    fn stored(self) -> String;

    /// Parses a stored value.
    fn from_stored(text: &str) -> Option<Self>;

    /// The name of the value on the settings screen.
    fn label(self, locale: Locale) -> String;

    /// The value as a volume, if it is one.
    fn to_volume(self) -> Option<Volume> {
        None
    }

    /// A volume as this type of value, if it is one.
    fn from_volume(_: Volume) -> Option<Self> {
        None
    }
}

/// Declares an enum of values with their stored names and the keys of their texts.
macro_rules! choices {
    ($($(#[$doc:meta])* $type:ident: $control:ident { $($(#[$about:meta])* $variant:ident = $name:literal, $key:literal;)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $type {
            $($(#[$about])* $variant,)+
        }

        impl $type {
            /// All values, in the order in which they are offered.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            /// The name in storage, style sheets and tests; never shown to players.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }
        }

        impl SettingValue for $type {
            const CONTROL: SettingControl = SettingControl::$control;

            const NAMES: &[&str] = &[$($name),+];

            fn stored(self) -> String {
                self.name().to_owned()
            }

            fn from_stored(text: &str) -> Option<$type> {
                $type::ALL.get(index_of(text, Self::NAMES)?).copied()
            }

            fn label(self, locale: Locale) -> String {
                locale.text(match self {
                    $($type::$variant => $key,)+
                }).to_owned()
            }
        }
    )+};
}

choices! {
    /// Theme of the 2D board.
    #[allow(missing_docs, reason = "the renderers decide on the colours")]
    BoardTheme: Choice {
        Wood = "wood", "settings.board-wood";
        Stone = "stone", "settings.board-stone";
        Sea = "sea", "settings.board-sea";
        Meadow = "meadow", "settings.board-meadow";
        Walnut = "walnut", "settings.board-walnut";
        Paper = "paper", "settings.board-paper";
        Night = "night", "settings.space-night";
    }

    /// Drawings of the 2D pieces.
    PieceSet: Choice {
        /// Turned pieces with light and shade.
        Classic = "classic", "settings.pieces-classic";
        /// Line drawings as in printed diagrams.
        Print = "print", "settings.pieces-print";
        /// Flat shapes.
        Simple = "simple", "settings.pieces-simple";
        /// Pixel art.
        Pixel = "pixel", "settings.pieces-pixel";
    }

    /// Theme of the 3D board.
    #[allow(missing_docs, reason = "the renderers decide on the materials")]
    Board3dTheme: Choice {
        Wood = "wood", "settings.space-wood";
        Marble = "marble", "settings.space-marble";
        Night = "night", "settings.space-night";
    }

    /// Light or dark colour scheme.
    Appearance: Choice {
        /// That of the system.
        Auto = "auto", "settings.colors-auto";
        /// Always light.
        Light = "light", "settings.colors-light";
        /// Always dark.
        Dark = "dark", "settings.colors-dark";
    }

    /// Colours that mark legal moves.
    Highlight: Choice {
        /// All pink.
        Pink = "pink", "settings.highlights-pink";
        /// Green for empty squares, red for captures.
        GreenRed = "green-red", "settings.highlights-green-red";
    }

    /// Pieces in the move list.
    Notation: Choice {
        /// A letter: `N`.
        Letters = "letters", "settings.notation-letters";
        /// A figurine: `♘`.
        Figurines = "figurines", "settings.notation-figurines";
    }

    /// Games in which a move made on the board is played only after a confirmation. Games of two players at one screen
    /// are not among them.
    MoveConfirmation: Choice {
        /// None.
        Never = "never", "settings.confirm-never";
        /// Online games without a clock, correspondence and classical games.
        LongGames = "long", "settings.confirm-long";
        /// All.
        Always = "always", "settings.confirm-always";
    }

    /// Timbre of sounds.
    SoundSet: Choice {
        /// Wooden knocks, soft chords.
        Wood = "wood", "settings.space-wood";
        /// High, ringing tones.
        Glass = "glass", "settings.sound-glass";
        /// Square waves of early computer games.
        Arcade = "arcade", "settings.sound-arcade";
    }

    /// Piece animation.
    Animation: Choice {
        /// On, unless the system asks for reduced motion.
        Auto = "auto", "settings.animation-auto";
        /// Always on.
        On = "on", "settings.on";
        /// Always off.
        Off = "off", "settings.off";
    }

    /// On or off.
    #[allow(missing_docs, reason = "the names say it")]
    Switch: Switch {
        On = "on", "settings.on";
        Off = "off", "settings.off";
    }
}

/// One copy for all types, for the size of the page.
fn index_of(text: &str, names: &[&str]) -> Option<usize> {
    names.iter().position(|name| *name == text)
}

impl Switch {
    /// Returns true if it is on.
    #[must_use]
    pub const fn is_on(self) -> bool {
        matches!(self, Switch::On)
    }
}

impl From<bool> for Switch {
    fn from(is_on: bool) -> Switch {
        if is_on { Switch::On } else { Switch::Off }
    }
}

/// A volume in percent, 0 to 100; 0 is off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Volume(u8);

impl Volume {
    /// Silence.
    pub const OFF: Volume = Volume(0);

    /// A volume in percent, at most 100.
    #[must_use]
    pub const fn new(percent: u8) -> Volume {
        if percent > 100 { Volume(100) } else { Volume(percent) }
    }

    /// 0 to 100.
    #[must_use]
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// Returns true if the volume is 0.
    #[must_use]
    pub const fn is_off(self) -> bool {
        self.0 == 0
    }
}

impl SettingValue for Volume {
    const CONTROL: SettingControl = SettingControl::Volume;

    const NAMES: &[&str] = &[];

    fn stored(self) -> String {
        self.0.to_string()
    }

    fn from_stored(text: &str) -> Option<Volume> {
        text.parse().ok().map(Volume::new)
    }

    fn label(self, _: Locale) -> String {
        format!("{} %", self.0)
    }

    fn to_volume(self) -> Option<Volume> {
        Some(self)
    }

    fn from_volume(volume: Volume) -> Option<Volume> {
        Some(volume)
    }
}

impl SettingValue for AutoFlip {
    const CONTROL: SettingControl = SettingControl::Choice;

    const NAMES: &[&str] = &[AutoFlip::Never.name(), AutoFlip::AfterMove.name()];

    fn stored(self) -> String {
        self.name().to_owned()
    }

    fn from_stored(text: &str) -> Option<AutoFlip> {
        AutoFlip::from_name(text)
    }

    fn label(self, locale: Locale) -> String {
        Switch::from(self == AutoFlip::AfterMove).label(locale)
    }
}

/// The stored value of the language that follows the system.
const AUTO: &str = "auto";

/// [`AUTO`] and the codes of all languages.
const LANGUAGE_NAMES: [&str; 1 + Language::ALL.len()] = {
    let mut names = [AUTO; 1 + Language::ALL.len()];
    let mut index = 0;
    while index < Language::ALL.len() {
        names[1 + index] = Language::ALL[index].code();
        index += 1;
    }
    names
};

impl SettingValue for Option<Language> {
    const CONTROL: SettingControl = SettingControl::Choice;

    const NAMES: &[&str] = &LANGUAGE_NAMES;

    fn stored(self) -> String {
        self.map_or(AUTO, Language::code).to_owned()
    }

    fn from_stored(text: &str) -> Option<Option<Language>> {
        if text == AUTO { Some(None) } else { Language::from_code(text).map(Some) }
    }

    fn label(self, locale: Locale) -> String {
        let own_name = |language| Locale::new(language).message(MessageKey::LanguageName);
        self.map_or(locale.message(MessageKey::SettingsLanguageAuto), own_name).to_owned()
    }
}
