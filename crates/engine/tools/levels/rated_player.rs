//! Players of a measurement.

use engine::Level;

/// A player whose rating is measured or known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RatedPlayer {
    /// One of the levels.
    Level(Level),
    /// A skill power from 0 to 1000.
    Power(u16),
    /// An external engine set to play at a rating.
    Anchor(u16),
    /// An external engine at full strength within a limit.
    ExternalEngine(ExternalEngine),
}

/// An external engine of unknown rating, measured with the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExternalEngine {
    /// Command line.
    pub(crate) program: String,
    /// Limit of its `go` command, such as `nodes 2000` or `depth 3`.
    pub(crate) limit: String,
    /// Estimated rating.
    pub(crate) estimated_rating: u16,
}

impl ExternalEngine {
    /// Parses `program:limit:rating`, as in `glaurung:nodes 2000:1700`.
    pub(crate) fn read(text: &str) -> Option<ExternalEngine> {
        let mut parts = text.split(':');
        let (program, limit) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let guess = parts.next()?.parse().ok()?;
        parts.next().is_none().then_some(ExternalEngine { program, limit, estimated_rating: guess })
    }
}

impl RatedPlayer {
    /// All levels.
    pub(crate) fn levels() -> Vec<RatedPlayer> {
        Level::ALL.iter().copied().map(RatedPlayer::Level).collect()
    }

    /// Estimated rating.
    pub(crate) fn estimated_rating(&self) -> u16 {
        match self {
            RatedPlayer::Level(level) => level.rating().unwrap_or(2700),
            RatedPlayer::Power(power) => 400 + power * 2,
            RatedPlayer::Anchor(rating) => *rating,
            RatedPlayer::ExternalEngine(engine) => engine.estimated_rating,
        }
    }

    /// True for external engines.
    pub(crate) fn is_external(&self) -> bool {
        matches!(self, RatedPlayer::Anchor(_) | RatedPlayer::ExternalEngine(_))
    }

    pub(crate) fn name(&self) -> String {
        match self {
            RatedPlayer::Level(level) => level.name().to_owned(),
            RatedPlayer::Power(power) => format!("power {power}"),
            RatedPlayer::Anchor(rating) => format!("anchor {rating}"),
            RatedPlayer::ExternalEngine(engine) => {
                format!("{} {}", engine.program.rsplit('/').next().unwrap_or_default(), engine.limit)
            }
        }
    }
}
