//! Levels for human opponents, from beginner to full strength.
//!
//! A weaker level does not play random blunders. It is limited the way people are: few nodes (`skill`),
//! overlooked moves (`oversight`), evaluation errors (`eval_noise`) and a choice among moves of similar value
//! (`move_choice`). All of it follows from a seed, so that an opponent is consistent for a whole game, plays
//! differently next time, and the same on every machine.

mod book;
mod move_choice;
mod eval_noise;
mod level_search;
mod blunder_model;
mod opponent;
mod think_time;
mod oversight;
mod skill;

use std::fmt;
use std::str::FromStr;

pub(crate) use blunder_model::BlunderModel;
pub(crate) use level_search::{CandidateMove, LevelSearchResult};
pub use opponent::{Choice, Opponent};

pub(crate) use skill::Skill;

macro_rules! levels {
    ($($name:ident $name_text:literal $rating:expr, $power:literal;)*) => {
        /// An opponent's strength and name.
        ///
        /// ```
        /// use engine::Level;
        /// assert_eq!(Level::ALL.first().and_then(|level| level.rating()), Some(600));
        /// assert_eq!("1500".parse::<Level>()?.rating(), Some(1500));
        /// assert_eq!("haru".parse(), Ok(Level::Haru));
        /// assert_eq!(Level::Hanpan.rating(), None);
        /// # Ok::<(), engine::ParseLevelError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Level {
            $(#[doc = concat!("The opponent called `", $name_text, "`.")] $name,)*
        }

        impl Level {
            /// From the weakest to the strongest.
            pub const ALL: &[Level] = &[$(Level::$name),*];

            /// Name in files, addresses and message keys.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Level::$name => $name_text,)* }
            }

            /// Rating on the scale of `docs/levels.md`; `None` for full strength.
            #[must_use]
            pub const fn rating(self) -> Option<u16> {
                match self { $(Level::$name => $rating,)* }
            }

            /// Skill power from 0 to 1000, calibrated as described in `docs/levels.md`.
            const fn power(self) -> u16 {
                match self { $(Level::$name => $power,)* }
            }
        }
    };
}

levels! {
    Haru "haru" Some(600), 230;
    Bori "bori" Some(700), 285;
    Momo "momo" Some(800), 342;
    Dori "dori" Some(900), 399;
    Nuri "nuri" Some(1000), 455;
    Sol "sol" Some(1100), 510;
    Mina "mina" Some(1200), 563;
    Jun "jun" Some(1300), 614;
    Areum "areum" Some(1400), 661;
    Otto "otto" Some(1500), 705;
    Clara "clara" Some(1600), 746;
    Taeo "taeo" Some(1700), 784;
    Yuna "yuna" Some(1800), 820;
    Bruno "bruno" Some(1900), 853;
    Seoyeon "seoyeon" Some(2000), 884;
    Ines "ines" Some(2100), 913;
    Minho "minho" Some(2200), 941;
    Greta "greta" Some(2300), 966;
    Doyun "doyun" Some(2400), 991;
    Hanpan "hanpan" None, 1000;
}

impl Level {
    /// The level whose rating is nearest.
    #[must_use]
    pub fn nearest(rating: u16) -> Level {
        let distance = |level: &Level| level.rating().map_or(u16::MAX, |own| own.abs_diff(rating));
        Level::ALL.iter().copied().min_by_key(distance).unwrap_or(Level::Hanpan)
    }

    pub(crate) fn skill(self) -> Skill {
        Skill::from_power(self.power())
    }
}

/// The level's name.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is neither the name nor the rating of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no opponent has that name or rating")
    }
}

impl std::error::Error for ParseLevelError {}

/// Parses a name, or a rating from 600 to 2400 in steps of 100.
impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let rating = text.parse::<u16>().ok();
        let is_named = |level: &&Level| level.name() == text || rating.is_some() && level.rating() == rating;
        Level::ALL.iter().find(is_named).copied().ok_or(ParseLevelError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_stronger_than_the_one_before() {
        for pair in Level::ALL.windows(2) {
            assert!(pair[0].power() < pair[1].power(), "{pair:?}");
            assert!(pair[0].rating().unwrap() < pair[1].rating().unwrap_or(u16::MAX), "{pair:?}");
        }
    }

    #[test]
    fn levels_parse_from_names_and_ratings() {
        for &level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            if let Some(rating) = level.rating() {
                assert_eq!(rating.to_string().parse(), Ok(level));
                assert_eq!(Level::nearest(rating), level);
            }
        }
        for text in ["", "650", "unknown", "-600", "99999", "Haru"] {
            assert_eq!(text.parse::<Level>(), Err(ParseLevelError), "{text}");
        }
        assert_eq!((Level::nearest(0), Level::nearest(4000)), (Level::Haru, Level::Doyun));
    }
}
