//! What there is to choose from.

/// What the board is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "what they look like is the painter's business")]
pub enum BoardTheme {
    #[default]
    Wood,
    Stone,
    Sea,
    Meadow,
}

/// What a board that stands in space looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "what they look like is the painter's business")]
pub enum Board3dTheme {
    #[default]
    Wood,
    Marble,
    Night,
}

/// Light or dark around the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Appearance {
    /// As the system has it.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// How targets are marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Highlight {
    /// All in pink.
    #[default]
    Pink,
    /// Green where the square is empty, red where an enemy stands.
    GreenRed,
}

/// What stands for a piece in the move list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// A letter: `N`.
    #[default]
    Letters,
    /// A little piece: `♘`.
    Figurines,
}

/// Whether pieces glide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Animation {
    /// Unless the system asks for less motion.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Switch {
    On,
    Off,
}

/// How loud, 0 to 100; 0 is off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Volume(u8);

impl Volume {
    /// Not at all.
    pub const OFF: Volume = Volume(0);

    /// That loud; more than 100 is 100.
    #[must_use]
    pub const fn new(percent: u8) -> Volume {
        if percent > 100 { Volume(100) } else { Volume(percent) }
    }

    /// 0 to 100.
    #[must_use]
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// Whether nothing is heard.
    #[must_use]
    pub const fn is_off(self) -> bool {
        self.0 == 0
    }
}

impl Switch {
    /// Whether it is on.
    #[must_use]
    pub const fn is_on(self) -> bool {
        matches!(self, Switch::On)
    }
}
