//! Timestamps and durations on the wire, in whole milliseconds.

use game::{Millis, Timestamp};
use serde::{Deserialize, Serialize};

/// A timestamp of the server's clock: milliseconds since the Unix epoch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnixMillis(pub u64);

/// A duration in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DurationMillis(pub u64);

impl From<Timestamp> for UnixMillis {
    fn from(Timestamp(at): Timestamp) -> UnixMillis {
        UnixMillis(at)
    }
}

impl From<UnixMillis> for Timestamp {
    fn from(UnixMillis(at): UnixMillis) -> Timestamp {
        Timestamp(at)
    }
}

impl From<Millis> for DurationMillis {
    fn from(Millis(span): Millis) -> DurationMillis {
        DurationMillis(span)
    }
}

impl From<DurationMillis> for Millis {
    fn from(DurationMillis(span): DurationMillis) -> Millis {
        Millis(span)
    }
}
