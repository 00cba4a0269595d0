//! Names of themes for players.

use texts::PuzzleMessageKey;

use crate::Theme;

impl Theme {
    /// The message with the name of the theme.
    #[must_use]
    pub const fn title(self) -> PuzzleMessageKey {
        match self {
            Theme::Mate => PuzzleMessageKey::ThemeMate,
            Theme::MateIn1 => PuzzleMessageKey::ThemeMateIn1,
            Theme::MateIn2 => PuzzleMessageKey::ThemeMateIn2,
            Theme::MateIn3 => PuzzleMessageKey::ThemeMateIn3,
            Theme::MateIn4 => PuzzleMessageKey::ThemeMateIn4,
            Theme::MateIn5 => PuzzleMessageKey::ThemeMateIn5,
            Theme::BackRankMate => PuzzleMessageKey::ThemeBackRankMate,
            Theme::SmotheredMate => PuzzleMessageKey::ThemeSmotheredMate,
            Theme::Fork => PuzzleMessageKey::ThemeFork,
            Theme::Pin => PuzzleMessageKey::ThemePin,
            Theme::Skewer => PuzzleMessageKey::ThemeSkewer,
            Theme::DiscoveredAttack => PuzzleMessageKey::ThemeDiscoveredAttack,
            Theme::DoubleCheck => PuzzleMessageKey::ThemeDoubleCheck,
            Theme::HangingPiece => PuzzleMessageKey::ThemeHangingPiece,
            Theme::CapturingDefender => PuzzleMessageKey::ThemeCapturingDefender,
            Theme::TrappedPiece => PuzzleMessageKey::ThemeTrappedPiece,
            Theme::Sacrifice => PuzzleMessageKey::ThemeSacrifice,
            Theme::Promotion => PuzzleMessageKey::ThemePromotion,
            Theme::UnderPromotion => PuzzleMessageKey::ThemeUnderPromotion,
            Theme::EnPassant => PuzzleMessageKey::ThemeEnPassant,
            Theme::Castling => PuzzleMessageKey::ThemeCastling,
            Theme::QuietMove => PuzzleMessageKey::ThemeQuietMove,
            Theme::Opening => PuzzleMessageKey::ThemeOpening,
            Theme::Middlegame => PuzzleMessageKey::ThemeMiddlegame,
            Theme::Endgame => PuzzleMessageKey::ThemeEndgame,
            Theme::OneMove => PuzzleMessageKey::ThemeOneMove,
            Theme::Short => PuzzleMessageKey::ThemeShort,
            Theme::Long => PuzzleMessageKey::ThemeLong,
            Theme::VeryLong => PuzzleMessageKey::ThemeVeryLong,
            Theme::Deflection => PuzzleMessageKey::ThemeDeflection,
            Theme::Overloading => PuzzleMessageKey::ThemeOverloading,
        }
    }
}
