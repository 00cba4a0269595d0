//! How a game of a match ended.

use std::fmt;

use game::Ending;
use rules::Color;

/// Who won, and why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct End {
    /// The winner; nobody in a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

/// Why a game of a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// By the Laws. What a player could claim counts as claimed.
    Laws(Ending),
    /// Both players agreed for long enough that one of them is lost.
    Hopeless,
    /// Both players agreed for long enough that nobody is ahead.
    Level,
    /// The game has become longer than was wanted.
    TooLong,
    /// A player did something wrong.
    Fault(Color, Fault),
}

/// What a player can do wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// It moved too late.
    Time,
    /// It did not move at all.
    Hang,
    /// It ended in the middle of the game.
    Crash,
    /// Its move was not legal.
    IllegalMove,
    /// It said something that nobody understands.
    Garbage,
    /// It could not begin the game.
    NoStart,
}

impl Fault {
    /// All faults.
    pub const ALL: [Fault; 6] =
        [Fault::Time, Fault::Hang, Fault::Crash, Fault::IllegalMove, Fault::Garbage, Fault::NoStart];

    /// Its name, as reports and records have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Time => "time loss",
            Fault::Hang => "hang",
            Fault::Crash => "crash",
            Fault::IllegalMove => "illegal move",
            Fault::Garbage => "garbage",
            Fault::NoStart => "no start",
        }
    }
}

impl Reason {
    /// What the standard calls it in the `Termination` tag.
    #[must_use]
    pub const fn termination(self) -> &'static str {
        match self {
            Reason::Laws(_) => "normal",
            Reason::Hopeless | Reason::Level | Reason::TooLong => "adjudication",
            Reason::Fault(_, Fault::Time) => "time forfeit",
            Reason::Fault(_, Fault::IllegalMove) => "rules infraction",
            Reason::Fault(..) => "abandoned",
        }
    }

    /// Reads what [`Display`](fmt::Display) has written.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Reason> {
        let fault = || {
            let (side, fault) = name.split_once(": ")?;
            let color = Color::ALL.into_iter().find(|color| color_name(*color) == side)?;
            Some(Reason::Fault(color, Fault::ALL.into_iter().find(|known| known.name() == fault)?))
        };
        let plain = [Reason::Hopeless, Reason::Level, Reason::TooLong].into_iter();
        let mut known = plain.chain(Ending::ALL.into_iter().map(Reason::Laws));
        known.find(|reason| reason.to_string() == name).or_else(fault)
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Its name: `checkmate`, `hopeless`, `white: crash`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Laws(ending) => f.write_str(ending.name()),
            Reason::Hopeless => f.write_str("hopeless"),
            Reason::Level => f.write_str("level"),
            Reason::TooLong => f.write_str("too long"),
            Reason::Fault(color, fault) => write!(f, "{}: {fault}", color_name(*color)),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let faults = Fault::ALL.into_iter().map(|fault| Reason::Fault(Color::Black, fault));
        let laws = Ending::ALL.into_iter().map(Reason::Laws);
        for reason in faults.chain(laws).chain([Reason::Hopeless, Reason::Level, Reason::TooLong]) {
            assert_eq!(Reason::from_name(&reason.to_string()), Some(reason));
        }
        assert_eq!(Reason::from_name("green: crash"), None);
        assert_eq!(Reason::from_name(""), None);
    }
}
