//! A running engine that is started on first use and restarted after a fault.

use std::time::Instant;

use uci::Engine;

use super::engine_spec::MatchEngine;

/// The engine of one side, if it runs.
#[derive(Debug, Default)]
pub(super) struct EngineSlot {
    engine: Option<(usize, Engine)>,
}

impl EngineSlot {
    /// Index of the running engine.
    pub(super) fn player(&self) -> Option<usize> {
        self.engine.as_ref().map(|&(player, _)| player)
    }

    /// Returns this engine, starting it if another one or none is running.
    pub(super) fn ensure_running(
        &mut self,
        player: usize,
        match_engine: &MatchEngine,
        deadline: Instant,
    ) -> Result<&mut Engine, uci::EngineError> {
        if self.player() != Some(player) {
            self.clear();
            self.engine = Some((player, match_engine.start(deadline)?));
        }
        match &mut self.engine {
            Some((_, engine)) => Ok(engine),
            None => Err(uci::EngineError::Crashed { status: None, stderr_tail: Vec::new() }),
        }
    }

    /// The running engine.
    pub(super) fn engine(&mut self) -> Option<&mut Engine> {
        self.engine.as_mut().map(|(_, engine)| engine)
    }

    /// Kills the engine.
    pub(super) fn clear(&mut self) {
        self.engine = None;
    }
}
