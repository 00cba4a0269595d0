//! What was promised against what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::net::SocketAddr;
use std::path::Path;

use bots::{Dice, Failure, Outcome, Who, http, replay};
use game::Game;
use protocol::{ActId, GameId};
use server::store::{Entry, Games, Sqlite};

use crate::ledger::{Ledger, Promise};

/// How it came out.
#[derive(Debug)]
pub(crate) struct Verdict {
    acknowledged: usize,
    /// Promises of which nothing is left, in one place or the other.
    lost: BTreeSet<(GameId, ActId)>,
    /// Moves and acts that are there twice.
    doubled: usize,
    faults: Vec<String>,
}

impl Verdict {
    /// Nothing has been looked for yet.
    pub(crate) fn new(ledger: &Ledger) -> Verdict {
        let notes = ledger.notes();
        Verdict {
            acknowledged: notes.promises.len(),
            lost: BTreeSet::new(),
            doubled: 0,
            faults: notes.faults,
        }
    }

    /// Whether every promise was kept, once, and nobody complains.
    pub(crate) fn is_good(&self) -> bool {
        self.acknowledged > 0 && self.lost.is_empty() && self.doubled == 0 && self.faults.is_empty()
    }

    /// All complaints.
    pub(crate) fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Looks at every game as anybody can.
    pub(crate) async fn read_over_http(&mut self, server: SocketAddr, ledger: &Ledger, dice: &mut Dice) {
        let notes = ledger.notes();
        let promises = by_game(&notes.promises);
        for (number, &game) in (0..).zip(&notes.games) {
            // Each asks from elsewhere: one address may not ask so often.
            let who = Who::new(1 << 20 | number, dice);
            let promises = promises.get(&game).map_or(&[][..], Vec::as_slice);
            match http::look(server, &who, game).await {
                Ok(state) => {
                    if let Err(fault) = replay(&state.moves) {
                        self.faults.push(format!("game {game}: {fault}"));
                    }
                    let there = |ply: u32| state.moves.get(ply as usize).map(|played| played.uci.0);
                    let gone =
                        |promise: &&&Promise| promise.made.is_some_and(|(ply, uci)| there(ply) != Some(uci));
                    self.lost.extend(promises.iter().filter(gone).map(|promise| (game, promise.act)));
                }
                Err(failure) => {
                    self.faults.push(failure.to_string());
                    self.lost.extend(promises.iter().map(|promise| (game, promise.act)));
                }
            }
        }
    }

    /// Looks into the logs themselves, once the server has ended.
    pub(crate) async fn read_the_database(&mut self, data: &Path, ledger: &Ledger) -> Outcome {
        let failed = |error: &dyn fmt::Display| Failure::of("the database", error);
        let notes = ledger.notes();
        let promises = by_game(&notes.promises);
        let store = Sqlite::open(data).map_err(|error| failed(&error))?;
        for &game in &notes.games {
            let stored = store.load(game).await.map_err(|error| failed(&error))?;
            let entries = stored.map(|stored| stored.entries).unwrap_or_default();
            let promises = promises.get(&game).map_or(&[][..], Vec::as_slice);
            self.read_log(game, &entries, promises);
        }
        store.close().await;
        Ok(())
    }

    fn read_log(&mut self, game: GameId, entries: &[Entry], promises: &[&Promise]) {
        let mut numbers = BTreeSet::new();
        let mut plies = BTreeSet::new();
        let mut acts = BTreeMap::new();
        let mut board = Game::standard();
        for entry in entries {
            self.doubled += usize::from(!numbers.insert(entry.number));
            self.doubled += entry.ply.map_or(0, |ply| usize::from(!plies.insert(ply)));
            let Ok(body) = serde_json::from_str::<serde_json::Value>(&entry.body) else {
                self.faults.push(format!("game {game}: entry {} cannot be read", entry.number));
                continue;
            };
            let act = body["by"]["id"].as_str().and_then(|id| id.parse::<ActId>().ok());
            if let Some(act) = act {
                // A move that ends the game is one act and two entries, side by side.
                let before = acts.insert(act, entry.number);
                self.doubled += usize::from(before.is_some_and(|before| before + 1 != entry.number));
            }
            if let Some(uci) = body["uci"].as_str() {
                let made = board.read_move(uci).ok().and_then(|m| board.play(m).ok());
                if made.is_none() {
                    self.faults.push(format!("game {game}: {uci} in entry {} is illegal", entry.number));
                }
            }
        }
        let last = numbers.last().map_or(0, |last| last + 1);
        if numbers.len() != last as usize {
            self.faults.push(format!("game {game}: {} of {last} entries are there", numbers.len()));
        }
        let gone = |promise: &&&Promise| acts.get(&promise.act) != Some(&promise.number);
        self.lost.extend(promises.iter().filter(gone).map(|promise| (game, promise.act)));
    }
}

fn by_game(promises: &[Promise]) -> BTreeMap<GameId, Vec<&Promise>> {
    let mut by_game: BTreeMap<GameId, Vec<&Promise>> = BTreeMap::new();
    for promise in promises {
        by_game.entry(promise.game).or_default().push(promise);
    }
    by_game
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (acknowledged, lost, doubled) = (self.acknowledged, self.lost.len(), self.doubled);
        let kept = acknowledged.saturating_sub(lost);
        write!(f, "acknowledged {acknowledged}, kept {kept}, lost {lost}, doubled {doubled}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries of a log: number, ply, act and move.
    fn log(entries: &[(u32, Option<u32>, u128, &str)]) -> Vec<Entry> {
        let entry = |&(number, ply, act, uci): &(u32, Option<u32>, u128, &str)| {
            let id = ActId::from_bits(act);
            let body =
                serde_json::json!({ "by": { "seat": "white", "id": id }, "type": "moved", "uci": uci });
            Entry { number, ply, at: game::Timestamp(0), body: body.to_string() }
        };
        entries.iter().map(entry).collect()
    }

    /// Two acts were acknowledged, as entries 0 and 1.
    #[track_caller]
    fn check(entries: &[(u32, Option<u32>, u128, &str)], lost: usize, doubled: usize, faults: usize) {
        let game = GameId::from_bits(1);
        let promises = [0, 1].map(|number| Promise {
            game,
            act: ActId::from_bits(u128::from(number) + 1),
            number,
            made: None,
        });
        let nothing = BTreeSet::new();
        let mut verdict = Verdict { acknowledged: 2, lost: nothing, doubled: 0, faults: Vec::new() };
        verdict.read_log(game, &log(entries), &[&promises[0], &promises[1]]);
        assert_eq!((verdict.lost.len(), verdict.doubled, verdict.faults.len()), (lost, doubled, faults));
        assert_eq!(verdict.is_good(), lost + doubled + faults == 0);
    }

    #[test]
    fn what_is_lost_or_there_twice_is_found() {
        let (e4, e5, nf3) = ((0, Some(0), 1, "e2e4"), (1, Some(1), 2, "e7e5"), (2, Some(2), 3, "g1f3"));
        check(&[e4, e5], 0, 0, 0);
        check(&[e4, e5, nf3], 0, 0, 0);
        check(&[e4], 1, 0, 0);
        check(&[], 2, 0, 0);
        check(&[e4, (1, Some(1), 9, "e7e5")], 1, 0, 0);
        check(&[e4, e5, nf3, (3, Some(3), 1, "b8c6")], 1, 1, 0);
        check(&[e4, e5, (2, Some(1), 3, "g1f3")], 0, 1, 0);
        check(&[e4, e5, (3, Some(2), 3, "g1f3")], 0, 0, 1);
        check(&[e4, (1, Some(1), 2, "e7e4")], 0, 0, 1);
    }
}
