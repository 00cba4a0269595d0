//! The review's searches as requests to the worker, and the worker's lines as answers.

use client::review::{ReviewJob, SearchedLine};
use engine_worker::{PvLine, WorkerJob, WorkerRequest};
use rules::{CastlingStyle, UciMove};

use crate::engine_line::{EngineLine, resolve};

/// The next search, unless the review is stopped or done.
pub(super) fn next_request(job: &ReviewJob) -> Option<WorkerRequest> {
    let search = job.next_search()?;
    let excluded = search.excluded.map(|m| m.uci(CastlingStyle::Chess960).to_string());
    let excluded = excluded.and_then(|m| m.parse::<UciMove>().ok());
    let id = u32::try_from(search.ply).ok()?;
    let worker_job = WorkerJob::Review { nodes: search.nodes, excluded };
    WorkerRequest::new(id, worker_job, *job.game.position_at(0)?, search.moves).ok()
}

/// Takes the line of the running search.
pub(super) fn on_line(job: &mut ReviewJob, line: &PvLine) {
    let ply = line.id as usize;
    if let Some(position) = job.searched_position(ply) {
        let EngineLine { depth, nodes, opinion, .. } = resolve(&position, line);
        job.on_line(ply, SearchedLine { depth, nodes, opinion });
    }
}

/// The engine's line after `ply` half-moves, with its SAN.
pub(super) fn line_at(job: &ReviewJob, ply: usize) -> Option<EngineLine> {
    let line = job.line_at(ply)?;
    Some(EngineLine::new(job.game.position_at(ply)?, line.depth, line.nodes, line.opinion.clone()))
}

#[cfg(test)]
mod tests;
