//! Plays one game between two engines.

use std::time::{Duration, Instant, SystemTime};

use engine_match::{EngineFault, EngineGame, GameEnd, GameRecord, MoveRequest, MoveStats, ScheduledGame};
use game::Date;
use game::pgn::{EvalScore, PgnGame};
use rules::{ByColor, Color, Move, Position};
use uci::{Engine, EngineError, EngineEvent, EngineMove, Go, Score, WaitStage};

use super::engine_slot::EngineSlot;
use super::workers::MatchConfig;

/// A finished game.
#[derive(Debug)]
pub(super) struct FinishedGame {
    pub(super) fixture: ScheduledGame,
    pub(super) end: GameEnd,
    /// Length in plies.
    pub(super) plies: usize,
    /// Error message of an engine fault.
    pub(super) remark: Option<String>,
    pub(super) record: PgnGame,
}

/// Time after the end of the allowance at which a late engine counts as hanging.
const HANG_GRACE: Duration = Duration::from_secs(5);

/// Interval at which cancellation is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Time for our own SIGINT handler to run: Ctrl-C may reach the engines first.
const INTERRUPT_DELAY: Duration = Duration::from_millis(50);

/// Plays a game; `None` if it was cancelled.
pub(super) fn play(
    work: &MatchConfig<'_>,
    fixture: ScheduledGame,
    seats: &mut ByColor<EngineSlot>,
    is_wanted: &dyn Fn() -> bool,
) -> Option<FinishedGame> {
    let begun = today();
    let players = ByColor { white: fixture.white, black: fixture.black };
    let entrants = players.map(|player| &work.entrants[player]);
    let opening = work.openings.get(fixture.opening);
    let limits = entrants.map(|entrant| entrant.limit);
    let mut bout = EngineGame::new(&opening, limits, work.adjudication);
    let mut remark = None;
    for color in Color::ALL {
        let deadline = Instant::now() + work.timeout;
        let ready = seats[color]
            .ensure_running(players[color], entrants[color], deadline)
            .and_then(|engine| engine.new_game(opening.start(), deadline));
        if let Err(failure) = ready {
            seats[color].clear();
            let fault = if matches!(failure, EngineError::Crashed { .. }) {
                EngineFault::Crash
            } else {
                EngineFault::StartFailure
            };
            bout.fault(color, fault);
            remark = Some(failure.to_string());
            break;
        }
    }
    while bout.end().is_none() {
        let turn = bout.game().turn();
        let engine = seats[turn].engine()?;
        match ask_for_move(engine, &bout, work, opening.start(), is_wanted) {
            Ok(Some(answer)) => {
                let thought = move_stats(&answer, turn);
                let is_late = bout.time_allowance().is_some_and(|time| answer.elapsed > time + work.margin);
                if is_late {
                    bout.fault(turn, EngineFault::TimeLoss);
                    remark = Some(format!("{:.3} s", answer.elapsed.as_secs_f64()));
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
        // An engine ended by Ctrl-C has committed no fault.
        std::thread::sleep(INTERRUPT_DELAY);
        if !is_wanted() {
            return None;
        }
    }
    let end = bout.end()?;
    let record = GameRecord {
        fixture,
        names: entrants.map(|entrant| entrant.name.as_str()),
        limits,
        opening: &opening,
    };
    let mut record = record.to_pgn(&bout, remark.as_deref());
    if let Some(day) = begun {
        // `Date` is a valid tag name.
        let _ = record.tags.insert("Date", &day.to_string());
    }
    Some(FinishedGame { fixture, end, plies: bout.game().plies(), remark, record })
}

/// Today's date in UTC.
fn today() -> Option<Date> {
    let passed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Date::from_unix_seconds(passed.as_secs())
}

/// Searches with the engine to move; `None` if the game was cancelled.
fn ask_for_move(
    engine: &mut Engine,
    bout: &EngineGame,
    work: &MatchConfig<'_>,
    start: &Position,
    is_wanted: &dyn Fn() -> bool,
) -> Result<Option<EngineMove>, EngineError> {
    let moves: Vec<Move> = bout.game().moves().collect();
    let patience = bout.time_allowance().map_or(work.timeout, |time| time + work.margin + HANG_GRACE);
    let began = Instant::now();
    engine.go(start, &moves, go(&bout.request()));
    let deadline = began + patience;
    loop {
        let now = Instant::now();
        if let Some(EngineEvent::BestMove(answer)) = engine.next_event(deadline.min(now + POLL_INTERVAL))? {
            return Ok(Some(answer));
        }
        if !is_wanted() {
            return Ok(None);
        }
        if now >= deadline {
            return Err(EngineError::Timeout { stage: WaitStage::BestMove, waited: began.elapsed() });
        }
    }
}

fn go(request: &MoveRequest) -> Go {
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

/// Statistics of a move for the PGN.
fn move_stats(answer: &EngineMove, mover: Color) -> MoveStats {
    let sign = if mover == Color::White { 1 } else { -1 };
    let info = answer.info.as_ref();
    let verdict = info.and_then(|info| info.evaluation).map(|evaluation| match evaluation.score {
        Score::Centipawns(centipawns) => EvalScore::Centipawns(centipawns.saturating_mul(sign)),
        Score::Mate(moves) => EvalScore::Mate(moves.saturating_mul(sign)),
    });
    MoveStats { time: answer.elapsed, evaluation: verdict, depth: info.and_then(|info| info.depth) }
}

fn fault(failure: &EngineError) -> EngineFault {
    match failure {
        EngineError::Timeout { .. } => EngineFault::Hang,
        EngineError::Crashed { .. } => EngineFault::Crash,
        EngineError::IllegalMove { .. } => EngineFault::IllegalMove,
        EngineError::Protocol { .. } => EngineFault::ProtocolViolation,
        EngineError::Spawn { .. } | EngineError::NoChess960 => EngineFault::StartFailure,
    }
}
