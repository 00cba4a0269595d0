//! The end of a match game.

use std::fmt;

use game::Ending;
use rules::Color;

/// Winner and reason of the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameEnd {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: EndReason,
}

/// Reason of the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The Laws of Chess. Claimable draws need no claim.
    Rules(Ending),
    /// Adjudicated win: both engines agreed for long enough that one side is lost.
    ResignRule,
    /// Adjudicated draw: both engines saw an equal game for long enough.
    DrawRule,
    /// Adjudicated draw: the maximum number of moves was reached.
    MoveLimit,
    /// A fault of an engine.
    Fault(Color, EngineFault),
}

/// A fault that loses the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EngineFault {
    /// The engine exceeded its time.
    TimeLoss,
    /// The engine did not answer.
    Hang,
    /// The process ended during the game.
    Crash,
    /// The engine's move was illegal.
    IllegalMove,
    /// The engine violated the UCI protocol.
    ProtocolViolation,
    /// The engine could not be started.
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

    /// Name in reports and PGN tags.
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
    /// Value of the PGN tag `Termination`.
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

    /// Inverse of [`Display`](fmt::Display).
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

/// Name such as `checkmate`, `hopeless`, `white: crash`.
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
