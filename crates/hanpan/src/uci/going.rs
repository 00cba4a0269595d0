//! `go` in the engine's terms.

use std::time::Duration;

use engine::{Choice, Engine, Limits, Opponent, Score, Situation, Time, Verdict, Watch};
use rules::Position;
use uci::Go;

use super::settings::Settings;

/// What `go` asks for.
pub(crate) fn limits(go: &Go, position: &Position, settings: &Settings) -> Limits {
    let side = position.turn();
    // A board that tells one clock only has forgotten the other: to think for ever is not what it wants.
    let left = go.time[side].or(go.time[!side]);
    let time = match (go.move_time, left) {
        (Some(time), _) => Time::Move(time.saturating_sub(settings.overhead).max(Duration::from_millis(1))),
        (None, Some(left)) => Time::Clock {
            left,
            increment: go.increment[side].unwrap_or_default(),
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
            overhead: settings.overhead,
        },
        (None, None) => Time::Unlimited,
    };
    Limits {
        depth: go.depth.map(|depth| depth.clamp(1, 255) as u8),
        begin: 1,
        nodes: go.nodes,
        mate: go.mate,
        time: if go.infinite { Time::Unlimited } else { time },
        only: go.search_moves.iter().filter_map(|m| m.resolve(position).ok()).collect(),
        lines: settings.lines,
    }
}

/// What an opponent of some level plays. It sees no more than its level does, whatever the limits allow, and less where they
/// allow less. What it plays without thinking, the engine judges at first sight.
pub(crate) fn below_strength(
    mut opponent: Opponent,
    engine: &mut Engine,
    situation: &Situation,
    limits: &Limits,
    watch: &dyn Watch,
) -> Verdict {
    let choice = opponent.choose_within(situation, limits, watch);
    let Some(Choice { m, score, depth, nodes, .. }) = choice else {
        let score = if situation.position().is_check() { Score::Mate(0) } else { Score::Centipawns(0) };
        return Verdict { best: None, ponder: None, score, line: Vec::new(), depth: 0, nodes: 0 };
    };
    let score = score.unwrap_or_else(|| engine.evaluate(situation));
    Verdict { best: Some(m), ponder: None, score, line: vec![m], depth: depth.max(1), nodes }
}
