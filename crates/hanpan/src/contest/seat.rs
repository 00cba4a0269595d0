//! A place at a board: an engine that is started when it is first needed, and anew after it has failed.

use std::time::Instant;

use uci::Engine;

use super::entrant::Entrant;

/// A seat and who sits there.
#[derive(Debug, Default)]
pub(super) struct Seat {
    engine: Option<(usize, Engine)>,
}

impl Seat {
    /// The number of whoever sits here.
    pub(super) fn player(&self) -> Option<usize> {
        self.engine.as_ref().map(|&(player, _)| player)
    }

    /// Has this engine sit here, started if need be.
    pub(super) fn take(
        &mut self,
        player: usize,
        entrant: &Entrant,
        deadline: Instant,
    ) -> Result<&mut Engine, uci::Failure> {
        if self.player() != Some(player) {
            self.clear();
            self.engine = Some((player, entrant.start(deadline)?));
        }
        match &mut self.engine {
            Some((_, engine)) => Ok(engine),
            None => Err(uci::Failure::Crashed { status: None, last_words: Vec::new() }),
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
