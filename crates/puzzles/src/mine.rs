//! The miner: finds puzzles in a game.
//!
//! A puzzle begins after a mistake: the position before it was not won, the one after it is, by one move alone. The line goes
//! on as long as the solver has only one winning move, and ends with the solver's move.

use client::review::{ExpectedScore, MoveGrade, Tactic};
use engine::{Engine, Limits, NeverStop, Options, Score, SearchPosition};
use game::pgn::EvalScore;
use rules::{Color, Move, Position};

use crate::find_themes::find_themes;
use crate::only_move::{FAR_FROM_MATE, NOT_WON, TwoBest, WON, centipawns};
use crate::{Puzzle, PuzzleId, RecordedGame};

/// Nodes with which each position of a game is searched.
const SCAN_NODES: u64 = 500;

/// Nodes with which a position is probed before it is verified.
const PROBE_NODES: u64 = 8_000;

/// Nodes of each search by which a position is verified, by default.
pub const VERIFY_NODES: u64 = 100_000;

/// Factor of the nodes with which the first move is confirmed.
const CONFIRMATION: u64 = 3;

/// Most moves of the solver.
const MAX_SOLVER_MOVES: usize = 6;

/// Of the puzzles that only capture an undefended piece, one in this many is kept.
const HANGING_PIECES: u64 = 2;

/// Size of the transposition table in MiB.
const HASH_MIB: usize = 16;

/// Finds puzzles. A game gives the same puzzles on every machine.
#[derive(Debug)]
pub struct Miner {
    engine: Engine,
    /// Confirms puzzles without what the other engine remembers of their game.
    judge: Engine,
    nodes: u64,
}

impl Miner {
    /// A miner that verifies with `nodes` nodes for each search.
    #[must_use]
    pub fn new(nodes: u64) -> Miner {
        let engine = || Engine::new(Options { hash: HASH_MIB, ..Options::default() });
        Miner { engine: engine(), judge: engine(), nodes }
    }

    /// The puzzles of a game in order, without ratings. `should_stop` is asked between positions; what was not finished is
    /// left out, so that `None` is returned.
    pub fn mine(&mut self, game: &RecordedGame, should_stop: &dyn Fn() -> bool) -> Option<Vec<Puzzle>> {
        self.engine.clear();
        let positions = game.positions();
        let mut scores = Vec::with_capacity(positions.len());
        for position in &positions {
            if should_stop() {
                return None;
            }
            scores.push(self.scan(position));
        }
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for index in 1..positions.len() {
            let (before, after) = (scores[index - 1].negated(), scores[index]);
            if !is_mistake(before, after) {
                continue;
            }
            if should_stop() {
                return None;
            }
            let Some(puzzle) = self.puzzle_at(&positions[index - 1], game.moves[index - 1]) else { continue };
            let is_again = |last: &Puzzle| last.solution().first() == puzzle.solution().first();
            if !puzzles.last().is_some_and(is_again) {
                puzzles.push(Puzzle { source: format!("{}#{index}", game.name), ..puzzle });
            }
        }
        let mut confirmed = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            if should_stop() {
                return None;
            }
            if self.confirms(&puzzle) {
                confirmed.push(puzzle);
            }
        }
        Some(confirmed)
    }

    /// True if the first move is the only one that wins also with three times the nodes, searched from scratch. It depends on the
    /// puzzle and the number of nodes alone.
    pub fn confirms(&mut self, puzzle: &Puzzle) -> bool {
        let mut at = SearchPosition::new(*puzzle.start());
        if puzzle.moves().first().is_none_or(|&m| at.play(m).is_err()) {
            return false;
        }
        self.judge.clear();
        let found = TwoBest::search(&mut self.judge, &at, self.nodes * CONFIRMATION);
        found.is_some_and(|found| found.is_only() && puzzle.solution().first() == Some(&found.best))
    }

    /// Score of a position for the side to move.
    fn scan(&mut self, position: &Position) -> Score {
        if position.is_checkmate() {
            return Score::Mate(0);
        }
        if position.is_stalemate() {
            return Score::Centipawns(0);
        }
        let at = SearchPosition::new(*position);
        self.engine.search(&at, &Limits::nodes(SCAN_NODES), &NeverStop, &mut |_| {}).score
    }

    /// The puzzle after a mistake at `start`, if the answer to it is the only one that wins.
    fn puzzle_at(&mut self, start: &Position, mistake: Move) -> Option<Puzzle> {
        let mut at = SearchPosition::new(*start);
        at.play(mistake).ok()?;
        let probed = TwoBest::search(&mut self.engine, &at, PROBE_NODES)?;
        let is_recapture =
            probed.best.is_capture() && mistake.is_capture() && probed.best.to() == mistake.to();
        if !probed.is_only() || is_recapture {
            return None;
        }
        let position = *at.position();
        let mut moves = vec![mistake];
        moves.extend(self.only_line(at)?);
        if !is_worth_solving(&position, &moves[1..], start) {
            return None;
        }
        let themes = find_themes(&position, &moves[1..]);
        let puzzle = Puzzle::new(PuzzleId::of(start, &moves), *start, &moves).ok()?;
        Some(Puzzle { themes, ..puzzle })
    }

    /// The line of only moves, which ends with the solver's move; `None` if the first move is not the only one.
    fn only_line(&mut self, mut at: SearchPosition) -> Option<Vec<Move>> {
        let mut line: Vec<Move> = Vec::new();
        // Length up to the last move that had to be found.
        let mut kept = 0;
        for number in 0..MAX_SOLVER_MOVES {
            // The first move has been probed before.
            if number > 0 {
                let probed = TwoBest::search(&mut self.engine, &at, PROBE_NODES)?;
                if !is_part_of_line(&probed, number) {
                    break;
                }
            }
            let found = TwoBest::search(&mut self.engine, &at, self.nodes)?;
            if !is_part_of_line(&found, number) {
                break;
            }
            line.push(found.best);
            at.play(found.best).ok()?;
            if !found.is_forced() {
                kept = line.len();
            }
            let Some(reply) = found.reply.filter(|_| at.position().has_legal_moves()) else { break };
            line.push(reply);
            at.play(reply).ok()?;
        }
        line.truncate(kept);
        (!line.is_empty()).then_some(line)
    }
}

/// True if a line goes on with the best move: it is the only one, forced, or mates at once. The first move must be the only one.
fn is_part_of_line(found: &TwoBest, number: usize) -> bool {
    found.is_only() || number > 0 && (found.is_forced() || found.score == Score::Mate(1))
}

/// True if a side that was not winning wins after the opponent's move. Both scores are the solver's.
fn is_mistake(before: Score, after: Score) -> bool {
    let [was, is] = [before, after].map(expected_score);
    let is_lost = MoveGrade::of((is - was).max(0.0)) >= MoveGrade::Mistake;
    // A short mate is a puzzle although the position was won.
    let most = if matches!(after, Score::Mate(1..)) { FAR_FROM_MATE } else { NOT_WON };
    // The scan is shallow: the limits are those of the verification with a margin.
    is_lost && centipawns(before) <= most + 100 && centipawns(after) >= WON - 50
}

fn expected_score(score: Score) -> f64 {
    let evaluation = match score {
        Score::Centipawns(centipawns) => EvalScore::Centipawns(centipawns),
        Score::Mate(moves) => EvalScore::Mate(if moves > 0 { moves } else { -1 }),
    };
    ExpectedScore::of(evaluation).for_side(Color::White)
}

/// False for most puzzles that only take an undefended piece: players learn little from more of them.
fn is_worth_solving(position: &Position, solution: &[Move], start: &Position) -> bool {
    let is_capture = matches!(Tactic::of(position, solution), Some(Tactic::Capture { .. }));
    let is_mate = solution.first().is_some_and(|&m| position.play_unchecked(m).is_checkmate());
    solution.len() > 1
        || is_mate
        || !is_capture
        || rng::mix(start.board().occupied().0).is_multiple_of(HANGING_PIECES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;

    fn game(text: &str) -> RecordedGame {
        let game: game::pgn::PgnGame = text.parse().unwrap();
        RecordedGame::from_pgn("test/1".to_owned(), &game).unwrap()
    }

    fn sans(puzzle: &Puzzle) -> String {
        let mut position = *puzzle.start();
        let mut words = Vec::new();
        for &m in puzzle.moves() {
            words.push(position.san(m).to_string());
            position = position.play(m).unwrap();
        }
        words.join(" ")
    }

    #[test]
    fn mistakes_with_one_answer_are_puzzles() {
        let mut miner = Miner::new(20_000);
        let mut check = |text: &str, expected: &[(&str, Theme, &str)]| {
            let puzzles = miner.mine(&game(text), &|| false).unwrap();
            let found: Vec<(String, String)> =
                puzzles.iter().map(|puzzle| (sans(puzzle), puzzle.source.clone())).collect();
            let wanted: Vec<(String, String)> =
                expected.iter().map(|(line, _, source)| ((*line).to_owned(), (*source).to_owned())).collect();
            assert_eq!(found, wanted, "{text}");
            for (puzzle, (_, theme, _)) in puzzles.iter().zip(expected) {
                assert!(puzzle.themes.has(*theme), "{text}");
            }
        };
        check("1. f3 e5 2. g4 a6", &[("g4 Qh4#", Theme::MateIn1, "test/1#3")]);
        check("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7", &[]);
        check("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6", &[("Nf6 Qxf7#", Theme::MateIn1, "test/1#6")]);
    }

    #[test]
    fn a_stopped_miner_returns_nothing() {
        assert_eq!(Miner::new(1_000).mine(&game("1. f3 e5 2. g4 a6"), &|| true), None);
    }
}
