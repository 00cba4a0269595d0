//! The engine's news in the words of the protocol.

use std::time::Duration;

use engine::{Bound, Line, Score, Verdict};
use rules::{Move, UciMove};
use uci::{Evaluation, Info, Wdl};

use super::settings::Settings;

/// A move at the root is told only when thinking takes so long that somebody may wonder.
pub(crate) const SLOW: Duration = Duration::from_secs(3);

/// A line with its score.
pub(crate) fn line(line: &Line, elapsed: Duration, settings: &Settings) -> Info {
    Info {
        depth: Some(line.depth.into()),
        selective_depth: Some(line.selective_depth.into()),
        multi_pv: Some(line.rank as u32),
        evaluation: Some(evaluation(line.score, line.bound, settings)),
        hash_full: Some(line.fullness.into()),
        pv: moves(&line.moves, settings),
        ..effort(line.nodes, elapsed)
    }
}

/// What was decided, where no line was told before.
pub(crate) fn verdict(verdict: &Verdict, elapsed: Duration, settings: &Settings) -> Info {
    Info {
        depth: Some(verdict.depth.into()),
        evaluation: Some(evaluation(verdict.score, Bound::Exact, settings)),
        pv: moves(&verdict.line, settings),
        ..effort(verdict.nodes, elapsed)
    }
}

/// How much was looked at in how much time.
pub(crate) fn effort(nodes: u64, elapsed: Duration) -> Info {
    Info {
        nodes: Some(nodes),
        nodes_per_second: Some((nodes as f64 / elapsed.as_secs_f64().max(0.001)) as u64),
        time: Some(elapsed),
        ..Info::default()
    }
}

/// The move that is looked at.
pub(crate) fn trying(depth: u8, m: Move, number: usize, settings: &Settings) -> Info {
    Info {
        depth: Some(depth.into()),
        current_move: Some(m.uci(settings.style)),
        current_move_number: Some(number as u32),
        ..Info::default()
    }
}

fn evaluation(score: Score, bound: Bound, settings: &Settings) -> Evaluation {
    let bound = match bound {
        Bound::Exact => uci::Bound::Exact,
        Bound::Lower => uci::Bound::Lower,
        Bound::Upper => uci::Bound::Upper,
    };
    let chances = settings.tells_chances.then(|| score.chances());
    let wdl = chances.map(|chances| Wdl { win: chances.win, draw: chances.draw, loss: chances.loss });
    let score = match score {
        Score::Centipawns(centipawns) => uci::Score::Centipawns(centipawns),
        Score::Mate(moves) => uci::Score::Mate(moves),
    };
    Evaluation { score, bound, wdl }
}

fn moves(moves: &[Move], settings: &Settings) -> Vec<UciMove> {
    moves.iter().map(|m| m.uci(settings.style)).collect()
}
