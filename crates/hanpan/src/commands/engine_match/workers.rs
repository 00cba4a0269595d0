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
    pub(super) entrants: &'a [MatchEngine],
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
    work: &MatchConfig<'_>,
    schedule: &Schedule,
    numbers: &[usize],
    boards: u16,
    hear: &mut dyn FnMut(MatchEvent) -> Result<bool, CommandError>,
) -> Result<(), CommandError> {
    // Both games of an opening are played by the same thread, so that its engines keep running.
    let encounters: Vec<&[usize]> = numbers.chunk_by(|one, other| one / 2 == other / 2).collect();
    let (next, is_enough) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, news) = mpsc::channel();
        for _ in 0..usize::from(boards).min(encounters.len()) {
            let (sender, next, encounters, is_enough) = (sender.clone(), &next, &encounters, &is_enough);
            scope.spawn(move || game_worker(work, schedule, encounters, next, is_enough, &sender));
        }
        drop(sender);
        let outcome = loop {
            let heard = match news.recv_timeout(REDRAW_INTERVAL) {
                Ok(over) => MatchEvent::GameFinished(over),
                Err(RecvTimeoutError::Timeout) => MatchEvent::Tick,
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            };
            match hear(heard) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(failure) => break Err(failure),
            }
        };
        is_enough.store(true, Relaxed);
        outcome
    })
}

fn game_worker(
    work: &MatchConfig<'_>,
    schedule: &Schedule,
    encounters: &[&[usize]],
    next: &AtomicUsize,
    is_enough: &AtomicBool,
    sender: &Sender<Box<FinishedGame>>,
) {
    let is_wanted = || !is_enough.load(Relaxed) && !work.interrupt.is_set();
    let mut seats = ByColor::<EngineSlot>::default();
    while let Some(encounter) = encounters.get(next.fetch_add(1, Relaxed)) {
        for fixture in encounter.iter().filter_map(|&number| schedule.game(number)) {
            if seats.white.player() == Some(fixture.black) || seats.black.player() == Some(fixture.white) {
                std::mem::swap(&mut seats.white, &mut seats.black);
            }
            if !is_wanted() {
                return;
            }
            let Some(over) = game_runner::play(work, fixture, &mut seats, &is_wanted) else { return };
            // The receiver lives until all threads have ended.
            sender.send(Box::new(over)).ok();
        }
    }
}
