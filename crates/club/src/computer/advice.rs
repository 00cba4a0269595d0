//! What the computer would do in the place of whoever sits here, and what it thinks of what was done instead.

use client::review::{Chance, Grade, Opinion, Reason};
use client::{Brush, Event, Moment, Shape};
use rules::Move;
use thinker::Line;
use web::app::App;

use crate::opinion::read;

/// What is known about the last turns of whoever sits here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Advice {
    now: Option<Turn>,
    /// What could be learned from the last move.
    pub(crate) lesson: Option<Lesson>,
}

/// What the computer thinks of a position in which it is not its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Turn {
    plies: usize,
    opinion: Opinion,
}

/// A move that was costly, and a better one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lesson {
    plies: usize,
    played: Move,
    better: Move,
    /// Both as they are written.
    pub(crate) names: [String; 2],
    /// What happened.
    pub(crate) reason: Option<Reason>,
}

impl Advice {
    /// Takes an opinion about the position on the board.
    pub(super) fn note(&mut self, app: App, line: &Line) {
        let new = app.peek(|view| {
            let game = view.table().game();
            Some(Turn { plies: game.plies(), opinion: read(game.position()?, line).opinion })
        });
        let Some(new) = new.filter(|new| !new.opinion.line.is_empty()) else { return };
        match self.now.take().filter(|old| old.plies != new.plies) {
            Some(old) if old.plies + 2 == new.plies => self.lesson = lesson(app, &old, &new),
            Some(_) => self.lesson = None,
            None => {}
        }
        self.now = Some(new);
    }

    /// Draws the best move, if it is known for the position on the board.
    pub(super) fn hint(&self, app: App) {
        let plies = app.peek(|view| view.table().game().plies());
        let known = self.now.as_ref().filter(|turn| turn.plies == plies);
        if let Some(&m) = known.and_then(|turn| turn.opinion.line.first()) {
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

/// What can be learned from a move that was a blunder: one turn before, one turn after it.
fn lesson(app: App, before: &Turn, after: &Turn) -> Option<Lesson> {
    app.peek(|view| {
        let game = view.table().game();
        let position = game.position_at(before.plies)?;
        let mut moves = game.moves().skip(before.plies);
        let (played, reply) = (moves.next()?, moves.next()?);
        let [was, is] = [before, after].map(|turn| Chance::of(turn.opinion.verdict));
        let is_blunder = Grade::of(was.lost(is, position.turn())) == Grade::Blunder;
        let better = before.opinion.line.first().copied().filter(|&better| better != played && is_blunder)?;
        let line = std::iter::once(reply).chain(after.opinion.line.iter().copied()).collect();
        let then = Opinion { verdict: after.opinion.verdict, line };
        let reason = Reason::of(position, played, &before.opinion, Some(&then));
        let names = [played, better].map(|m| position.san(m).to_string());
        Some(Lesson { plies: before.plies, played, better, names, reason })
    })
}

fn arrow(m: Move, brush: Brush) -> Shape {
    Shape { from: m.from(), to: m.to(), brush }
}
