//! What the browser does for the club, besides what it does for the board.

pub(crate) mod location;
pub(crate) mod dates;
pub(crate) mod fetch;
pub(crate) mod storage;
pub(crate) mod share;
pub(crate) mod socket;
