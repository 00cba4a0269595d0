//! Who plays a side, and from where.

/// Where the player of a side sits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PlayerLocation {
    /// At this screen: the side is moved with this mouse and this keyboard.
    #[default]
    Local,
    /// Somewhere else, as a computer or a distant person does: its moves arrive as [`Deed`](crate::Deed)s.
    Remote,
}

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Player {
    name: String,
    location: PlayerLocation,
}

/// Longer names are cut: nobody needs more, and a screen has an end.
const MAX_NAME_CHARS: usize = 40;

impl PlayerLocation {
    /// The name in saved texts.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            PlayerLocation::Local => "here",
            PlayerLocation::Remote => "elsewhere",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<PlayerLocation> {
        [PlayerLocation::Local, PlayerLocation::Remote].into_iter().find(|seat| seat.name() == name)
    }
}

impl Player {
    /// A player. Whatever is no visible part of the name (line breaks, blanks at the ends, all beyond forty
    /// characters) is dropped.
    #[must_use]
    pub fn new(name: &str, seat: PlayerLocation) -> Player {
        let words: Vec<&str> = name.split(|c: char| c.is_control() || c.is_whitespace()).collect();
        let spaced = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let name = spaced.chars().take(MAX_NAME_CHARS).collect::<String>().trim_end().to_owned();
        Player { name, location: seat }
    }

    /// The name; empty if none was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the player sits.
    #[must_use]
    pub const fn location(&self) -> PlayerLocation {
        self.location
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_truncated() {
        let check =
            |given: &str, kept: &str| assert_eq!(Player::new(given, PlayerLocation::Local).name(), kept);
        check("  Hou\n Yifan ", "Hou Yifan");
        check("\u{0}\t", "");
        check("한판", "한판");
        check(&"x".repeat(99), &"x".repeat(40));
    }
}
