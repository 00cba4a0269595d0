//! Converts `go` to search limits.

use std::time::Duration;

use engine::{
    Choice, Engine, Limits, Opponent, Score, SearchControl, SearchPosition, SearchResult, TimeLimit,
};
use rules::Position;
use uci::Go;

use super::options::UciOptions;

/// Margin of `go movetime`: without it `bestmove` comes 0.4 to 0.9 ms late in the median, because the search
/// looks at the clock every 1024 nodes and a thread has to wake up. `Move Overhead` is not subtracted: it is for
/// clocks, on which the time between GUI and engine counts.
const MOVE_TIME_MARGIN: Duration = Duration::from_millis(1);

/// Search limits of a `go` command.
pub(crate) fn limits(go: &Go, position: &Position, options: &UciOptions) -> Limits {
    let side = position.turn();
    // Some GUIs send only one clock; without this the search would be infinite.
    let left = go.time[side].or(go.time[!side]);
    let time = match (go.move_time, left) {
        (Some(time), _) => TimeLimit::MoveTime(time.saturating_sub(MOVE_TIME_MARGIN)),
        (None, Some(left)) => TimeLimit::Clock {
            remaining: left,
            increment: go.increment[side].unwrap_or_default(),
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
            overhead: options.overhead,
        },
        (None, None) => TimeLimit::Unlimited,
    };
    Limits {
        depth: go.depth.map(|depth| depth.clamp(1, 255) as u8),
        start_depth: 1,
        nodes: go.nodes,
        soft_nodes: None,
        mate: go.mate,
        time: if go.infinite { TimeLimit::Unlimited } else { time },
        search_moves: go.search_moves.iter().filter_map(|m| m.resolve(position).ok()).collect(),
        multi_pv: options.multi_pv,
    }
}

/// Chooses a move at limited strength (`UCI_LimitStrength`). The level bounds the search; the limits can only
/// bound it further. Moves chosen without search are scored by the static evaluation.
pub(crate) fn search_at_level(
    mut opponent: Opponent,
    engine: &mut Engine,
    search_position: &SearchPosition,
    limits: &Limits,
    control: &dyn SearchControl,
) -> SearchResult {
    let choice = opponent.choose_with_limits(search_position, limits, control);
    let Some(Choice { m, score, depth, nodes, .. }) = choice else {
        let score = if search_position.position().is_check() { Score::Mate(0) } else { Score::Centipawns(0) };
        return SearchResult { best_move: None, ponder: None, score, pv: Vec::new(), depth: 0, nodes: 0 };
    };
    let score = score.unwrap_or_else(|| engine.evaluate(search_position));
    SearchResult { best_move: Some(m), ponder: None, score, pv: vec![m], depth: depth.max(1), nodes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uci::ToEngine;

    #[test]
    fn move_time_is_not_shortened_by_move_overhead() {
        for (go, expected) in [("go movetime 20", 19), ("go movetime 1000", 999), ("go movetime 1", 0)] {
            let ToEngine::Go(go) = go.parse().unwrap() else { panic!("{go}") };
            let limits = limits(&go, &Position::start(), &UciOptions::default());
            assert_eq!(limits.time, TimeLimit::MoveTime(Duration::from_millis(expected)), "{go}");
        }
    }
}
