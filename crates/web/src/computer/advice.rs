//! Hints for the user, and lessons after blunders.

use crate::app::App;
use client::review::{ExpectedScore, MistakeReason, MoveGrade, PositionAnalysis};
use client::{Brush, Event, Navigation, Shape};
use engine_worker::PvLine;
use game::Ply;
use rules::Move;

use crate::engine_line::resolve;

/// Evaluations of the user's last turns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Advice {
    now: Option<TurnEvaluation>,
    /// The lesson from the last move, if it was a blunder.
    pub(crate) lesson: Option<Lesson>,
}

/// Evaluation of a position with the user to move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TurnEvaluation {
    plies: usize,
    opinion: PositionAnalysis,
}

/// A blunder and the better move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lesson {
    plies: usize,
    played: Move,
    better: Move,
    /// SAN of the played and of the better move.
    pub(crate) sans: [String; 2],
    /// Reason why the move was a blunder.
    pub(crate) reason: Option<MistakeReason>,
}

impl Advice {
    /// Records the engine's evaluation of the position on the board.
    pub(super) fn record(&mut self, app: App, line: &PvLine) {
        let new = app.with_view_untracked(|view| {
            let game = view.local_game().game();
            Some(TurnEvaluation { plies: game.plies(), opinion: resolve(game.position()?, line).opinion })
        });
        let Some(new) = new.filter(|new| !new.opinion.pv.is_empty()) else { return };
        match self.now.take().filter(|old| old.plies != new.plies) {
            Some(old) if old.plies + 2 == new.plies => self.lesson = lesson(app, &old, &new),
            Some(_) => self.lesson = None,
            None => {}
        }
        self.now = Some(new);
    }

    /// Draws an arrow for the best move and announces it, if it is known for the position on the board.
    pub(super) fn hint(&self, app: App) {
        let (plies, turn) = app.with_view_untracked(|view| {
            let game = view.local_game().game();
            (game.plies(), game.turn())
        });
        let known = self.now.as_ref().filter(|turn| turn.plies == plies);
        if let Some(&m) = known.and_then(|turn| turn.opinion.pv.first()) {
            app.send(Event::ClearShapes);
            app.send(Event::DrawShape(arrow(m, Brush::First)));
            crate::platform::announce(app, app.locale_untracked().hint(turn, m));
        }
    }
}

impl Lesson {
    /// Shows the position before the blunder with arrows for both moves.
    pub(super) fn show(&self, app: App) {
        app.send(Event::Navigate(Navigation::ToPly(Ply::new(self.plies))));
        app.send(Event::ClearShapes);
        app.send(Event::DrawShape(arrow(self.played, Brush::Second)));
        app.send(Event::DrawShape(arrow(self.better, Brush::First)));
    }
}

/// The lesson from the move between two evaluations, if it was a blunder.
fn lesson(app: App, before: &TurnEvaluation, after: &TurnEvaluation) -> Option<Lesson> {
    app.with_view_untracked(|view| {
        let game = view.local_game().game();
        let position = game.position_at(before.plies)?;
        let mut moves = game.moves().skip(before.plies);
        let (played, reply) = (moves.next()?, moves.next()?);
        let [was, is] = [before, after].map(|turn| ExpectedScore::of(turn.opinion.evaluation));
        let is_blunder = MoveGrade::of(was.loss_to(is, position.turn())) == MoveGrade::Blunder;
        let better = before.opinion.pv.first().copied().filter(|&better| better != played && is_blunder)?;
        let line = std::iter::once(reply).chain(after.opinion.pv.iter().copied()).collect();
        let then = PositionAnalysis { evaluation: after.opinion.evaluation, pv: line, runner_up: None };
        let reason = MistakeReason::of(position, played, &before.opinion, Some(&then));
        let names = [played, better].map(|m| position.san(m).to_string());
        Some(Lesson { plies: before.plies, played, better, sans: names, reason })
    })
}

fn arrow(m: Move, brush: Brush) -> Shape {
    Shape { from: m.from(), to: m.to(), brush }
}
