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
    pub(super) scheduled: ScheduledGame,
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
    config: &MatchConfig<'_>,
    scheduled: ScheduledGame,
    slots: &mut ByColor<EngineSlot>,
    keep_going: &dyn Fn() -> bool,
) -> Option<FinishedGame> {
    let date = today();
    let players = ByColor { white: scheduled.white, black: scheduled.black };
    let engines = players.map(|player| &config.engines[player]);
    let opening = config.openings.get(scheduled.opening);
    let limits = engines.map(|match_engine| match_engine.limit);
    let mut engine_game = EngineGame::new(&opening, limits, config.adjudication);
    let mut remark = None;
    for color in Color::ALL {
        let deadline = Instant::now() + config.timeout;
        let ready = slots[color]
            .ensure_running(players[color], engines[color], deadline)
            .and_then(|engine| engine.new_game(opening.start(), deadline));
        if let Err(error) = ready {
            slots[color].clear();
            let fault = if matches!(error, EngineError::Crashed { .. }) {
                EngineFault::Crash
            } else {
                EngineFault::StartFailure
            };
            engine_game.fault(color, fault);
            remark = Some(error.to_string());
            break;
        }
    }
    while engine_game.end().is_none() {
        let turn = engine_game.game().turn();
        let engine = slots[turn].engine()?;
        match ask_for_move(engine, &engine_game, config, opening.start(), keep_going) {
            Ok(Some(answer)) => {
                let stats = move_stats(&answer, turn);
                let is_late =
                    engine_game.time_allowance().is_some_and(|time| answer.elapsed > time + config.margin);
                if is_late {
                    engine_game.fault(turn, EngineFault::TimeLoss);
                    remark = Some(format!("{:.3} s", answer.elapsed.as_secs_f64()));
                } else {
                    engine_game.play(answer.best, stats);
                }
            }
            Ok(None) => {
                slots[turn].clear();
                return None;
            }
            Err(error) => {
                slots[turn].clear();
                engine_game.fault(turn, fault(&error));
                remark = Some(error.to_string());
            }
        }
    }
    if remark.is_some() {
        // An engine ended by Ctrl-C has committed no fault.
        std::thread::sleep(INTERRUPT_DELAY);
        if !keep_going() {
            return None;
        }
    }
    let end = engine_game.end()?;
    let record = GameRecord {
        scheduled,
        names: engines.map(|match_engine| match_engine.name.as_str()),
        limits,
        opening: &opening,
    };
    let mut record = record.to_pgn(&engine_game, remark.as_deref());
    if let Some(date) = date {
        // `Date` is a valid tag name.
        let _ = record.tags.insert("Date", &date.to_string());
    }
    Some(FinishedGame { scheduled, end, plies: engine_game.game().plies(), remark, record })
}

/// Today's date in UTC.
fn today() -> Option<Date> {
    let passed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Date::from_unix_seconds(passed.as_secs())
}

/// Searches with the engine to move; `None` if the game was cancelled.
fn ask_for_move(
    engine: &mut Engine,
    engine_game: &EngineGame,
    config: &MatchConfig<'_>,
    start: &Position,
    keep_going: &dyn Fn() -> bool,
) -> Result<Option<EngineMove>, EngineError> {
    let moves: Vec<Move> = engine_game.game().moves().collect();
    let timeout =
        engine_game.time_allowance().map_or(config.timeout, |time| time + config.margin + HANG_GRACE);
    let started = Instant::now();
    engine.go(start, &moves, go(&engine_game.request()));
    let deadline = started + timeout;
    loop {
        let now = Instant::now();
        if let Some(EngineEvent::BestMove(answer)) = engine.next_event(deadline.min(now + POLL_INTERVAL))? {
            return Ok(Some(answer));
        }
        if !keep_going() {
            return Ok(None);
        }
        if now >= deadline {
            return Err(EngineError::Timeout { stage: WaitStage::BestMove, waited: started.elapsed() });
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
    let evaluation = info.and_then(|info| info.evaluation).map(|evaluation| match evaluation.score {
        Score::Centipawns(centipawns) => EvalScore::Centipawns(centipawns.saturating_mul(sign)),
        Score::Mate(moves) => EvalScore::Mate(moves.saturating_mul(sign)),
    });
    MoveStats { time: answer.elapsed, evaluation, depth: info.and_then(|info| info.depth) }
}

fn fault(error: &EngineError) -> EngineFault {
    match error {
        EngineError::Timeout { .. } => EngineFault::Hang,
        EngineError::Crashed { .. } => EngineFault::Crash,
        EngineError::IllegalMove { .. } => EngineFault::IllegalMove,
        EngineError::Protocol { .. } => EngineFault::ProtocolViolation,
        EngineError::Spawn { .. } | EngineError::NoChess960 => EngineFault::StartFailure,
    }
}
