//! Match games as PGN: written when they are over, and read when a match is resumed.

use std::fmt;

use game::pgn::{Comment, Evaluation, PgnGame, PgnResult, Tags};
use game::{Game, Millis};
use rules::{ByColor, Color};

use crate::engine_game::{EngineGame, MoveStats};
use crate::game_end::{EndReason, GameEnd};
use crate::opening::Opening;
use crate::schedule::ScheduledGame;
use crate::search_limit::SearchLimit;

/// The parts of a match game that are known before it is played.
#[derive(Clone, Debug)]
pub struct GameRecord<'a> {
    /// The scheduled game.
    pub scheduled: ScheduledGame,
    /// Names of the engines.
    pub names: ByColor<&'a str>,
    /// Limits of the engines.
    pub limits: ByColor<SearchLimit>,
    /// The opening.
    pub opening: &'a Opening,
}

/// A game in the file is not the scheduled game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MismatchError {
    /// A tag differs.
    Tag {
        /// The tag.
        name: &'static str,
        /// Expected value.
        expected: String,
        /// Value in the file.
        found: String,
    },
    /// The opening differs.
    Opening,
    /// The game is not finished.
    Unfinished,
}

/// PGN tag with the [`EndReason`].
const DETAILS_TAG: &str = "TerminationDetails";

impl GameRecord<'_> {
    /// Number of a game in its match, from 0, by its `Round` tag.
    #[must_use]
    pub fn game_number(game: &PgnGame) -> Option<usize> {
        game.tags.get("Round")?.parse::<usize>().ok()?.checked_sub(1)
    }

    /// The finished game as PGN, with `remark` as its last comment.
    #[must_use]
    pub fn to_pgn(&self, engine_game: &EngineGame, remark: Option<&str>) -> PgnGame {
        let mut tags = Tags::default();
        let mut put = |name: &str, value: &str| {
            // All names are valid tag names.
            let _ = tags.insert(name, value);
        };
        put("Event", "Engine match");
        for (name, value) in self.tags() {
            put(name, &value);
        }
        let mut record = PgnGame::from_game(engine_game.game(), tags);
        if let Some(end) = engine_game.end() {
            record.result = match end.winner {
                Some(Color::White) => PgnResult::WhiteWins,
                Some(Color::Black) => PgnResult::BlackWins,
                None => PgnResult::Draw,
            };
            for (name, value) in
                [("Termination", end.reason.termination()), (DETAILS_TAG, &end.reason.to_string())]
            {
                let _ = record.tags.insert(name, value);
            }
        }
        let book = engine_game.game().plies() - engine_game.move_stats().len();
        for (node, &(stats, clock)) in record.line.moves.iter_mut().skip(book).zip(engine_game.move_stats()) {
            node.comments.push(comment(stats, clock.map(millis)));
        }
        if let Some(remark) = remark {
            let line = &mut record.line;
            let last = line.moves.last_mut().map_or(&mut line.comments, |node| &mut node.comments);
            last.push(Comment::new(&remark.replace(['{', '}'], "")));
        }
        record
    }

    /// The end of a game read from a file, if it is this game.
    pub fn end_in(&self, game: &PgnGame) -> Result<GameEnd, MismatchError> {
        for (name, expected) in self.tags() {
            let found = game.tags.get(name).unwrap_or("?").to_owned();
            if found != expected {
                return Err(MismatchError::Tag { name, expected, found });
            }
        }
        let opening: Game = self.opening.game();
        let is_opened =
            game.moves().count() >= opening.plies() && game.moves().zip(opening.moves()).all(|(a, b)| a == b);
        if game.start != opening.start() || !is_opened {
            return Err(MismatchError::Opening);
        }
        let reason =
            game.tags.get(DETAILS_TAG).and_then(EndReason::from_name).ok_or(MismatchError::Unfinished)?;
        match game.result {
            PgnResult::Unknown => Err(MismatchError::Unfinished),
            score => Ok(GameEnd { winner: score.winner(), reason }),
        }
    }

    /// The tags that identify the game.
    fn tags(&self) -> Vec<(&'static str, String)> {
        let mut tags = vec![
            ("Round", (self.scheduled.number + 1).to_string()),
            ("White", self.names.white.to_owned()),
            ("Black", self.names.black.to_owned()),
        ];
        if self.limits.white == self.limits.black {
            tags.push(("TimeControl", self.limits.white.to_string()));
        } else {
            tags.push(("WhiteTimeControl", self.limits.white.to_string()));
            tags.push(("BlackTimeControl", self.limits.black.to_string()));
        }
        tags
    }
}

fn comment(stats: MoveStats, clock: Option<Millis>) -> Comment {
    let comment = Comment::default().with_elapsed(millis(stats.time));
    let comment = clock.map_or(comment.clone(), |clock| comment.with_clock(clock));
    let depth = stats.depth;
    match stats.evaluation {
        Some(evaluation) => comment.with_evaluation(Evaluation { score: evaluation, depth }),
        None => comment,
    }
}

fn millis(time: std::time::Duration) -> Millis {
    Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

impl fmt::Display for MismatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MismatchError::Tag { name, expected, found } => {
                write!(f, "{name} is {found:?} and not {expected:?}")
            }
            MismatchError::Opening => f.write_str("the opening differs"),
            MismatchError::Unfinished => f.write_str("the game is not finished"),
        }
    }
}

impl std::error::Error for MismatchError {}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::pgn::EvalScore;

    use super::*;
    use crate::adjudication::Adjudication;
    use crate::game_end::EngineFault;

    fn with_record(check: impl FnOnce(GameRecord<'_>, PgnGame)) {
        let limits = ByColor::new_with(|_| SearchLimit {
            time_control: "5+0.05".parse().ok(),
            ..SearchLimit::default()
        });
        let opening = crate::random_opening(1, 0, 2, |_| true);
        let record = GameRecord {
            scheduled: ScheduledGame { number: 6, white: 0, black: 1, opening: 3 },
            names: ByColor { white: "Hanpan", black: "Toga II" },
            limits,
            opening: &opening,
        };
        let mut engine_game = EngineGame::new(&opening, limits, Adjudication::default());
        let stats = MoveStats {
            time: Duration::from_millis(120),
            evaluation: Some(EvalScore::Centipawns(-31)),
            depth: Some(9),
        };
        let m = engine_game.game().legal_moves()[0];
        engine_game.play(m, stats);
        engine_game.fault(Color::Black, EngineFault::Crash);
        let game = record.to_pgn(&engine_game, Some("signal: 11 {SIGSEGV}"));
        check(record, game);
    }

    #[test]
    fn written_games_can_be_resumed() {
        with_record(|record, game| {
            let text = game.to_string();
            for part in [
                "[Round \"7\"]",
                "[TimeControl \"5+0.05\"]",
                "[Result \"1-0\"]",
                "[Termination \"abandoned\"]",
                "{[%eval -0.31,9] [%clk 0:00:04.93] [%emt 0:00:00.12]}",
                "{signal: 11 SIGSEGV}",
            ] {
                assert!(text.replace('\n', " ").contains(part), "{part} in {text}");
            }
            let read: PgnGame = text.parse().unwrap();
            assert_eq!(GameRecord::game_number(&read), Some(6));
            let reason = EndReason::Fault(Color::Black, EngineFault::Crash);
            assert_eq!(record.end_in(&read), Ok(GameEnd { winner: Some(Color::White), reason }));
        });
    }

    #[test]
    fn games_of_another_match_are_rejected() {
        with_record(|record, game| {
            let other =
                GameRecord { names: ByColor { white: "Hanpan", black: "Glaurung" }, ..record.clone() };
            assert!(matches!(other.end_in(&game), Err(MismatchError::Tag { name: "Black", .. })));
            let opening = crate::random_opening(1, 1, 2, |_| true);
            let other = GameRecord { opening: &opening, ..record.clone() };
            assert_eq!(other.end_in(&game), Err(MismatchError::Opening));
            let cut = PgnGame { result: PgnResult::Unknown, ..game };
            assert_eq!(record.end_in(&cut), Err(MismatchError::Unfinished));
        });
    }
}
