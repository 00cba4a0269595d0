//! Moments and spans on the wire: whole milliseconds.

use game::{Millis, Timestamp};
use serde::{Deserialize, Serialize};

/// A moment by the server's clock: milliseconds since the start of 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub u64);

/// A span of time in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Span(pub u64);

impl From<Timestamp> for Moment {
    fn from(Timestamp(at): Timestamp) -> Moment {
        Moment(at)
    }
}

impl From<Moment> for Timestamp {
    fn from(Moment(at): Moment) -> Timestamp {
        Timestamp(at)
    }
}

impl From<Millis> for Span {
    fn from(Millis(span): Millis) -> Span {
        Span(span)
    }
}

impl From<Span> for Millis {
    fn from(Span(span): Span) -> Millis {
        Millis(span)
    }
}
