//! What every store promises. Each function gets a store that is empty.

pub(crate) mod archive;
pub(crate) mod games;
pub(crate) mod people;
