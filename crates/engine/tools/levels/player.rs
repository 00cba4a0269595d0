//! Who plays.

use engine::Level;

/// Somebody whose strength is measured or known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// One of the levels.
    Level(Level),
    /// A place between no skill and all of it, in thousandths.
    Power(u16),
    /// A foreign engine that was told to play at a rating.
    Anchor(u16),
    /// A foreign engine as it is, within a limit.
    Guest(Guest),
}

/// An engine whose strength nobody told: it is measured with the others, and ties them together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Guest {
    /// What starts it.
    pub(crate) program: String,
    /// What it is told to do for a move, `nodes 2000` or `depth 3`.
    pub(crate) limit: String,
    /// About where it belongs.
    pub(crate) guess: u16,
}

impl Guest {
    /// `program:limit:guess`, as in `glaurung:nodes 2000:1700`.
    pub(crate) fn read(text: &str) -> Option<Guest> {
        let mut parts = text.split(':');
        let (program, limit) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let guess = parts.next()?.parse().ok()?;
        parts.next().is_none().then_some(Guest { program, limit, guess })
    }
}

impl Player {
    /// All levels.
    pub(crate) fn levels() -> Vec<Player> {
        Level::ALL.iter().copied().map(Player::Level).collect()
    }

    /// A first guess at its rating.
    pub(crate) fn guess(&self) -> u16 {
        match self {
            Player::Level(level) => level.rating().unwrap_or(2700),
            Player::Power(power) => 400 + power * 2,
            Player::Anchor(rating) => *rating,
            Player::Guest(guest) => guest.guess,
        }
    }

    /// Whether it is somebody else's engine.
    pub(crate) fn is_foreign(&self) -> bool {
        matches!(self, Player::Anchor(_) | Player::Guest(_))
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Player::Level(level) => level.word().to_owned(),
            Player::Power(power) => format!("power {power}"),
            Player::Anchor(rating) => format!("anchor {rating}"),
            Player::Guest(guest) => {
                format!("{} {}", guest.program.rsplit('/').next().unwrap_or_default(), guest.limit)
            }
        }
    }
}
