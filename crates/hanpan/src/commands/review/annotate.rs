//! A review as annotations of a PGN game.

use client::Locale;
use client::review::{MoveGrade, MoveReview, ReviewJob};
use game::pgn::{Comment, Evaluation, Nag, PgnGame, PgnLine, PgnMove};
use rules::Move;

/// Longest variation in plies.
const MAX_VARIATION: usize = 12;

/// Adds NAGs, evaluations, sentences and better lines to the main line of the game under review.
pub(super) fn annotate(pgn: &mut PgnGame, job: &ReviewJob, locale: Locale) {
    let review = job.review();
    for (name, accuracy) in
        [("WhiteAccuracy", review.accuracy.white), ("BlackAccuracy", review.accuracy.black)]
    {
        if let Some(percent) = accuracy {
            // The names are valid.
            pgn.tags.insert(name, &format!("{percent:.1}")).ok();
        }
    }
    for (index, node) in pgn.line.moves.iter_mut().enumerate().take(job.game.plies()) {
        let is_over =
            job.game.position_at(index + 1).is_none_or(|position| position.legal_moves().is_empty());
        if let Some(line) = job.line_at(index + 1).filter(|_| !is_over) {
            let depth = Some(u32::from(line.depth));
            set_evaluation(node, Evaluation { score: line.opinion.evaluation, depth });
        }
        if let Some(move_review) = review.moves.iter().find(|m| m.ply.index() == index + 1) {
            mark(node, index, move_review, job, locale);
        }
    }
}

fn set_evaluation(node: &mut PgnMove, evaluation: Evaluation) {
    let comment = match node.comments.is_empty() {
        true => Comment::new(""),
        false => node.comments.remove(0),
    };
    node.comments.insert(0, comment.with_evaluation(evaluation));
}

/// Adds NAG, sentence and better line.
fn mark(node: &mut PgnMove, index: usize, review: &MoveReview, job: &ReviewJob, locale: Locale) {
    // The review's own judgement replaces another's.
    node.nags.retain(|nag| !(Nag::GOOD.0..=Nag::DUBIOUS.0).contains(&nag.0));
    node.nags.extend(review.grade.nag());
    let sentence = sentence(index, review, job, locale);
    if !sentence.is_empty() && node.comments.iter().all(|comment| !comment.text().contains(&sentence)) {
        node.comments.push(Comment::new(&sentence));
    }
    let line: PgnLine = better_line(index, review, job).into_iter().collect();
    let is_new = |variation: &PgnLine| {
        variation.moves.first().map(|node| node.m) != line.moves.first().map(|node| node.m)
    };
    if !line.moves.is_empty() && node.variations.iter().all(is_new) {
        node.variations.push(line);
    }
}

/// The sentence about a marked move; empty for a good one.
pub(super) fn sentence(index: usize, review: &MoveReview, job: &ReviewJob, locale: Locale) -> String {
    if review.grade == MoveGrade::Good {
        return String::new();
    }
    let better =
        review.better.zip(job.game.position_at(index)).map(|(m, position)| position.san(m).to_string());
    locale.move_review(review, better.as_deref())
}

/// The better line after a mistake; empty if there is none.
pub(super) fn better_line(index: usize, review: &MoveReview, job: &ReviewJob) -> Vec<Move> {
    if !review.grade.is_mistake() || review.better.is_none() {
        return Vec::new();
    }
    let line = job.line_at(index).map(|line| &line.opinion.pv);
    line.into_iter().flatten().copied().take(MAX_VARIATION).collect()
}
