//! A place at a board: an engine that is started when it is first needed, and anew after it has failed.

use std::time::Instant;

use uci::Engine;

use super::engine_spec::MatchEngine;

/// A seat and who sits there.
#[derive(Debug, Default)]
pub(super) struct EngineSlot {
    engine: Option<(usize, Engine)>,
}

impl EngineSlot {
    /// The number of whoever sits here.
    pub(super) fn player(&self) -> Option<usize> {
        self.engine.as_ref().map(|&(player, _)| player)
    }

    /// Has this engine sit here, started if need be.
    pub(super) fn ensure_running(
        &mut self,
        player: usize,
        entrant: &MatchEngine,
        deadline: Instant,
    ) -> Result<&mut Engine, uci::EngineError> {
        if self.player() != Some(player) {
            self.clear();
            self.engine = Some((player, entrant.start(deadline)?));
        }
        match &mut self.engine {
            Some((_, engine)) => Ok(engine),
            None => Err(uci::EngineError::Crashed { status: None, stderr_tail: Vec::new() }),
        }
    }

    /// Whoever sits here, if somebody does.
    pub(super) fn engine(&mut self) -> Option<&mut Engine> {
        self.engine.as_mut().map(|(_, engine)| engine)
    }

    /// Sends away whoever sits here.
    pub(super) fn clear(&mut self) {
        self.engine = None;
    }
}
