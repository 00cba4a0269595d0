//! What players are called, with what they are rated. A kept game says by the computer's name at which level it plays.

use client::{Language, Words};
use engine::Level;
use protocol::{Player, Rating};

use super::{Text, Texts};

impl Texts {
    /// Somebody at a server, with their rating if they have one.
    pub(crate) fn player(self, player: &Player) -> String {
        let words = Words::new(self.language);
        let name = words.person(player);
        match player.rating {
            Some(rating) => self.rated(&name, &words.rating(rating)),
            None => name,
        }
    }

    /// The same after a game that has changed the rating.
    pub(crate) fn player_after(self, player: &Player, rating: Rating, by: i32) -> String {
        let words = Words::new(self.language);
        self.rated(&words.person(player), &format!("{} {by:+}", words.rating(rating)))
    }

    /// The computer at a level, with what it plays like.
    pub(crate) fn level(self, level: Level) -> String {
        let name = Words::new(self.language).opponent(level.word());
        match level.rating() {
            Some(rating) => self.rated(&name, &rating.to_string()),
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

    fn rated(self, name: &str, rating: &str) -> String {
        self.fill(Text::Rated, &[("name", &name), ("rating", &rating)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_name_of_its_own() {
        for language in Language::ALL {
            let texts = Texts::new(language);
            for &level in Level::ALL {
                let name = texts.level(level);
                assert_eq!(Texts::level_of(&name), Some(level), "{language:?}");
                assert!(!name.starts_with(level.word()), "{name} has a name in {language:?}");
            }
        }
        assert_eq!(Texts::new(Language::English).level(Level::Haru), "Haru (600)");
        assert_eq!(Texts::new(Language::Korean).level(Level::Clara), "클라라 (1600)");
        for name in ["haru", "hanpan", "Haru", "stockfish", ""] {
            assert_eq!(Texts::level_of(name), None, "{name}");
        }
    }
}
