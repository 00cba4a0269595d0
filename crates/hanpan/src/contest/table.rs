//! A board between two engines: one game, move by move.

use std::time::{Duration, Instant, SystemTime};

use arena::{Bout, End, Fault, Fixture, Record, Request, Thought};
use client::Date;
use game::pgn::{PgnGame, Verdict};
use rules::{ByColor, Color, Move, Position};
use uci::{Answer, Engine, Failure, Go, Heard, Score, Stage};

use super::seat::Seat;
use super::workers::Work;

/// A game that is over.
#[derive(Debug)]
pub(super) struct Over {
    pub(super) fixture: Fixture,
    pub(super) end: End,
    /// How many moves were made.
    pub(super) plies: usize,
    /// What the engine that failed had to say.
    pub(super) remark: Option<String>,
    pub(super) record: PgnGame,
}

/// An engine that is late gets so much longer; if it still has not moved, it hangs.
const GRACE: Duration = Duration::from_secs(5);

/// How often it is looked whether the game is still wanted.
const GLANCE: Duration = Duration::from_millis(100);

/// Between the end of everything by Ctrl-C and our hearing of it.
const BLINK: Duration = Duration::from_millis(50);

/// Plays a game; `None` if it was broken off.
pub(super) fn play(
    work: &Work<'_>,
    fixture: Fixture,
    seats: &mut ByColor<Seat>,
    is_wanted: &dyn Fn() -> bool,
) -> Option<Over> {
    let begun = today();
    let players = ByColor { white: fixture.white, black: fixture.black };
    let entrants = players.map(|player| &work.entrants[player]);
    let opening = work.openings.get(fixture.opening);
    let limits = entrants.map(|entrant| entrant.limit);
    let mut bout = Bout::new(&opening, limits, work.adjudication);
    let mut remark = None;
    for color in Color::ALL {
        let deadline = Instant::now() + work.patience;
        let ready = seats[color]
            .take(players[color], entrants[color], deadline)
            .and_then(|engine| engine.new_game(opening.start(), deadline));
        if let Err(failure) = ready {
            seats[color].clear();
            let fault =
                if matches!(failure, Failure::Crashed { .. }) { Fault::Crash } else { Fault::NoStart };
            bout.fault(color, fault);
            remark = Some(failure.to_string());
            break;
        }
    }
    while bout.end().is_none() {
        let turn = bout.game().turn();
        let engine = seats[turn].engine()?;
        match ask(engine, &bout, work, opening.start(), is_wanted) {
            Ok(Some(answer)) => {
                let thought = thought(&answer, turn);
                let is_late = bout.allowance().is_some_and(|time| answer.thought > time + work.margin);
                if is_late {
                    bout.fault(turn, Fault::Time);
                    remark = Some(format!("{:.3} s", answer.thought.as_secs_f64()));
                } else {
                    bout.play(answer.best, thought);
                }
            }
            Ok(None) => {
                seats[turn].clear();
                return None;
            }
            Err(failure) => {
                seats[turn].clear();
                bout.fault(turn, fault(&failure));
                remark = Some(failure.to_string());
            }
        }
    }
    if remark.is_some() {
        // Ctrl-C reaches the engines, too: that is no fault of theirs.
        std::thread::sleep(BLINK);
        if !is_wanted() {
            return None;
        }
    }
    let end = bout.end()?;
    let record =
        Record { fixture, names: entrants.map(|entrant| entrant.name.as_str()), limits, opening: &opening };
    let mut record = record.write(&bout, remark.as_deref());
    if let Some(day) = begun {
        // The name is a good one.
        let _ = record.tags.insert("Date", &day.to_string());
    }
    Some(Over { fixture, end, plies: bout.game().plies(), remark, record })
}

/// What day it is, by the world's clock.
fn today() -> Option<Date> {
    let passed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Date::after_epoch(passed.as_secs() / 86_400)
}

/// The engine's answer; `None` if it is not wanted any more.
fn ask(
    engine: &mut Engine,
    bout: &Bout,
    work: &Work<'_>,
    start: &Position,
    is_wanted: &dyn Fn() -> bool,
) -> Result<Option<Answer>, Failure> {
    let moves: Vec<Move> = bout.game().moves().collect();
    let patience = bout.allowance().map_or(work.patience, |time| time + work.margin + GRACE);
    let began = Instant::now();
    engine.go(start, &moves, go(&bout.request()));
    let deadline = began + patience;
    loop {
        let now = Instant::now();
        if let Some(Heard::Answer(answer)) = engine.hear(deadline.min(now + GLANCE))? {
            return Ok(Some(answer));
        }
        if !is_wanted() {
            return Ok(None);
        }
        if now >= deadline {
            return Err(Failure::Silent { stage: Stage::Thinking, waited: began.elapsed() });
        }
    }
}

fn go(request: &Request) -> Go {
    Go {
        time: request.clocks.map(|clock| clock.map(|(left, _)| left)),
        increment: request.clocks.map(|clock| clock.map(|(_, increment)| increment)),
        moves_to_go: request.moves_to_go,
        depth: request.limit.depth,
        nodes: request.limit.nodes,
        move_time: request.limit.move_time,
        ..Go::default()
    }
}

/// What is kept of how a move was found.
fn thought(answer: &Answer, mover: Color) -> Thought {
    let sign = if mover == Color::White { 1 } else { -1 };
    let info = answer.info.as_ref();
    let verdict = info.and_then(|info| info.evaluation).map(|evaluation| match evaluation.score {
        Score::Centipawns(centipawns) => Verdict::Centipawns(centipawns.saturating_mul(sign)),
        Score::Mate(moves) => Verdict::Mate(moves.saturating_mul(sign)),
    });
    Thought { time: answer.thought, verdict, depth: info.and_then(|info| info.depth) }
}

fn fault(failure: &Failure) -> Fault {
    match failure {
        Failure::Silent { .. } => Fault::Hang,
        Failure::Crashed { .. } => Fault::Crash,
        Failure::IllegalMove { .. } => Fault::IllegalMove,
        Failure::Garbage { .. } => Fault::Garbage,
        Failure::CannotStart { .. } | Failure::NoChess960 => Fault::NoStart,
    }
}
