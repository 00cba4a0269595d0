//! The names of the choices, for programs: files, style sheets, tests. They are never shown to players and never change.

use super::{Animation, Appearance, Board3dTheme, BoardTheme, Highlight, Notation, Switch};

impl BoardTheme {
    /// All choices, in the order in which they are offered.
    pub const ALL: [BoardTheme; 4] =
        [BoardTheme::Wood, BoardTheme::Stone, BoardTheme::Sea, BoardTheme::Meadow];

    /// The name under which programs know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BoardTheme::Wood => "wood",
            BoardTheme::Stone => "stone",
            BoardTheme::Sea => "sea",
            BoardTheme::Meadow => "meadow",
        }
    }

    /// Reads a [`name`](BoardTheme::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<BoardTheme> {
        BoardTheme::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

impl Board3dTheme {
    /// All choices, in the order in which they are offered.
    pub const ALL: [Board3dTheme; 3] = [Board3dTheme::Wood, Board3dTheme::Marble, Board3dTheme::Night];

    /// The name under which programs know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Board3dTheme::Wood => "wood",
            Board3dTheme::Marble => "marble",
            Board3dTheme::Night => "night",
        }
    }

    /// Reads a [`name`](SpaceLook::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Board3dTheme> {
        Board3dTheme::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

impl Appearance {
    /// All choices, in the order in which they are offered.
    pub const ALL: [Appearance; 3] = [Appearance::Auto, Appearance::Light, Appearance::Dark];

    /// The name under which programs know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Appearance::Auto => "auto",
            Appearance::Light => "light",
            Appearance::Dark => "dark",
        }
    }

    /// Reads a [`name`](Appearance::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Appearance> {
        Appearance::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

impl Highlight {
    /// All choices, in the order in which they are offered.
    pub const ALL: [Highlight; 2] = [Highlight::Pink, Highlight::GreenRed];

    /// The name under which programs know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Highlight::Pink => "pink",
            Highlight::GreenRed => "green-red",
        }
    }

    /// Reads a [`name`](Highlight::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Highlight> {
        Highlight::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

impl Notation {
    /// All choices, in the order in which they are offered.
    pub const ALL: [Notation; 2] = [Notation::Letters, Notation::Figurines];

    /// The name under which programs know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Letters => "letters",
            Notation::Figurines => "figurines",
        }
    }

    /// Reads a [`name`](Notation::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

impl Animation {
    /// All choices, in the order in which they are offered.
    pub const ALL: [Animation; 3] = [Animation::Auto, Animation::On, Animation::Off];

    /// The name under which programs know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Animation::Auto => "auto",
            Animation::On => "on",
            Animation::Off => "off",
        }
    }

    /// Reads a [`name`](Animation::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Animation> {
        Animation::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

impl Switch {
    /// All choices, in the order in which they are offered.
    pub const ALL: [Switch; 2] = [Switch::On, Switch::Off];

    /// The name under which programs know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Switch::On => "on",
            Switch::Off => "off",
        }
    }

    /// Reads a [`name`](Switch::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Switch> {
        Switch::ALL.into_iter().find(|choice| choice.name() == name)
    }
}
