//! Thinking: a position goes in, a move that is legal there comes out.

use std::time::{Duration, Instant};

use rules::{Move, Position, UciMove};

use super::pipes::Spoken;
use crate::{BestMove, Engine, Failure, Go, Info, Line, ParseError, Stage, ToEngine, ToGui};

/// Something heard of an engine that thinks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// How it goes.
    Info(Box<Info>),
    /// The answer; it thinks no more.
    Answer(Answer),
}

/// The move an engine makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move, legal in the position that was asked about.
    pub best: Move,
    /// The answer it expects, if it said one that is legal then.
    pub ponder: Option<Move>,
    /// The last thing it told about its best line, score included.
    pub info: Option<Box<Info>>,
    /// From the question to the answer.
    pub thought: Duration,
}

/// A question that has not been answered yet.
#[derive(Debug)]
pub(super) struct Search {
    position: Position,
    began: Instant,
    info: Option<Box<Info>>,
}

impl Engine {
    /// Thinks about the position after these moves, and waits for the answer until the deadline.
    ///
    /// # Errors
    /// See [`hear`](Engine::hear); also if there is no answer by then.
    pub fn think(
        &mut self,
        start: &Position,
        moves: &[Move],
        go: Go,
        deadline: Instant,
    ) -> Result<Answer, Failure> {
        let began = Instant::now();
        self.go(start, moves, go);
        while let Some(heard) = self.hear(deadline)? {
            if let Heard::Answer(answer) = heard {
                return Ok(answer);
            }
        }
        Err(Failure::Silent { stage: Stage::Thinking, waited: began.elapsed() })
    }

    /// Begins to think about the position after these moves, as far as they are legal. What was being thought about is
    /// given up, and its answer is not heard any more.
    pub fn go(&mut self, start: &Position, moves: &[Move], go: Go) {
        self.give_up();
        let (mut position, mut plies) = (*start, 0);
        while let Some(next) = moves.get(plies).and_then(|&m| position.play(m).ok()) {
            (position, plies) = (next, plies + 1);
        }
        self.tell(&ToEngine::Position(Line::new(start, &moves[..plies], self.style)));
        self.tell(&ToEngine::Go(go));
        self.search = Some(Search { position, began: Instant::now(), info: None });
    }

    /// Waits until something is heard or the moment has come; `None` if nothing was heard by then, or if the engine is
    /// not thinking. A moment that has passed looks whether something has been heard already.
    ///
    /// # Errors
    /// The engine has crashed, does not speak the protocol, or its move is not legal.
    pub fn hear(&mut self, until: Instant) -> Result<Option<Heard>, Failure> {
        while self.search.is_some() {
            let Some(spoken) = self.listen(until)? else { return Ok(None) };
            match ToGui::parse(&spoken.line) {
                Ok(ToGui::BestMove(_)) if self.given_up > 0 => self.given_up -= 1,
                Ok(ToGui::Info(info)) if self.given_up == 0 => return Ok(Some(self.informed(info))),
                Ok(ToGui::BestMove(said)) => return self.answered(said, &spoken).map(Some),
                Err(ParseError::Move { said, .. }) => return Err(Failure::IllegalMove { said }),
                Err(ParseError::Incomplete { command: "bestmove" }) => return Err(garbage(&spoken.line)),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Whether an answer is due.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    /// Wants the answer now. It still has to be heard.
    pub fn stop(&mut self) {
        self.tell(&ToEngine::Stop);
    }

    /// The move that is pondered about was made: from now on it is the engine's own time.
    pub fn ponder_hit(&mut self) {
        self.tell(&ToEngine::PonderHit);
    }

    /// What is being thought about is not wanted any more; its answer is passed over when it comes.
    pub(super) fn give_up(&mut self) {
        if self.search.take().is_some() {
            self.tell(&ToEngine::Stop);
            self.given_up += 1;
        }
    }

    fn informed(&mut self, info: Box<Info>) -> Heard {
        let is_about_the_best = info.evaluation.is_some() && info.multi_pv.unwrap_or(1) == 1;
        if let Some(search) = self.search.as_mut().filter(|_| is_about_the_best) {
            search.info = Some(info.clone());
        }
        Heard::Info(info)
    }

    fn answered(&mut self, said: BestMove, spoken: &Spoken) -> Result<Heard, Failure> {
        let Some(Search { position, began, info }) = self.search.take() else {
            return Err(garbage(&spoken.line));
        };
        let legal = |m: Option<UciMove>, position: &Position| m?.resolve(position).ok();
        let Some(best) = legal(said.best, &position) else {
            let said = said.best.map_or_else(|| "(none)".to_owned(), |m| m.to_string());
            return Err(Failure::IllegalMove { said });
        };
        let ponder = position.play(best).ok().and_then(|next| legal(said.ponder, &next));
        let thought = spoken.at.saturating_duration_since(began);
        Ok(Heard::Answer(Answer { best, ponder, info, thought }))
    }
}

/// What was said, not all of it if it is long.
pub(super) fn garbage(line: &[u8]) -> Failure {
    let beginning = String::from_utf8_lossy(line).chars().take(100).collect();
    Failure::Garbage { said: beginning }
}
