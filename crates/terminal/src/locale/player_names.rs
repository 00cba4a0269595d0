//! Player names with ratings. The level of the computer in a saved game is recovered from its name.

use client::{ClubMessageKey, Language, Locale};
use engine::Level;
use protocol::{PlayerInfo, PublicRating};

use super::TerminalLocale;
use texts::TerminalMessageKey;

impl TerminalLocale {
    /// The name of an online player, with the rating if there is one.
    pub(crate) fn player_with_rating(self, player: &PlayerInfo) -> String {
        let locale = Locale::new(self.language);
        let name = marked_name(locale, player);
        match player.rating {
            Some(rating) => self.with_rating(&name, &locale.rating(rating)),
            None => name,
        }
    }

    /// The name of an online player with the new rating and its change.
    pub(crate) fn player_with_rating_change(
        self,
        player: &PlayerInfo,
        rating: PublicRating,
        by: i32,
    ) -> String {
        let locale = Locale::new(self.language);
        self.with_rating(&marked_name(locale, player), &format!("{} {by:+}", locale.rating(rating)))
    }

    /// The name of the computer at a level, with its rating.
    pub(crate) fn level_name(self, level: Level) -> String {
        let name = Locale::new(self.language).computer_opponent(level.name());
        match level.rating() {
            Some(rating) => self.with_rating(&name, &rating.to_string()),
            None => self.fill(TerminalMessageKey::LevelStrongest, &[("name", &name)]),
        }
    }

    /// The level that has this name in any language.
    pub(crate) fn level_by_name(name: &str) -> Option<Level> {
        let is_called = |level: &Level| {
            Language::ALL.into_iter().any(|language| TerminalLocale::new(language).level_name(*level) == name)
        };
        Level::ALL.iter().copied().find(is_called)
    }

    fn with_rating(self, name: &str, rating: &str) -> String {
        self.fill(TerminalMessageKey::Rated, &[("name", &name), ("rating", &rating)])
    }
}

/// The name of a player, with a mark if it is a bot.
fn marked_name(locale: Locale, player: &PlayerInfo) -> String {
    let name = locale.player_name(player);
    if player.bot { format!("{name} {}", locale.club_message(ClubMessageKey::Bot)) } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_unique_name() {
        for language in Language::ALL {
            let texts = TerminalLocale::new(language);
            for &level in Level::ALL {
                let name = texts.level_name(level);
                assert_eq!(TerminalLocale::level_by_name(&name), Some(level), "{language:?}");
                assert!(!name.starts_with(level.name()), "{name} has a name in {language:?}");
            }
        }
        assert_eq!(TerminalLocale::new(Language::English).level_name(Level::Haru), "Haru (600)");
        assert_eq!(TerminalLocale::new(Language::Korean).level_name(Level::Clara), "클라라 (1600)");
        for name in ["haru", "hanpan", "Haru", "stockfish", ""] {
            assert_eq!(TerminalLocale::level_by_name(name), None, "{name}");
        }
    }
}
