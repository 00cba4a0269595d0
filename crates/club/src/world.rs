//! What the browser does for the club, besides what it does for the board.

pub(crate) mod address;
pub(crate) mod calendar;
pub(crate) mod fetch;
pub(crate) mod memory;
pub(crate) mod share;
pub(crate) mod socket;
