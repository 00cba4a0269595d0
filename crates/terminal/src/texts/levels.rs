//! What the computer is called at each of its levels. A kept game says by this name whom it was played against.

use client::Language;
use engine::Level;

use super::{Text, Texts};

impl Texts {
    /// The name, with what it plays like.
    pub(crate) fn level(self, level: Level) -> String {
        let name = Level::ALL.iter().zip(self.get(Text::LevelNames).split(' '));
        let name =
            name.into_iter().find(|(other, _)| **other == level).map_or(level.word(), |(_, name)| name);
        match level.rating() {
            Some(rating) => self.fill(Text::LevelRated, &[("name", &name), ("rating", &rating)]),
            None => self.fill(Text::LevelStrongest, &[("name", &name)]),
        }
    }

    /// The level that somebody of this name plays at, in whatever language they were called so.
    pub(crate) fn level_of(name: &str) -> Option<Level> {
        let is_called = |level: &Level| {
            Language::ALL.into_iter().any(|language| Texts::new(language).level(*level) == name)
        };
        Level::ALL.iter().copied().find(is_called)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_name_of_its_own() {
        for language in Language::ALL {
            let texts = Texts::new(language);
            assert_eq!(texts.get(Text::LevelNames).split(' ').count(), Level::ALL.len(), "{language:?}");
            for &level in Level::ALL {
                assert_eq!(Texts::level_of(&texts.level(level)), Some(level), "{language:?}");
            }
        }
        assert_eq!(Texts::new(Language::English).level(Level::Haru), "Haru (600)");
        assert_eq!(Texts::new(Language::Korean).level(Level::Clara), "클라라 (1600)");
        for name in ["haru", "hanpan", "Haru", "stockfish", ""] {
            assert_eq!(Texts::level_of(name), None, "{name}");
        }
    }
}
