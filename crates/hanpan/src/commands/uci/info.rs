//! Search information as `info` messages.

use std::time::Duration;

use engine::{Bound, PvInfo, Score, SearchResult};
use rules::{Move, UciMove};
use uci::{Evaluation, Info, Wdl};

use super::options::UciOptions;

/// `currmove` is sent only after this time.
pub(crate) const CURRMOVE_DELAY: Duration = Duration::from_secs(3);

/// A principal variation with its score.
pub(crate) fn pv(line: &PvInfo, elapsed: Duration, options: &UciOptions) -> Info {
    Info {
        depth: Some(line.depth.into()),
        selective_depth: Some(line.selective_depth.into()),
        multi_pv: Some(line.multi_pv as u32),
        evaluation: Some(evaluation(line.score, line.bound, options)),
        hash_full: Some(line.hashfull.into()),
        pv: moves(&line.pv, options),
        ..node_counts(line.nodes, elapsed)
    }
}

/// The result of a search that sent no principal variation.
pub(crate) fn result(result: &SearchResult, elapsed: Duration, options: &UciOptions) -> Info {
    Info {
        depth: Some(result.depth.into()),
        evaluation: Some(evaluation(result.score, Bound::Exact, options)),
        pv: moves(&result.pv, options),
        ..node_counts(result.nodes, elapsed)
    }
}

/// Nodes, nodes per second and time.
pub(crate) fn node_counts(nodes: u64, elapsed: Duration) -> Info {
    Info {
        nodes: Some(nodes),
        nodes_per_second: Some((nodes as f64 / elapsed.as_secs_f64().max(0.001)) as u64),
        time: Some(elapsed),
        ..Info::default()
    }
}

/// The root move searched now.
pub(crate) fn current_move(depth: u8, m: Move, number: usize, options: &UciOptions) -> Info {
    Info {
        depth: Some(depth.into()),
        current_move: Some(m.uci(options.style)),
        current_move_number: Some(number as u32),
        ..Info::default()
    }
}

fn evaluation(score: Score, bound: Bound, options: &UciOptions) -> Evaluation {
    let bound = match bound {
        Bound::Exact => uci::Bound::Exact,
        Bound::Lower => uci::Bound::Lower,
        Bound::Upper => uci::Bound::Upper,
    };
    let wdl_of = options.show_wdl.then(|| score.wdl());
    let wdl = wdl_of.map(|wdl_of| Wdl { win: wdl_of.win, draw: wdl_of.draw, loss: wdl_of.loss });
    let score = match score {
        Score::Centipawns(centipawns) => uci::Score::Centipawns(centipawns),
        Score::Mate(moves) => uci::Score::Mate(moves),
    };
    Evaluation { score, bound, wdl }
}

fn moves(moves: &[Move], options: &UciOptions) -> Vec<UciMove> {
    moves.iter().map(|m| m.uci(options.style)).collect()
}
