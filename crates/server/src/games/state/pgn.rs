//! PGN of a game.

use std::fmt::Write;

use game::pgn::{Comment, MoveTimes, PgnGame, Tags};
use game::{Bonus, Date, Millis, TimeControl};
use protocol::{MoveRecord, PlayerInfo, PlayerKind, RatingMode};
use texts::Language;

use super::ActiveGame;

impl ActiveGame {
    /// The game as PGN with `%clk`, `%emt` and `%lag`.
    pub(crate) fn pgn(&self, site: &str) -> PgnGame {
        let mut pgn = PgnGame::from_game(&self.game, self.tags(site));
        for (ply, node) in pgn.line.moves.iter_mut().enumerate() {
            let MoveTimes { left, spent, lag } = self.move_times(ply);
            let mut text = String::new();
            for (command, time) in [("[%clk ", left), (" [%emt ", spent), (" [%lag ", lag)] {
                if let Some(time) = time {
                    // Writing to a string never fails.
                    let _ = write!(text, "{command}{time}]");
                }
            }
            node.comments.extend((!text.is_empty()).then(|| Comment::new(&text)));
        }
        pgn
    }

    /// Appends the text of [`pgn`](ActiveGame::pgn), for exports of many games.
    pub(crate) fn write_pgn(&self, site: &str, out: &mut String) {
        PgnGame::write_game(&self.game, self.tags(site), |ply| self.move_times(ply), out);
    }

    /// Times of a move; none without a limit.
    fn move_times(&self, ply: usize) -> MoveTimes {
        match self.played.get(ply) {
            Some(MoveRecord { left: Some(left), spent, lag, .. }) => MoveTimes {
                left: Some((*left).into()),
                spent: spent.map(Millis::from),
                lag: lag.map(Millis::from),
            },
            _ => MoveTimes::default(),
        }
    }

    fn tags(&self, site: &str) -> Tags {
        let mut tags = Tags::default();
        let (date, time) = date_and_time(self.opened.0);
        let stakes = if self.about.stakes == RatingMode::Rated { "Rated game" } else { "Casual game" };
        let mut put = |name: &str, value: &str| {
            // These names are valid tag names.
            let _ = tags.insert(name, value);
        };
        put("Event", stakes);
        match site {
            "" => {
                put("Site", "?");
                put("GameId", &self.id.to_string());
            }
            site => put("Site", &format!("{site}/game/{}", self.id)),
        }
        put("Date", &date);
        put("White", name(self.seats.white.as_ref()));
        put("Black", name(self.seats.black.as_ref()));
        put("UTCDate", &date);
        put("UTCTime", &time);
        for (tag, player) in [("WhiteElo", &self.seats.white), ("BlackElo", &self.seats.black)] {
            if let Some(rating) = player.as_ref().and_then(|player| player.rating) {
                put(tag, &rating.value.to_string());
            }
        }
        put("TimeControl", &time_control(self.clock.control()));
        openings::set_tags(&mut tags, &self.game);
        tags
    }
}

/// Name of a player; PGN knows no language, so names that are texts are in English: a guest without a name is `Guest`, the
/// computer's level `haru` is `Haru`.
fn name(player: Option<&PlayerInfo>) -> &str {
    match player {
        Some(PlayerInfo { name: Some(name), standing: PlayerKind::Computer, .. }) => {
            let key = ["opponent.", name.as_str()].concat();
            texts::club(Language::English).get(&key).unwrap_or(name.as_str())
        }
        Some(PlayerInfo { name: Some(name), .. }) => name.as_str(),
        Some(PlayerInfo { standing: PlayerKind::Guest, .. }) => "Guest",
        _ => "?",
    }
}

/// PGN `TimeControl` tag; White's if the sides differ.
fn time_control(control: &TimeControl) -> String {
    match control {
        TimeControl::Unlimited => "-".to_owned(),
        TimeControl::Correspondence { days } => format!("*{}", u64::from(days.get()) * 86_400),
        TimeControl::Clock(sides) => {
            let base = sides.white.base().0 / 1_000;
            match sides.white.bonus() {
                Bonus::None => base.to_string(),
                bonus => format!("{base}+{}", bonus.amount().0 / 1_000),
            }
        }
    }
}

/// `2026.11.15` and `13:20:07` for milliseconds since 1970.
fn date_and_time(millis: u64) -> (String, String) {
    let seconds = millis / 1_000;
    let second = seconds % 86_400;
    let date = Date::from_unix_seconds(seconds).map_or("????.??.??".to_owned(), |date| date.to_string());
    (date, format!("{:02}:{:02}:{:02}", second / 3_600, second / 60 % 60, second % 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_and_levels_of_the_computer_have_names_in_pgn() {
        let player = |name: Option<&str>, standing| PlayerInfo {
            id: None,
            name: name.map(|name| protocol::PlayerName::new(name).unwrap()),
            standing,
            rating: None,
            bot: false,
        };
        assert_eq!(name(Some(&player(None, PlayerKind::Guest))), "Guest");
        assert_eq!(name(Some(&player(Some("Ann"), PlayerKind::Guest))), "Ann");
        assert_eq!(name(Some(&player(Some("haru"), PlayerKind::Computer))), "Haru");
        assert_eq!(name(Some(&player(Some("stockfish"), PlayerKind::Computer))), "stockfish");
        assert_eq!(name(Some(&player(Some("haru"), PlayerKind::Guest))), "haru");
        assert_eq!(name(Some(&player(None, PlayerKind::Gone))), "?");
        assert_eq!(name(None), "?");
    }

    #[test]
    fn dates_and_times_of_timestamps() {
        let check = |seconds: u64, date: &str, time: &str| {
            assert_eq!(date_and_time(seconds * 1_000), (date.to_owned(), time.to_owned()));
        };
        check(0, "1970.01.01", "00:00:00");
        check(951_782_399, "2000.02.28", "23:59:59");
        check(951_782_400, "2000.02.29", "00:00:00");
        check(951_868_800, "2000.03.01", "00:00:00");
        check(1_794_748_807, "2026.11.15", "13:20:07");
        check(4_107_542_400, "2100.03.01", "00:00:00");
    }
}
