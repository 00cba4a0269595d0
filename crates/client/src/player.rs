//! The player of a side.

/// Location of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PlayerLocation {
    /// At this screen.
    #[default]
    Local,
    /// Elsewhere: an engine, another program or a person on a server; moves arrive as
    /// [`PlayerAction`](crate::PlayerAction)s.
    Remote,
}

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Player {
    name: String,
    location: PlayerLocation,
}

/// Maximum length of a name; longer ones are truncated.
const MAX_NAME_CHARS: usize = 40;

impl PlayerLocation {
    /// Name in save files.
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
    /// Creates a player. Control characters and surplus whitespace are removed, and the name is truncated to
    /// forty characters.
    #[must_use]
    pub fn new(name: &str, seat: PlayerLocation) -> Player {
        let words: Vec<&str> = name.split(|c: char| c.is_control() || c.is_whitespace()).collect();
        let spaced = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let name = spaced.chars().take(MAX_NAME_CHARS).collect::<String>().trim_end().to_owned();
        Player { name, location: seat }
    }

    /// Name; empty if unknown.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Location.
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
