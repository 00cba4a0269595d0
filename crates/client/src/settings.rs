//! How the players want it: looks, sounds, help, language. Kept as a text of one line for each setting.

mod choices;
mod names;
mod text;

pub use choices::{Animation, Appearance, Board3dTheme, BoardTheme, Highlight, Notation, Switch, Volume};

use crate::{AutoFlip, Language};

/// All settings, each with a default that suits most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What the board is made of.
    pub theme: BoardTheme,
    /// Whether it stands in space, where the painter can do that.
    pub board3d: Switch,
    /// What it looks like there.
    pub board3d_theme: Board3dTheme,
    /// Light or dark around the board.
    pub appearance: Appearance,
    /// How targets are marked.
    pub highlight: Highlight,
    /// Letters or little pieces in the move list.
    pub notation: Notation,
    /// Whether the board says why a move is refused.
    pub explain: Switch,
    /// Whether a pawn becomes a queen without a question.
    pub always_queen: Switch,
    /// Whether new games turn the board after each move.
    pub turning: AutoFlip,
    /// How loud moves are.
    pub sound: Volume,
    /// How loud the music is; off at first.
    pub music: Volume,
    /// Whether pieces glide.
    pub animation: Animation,
    /// The language; `None` follows the browser or the system.
    pub language: Option<Language>,
}

/// One setting with its new value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields of `Settings` say it")]
pub enum Setting {
    Theme(BoardTheme),
    Board3d(Switch),
    Board3dTheme(Board3dTheme),
    Appearance(Appearance),
    Highlight(Highlight),
    Notation(Notation),
    Explain(Switch),
    AlwaysQueen(Switch),
    Turning(AutoFlip),
    Sound(Volume),
    Music(Volume),
    Animation(Animation),
    Language(Option<Language>),
}

impl Settings {
    /// The same settings but for one.
    #[must_use]
    pub fn with(self, setting: Setting) -> Settings {
        match setting {
            Setting::Theme(theme) => Settings { theme, ..self },
            Setting::Board3d(space) => Settings { board3d: space, ..self },
            Setting::Board3dTheme(space_look) => Settings { board3d_theme: space_look, ..self },
            Setting::Appearance(appearance) => Settings { appearance, ..self },
            Setting::Highlight(highlight) => Settings { highlight, ..self },
            Setting::Notation(notation) => Settings { notation, ..self },
            Setting::Explain(explain) => Settings { explain, ..self },
            Setting::AlwaysQueen(always_queen) => Settings { always_queen, ..self },
            Setting::Turning(turning) => Settings { turning, ..self },
            Setting::Sound(sound) => Settings { sound, ..self },
            Setting::Music(music) => Settings { music, ..self },
            Setting::Animation(animation) => Settings { animation, ..self },
            Setting::Language(language) => Settings { language, ..self },
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: BoardTheme::default(),
            board3d: Switch::Off,
            board3d_theme: Board3dTheme::default(),
            appearance: Appearance::default(),
            highlight: Highlight::default(),
            notation: Notation::default(),
            explain: Switch::On,
            always_queen: Switch::Off,
            turning: AutoFlip::default(),
            sound: Volume::new(70),
            music: Volume::OFF,
            animation: Animation::default(),
            language: None,
        }
    }
}
