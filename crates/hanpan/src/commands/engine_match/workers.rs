//! Concurrent games, one thread each.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use engine_match::{Adjudication, Schedule};
use rules::ByColor;

use super::engine_slot::EngineSlot;
use super::engine_spec::MatchEngine;
use super::game_runner::{self, FinishedGame};
use super::openings::Openings;
use crate::error::CommandError;
use crate::interrupt::Interrupt;
use crate::progress::REDRAW_INTERVAL;

/// Configuration shared by all games.
#[derive(Debug)]
pub(super) struct MatchConfig<'a> {
    pub(super) engines: &'a [MatchEngine],
    pub(super) openings: &'a Openings,
    pub(super) adjudication: Adjudication,
    /// Time by which a move may exceed its limit.
    pub(super) margin: Duration,
    /// Timeout of searches without a clock, and of starting an engine.
    pub(super) timeout: Duration,
    pub(super) interrupt: &'a Interrupt,
}

/// An event of the match.
#[derive(Debug)]
pub(super) enum MatchEvent {
    /// A game is over.
    GameFinished(Box<FinishedGame>),
    /// Time to update the display.
    Tick,
}

/// Plays the games with these numbers, `boards` at once, and reports events. Returns when all games are
/// played, `hear` returns false, or the user interrupts; unfinished games are cancelled.
pub(super) fn play(
    config: &MatchConfig<'_>,
    schedule: &Schedule,
    numbers: &[usize],
    concurrency: u16,
    on_event: &mut dyn FnMut(MatchEvent) -> Result<bool, CommandError>,
) -> Result<(), CommandError> {
    // Both games of an opening are played by the same thread, so that its engines keep running.
    let game_pairs: Vec<&[usize]> = numbers.chunk_by(|one, other| one / 2 == other / 2).collect();
    let (next, is_cancelled) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, event) = mpsc::channel();
        for _ in 0..usize::from(concurrency).min(game_pairs.len()) {
            let (sender, next, game_pairs, is_cancelled) =
                (sender.clone(), &next, &game_pairs, &is_cancelled);
            scope.spawn(move || game_worker(config, schedule, game_pairs, next, is_cancelled, &sender));
        }
        drop(sender);
        let outcome = loop {
            let heard = match event.recv_timeout(REDRAW_INTERVAL) {
                Ok(finished) => MatchEvent::GameFinished(finished),
                Err(RecvTimeoutError::Timeout) => MatchEvent::Tick,
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            };
            match on_event(heard) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        is_cancelled.store(true, Relaxed);
        outcome
    })
}

fn game_worker(
    config: &MatchConfig<'_>,
    schedule: &Schedule,
    game_pairs: &[&[usize]],
    next: &AtomicUsize,
    is_cancelled: &AtomicBool,
    sender: &Sender<Box<FinishedGame>>,
) {
    let keep_going = || !is_cancelled.load(Relaxed) && !config.interrupt.is_set();
    let mut slots = ByColor::<EngineSlot>::default();
    while let Some(game_pair) = game_pairs.get(next.fetch_add(1, Relaxed)) {
        for scheduled in game_pair.iter().filter_map(|&number| schedule.game(number)) {
            if slots.white.player() == Some(scheduled.black) || slots.black.player() == Some(scheduled.white)
            {
                std::mem::swap(&mut slots.white, &mut slots.black);
            }
            if !keep_going() {
                return;
            }
            let Some(finished) = game_runner::play(config, scheduled, &mut slots, &keep_going) else {
                return;
            };
            // The receiver lives until all threads have ended.
            sender.send(Box::new(finished)).ok();
        }
    }
}
