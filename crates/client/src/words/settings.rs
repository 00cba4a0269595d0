//! What the settings offer.

use super::Words;
use crate::{Animation, Appearance, BoardTheme, Highlight, Notation, Space};

impl Words {
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

    /// A flat board, or what one in space is made of.
    #[must_use]
    pub fn space(self, space: Space) -> &'static str {
        self.text(match space {
            Space::Flat => "settings.space-flat",
            Space::Wood => "settings.space-wood",
            Space::Marble => "settings.space-marble",
            Space::Night => "settings.space-night",
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
