//! The searches of a review.

use client::review::{PositionAnalysis, ReviewJob, ReviewSearch, SearchedLine};
use engine::{Bound, Engine, Limits, NeverStop, PvInfo, Score, SearchInfo, SearchPosition};
use game::pgn::EvalScore;
use rules::{Color, Move, Position};

/// Runs all searches of a review with an empty transposition table. `report` is told the number of evaluated positions.
pub(super) fn run(engine: &mut Engine, job: &mut ReviewJob, report: &mut dyn FnMut(usize)) {
    engine.clear();
    while let Some(search) = job.next_search() {
        if let Some(line) = search_position(job, &search).and_then(|start| best_line(engine, &start, &search))
        {
            job.on_line(search.ply, line);
        }
        job.on_done(search.ply);
        report(job.progress().0);
    }
}

/// The position to be searched, with the moves that led to it.
fn search_position(job: &ReviewJob, search: &ReviewSearch) -> Option<SearchPosition> {
    let mut search_position = SearchPosition::new(*job.game.position_at(0)?);
    for &m in &search.moves {
        search_position.play(m).ok()?;
    }
    Some(search_position)
}

/// The last exact line; `None` if there is no move to search.
fn best_line(engine: &mut Engine, start: &SearchPosition, search: &ReviewSearch) -> Option<SearchedLine> {
    let position = start.position();
    // An empty list stands for all moves.
    let search_moves: Vec<Move> = match search.excluded {
        None => Vec::new(),
        Some(excluded) => position.legal_moves().iter().copied().filter(|&m| m != excluded).collect(),
    };
    if search.excluded.is_some() && search_moves.is_empty() {
        return None;
    }
    let limits = Limits { search_moves, ..Limits::nodes(search.nodes) };
    let mut last: Option<PvInfo> = None;
    let result = engine.search(start, &limits, &NeverStop, &mut |info| match info {
        SearchInfo::Pv(pv) if pv.bound == Bound::Exact => last = Some(pv),
        _ => {}
    });
    let PvInfo { depth, score, pv, .. } = last?;
    let opinion = PositionAnalysis { evaluation: for_white(score, position), pv, runner_up: None };
    Some(SearchedLine { depth, nodes: result.nodes, opinion })
}

fn for_white(score: Score, position: &Position) -> EvalScore {
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    match score {
        Score::Centipawns(centipawns) => EvalScore::Centipawns(sign * centipawns),
        Score::Mate(moves) => EvalScore::Mate(sign * moves),
    }
}
