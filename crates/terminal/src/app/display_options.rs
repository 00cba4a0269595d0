//! How everything looks, as the terminal and the command line have it.

use client::Language;

use crate::{ColorDepth, PieceStyle};

/// What the terminal and the command line decide about how all looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DisplayOptions {
    /// How pieces are to be drawn in this sitting, if the command line says so.
    pub(crate) piece_style_override: Option<PieceStyle>,
    /// How pieces are drawn otherwise.
    pub(crate) piece_style: PieceStyle,
    pub(crate) color_depth: ColorDepth,
    /// The language of the system.
    pub(crate) system_language: Language,
    /// The language asked for on the command line.
    pub(crate) language_override: Option<Language>,
}
