//! Retrograde analysis: all outcomes of a table, from the mates backwards.

use std::ops::ControlFlow;

use crate::outcome::Entry;
use crate::placement::{Men, Placement};
use crate::predecessors::for_each_predecessor;
use crate::successors::{Kind, Successor, for_each_successor};
use crate::table_index::{Indices, TableIndex};
use crate::{Material, Outcome, Plies, Tablebase};

/// Builds a table. The tables that captures and promotions lead to are built first, when they are asked for.
pub(crate) fn build(material: Material, tables: &Tablebase) -> Vec<u8> {
    let index = TableIndex::new(material);
    let mut build =
        Build { men: Men::of(material), entries: vec![Entry::UNUSED.0; index.len()], index, tables };
    let mut deepest = build.add_positions();
    let mut plies = 0;
    while plies <= deepest {
        deepest = deepest.max(build.go_back(plies));
        plies += 1;
    }
    build.entries
}

struct Build<'a> {
    men: Men,
    index: TableIndex,
    entries: Vec<u8>,
    tables: &'a Tablebase,
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

impl Build<'_> {
    /// Enters all positions: mates, positions that captures and promotions decide, and everything else as drawn. Returns the
    /// greatest distance.
    fn add_positions(&mut self) -> Plies {
        let mut deepest = 0;
        for number in 0..self.entries.len() {
            let Some(placement) =
                self.index.placement(number).filter(|placement| self.men.is_legal(placement))
            else {
                continue;
            };
            let mut outcomes = MoveOutcomes::default();
            let _ = for_each_successor(&self.men, &placement, Kind::Conversions, &mut |successor| {
                if let Successor::Other(arrangement) = successor {
                    outcomes.add(self.tables.outcome(&arrangement));
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
            if let Outcome::Win(plies) | Outcome::Loss(plies) = outcome {
                deepest = deepest.max(plies);
            }
            self.entries[number] = Entry::of(outcome).0;
        }
        deepest
    }

    /// Carries the outcomes at this distance one move back. Distances found earlier are final; greater ones come from
    /// captures and promotions and may still become smaller. Returns the greatest new distance.
    fn go_back(&mut self, plies: Plies) -> Plies {
        let (men, index) = (self.men, self.index);
        let mut deepest = 0;
        for number in 0..self.entries.len() {
            if self.entries[number] != plies + 1 {
                continue;
            }
            let Some(placement) = index.placement(number) else { continue };
            for_each_predecessor(&men, &placement, &mut |earlier| {
                let Some(Indices { first, second }) = index.indices(&earlier) else { return };
                let Some(outcome) = self.carried_back(plies, Entry(self.entries[first]), &earlier) else {
                    return;
                };
                if let Outcome::Win(plies) | Outcome::Loss(plies) = outcome {
                    deepest = deepest.max(plies);
                }
                for number in [Some(first), second].into_iter().flatten() {
                    self.entries[number] = Entry::of(outcome).0;
                }
            });
        }
        deepest
    }

    /// The new outcome of a position one move earlier, if there is any.
    fn carried_back(&self, plies: Plies, entry: Entry, earlier: &Placement) -> Option<Outcome> {
        let is_lost = plies.is_multiple_of(2);
        match entry.outcome()? {
            Outcome::Draw if is_lost => Some(Outcome::Win(plies + 1)),
            Outcome::Win(old) if is_lost && old > plies + 1 => Some(Outcome::Win(plies + 1)),
            Outcome::Draw if !is_lost => self.loss(plies, earlier),
            _ => None,
        }
    }

    /// The loss of a position all of whose moves lose, as far as known at this distance.
    fn loss(&self, plies: Plies, placement: &Placement) -> Option<Outcome> {
        let mut outcomes = MoveOutcomes::default();
        let _ = for_each_successor(&self.men, placement, Kind::All, &mut |successor| {
            let outcome = match successor {
                Successor::Same(next) => {
                    let entry = self.index.indices(&next).map(|indices| Entry(self.entries[indices.first]));
                    entry
                        .and_then(Entry::outcome)
                        .filter(|outcome| matches!(outcome, Outcome::Win(known) if *known <= plies))
                }
                Successor::Other(arrangement) => self.tables.outcome(&arrangement),
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
