//! A game of a match as PGN: written when it is over, and read when a match is taken up again.

use std::fmt;

use game::pgn::{Comment, Evaluation, PgnGame, Score, Tags};
use game::{Game, Millis};
use rules::{ByColor, Color};

use crate::bout::{Bout, Thought};
use crate::end::{End, Reason};
use crate::limit::Limit;
use crate::opening::Opening;
use crate::schedule::Fixture;

/// What is known of a game before it is played.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// Which game of the match it is.
    pub fixture: Fixture,
    /// Who plays.
    pub names: ByColor<&'a str>,
    /// How long they may think.
    pub limits: ByColor<Limit>,
    /// Where they begin.
    pub opening: &'a Opening,
}

/// Why a game that was found is not the one that was to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// A tag says something else.
    Tag {
        /// The tag.
        name: &'static str,
        /// What it should say.
        expected: String,
        /// What it says.
        found: String,
    },
    /// It began in another way.
    Opening,
    /// It has not come to its end.
    Unfinished,
}

/// The tag that says why a game is over, in our words.
const DETAILS: &str = "TerminationDetails";

impl Record<'_> {
    /// The number that a game was given in its match, from 0.
    #[must_use]
    pub fn number(game: &PgnGame) -> Option<usize> {
        game.tags.get("Round")?.parse::<usize>().ok()?.checked_sub(1)
    }

    /// The game as it was played. What was remarked about its end stands at its end.
    #[must_use]
    pub fn write(&self, bout: &Bout, remark: Option<&str>) -> PgnGame {
        let mut tags = Tags::default();
        let mut put = |name: &str, value: &str| {
            // All these names are good ones.
            let _ = tags.insert(name, value);
        };
        put("Event", "Engine match");
        for (name, value) in self.tags() {
            put(name, &value);
        }
        let mut record = PgnGame::record(bout.game(), tags);
        if let Some(end) = bout.end() {
            record.score = match end.winner {
                Some(Color::White) => Score::WhiteWins,
                Some(Color::Black) => Score::BlackWins,
                None => Score::Draw,
            };
            for (name, value) in
                [("Termination", end.reason.termination()), (DETAILS, &end.reason.to_string())]
            {
                let _ = record.tags.insert(name, value);
            }
        }
        let book = bout.game().plies() - bout.thoughts().len();
        for (node, &(thought, clock)) in record.line.moves.iter_mut().skip(book).zip(bout.thoughts()) {
            node.comments.push(comment(thought, clock.map(millis)));
        }
        if let Some(remark) = remark {
            let line = &mut record.line;
            let last = line.moves.last_mut().map_or(&mut line.comments, |node| &mut node.comments);
            last.push(Comment::new(&remark.replace(['{', '}'], "")));
        }
        record
    }

    /// How a game that was found in a file ended, if it is this one.
    ///
    /// # Errors
    /// Says what tells it from this one.
    pub fn end_of(&self, game: &PgnGame) -> Result<End, Misfit> {
        for (name, expected) in self.tags() {
            let found = game.tags.get(name).unwrap_or("?").to_owned();
            if found != expected {
                return Err(Misfit::Tag { name, expected, found });
            }
        }
        let opening: Game = self.opening.game();
        let is_opened =
            game.moves().len() >= opening.plies() && game.moves().zip(opening.moves()).all(|(a, b)| a == b);
        if game.start != opening.start() || !is_opened {
            return Err(Misfit::Opening);
        }
        let reason = game.tags.get(DETAILS).and_then(Reason::from_name).ok_or(Misfit::Unfinished)?;
        match game.score {
            Score::Unknown => Err(Misfit::Unfinished),
            score => Ok(End { winner: score.winner(), reason }),
        }
    }

    /// The tags that tell this game from all others.
    fn tags(&self) -> Vec<(&'static str, String)> {
        let mut tags = vec![
            ("Round", (self.fixture.number + 1).to_string()),
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

fn comment(thought: Thought, clock: Option<Millis>) -> Comment {
    let comment = Comment::default().with_elapsed(millis(thought.time));
    let comment = clock.map_or(comment.clone(), |clock| comment.with_clock(clock));
    let depth = thought.depth;
    match thought.verdict {
        Some(verdict) => comment.with_evaluation(Evaluation { verdict, depth }),
        None => comment,
    }
}

fn millis(time: std::time::Duration) -> Millis {
    Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Tag { name, expected, found } => write!(f, "{name} is {found:?} and not {expected:?}"),
            Misfit::Opening => f.write_str("it begins in another way"),
            Misfit::Unfinished => f.write_str("it has not come to its end"),
        }
    }
}

impl std::error::Error for Misfit {}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::pgn::Verdict;

    use super::*;
    use crate::adjudication::Adjudication;
    use crate::end::Fault;

    fn with_record(check: impl FnOnce(Record<'_>, PgnGame)) {
        let limits = ByColor::new_with(|_| Limit { tempo: "5+0.05".parse().ok(), ..Limit::default() });
        let opening = crate::random(1, 0, 2, |_| true);
        let record = Record {
            fixture: Fixture { number: 6, white: 0, black: 1, opening: 3 },
            names: ByColor { white: "Hanpan", black: "Toga II" },
            limits,
            opening: &opening,
        };
        let mut bout = Bout::new(&opening, limits, Adjudication::default());
        let thought = Thought {
            time: Duration::from_millis(120),
            verdict: Some(Verdict::Centipawns(-31)),
            depth: Some(9),
        };
        let m = bout.game().legal_moves()[0];
        bout.play(m, thought);
        bout.fault(Color::Black, Fault::Crash);
        let game = record.write(&bout, Some("signal: 11 {SIGSEGV}"));
        check(record, game);
    }

    #[test]
    fn what_is_written_can_be_taken_up_again() {
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
            assert_eq!(Record::number(&read), Some(6));
            let reason = Reason::Fault(Color::Black, Fault::Crash);
            assert_eq!(record.end_of(&read), Ok(End { winner: Some(Color::White), reason }));
        });
    }

    #[test]
    fn games_of_another_match_are_told_apart() {
        with_record(|record, game| {
            let other = Record { names: ByColor { white: "Hanpan", black: "Glaurung" }, ..record.clone() };
            assert!(matches!(other.end_of(&game), Err(Misfit::Tag { name: "Black", .. })));
            let opening = crate::random(1, 1, 2, |_| true);
            let other = Record { opening: &opening, ..record.clone() };
            assert_eq!(other.end_of(&game), Err(Misfit::Opening));
            let cut = PgnGame { score: Score::Unknown, ..game };
            assert_eq!(record.end_of(&cut), Err(Misfit::Unfinished));
        });
    }
}
