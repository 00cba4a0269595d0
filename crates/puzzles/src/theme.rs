//! Themes of puzzles, named as Lichess names them, and sets of themes.

use std::fmt;
use std::str::FromStr;

macro_rules! themes {
    ($($name:ident $text:literal $about:literal;)*) => {
        /// A theme of a puzzle.
        ///
        /// ```
        /// use puzzles::Theme;
        /// assert_eq!("mateIn2".parse(), Ok(Theme::MateIn2));
        /// assert_eq!(Theme::DiscoveredAttack.to_string(), "discoveredAttack");
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Theme {
            $(#[doc = $about] $name,)*
        }

        impl Theme {
            /// All themes, in the order in which they are listed. The compact form depends on it: new ones come last.
            pub const ALL: &[Theme] = &[$(Theme::$name),*];

            /// Name in files and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Theme::$name => $text,)* }
            }
        }
    };
}

themes! {
    Mate "mate" "The line ends in checkmate.";
    MateIn1 "mateIn1" "Checkmate in one move.";
    MateIn2 "mateIn2" "Checkmate in two moves.";
    MateIn3 "mateIn3" "Checkmate in three moves.";
    MateIn4 "mateIn4" "Checkmate in four moves.";
    MateIn5 "mateIn5" "Checkmate in five or more moves.";
    BackRankMate "backRankMate" "A king behind its own pieces is mated on its back rank.";
    SmotheredMate "smotheredMate" "A knight mates a king that its own pieces enclose.";
    Fork "fork" "One piece attacks several.";
    Pin "pin" "A piece cannot move without giving up the one behind it.";
    Skewer "skewer" "A piece must move and gives up the one behind it.";
    DiscoveredAttack "discoveredAttack" "A move uncovers the attack of another piece.";
    DoubleCheck "doubleCheck" "Two pieces give check at once.";
    HangingPiece "hangingPiece" "An undefended piece is captured.";
    CapturingDefender "capturingDefender" "The defender of another piece is captured.";
    TrappedPiece "trappedPiece" "A piece has no safe square.";
    Sacrifice "sacrifice" "Material is given up to win more.";
    Promotion "promotion" "A pawn promotes.";
    UnderPromotion "underPromotion" "A pawn promotes to a rook, bishop or knight.";
    EnPassant "enPassant" "A pawn captures en passant.";
    Castling "castling" "The king castles.";
    QuietMove "quietMove" "The first move neither captures nor gives check.";
    Opening "opening" "A position of the first ten moves.";
    Middlegame "middlegame" "A position after the opening with more than six pieces beside kings and pawns.";
    Endgame "endgame" "A position with at most six pieces beside kings and pawns.";
    OneMove "oneMove" "The solution has one move.";
    Short "short" "The solution has two moves.";
    Long "long" "The solution has three moves.";
    VeryLong "veryLong" "The solution has four moves or more.";
    Deflection "deflection" "A defender is drawn away.";
    Overloading "overloading" "A defender has too much to defend.";
}

/// The text is not the name of a theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseThemeError;

impl fmt::Display for ParseThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no theme has that name")
    }
}

impl std::error::Error for ParseThemeError {}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Theme {
    type Err = ParseThemeError;

    fn from_str(text: &str) -> Result<Theme, ParseThemeError> {
        Theme::ALL.iter().copied().find(|theme| theme.name() == text).ok_or(ParseThemeError)
    }
}

/// A set of themes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Themes(u32);

const _: () = assert!(Theme::ALL.len() <= 32);

impl Themes {
    /// True if the theme is in the set.
    #[must_use]
    pub const fn has(self, theme: Theme) -> bool {
        self.0 & 1 << theme as u32 != 0
    }

    /// Adds a theme.
    pub const fn insert(&mut self, theme: Theme) {
        self.0 |= 1 << theme as u32;
    }

    /// The themes in the order of [`Theme::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.iter().copied().filter(move |&theme| self.has(theme))
    }

    /// The set in hexadecimal, a bit per theme.
    pub(crate) fn to_hex(self) -> String {
        format!("{:x}", self.0)
    }

    /// Parses [`to_hex`](Themes::to_hex); `None` if a bit stands for no theme.
    pub(crate) fn from_hex(text: &str) -> Option<Themes> {
        let bits = u32::from_str_radix(text, 16).ok()?;
        (u64::from(bits) >> Theme::ALL.len() == 0).then_some(Themes(bits))
    }
}

impl FromIterator<Theme> for Themes {
    fn from_iter<I: IntoIterator<Item = Theme>>(themes: I) -> Themes {
        let mut set = Themes::default();
        themes.into_iter().for_each(|theme| set.insert(theme));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_sets_survive_a_round_trip() {
        for &theme in Theme::ALL {
            assert_eq!(theme.name().parse(), Ok(theme));
            let set: Themes = [theme, Theme::Mate].into_iter().collect();
            assert!(set.has(theme) && set.has(Theme::Mate));
            assert_eq!(Themes::from_hex(&set.to_hex()), Some(set));
        }
        let all: Themes = Theme::ALL.iter().copied().collect();
        assert_eq!(all.iter().collect::<Vec<_>>(), Theme::ALL);
        assert_eq!("Fork".parse::<Theme>(), Err(ParseThemeError));
        assert_eq!((Themes::from_hex("ffffffff"), Themes::from_hex("x")), (None, None));
    }
}
