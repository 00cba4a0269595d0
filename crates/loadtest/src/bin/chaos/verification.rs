//! What was promised against what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::net::SocketAddr;
use std::path::Path;

use game::{Game, Ply};
use loadtest::{Guest, LoadtestError, LoadtestResult, Rng, http, replay};
use protocol::{ActionId, GameId};
use server::store::{GameStore, LogEntry, SqliteStore};

use crate::ack_log::{AckLog, AckedAction};

/// How it came out.
#[derive(Debug)]
pub(crate) struct Verification {
    acked: usize,
    /// Promises of which nothing is left, in one place or the other.
    lost: BTreeSet<(GameId, ActionId)>,
    /// Moves and acts that are there twice.
    duplicated: usize,
    violations: Vec<String>,
}

impl Verification {
    /// Nothing has been looked for yet.
    pub(crate) fn new(ledger: &AckLog) -> Verification {
        let notes = ledger.snapshot();
        Verification {
            acked: notes.acked.len(),
            lost: BTreeSet::new(),
            duplicated: 0,
            violations: notes.violations,
        }
    }

    /// Whether every promise was kept, once, and nobody complains.
    pub(crate) fn passed(&self) -> bool {
        self.acked > 0 && self.lost.is_empty() && self.duplicated == 0 && self.violations.is_empty()
    }

    /// All complaints.
    pub(crate) fn violations(&self) -> &[String] {
        &self.violations
    }

    /// Looks at every game as anybody can.
    pub(crate) async fn check_over_http(&mut self, server: SocketAddr, ledger: &AckLog, dice: &mut Rng) {
        let notes = ledger.snapshot();
        let promises = by_game(&notes.acked);
        for (number, &game) in (0..).zip(&notes.games) {
            // Each asks from elsewhere: one address may not ask so often.
            let who = Guest::new(1 << 20 | number, dice);
            let promises = promises.get(&game).map_or(&[][..], Vec::as_slice);
            match http::fetch_game(server, &who, game).await {
                Ok(state) => {
                    if let Err(fault) = replay(&state.moves) {
                        self.violations.push(format!("game {game}: {fault}"));
                    }
                    let there = |ply: Ply| state.moves.get(ply.index()).map(|played| played.uci.0);
                    let gone = |promise: &&&AckedAction| {
                        promise.played_move.is_some_and(|(ply, uci)| there(ply) != Some(uci))
                    };
                    self.lost.extend(promises.iter().filter(gone).map(|promise| (game, promise.action)));
                }
                Err(failure) => {
                    self.violations.push(failure.to_string());
                    self.lost.extend(promises.iter().map(|promise| (game, promise.action)));
                }
            }
        }
    }

    /// Looks into the logs themselves, once the server has ended.
    pub(crate) async fn check_database(&mut self, data: &Path, ledger: &AckLog) -> LoadtestResult {
        let failed = |error: &dyn fmt::Display| LoadtestError::context("the database", error);
        let notes = ledger.snapshot();
        let promises = by_game(&notes.acked);
        let store = SqliteStore::open(data).map_err(|error| failed(&error))?;
        for &game in &notes.games {
            let stored = store.load(game).await.map_err(|error| failed(&error))?;
            let entries = stored.map(|stored| stored.entries).unwrap_or_default();
            let promises = promises.get(&game).map_or(&[][..], Vec::as_slice);
            self.check_log(game, &entries, promises);
        }
        store.close().await;
        Ok(())
    }

    fn check_log(&mut self, game: GameId, entries: &[LogEntry], promises: &[&AckedAction]) {
        let mut numbers = BTreeSet::new();
        let mut plies = BTreeSet::new();
        let mut acts = BTreeMap::new();
        let mut board = Game::standard();
        for entry in entries {
            self.duplicated += usize::from(!numbers.insert(entry.number));
            self.duplicated += entry.ply.map_or(0, |ply| usize::from(!plies.insert(ply)));
            let Ok(body) = serde_json::from_str::<serde_json::Value>(&entry.body) else {
                self.violations.push(format!("game {game}: entry {} cannot be read", entry.number));
                continue;
            };
            let act = body["by"]["id"].as_str().and_then(|id| id.parse::<ActionId>().ok());
            if let Some(act) = act {
                // A move that ends the game is one act and two entries, side by side.
                let before = acts.insert(act, entry.number);
                self.duplicated += usize::from(before.is_some_and(|before| before + 1 != entry.number));
            }
            if let Some(uci) = body["uci"].as_str() {
                let made = board.parse_move(uci).ok().and_then(|m| board.play(m).ok());
                if made.is_none() {
                    self.violations.push(format!("game {game}: {uci} in entry {} is illegal", entry.number));
                }
            }
        }
        let last = numbers.last().map_or(0, |last| last + 1);
        if numbers.len() != last as usize {
            self.violations.push(format!("game {game}: {} of {last} entries are there", numbers.len()));
        }
        let gone = |promise: &&&AckedAction| acts.get(&promise.action) != Some(&promise.event.0);
        self.lost.extend(promises.iter().filter(gone).map(|promise| (game, promise.action)));
    }
}

fn by_game(promises: &[AckedAction]) -> BTreeMap<GameId, Vec<&AckedAction>> {
    let mut by_game: BTreeMap<GameId, Vec<&AckedAction>> = BTreeMap::new();
    for promise in promises {
        by_game.entry(promise.game).or_default().push(promise);
    }
    by_game
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (acknowledged, lost, doubled) = (self.acked, self.lost.len(), self.duplicated);
        let kept = acknowledged.saturating_sub(lost);
        write!(f, "acknowledged {acknowledged}, kept {kept}, lost {lost}, doubled {doubled}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries of a log: number, ply, act and move.
    fn log(entries: &[(u32, Option<u32>, u128, &str)]) -> Vec<LogEntry> {
        let entry = |&(number, ply, act, uci): &(u32, Option<u32>, u128, &str)| {
            let id = ActionId::from_bits(act);
            let body =
                serde_json::json!({ "by": { "seat": "white", "id": id }, "type": "moved", "uci": uci });
            LogEntry { number, ply, at: game::Timestamp(0), body: body.to_string() }
        };
        entries.iter().map(entry).collect()
    }

    /// Two acts were acknowledged, as entries 0 and 1.
    #[track_caller]
    fn check(entries: &[(u32, Option<u32>, u128, &str)], lost: usize, doubled: usize, faults: usize) {
        let game = GameId::from_bits(1);
        let promises = [0, 1].map(|number| AckedAction {
            game,
            action: ActionId::from_bits(u128::from(number) + 1),
            event: protocol::EventNumber(number),
            played_move: None,
        });
        let nothing = BTreeSet::new();
        let mut verdict = Verification { acked: 2, lost: nothing, duplicated: 0, violations: Vec::new() };
        verdict.check_log(game, &log(entries), &[&promises[0], &promises[1]]);
        assert_eq!(
            (verdict.lost.len(), verdict.duplicated, verdict.violations.len()),
            (lost, doubled, faults)
        );
        assert_eq!(verdict.passed(), lost + doubled + faults == 0);
    }

    #[test]
    fn finds_lost_and_duplicated_actions() {
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
