//! What the settings offer.

use super::Locale;
use crate::{Animation, Appearance, Board3dTheme, BoardTheme, Highlight, Notation};

impl Locale {
    /// A board's look.
    #[must_use]
    pub fn board_theme(self, theme: BoardTheme) -> &'static str {
        self.text(match theme {
            BoardTheme::Wood => "settings.board-wood",
            BoardTheme::Stone => "settings.board-stone",
            BoardTheme::Sea => "settings.board-sea",
            BoardTheme::Meadow => "settings.board-meadow",
        })
    }

    /// What a board in space looks like.
    #[must_use]
    pub fn board3d_theme(self, look: Board3dTheme) -> &'static str {
        self.text(match look {
            Board3dTheme::Wood => "settings.space-wood",
            Board3dTheme::Marble => "settings.space-marble",
            Board3dTheme::Night => "settings.space-night",
        })
    }

    /// Light, dark, or as the device has it.
    #[must_use]
    pub fn appearance(self, appearance: Appearance) -> &'static str {
        self.text(match appearance {
            Appearance::Auto => "settings.colors-auto",
            Appearance::Light => "settings.colors-light",
            Appearance::Dark => "settings.colors-dark",
        })
    }

    /// How the squares are marked to which a piece can go.
    #[must_use]
    pub fn highlight(self, highlight: Highlight) -> &'static str {
        self.text(match highlight {
            Highlight::Pink => "settings.highlights-pink",
            Highlight::GreenRed => "settings.highlights-green-red",
        })
    }

    /// How pieces are written in the list of moves.
    #[must_use]
    pub fn notation(self, notation: Notation) -> &'static str {
        self.text(match notation {
            Notation::Letters => "settings.notation-letters",
            Notation::Figurines => "settings.notation-figurines",
        })
    }

    /// Whether pieces glide.
    #[must_use]
    pub fn animation(self, animation: Animation) -> &'static str {
        self.text(match animation {
            Animation::Auto => "settings.animation-auto",
            Animation::On => "settings.animation-on",
            Animation::Off => "settings.animation-off",
        })
    }
}
