//! Who plays a side, and from where.

/// Where the player of a side sits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Seat {
    /// At this screen: the side is moved with this mouse and this keyboard.
    #[default]
    Here,
    /// Somewhere else, as a computer or a distant person does: its moves arrive as [`Deed`](crate::Deed)s.
    Elsewhere,
}

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Player {
    name: String,
    seat: Seat,
}

/// Longer names are cut: nobody needs more, and a screen has an end.
const MAX_NAME: usize = 40;

impl Seat {
    /// The name in saved texts.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Seat::Here => "here",
            Seat::Elsewhere => "elsewhere",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Seat> {
        [Seat::Here, Seat::Elsewhere].into_iter().find(|seat| seat.name() == name)
    }
}

impl Player {
    /// A player. Whatever is no visible part of the name (line breaks, blanks at the ends, all beyond forty
    /// characters) is dropped.
    #[must_use]
    pub fn new(name: &str, seat: Seat) -> Player {
        let words: Vec<&str> = name.split(|c: char| c.is_control() || c.is_whitespace()).collect();
        let spaced = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let name = spaced.chars().take(MAX_NAME).collect::<String>().trim_end().to_owned();
        Player { name, seat }
    }

    /// The name; empty if none was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the player sits.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_a_line() {
        let check = |given: &str, kept: &str| assert_eq!(Player::new(given, Seat::Here).name(), kept);
        check("  Hou\n Yifan ", "Hou Yifan");
        check("\u{0}\t", "");
        check("한판", "한판");
        check(&"x".repeat(99), &"x".repeat(40));
    }
}
