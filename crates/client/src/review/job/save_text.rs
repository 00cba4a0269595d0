//! A review as text, so that it survives a reload of the page.
//!
//! ```text
//! hanpan-review 1
//! start FEN
//! moves UCI...
//! PLY DEPTH NODES EVALUATION RUNNER-UP PV...
//! ```
//! One line per evaluated position. An evaluation is in centipawns, or `#` and the moves to mate; a missing runner-up is `-`.

use std::fmt::Write as _;

use game::Game;
use game::pgn::EvalScore;
use rules::{CastlingStyle, Move, Position, UciMove};

use super::{PositionAnalysis, ReviewJob, SearchedLine};

const HEADER: &str = "hanpan-review 1\n";

/// Longest text in bytes, about 2,000 half-moves. A longer review is not saved.
const MAX_LENGTH: usize = 250_000;

impl ReviewJob {
    /// The evaluated positions with their game; `None` if the text would be too long.
    #[must_use]
    pub fn to_save_text(&self) -> Option<String> {
        let mut text =
            format!("{HEADER}start {}\nmoves{}\n", self.game.start(), uci_moves(self.game.moves()));
        for (ply, line) in self.lines.iter().enumerate() {
            let Some(SearchedLine { depth, nodes, opinion }) = line else { continue };
            let PositionAnalysis { evaluation, pv, runner_up } = opinion;
            let runner_up = runner_up.map_or_else(|| "-".to_owned(), score_text);
            let (evaluation, pv) = (score_text(*evaluation), uci_moves(pv.iter().copied()));
            // Writing to a string does not fail.
            let _ = writeln!(text, "{ply} {depth} {nodes} {evaluation} {runner_up}{pv}");
        }
        Some(text).filter(|text| text.len() <= MAX_LENGTH)
    }

    /// Restores the review of a game, or of its first moves if it has become longer. It is stopped if it is not done. `None` if
    /// the text is damaged or belongs to another game.
    #[must_use]
    pub fn restore(text: &str, game: &Game, nodes_per_position: u64) -> Option<ReviewJob> {
        let mut lines = text.strip_prefix(HEADER).filter(|_| text.len() <= MAX_LENGTH)?.lines();
        let start = lines.next()?.strip_prefix("start ")?;
        let moves = lines.next()?.strip_prefix("moves")?;
        let plies = moves.split_whitespace().count();
        if start != game.start().to_string() || moves != uci_moves(game.moves().take(plies)) {
            return None;
        }
        let mut reviewed = Game::recorded(game.ruleset(), &game.start()).ok()?;
        for m in game.moves().take(plies) {
            reviewed.play_recorded(m).ok()?;
        }
        reviewed.end_if_dead();
        let mut job = ReviewJob::new(reviewed, nodes_per_position);
        for line in lines {
            let (ply, line) = job.parse_line(line)?;
            *job.lines.get_mut(ply)? = Some(line);
        }
        job.is_stopped = !job.is_done();
        Some(job)
    }

    fn parse_line(&self, line: &str) -> Option<(usize, SearchedLine)> {
        let mut words = line.split(' ');
        let ply = words.next()?.parse().ok()?;
        let (depth, nodes) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let evaluation = parse_score(words.next()?)?;
        let runner_up = match words.next()? {
            "-" => None,
            score => Some(parse_score(score)?),
        };
        let pv = parse_moves(*self.game.position_at(ply)?, words)?;
        Some((ply, SearchedLine { depth, nodes, opinion: PositionAnalysis { evaluation, pv, runner_up } }))
    }
}

fn score_text(score: EvalScore) -> String {
    match score {
        EvalScore::Centipawns(value) => value.to_string(),
        EvalScore::Mate(moves) => format!("#{moves}"),
    }
}

fn parse_score(word: &str) -> Option<EvalScore> {
    match word.strip_prefix('#') {
        Some(moves) => moves.parse().ok().map(EvalScore::Mate),
        None => word.parse().ok().map(EvalScore::Centipawns),
    }
}

/// The moves with a space before each.
fn uci_moves(moves: impl Iterator<Item = Move>) -> String {
    moves.map(|m| format!(" {}", m.uci(CastlingStyle::Chess960))).collect()
}

/// The moves of a line; `None` if one of them is illegal.
fn parse_moves<'a>(mut position: Position, words: impl Iterator<Item = &'a str>) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for word in words {
        let m = UciMove::parse(word.as_bytes()).ok()?.resolve(&position).ok()?;
        position = position.play(m).ok()?;
        moves.push(m);
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Study;

    const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O *";

    /// A review of which the last `plies` positions are evaluated.
    fn review(game: &str, plies: usize) -> ReviewJob {
        let mut job = ReviewJob::new(Study::read(game).unwrap().main_game(), 100);
        for (ply, line) in job.lines.iter_mut().enumerate().rev().take(plies) {
            let evaluation =
                if ply == 2 { EvalScore::Mate(-4) } else { EvalScore::Centipawns(3 * ply as i32 - 9) };
            let pv: Vec<Move> = job.game.moves().skip(ply).collect();
            let runner_up = (ply == 1).then_some(EvalScore::Mate(2));
            let opinion = PositionAnalysis { evaluation, pv, runner_up };
            *line = Some(SearchedLine { depth: 12, nodes: 70_000 + ply as u64, opinion });
        }
        job
    }

    fn restored(text: &str, game: &str) -> Option<ReviewJob> {
        ReviewJob::restore(text, &Study::read(game).unwrap().main_game(), 100)
    }

    #[test]
    fn a_review_survives_as_text() {
        let done = review(GAME, 8);
        assert!(done.is_done());
        assert_eq!(restored(&done.to_save_text().unwrap(), GAME), Some(done));
        let half = review(GAME, 3);
        let again = restored(&half.to_save_text().unwrap(), GAME).unwrap();
        assert_eq!((again.progress(), again.is_stopped), ((3, 8), true));
        assert_eq!(again, ReviewJob { is_stopped: true, ..half });
    }

    #[test]
    fn a_position_without_moves_needs_no_search_after_a_reload() {
        let mate = "1. f3 e5 2. g4 Qh4# 0-1";
        let text = ReviewJob::new(Study::read(mate).unwrap().main_game(), 100).to_save_text().unwrap();
        assert_eq!(restored(&text, mate).unwrap().progress(), (1, 5));
    }

    #[test]
    fn only_the_same_game_gets_its_review_back() {
        let text = review(GAME, 8).to_save_text().unwrap();
        let longer = restored(&text, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Be7 *").unwrap();
        assert_eq!((longer.game.plies(), longer.is_done()), (7, true));
        for other in [
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 *",
            "*",
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O *",
        ] {
            assert_eq!(restored(&text, other), None, "{other}");
        }
    }

    #[test]
    fn damaged_and_huge_texts_are_refused() {
        let text = review(GAME, 8).to_save_text().unwrap();
        let damaged = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            assert_eq!(restored(&text.replace(from, to), GAME), None, "{from} -> {to}");
        };
        damaged("review 1", "review 2");
        damaged("start ", "");
        damaged("moves", "move");
        damaged("\n3 12", "\n99 12");
        damaged("\n3 12", "\n3 1200");
        damaged("#-4", "#x");
        damaged("\n7 ", "\n7 12\n");
        damaged(" - e2e4", " - e2e5");
        assert_eq!(restored("", GAME), None);
        assert_eq!(restored(&format!("{text}{}", "\n".repeat(MAX_LENGTH)), GAME), None);
        let mut huge = review(GAME, 8);
        huge.lines = std::iter::repeat_n(huge.lines[0].clone(), 10_000).collect();
        assert_eq!(huge.to_save_text(), None);
    }
}
