//! Thinking: a position goes in, a move that is legal there comes out.

use std::time::{Duration, Instant};

use rules::{Move, Position, UciMove};

use super::pipes::OutputLine;
use crate::{
    BestMove, Engine, EngineError, Go, Info, ParseError, PositionCommand, ToEngine, ToGui, WaitStage,
};

/// Something heard of an engine that thinks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineEvent {
    /// How it goes.
    Info(Box<Info>),
    /// The answer; it thinks no more.
    BestMove(EngineMove),
}

/// The move an engine makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineMove {
    /// The move, legal in the position that was asked about.
    pub best: Move,
    /// The answer it expects, if it said one that is legal then.
    pub ponder: Option<Move>,
    /// The last thing it told about its best line, score included.
    pub info: Option<Box<Info>>,
    /// From the question to the answer.
    pub elapsed: Duration,
}

/// A question that has not been answered yet.
#[derive(Debug)]
pub(super) struct PendingSearch {
    position: Position,
    began: Instant,
    info: Option<Box<Info>>,
}

impl Engine {
    /// Thinks about the position after these moves, and waits for the answer until the deadline.
    ///
    /// # Errors
    /// See [`hear`](Engine::hear); also if there is no answer by then.
    pub fn search(
        &mut self,
        start: &Position,
        moves: &[Move],
        go: Go,
        deadline: Instant,
    ) -> Result<EngineMove, EngineError> {
        let began = Instant::now();
        self.go(start, moves, go);
        while let Some(heard) = self.next_event(deadline)? {
            if let EngineEvent::BestMove(answer) = heard {
                return Ok(answer);
            }
        }
        Err(EngineError::Timeout { stage: WaitStage::BestMove, waited: began.elapsed() })
    }

    /// Begins to think about the position after these moves, as far as they are legal. What was being thought about is
    /// given up, and its answer is not heard any more.
    pub fn go(&mut self, start: &Position, moves: &[Move], go: Go) {
        self.abandon_search();
        let (mut position, mut plies) = (*start, 0);
        while let Some(next) = moves.get(plies).and_then(|&m| position.play(m).ok()) {
            (position, plies) = (next, plies + 1);
        }
        self.send(&ToEngine::Position(PositionCommand::new(start, &moves[..plies], self.style)));
        self.send(&ToEngine::Go(go));
        self.search = Some(PendingSearch { position, began: Instant::now(), info: None });
    }

    /// Waits until something is heard or the moment has come; `None` if nothing was heard by then, or if the engine is
    /// not thinking. A moment that has passed looks whether something has been heard already.
    ///
    /// # Errors
    /// The engine has crashed, does not speak the protocol, or its move is not legal.
    pub fn next_event(&mut self, until: Instant) -> Result<Option<EngineEvent>, EngineError> {
        while self.search.is_some() {
            let Some(spoken) = self.next_line(until)? else { return Ok(None) };
            match ToGui::parse(&spoken.line) {
                Ok(ToGui::BestMove(_)) if self.abandoned_searches > 0 => self.abandoned_searches -= 1,
                Ok(ToGui::Info(info)) if self.abandoned_searches == 0 => return Ok(Some(self.on_info(info))),
                Ok(ToGui::BestMove(said)) => return self.on_best_move(said, &spoken).map(Some),
                Err(ParseError::Move { token: said, .. }) => {
                    return Err(EngineError::IllegalMove { text: said });
                }
                Err(ParseError::Incomplete { command: "bestmove" }) => {
                    return Err(protocol_error(&spoken.line));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Whether an answer is due.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Wants the answer now. It still has to be heard.
    pub fn stop(&mut self) {
        self.send(&ToEngine::Stop);
    }

    /// The move that is pondered about was made: from now on it is the engine's own time.
    pub fn ponder_hit(&mut self) {
        self.send(&ToEngine::PonderHit);
    }

    /// What is being thought about is not wanted any more; its answer is passed over when it comes.
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

    fn on_best_move(&mut self, said: BestMove, spoken: &OutputLine) -> Result<EngineEvent, EngineError> {
        let Some(PendingSearch { position, began, info }) = self.search.take() else {
            return Err(protocol_error(&spoken.line));
        };
        let legal = |m: Option<UciMove>, position: &Position| m?.resolve(position).ok();
        let Some(best) = legal(said.best, &position) else {
            let said = said.best.map_or_else(|| "(none)".to_owned(), |m| m.to_string());
            return Err(EngineError::IllegalMove { text: said });
        };
        let ponder = position.play(best).ok().and_then(|next| legal(said.ponder, &next));
        let thought = spoken.received.saturating_duration_since(began);
        Ok(EngineEvent::BestMove(EngineMove { best, ponder, info, elapsed: thought }))
    }
}

/// What was said, not all of it if it is long.
pub(super) fn protocol_error(line: &[u8]) -> EngineError {
    let beginning = String::from_utf8_lossy(line).chars().take(100).collect();
    EngineError::Protocol { text: beginning }
}
