//! Searches of an engine: a position is sent, a legal move comes back.

use std::time::{Duration, Instant};

use rules::{Move, Position, UciMove};

use super::pipes::OutputLine;
use crate::{
    BestMove, Engine, EngineError, Go, Info, ParseError, PositionCommand, ToEngine, ToGui, WaitStage,
};

/// An event of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineEvent {
    /// An `info` message.
    Info(Box<Info>),
    /// The best move; the search is over.
    BestMove(EngineMove),
}

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineMove {
    /// Best move, legal in the position searched.
    pub best: Move,
    /// Expected reply, if the engine named a legal one.
    pub ponder: Option<Move>,
    /// Last `info` message with a score of the best line.
    pub info: Option<Box<Info>>,
    /// Time from `go` to `bestmove`.
    pub elapsed: Duration,
}

/// A running search.
#[derive(Debug)]
pub(super) struct PendingSearch {
    position: Position,
    started: Instant,
    info: Option<Box<Info>>,
}

impl Engine {
    /// Searches the position after these moves and waits for the best move.
    ///
    /// # Errors
    /// See [`next_event`](Engine::next_event); also if the deadline passes.
    pub fn search(
        &mut self,
        start: &Position,
        moves: &[Move],
        go: Go,
        deadline: Instant,
    ) -> Result<EngineMove, EngineError> {
        let started = Instant::now();
        self.go(start, moves, go);
        while let Some(event) = self.next_event(deadline)? {
            if let EngineEvent::BestMove(answer) = event {
                return Ok(answer);
            }
        }
        Err(EngineError::Timeout { stage: WaitStage::BestMove, waited: started.elapsed() })
    }

    /// Starts a search of the position after these moves, up to the first illegal one. A running search is
    /// abandoned.
    pub fn go(&mut self, start: &Position, moves: &[Move], go: Go) {
        self.abandon_search();
        let (mut position, mut plies) = (*start, 0);
        while let Some(next) = moves.get(plies).and_then(|&m| position.play(m).ok()) {
            (position, plies) = (next, plies + 1);
        }
        self.send(&ToEngine::Position(PositionCommand::new(start, &moves[..plies], self.style)));
        self.send(&ToEngine::Go(go));
        self.search = Some(PendingSearch { position, started: Instant::now(), info: None });
    }

    /// Waits for the next event until a deadline; `None` if there is none by then or no search is running. A
    /// deadline in the past polls.
    pub fn next_event(&mut self, until: Instant) -> Result<Option<EngineEvent>, EngineError> {
        while self.search.is_some() {
            let Some(line) = self.next_line(until)? else { return Ok(None) };
            match ToGui::parse(&line.line) {
                Ok(ToGui::BestMove(_)) if self.abandoned_searches > 0 => self.abandoned_searches -= 1,
                Ok(ToGui::Info(info)) if self.abandoned_searches == 0 => return Ok(Some(self.on_info(info))),
                Ok(ToGui::BestMove(best_move)) => return self.on_best_move(best_move, &line).map(Some),
                Err(ParseError::Move { token, .. }) => {
                    return Err(EngineError::IllegalMove { text: token });
                }
                Err(ParseError::Incomplete { command: "bestmove" }) => {
                    return Err(protocol_error(&line.line));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// True while a search is running.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Sends `stop`. The best move still has to be awaited.
    pub fn stop(&mut self) {
        self.send(&ToEngine::Stop);
    }

    /// Sends `ponderhit`: the expected move was played and the engine's clock runs.
    pub fn ponder_hit(&mut self) {
        self.send(&ToEngine::PonderHit);
    }

    /// Stops the running search; its `bestmove` will be ignored.
    pub(super) fn abandon_search(&mut self) {
        if self.search.take().is_some() {
            self.send(&ToEngine::Stop);
            self.abandoned_searches += 1;
        }
    }

    fn on_info(&mut self, info: Box<Info>) -> EngineEvent {
        let is_about_the_best = info.evaluation.is_some() && info.multi_pv.unwrap_or(1) == 1;
        if let Some(search) = self.search.as_mut().filter(|_| is_about_the_best) {
            search.info = Some(info.clone());
        }
        EngineEvent::Info(info)
    }

    fn on_best_move(&mut self, best_move: BestMove, line: &OutputLine) -> Result<EngineEvent, EngineError> {
        let Some(PendingSearch { position, started, info }) = self.search.take() else {
            return Err(protocol_error(&line.line));
        };
        let legal = |m: Option<UciMove>, position: &Position| m?.resolve(position).ok();
        let Some(best) = legal(best_move.best, &position) else {
            let text = best_move.best.map_or_else(|| "(none)".to_owned(), |m| m.to_string());
            return Err(EngineError::IllegalMove { text });
        };
        let ponder = position.play(best).ok().and_then(|next| legal(best_move.ponder, &next));
        let thought = line.received.saturating_duration_since(started);
        Ok(EngineEvent::BestMove(EngineMove { best, ponder, info, elapsed: thought }))
    }
}

/// A protocol error with the first hundred characters of the line.
pub(super) fn protocol_error(line: &[u8]) -> EngineError {
    let beginning = String::from_utf8_lossy(line).chars().take(100).collect();
    EngineError::Protocol { text: beginning }
}
