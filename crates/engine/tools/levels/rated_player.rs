//! Who plays.

use engine::Level;

/// Somebody whose strength is measured or known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RatedPlayer {
    /// One of the levels.
    Level(Level),
    /// A place between no skill and all of it, in thousandths.
    Power(u16),
    /// A foreign engine that was told to play at a rating.
    Anchor(u16),
    /// A foreign engine as it is, within a limit.
    ExternalEngine(ExternalEngine),
}

/// An engine whose strength nobody told: it is measured with the others, and ties them together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExternalEngine {
    /// What starts it.
    pub(crate) program: String,
    /// What it is told to do for a move, `nodes 2000` or `depth 3`.
    pub(crate) limit: String,
    /// About where it belongs.
    pub(crate) estimated_rating: u16,
}

impl ExternalEngine {
    /// `program:limit:guess`, as in `glaurung:nodes 2000:1700`.
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

    /// A first guess at its rating.
    pub(crate) fn estimated_rating(&self) -> u16 {
        match self {
            RatedPlayer::Level(level) => level.rating().unwrap_or(2700),
            RatedPlayer::Power(power) => 400 + power * 2,
            RatedPlayer::Anchor(rating) => *rating,
            RatedPlayer::ExternalEngine(guest) => guest.estimated_rating,
        }
    }

    /// Whether it is somebody else's engine.
    pub(crate) fn is_external(&self) -> bool {
        matches!(self, RatedPlayer::Anchor(_) | RatedPlayer::ExternalEngine(_))
    }

    pub(crate) fn name(&self) -> String {
        match self {
            RatedPlayer::Level(level) => level.word().to_owned(),
            RatedPlayer::Power(power) => format!("power {power}"),
            RatedPlayer::Anchor(rating) => format!("anchor {rating}"),
            RatedPlayer::ExternalEngine(guest) => {
                format!("{} {}", guest.program.rsplit('/').next().unwrap_or_default(), guest.limit)
            }
        }
    }
}
