//! How a game of a match ended.

use std::fmt;

use game::Ending;
use rules::Color;

/// Who won, and why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameEnd {
    /// The winner; nobody in a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: EndReason,
}

/// Why a game of a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// By the Laws. What a player could claim counts as claimed.
    Rules(Ending),
    /// Both players agreed for long enough that one of them is lost.
    ResignRule,
    /// Both players agreed for long enough that nobody is ahead.
    DrawRule,
    /// The game has become longer than was wanted.
    MoveLimit,
    /// A player did something wrong.
    Fault(Color, EngineFault),
}

/// What a player can do wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EngineFault {
    /// It moved too late.
    TimeLoss,
    /// It did not move at all.
    Hang,
    /// It ended in the middle of the game.
    Crash,
    /// Its move was not legal.
    IllegalMove,
    /// It said something that nobody understands.
    ProtocolViolation,
    /// It could not begin the game.
    StartFailure,
}

impl EngineFault {
    /// All faults.
    pub const ALL: [EngineFault; 6] = [
        EngineFault::TimeLoss,
        EngineFault::Hang,
        EngineFault::Crash,
        EngineFault::IllegalMove,
        EngineFault::ProtocolViolation,
        EngineFault::StartFailure,
    ];

    /// Its name, as reports and records have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EngineFault::TimeLoss => "time loss",
            EngineFault::Hang => "hang",
            EngineFault::Crash => "crash",
            EngineFault::IllegalMove => "illegal move",
            EngineFault::ProtocolViolation => "garbage",
            EngineFault::StartFailure => "no start",
        }
    }
}

impl EndReason {
    /// What the standard calls it in the `Termination` tag.
    #[must_use]
    pub const fn termination(self) -> &'static str {
        match self {
            EndReason::Rules(_) => "normal",
            EndReason::ResignRule | EndReason::DrawRule | EndReason::MoveLimit => "adjudication",
            EndReason::Fault(_, EngineFault::TimeLoss) => "time forfeit",
            EndReason::Fault(_, EngineFault::IllegalMove) => "rules infraction",
            EndReason::Fault(..) => "abandoned",
        }
    }

    /// Reads what [`Display`](fmt::Display) has written.
    #[must_use]
    pub fn from_name(name: &str) -> Option<EndReason> {
        let fault = || {
            let (side, fault) = name.split_once(": ")?;
            let color = Color::ALL.into_iter().find(|color| color_name(*color) == side)?;
            Some(EndReason::Fault(color, EngineFault::ALL.into_iter().find(|known| known.name() == fault)?))
        };
        let plain = [EndReason::ResignRule, EndReason::DrawRule, EndReason::MoveLimit].into_iter();
        let mut known = plain.chain(Ending::ALL.into_iter().map(EndReason::Rules));
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
impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::Rules(ending) => f.write_str(ending.name()),
            EndReason::ResignRule => f.write_str("hopeless"),
            EndReason::DrawRule => f.write_str("level"),
            EndReason::MoveLimit => f.write_str("too long"),
            EndReason::Fault(color, fault) => write!(f, "{}: {fault}", color_name(*color)),
        }
    }
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_reasons_parse_from_their_names() {
        let faults = EngineFault::ALL.into_iter().map(|fault| EndReason::Fault(Color::Black, fault));
        let laws = Ending::ALL.into_iter().map(EndReason::Rules);
        for reason in
            faults.chain(laws).chain([EndReason::ResignRule, EndReason::DrawRule, EndReason::MoveLimit])
        {
            assert_eq!(EndReason::from_name(&reason.to_string()), Some(reason));
        }
        assert_eq!(EndReason::from_name("green: crash"), None);
        assert_eq!(EndReason::from_name(""), None);
    }
}
