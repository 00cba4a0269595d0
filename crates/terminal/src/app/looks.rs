//! How everything looks, as the terminal and the command line have it.

use client::Language;

use crate::{Depth, Pieces};

/// What the terminal and the command line decide about how all looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looks {
    /// How pieces are to be drawn in this sitting, if the command line says so.
    pub(crate) asked_pieces: Option<Pieces>,
    /// How pieces are drawn otherwise.
    pub(crate) pieces: Pieces,
    pub(crate) depth: Depth,
    /// The language of the system.
    pub(crate) system: Language,
    /// The language asked for on the command line.
    pub(crate) asked: Option<Language>,
}
