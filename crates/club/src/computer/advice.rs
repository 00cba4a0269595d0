//! What the computer would do in the place of whoever sits here, and what it thinks of what was done instead.

use client::{Brush, Event, Moment, Shape};
use engine::Score;
use rules::{Move, UciMove};
use thinker::Line;
use web::app::App;

/// A move that costs so much of the chances, in thousandths, is worth a word.
const COSTLY: i32 = 170;

/// What is known about the last turns of whoever sits here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Advice {
    now: Option<Opinion>,
    /// What could be learned from the last move.
    pub(crate) lesson: Option<Lesson>,
}

/// What the computer thinks of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Opinion {
    plies: usize,
    best: UciMove,
    /// What can be expected, in thousandths of a point.
    expected: i32,
}

/// A move that was costly, and a better one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lesson {
    plies: usize,
    played: Move,
    better: Move,
    /// Both as they are written.
    pub(crate) names: [String; 2],
}

impl Advice {
    /// Takes an opinion about the position on the board.
    pub(super) fn note(&mut self, app: App, line: &Line) {
        let Some(&best) = line.moves.first() else { return };
        let plies = app.peek(|view| view.table().game().plies());
        let new = Opinion { plies, best, expected: expected(line.score) };
        let before = self.now.filter(|old| old.plies + 2 == plies && old.expected - new.expected >= COSTLY);
        if let Some(before) = before {
            self.lesson = lesson(app, before);
        } else if self.now.is_none_or(|old| old.plies != plies) {
            self.lesson = None;
        }
        self.now = Some(new);
    }

    /// Draws the best move, if it is known for the position on the board.
    pub(super) fn hint(&self, app: App) {
        let m = app.peek(|view| {
            let game = view.table().game();
            let opinion = self.now.filter(|opinion| opinion.plies == game.plies())?;
            opinion.best.resolve(game.position()?).ok()
        });
        if let Some(m) = m {
            app.send(Event::ClearShapes);
            app.send(Event::Draw(arrow(m, Brush::First)));
        }
    }
}

impl Lesson {
    /// Shows the position again, with both moves.
    pub(super) fn show(&self, app: App) {
        app.send(Event::Show(Moment::After(self.plies)));
        app.send(Event::ClearShapes);
        app.send(Event::Draw(arrow(self.played, Brush::Second)));
        app.send(Event::Draw(arrow(self.better, Brush::First)));
    }
}

fn lesson(app: App, before: Opinion) -> Option<Lesson> {
    app.peek(|view| {
        let game = view.table().game();
        let position = game.position_at(before.plies)?;
        let played = game.moves().nth(before.plies)?;
        let better = before.best.resolve(position).ok().filter(|&better| better != played)?;
        let names = [played, better].map(|m| position.san(m).to_string());
        Some(Lesson { plies: before.plies, played, better, names })
    })
}

fn expected(score: Score) -> i32 {
    let chances = score.chances();
    i32::from(chances.win) + i32::from(chances.draw) / 2
}

fn arrow(m: Move, brush: Brush) -> Shape {
    Shape { from: m.from(), to: m.to(), brush }
}
