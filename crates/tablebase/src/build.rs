//! Retrograde analysis: all outcomes of a table, from the mates backwards.

use std::ops::ControlFlow;

use crate::outcome::Entry;
use crate::placement::{Men, Placement};
use crate::predecessors::for_each_predecessor;
use crate::successors::{Kind, Successor, for_each_successor};
use crate::table_index::{Indices, TableIndex};
use crate::{Material, Outcome, Plies, Tablebase};

/// Entries of a step while positions are added: a few milliseconds of work.
const ADDED_PER_STEP: usize = 4_000;
/// Positions of a step from which outcomes are carried back.
const CARRIED_PER_STEP: usize = 1_000;

/// A table that is being built. It can be computed in steps, so that a caller with other duties is never busy for long.
#[derive(Debug)]
pub(crate) struct Build {
    men: Men,
    index: TableIndex,
    entries: Vec<u8>,
    stage: Stage,
    /// The greatest distance to mate found so far.
    deepest: Plies,
}

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Entries from this number on are empty.
    Add {
        next: usize,
    },
    /// Outcomes at this distance are carried one move back, from this number on.
    CarryBack {
        plies: Plies,
        next: usize,
    },
    Done,
}

/// Builds a table in one go. The tables that captures and promotions lead to are built first, when they are asked for.
pub(crate) fn build(material: Material, tables: &Tablebase) -> Vec<u8> {
    let mut build = Build::new(material);
    while build.step(tables) {}
    build.into_entries()
}

/// Outcomes of the moves of a position.
#[derive(Default)]
struct MoveOutcomes {
    /// Quickest win by a capture or promotion.
    win: Option<Plies>,
    /// Slowest loss among the captures and promotions, and also among the other moves if they are looked up.
    loss: Option<Plies>,
    /// A move does not lose, as far as known.
    has_other: bool,
}

impl MoveOutcomes {
    fn add(&mut self, outcome: Option<Outcome>) {
        match outcome.map(Outcome::before_move) {
            Some(Outcome::Win(plies)) => self.win = Some(self.win.map_or(plies, |win| win.min(plies))),
            Some(Outcome::Loss(plies)) => self.loss = self.loss.max(Some(plies)),
            Some(Outcome::Draw) | None => self.has_other = true,
        }
    }
}

impl Build {
    pub(crate) fn new(material: Material) -> Build {
        let index = TableIndex::new(material);
        Build {
            men: Men::of(material),
            entries: vec![Entry::UNUSED.0; index.len()],
            index,
            stage: Stage::Add { next: 0 },
            deepest: 0,
        }
    }

    /// Computes for some milliseconds; returns false when the table is complete.
    pub(crate) fn step(&mut self, tables: &Tablebase) -> bool {
        self.stage = match self.stage {
            Stage::Add { next } => self.add_positions(next, tables),
            Stage::CarryBack { plies, next } => self.carry_back(plies, next, tables),
            Stage::Done => Stage::Done,
        };
        self.stage != Stage::Done
    }

    /// The share that is done, from 0 to 1. The number of distances to carry back is not known before, so each takes a part of
    /// what is left.
    pub(crate) fn share(&self) -> f32 {
        match self.stage {
            Stage::Add { next } => 0.5 * next as f32 / self.entries.len().max(1) as f32,
            Stage::CarryBack { plies, .. } => 1.0 - 0.5 * 0.95_f32.powi(i32::from(plies)),
            Stage::Done => 1.0,
        }
    }

    /// Number of entries of a table.
    pub(crate) fn entries_of(material: Material) -> usize {
        TableIndex::new(material).len()
    }

    pub(crate) fn entry_count(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn into_entries(self) -> Vec<u8> {
        self.entries
    }

    /// Enters the next positions: mates, positions that captures and promotions decide, and everything else as drawn.
    fn add_positions(&mut self, first: usize, tables: &Tablebase) -> Stage {
        let end = self.entries.len().min(first + ADDED_PER_STEP);
        for number in first..end {
            let Some(placement) =
                self.index.placement(number).filter(|placement| self.men.is_legal(placement))
            else {
                continue;
            };
            let mut outcomes = MoveOutcomes::default();
            let _ = for_each_successor(&self.men, &placement, Kind::Conversions, &mut |successor| {
                if let Successor::Other(arrangement) = successor {
                    outcomes.add(tables.outcome(&arrangement));
                }
                ControlFlow::Continue(())
            });
            if outcomes.win.is_none() && !outcomes.has_other {
                // One other move is enough: its outcome is not known yet.
                let _ =
                    for_each_successor(&self.men, &placement, Kind::All, &mut |successor| match successor {
                        Successor::Same(_) => {
                            outcomes.has_other = true;
                            ControlFlow::Break(())
                        }
                        Successor::Other(_) => ControlFlow::Continue(()),
                    });
            }
            let outcome = match outcomes {
                MoveOutcomes { win: Some(plies), .. } => Outcome::Win(plies),
                MoveOutcomes { has_other: false, loss: Some(plies), .. } => Outcome::Loss(plies),
                MoveOutcomes { has_other: false, loss: None, .. }
                    if self.men.is_attacked(&placement, placement.turn, None) =>
                {
                    Outcome::Loss(0)
                }
                _ => Outcome::Draw,
            };
            self.enter(number, outcome);
        }
        if end < self.entries.len() {
            Stage::Add { next: end }
        } else {
            Stage::CarryBack { plies: 0, next: 0 }
        }
    }

    fn enter(&mut self, number: usize, outcome: Outcome) {
        if let Outcome::Win(plies) | Outcome::Loss(plies) = outcome {
            self.deepest = self.deepest.max(plies);
        }
        self.entries[number] = Entry::of(outcome).0;
    }

    /// Carries outcomes at this distance one move back. Distances found earlier are final; greater ones come from captures
    /// and promotions and may still become smaller.
    fn carry_back(&mut self, plies: Plies, first: usize, tables: &Tablebase) -> Stage {
        let (men, index) = (self.men, self.index);
        let mut next = first;
        for _ in 0..CARRIED_PER_STEP {
            let found = self.entries[next..].iter().position(|&entry| entry == plies + 1);
            let Some(number) = found.map(|offset| next + offset) else {
                return if plies < self.deepest {
                    Stage::CarryBack { plies: plies + 1, next: 0 }
                } else {
                    Stage::Done
                };
            };
            next = number + 1;
            let Some(placement) = index.placement(number) else { continue };
            for_each_predecessor(&men, &placement, &mut |earlier| {
                let Some(Indices { first, second }) = index.indices(&earlier) else { return };
                let entry = Entry(self.entries[first]);
                let Some(outcome) = self.carried_back(plies, entry, &earlier, tables) else { return };
                for number in [Some(first), second].into_iter().flatten() {
                    self.enter(number, outcome);
                }
            });
        }
        Stage::CarryBack { plies, next }
    }

    /// The new outcome of a position one move earlier, if there is any.
    fn carried_back(
        &self,
        plies: Plies,
        entry: Entry,
        earlier: &Placement,
        tables: &Tablebase,
    ) -> Option<Outcome> {
        let is_lost = plies.is_multiple_of(2);
        match entry.outcome()? {
            Outcome::Draw if is_lost => Some(Outcome::Win(plies + 1)),
            Outcome::Win(old) if is_lost && old > plies + 1 => Some(Outcome::Win(plies + 1)),
            Outcome::Draw if !is_lost => self.loss(plies, earlier, tables),
            _ => None,
        }
    }

    /// The loss of a position all of whose moves lose, as far as known at this distance.
    fn loss(&self, plies: Plies, placement: &Placement, tables: &Tablebase) -> Option<Outcome> {
        let mut outcomes = MoveOutcomes::default();
        let _ = for_each_successor(&self.men, placement, Kind::All, &mut |successor| {
            let outcome = match successor {
                Successor::Same(next) => {
                    let entry = self.index.indices(&next).map(|indices| Entry(self.entries[indices.first]));
                    entry
                        .and_then(Entry::outcome)
                        .filter(|outcome| matches!(outcome, Outcome::Win(known) if *known <= plies))
                }
                Successor::Other(arrangement) => tables.outcome(&arrangement),
            };
            outcomes.add(outcome);
            if outcomes.has_other || outcomes.win.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        outcomes.loss.filter(|_| !outcomes.has_other && outcomes.win.is_none()).map(Outcome::Loss)
    }
}
