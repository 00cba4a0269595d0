//! The parts of the browser that `web` does not use.

pub(crate) mod location;
pub(crate) mod dates;
pub(crate) mod document;
pub(crate) mod fetch;
pub(crate) mod storage;
pub(crate) mod share;
pub(crate) mod socket;
