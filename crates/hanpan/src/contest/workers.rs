//! Several boards at once, a thread for each.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use arena::{Adjudication, Schedule};
use rules::ByColor;

use super::entrant::Entrant;
use super::openings::Openings;
use super::seat::Seat;
use super::table::{self, Over};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::FRAME;

/// What every board needs.
#[derive(Debug)]
pub(super) struct Work<'a> {
    pub(super) entrants: &'a [Entrant],
    pub(super) openings: &'a Openings,
    pub(super) adjudication: Adjudication,
    /// How late a move may be.
    pub(super) margin: Duration,
    /// How long anything may take that has no clock.
    pub(super) patience: Duration,
    pub(super) interrupt: &'a Interrupt,
}

/// What is heard of the boards.
#[derive(Debug)]
pub(super) enum News {
    /// A game is over.
    Over(Box<Over>),
    /// Nothing for a while.
    Nothing,
}

/// Plays the games with these numbers, so many at once, and tells what happens. Ends when all are played, the listener
/// has heard enough, or the user wants an end; games that are not over by then are broken off.
pub(super) fn play(
    work: &Work<'_>,
    schedule: &Schedule,
    numbers: &[usize],
    boards: u16,
    hear: &mut dyn FnMut(News) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    // Both games of an opening are played at the same board: the engines can stay.
    let encounters: Vec<&[usize]> = numbers.chunk_by(|one, other| one / 2 == other / 2).collect();
    let (next, is_enough) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, news) = mpsc::channel();
        for _ in 0..usize::from(boards).min(encounters.len()) {
            let (sender, next, encounters, is_enough) = (sender.clone(), &next, &encounters, &is_enough);
            scope.spawn(move || board(work, schedule, encounters, next, is_enough, &sender));
        }
        drop(sender);
        let outcome = loop {
            let heard = match news.recv_timeout(FRAME) {
                Ok(over) => News::Over(over),
                Err(RecvTimeoutError::Timeout) => News::Nothing,
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

fn board(
    work: &Work<'_>,
    schedule: &Schedule,
    encounters: &[&[usize]],
    next: &AtomicUsize,
    is_enough: &AtomicBool,
    sender: &Sender<Box<Over>>,
) {
    let is_wanted = || !is_enough.load(Relaxed) && !work.interrupt.has_come();
    let mut seats = ByColor::<Seat>::default();
    while let Some(encounter) = encounters.get(next.fetch_add(1, Relaxed)) {
        for fixture in encounter.iter().filter_map(|&number| schedule.fixture(number)) {
            if seats.white.player() == Some(fixture.black) || seats.black.player() == Some(fixture.white) {
                std::mem::swap(&mut seats.white, &mut seats.black);
            }
            if !is_wanted() {
                return;
            }
            let Some(over) = table::play(work, fixture, &mut seats, &is_wanted) else { return };
            // Whoever listens does so until all boards are done.
            sender.send(Box::new(over)).ok();
        }
    }
}
