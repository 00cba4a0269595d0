//! Compares the acknowledged actions with what the server has stored.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use game::{Game, Ply};
use loadtest::{Guest, LoadtestError, LoadtestResult, http, replay};
use protocol::{ActionId, GameId, MoveRecord};
use rng::Rng;
use rules::Move;
use server::store::{GameStore, LogEntry};

use crate::ack_log::{AckLog, AckedAction};

/// Result of the verification.
#[derive(Debug)]
pub(crate) struct Verification {
    acked: usize,
    /// Acknowledged actions missing from the HTTP archive or from the database.
    lost: BTreeSet<(GameId, ActionId)>,
    /// Number of moves and actions stored twice.
    duplicated: usize,
    violations: Vec<String>,
    /// Faults of a cluster.
    faults: Option<u32>,
    /// Number of records in each log that say that the game was rated.
    rated: BTreeMap<GameId, usize>,
}

/// Time of each side of the games that bots create, in milliseconds.
const BASE_MILLIS: u64 = 3_600_000;

/// Time that may be charged beyond what has passed: nodes correct their clocks by up to 50 ms while they serve.
const MAX_EXCESS: Duration = Duration::from_millis(500);

impl Verification {
    /// Starts a verification with no checks done yet.
    pub(crate) fn new(ack_log: &AckLog) -> Verification {
        let records = ack_log.snapshot();
        Verification {
            acked: records.acked.len(),
            lost: BTreeSet::new(),
            duplicated: 0,
            violations: records.violations,
            faults: None,
            rated: BTreeMap::new(),
        }
    }

    /// Adds the number of faults to the last line.
    pub(crate) fn with_faults(self, faults: u32) -> Verification {
        Verification { faults: Some(faults), ..self }
    }

    /// Returns true if every acknowledged action exists exactly once and there are no violations.
    pub(crate) fn passed(&self) -> bool {
        self.acked > 0 && self.lost.is_empty() && self.duplicated == 0 && self.violations.is_empty()
    }

    /// All violations found so far.
    pub(crate) fn violations(&self) -> &[String] {
        &self.violations
    }

    /// Fetches every game over HTTP from the server with this number and checks it against the acknowledged moves.
    pub(crate) async fn check_over_http(
        &mut self,
        server: SocketAddr,
        server_number: u32,
        ack_log: &AckLog,
        rng: &mut Rng,
    ) {
        let records = ack_log.snapshot();
        let acked_actions = by_game(&records.acked);
        for (number, &game) in (0..).zip(&records.games) {
            // A different address for each request, to stay below the per-address rate limit.
            let guest = Guest::new((1 + server_number) << 20 | number, rng);
            let acked_actions = acked_actions.get(&game).map_or(&[][..], Vec::as_slice);
            match http::fetch_game(server, &guest, game).await {
                Ok(state) => {
                    if let Err(violation) = replay(&state.moves) {
                        self.violations.push(format!("game {game}: {violation}"));
                    }
                    if state.result.is_none() {
                        self.violations.push(format!("game {game} has not ended"));
                    }
                    if !clocks_add_up(&state.moves) {
                        self.violations.push(format!("game {game}: times spent and left do not add up"));
                    }
                    let lasted = records.times.get(&game).and_then(|&(begun, ended)| Some(ended? - begun));
                    if let Some(excess) = lasted.and_then(|lasted| excess_charge(&state.moves, lasted)) {
                        self.violations.push(format!("game {game}: {excess:?} charged that have not passed"));
                    }
                    let stored_move = |ply: Ply| state.moves.get(ply.index()).map(|played| played.uci.0);
                    let missing = |acked: &&&AckedAction| {
                        acked.played_move.is_some_and(|(ply, uci)| stored_move(ply) != Some(uci))
                    };
                    self.lost.extend(acked_actions.iter().filter(missing).map(|acked| (game, acked.action)));
                }
                Err(error) => {
                    self.violations.push(error.to_string());
                    self.lost.extend(acked_actions.iter().map(|acked| (game, acked.action)));
                }
            }
        }
    }

    /// Reads the stored logs; the servers must have been stopped.
    pub(crate) async fn check_store(&mut self, store: &dyn GameStore, ack_log: &AckLog) -> LoadtestResult {
        let records = ack_log.snapshot();
        let acked_actions = by_game(&records.acked);
        for &game in &records.games {
            let stored = store.load(game).await.map_err(|error| LoadtestError::context("database", error))?;
            let entries = stored.map(|stored| stored.entries).unwrap_or_default();
            let acked_actions = acked_actions.get(&game).map_or(&[][..], Vec::as_slice);
            let moves = self.check_log(game, &entries, acked_actions);
            let shown = records.shown.get(&game).map_or(&[][..], Vec::as_slice);
            if !moves.starts_with(shown) {
                self.violations
                    .push(format!("game {game}: clients were shown moves that are not in the log"));
            }
        }
        Ok(())
    }

    /// Checks that every rated game has changed the ratings of its two players once.
    pub(crate) fn check_ratings(&mut self, points: &BTreeMap<GameId, usize>) {
        let rated = self.rated.clone();
        for (game, records) in rated {
            let players = points.get(&game).copied().unwrap_or(0);
            if records > 1 || players != 2 * records {
                self.violations.push(format!("game {game}: rated {records} times, {players} ratings"));
            }
        }
    }

    /// Checks a log and returns its moves.
    fn check_log(&mut self, game: GameId, entries: &[LogEntry], acked_actions: &[&AckedAction]) -> Vec<Move> {
        // Entries whose action id was forgotten when the log was compacted.
        let mut forgotten = BTreeMap::new();
        let mut numbers = BTreeSet::new();
        let mut plies = BTreeSet::new();
        let mut actions = BTreeMap::new();
        let mut board = Game::standard();
        for entry in entries {
            self.duplicated += usize::from(!numbers.insert(entry.number));
            self.duplicated += entry.ply.map_or(0, |ply| usize::from(!plies.insert(ply)));
            let Ok(body) = serde_json::from_str::<serde_json::Value>(&entry.body) else {
                self.violations.push(format!("game {game}: entry {} is not valid JSON", entry.number));
                continue;
            };
            *self.rated.entry(game).or_default() += usize::from(body["type"] == "rated");
            let action = body["by"]["id"].as_str().and_then(|id| id.parse::<ActionId>().ok());
            if let Some(action) = action {
                // A move that ends the game is one action with two consecutive entries.
                let before = actions.insert(action, entry.number);
                self.duplicated += usize::from(before.is_some_and(|before| before + 1 != entry.number));
            } else {
                forgotten.insert(entry.number, body["uci"].as_str().and_then(|uci| uci.parse().ok()));
            }
            if let Some(uci) = body["uci"].as_str() {
                let legal = board.parse_move(uci).ok().and_then(|m| board.play(m).ok());
                if legal.is_none() {
                    self.violations.push(format!("game {game}: {uci} in entry {} is illegal", entry.number));
                }
            }
        }
        let last = numbers.last().map_or(0, |last| last + 1);
        if numbers.len() != last as usize {
            self.violations.push(format!("game {game}: {} of {last} entries present", numbers.len()));
        }
        let missing = |acked: &&&AckedAction| match actions.get(&acked.action) {
            Some(number) => *number != acked.event.0,
            None => forgotten.get(&acked.event.0) != Some(&acked.played_move.map(|(_, uci)| uci)),
        };
        self.lost.extend(acked_actions.iter().filter(missing).map(|acked| (game, acked.action)));
        board.moves().collect()
    }
}

/// Returns true if each side has spent what it no longer has. The games have no bonus and no time is given.
fn clocks_add_up(moves: &[MoveRecord]) -> bool {
    [0, 1].into_iter().all(|side| {
        let mut spent = 0;
        moves.iter().skip(side).step_by(2).all(|played| {
            spent += played.spent.map_or(0, |spent| spent.0);
            played.left.is_some_and(|left| left.0 == BASE_MILLIS.saturating_sub(spent))
        })
    })
}

/// Time that both sides together have spent beyond the time that the game has lasted.
fn excess_charge(moves: &[MoveRecord], lasted: Duration) -> Option<Duration> {
    let spent = moves.iter().map(|played| played.spent.map_or(0, |spent| spent.0)).sum();
    Duration::from_millis(spent).checked_sub(lasted + MAX_EXCESS)
}

fn by_game(acked_actions: &[AckedAction]) -> BTreeMap<GameId, Vec<&AckedAction>> {
    let mut by_game: BTreeMap<GameId, Vec<&AckedAction>> = BTreeMap::new();
    for acked in acked_actions {
        by_game.entry(acked.game).or_default().push(acked);
    }
    by_game
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (acknowledged, lost, duplicated) = (self.acked, self.lost.len(), self.duplicated);
        let kept = acknowledged.saturating_sub(lost);
        write!(f, "acknowledged {acknowledged}, kept {kept}, lost {lost}, doubled {duplicated}")?;
        self.faults.map_or(Ok(()), |faults| write!(f, ", faults {faults}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Log entries from number, ply, action id and move.
    fn log(entries: &[(u32, Option<u32>, u128, &str)]) -> Vec<LogEntry> {
        let entry = |&(number, ply, action, uci): &(u32, Option<u32>, u128, &str)| {
            let id = ActionId::from_bits(action);
            let body =
                serde_json::json!({ "by": { "seat": "white", "id": id }, "type": "moved", "uci": uci });
            LogEntry { number, ply, at: game::Timestamp(0), body: body.to_string() }
        };
        entries.iter().map(entry).collect()
    }

    /// Checks a log against two actions that were acknowledged as entries 0 and 1.
    #[track_caller]
    fn check(entries: &[(u32, Option<u32>, u128, &str)], lost: usize, duplicated: usize, violations: usize) {
        let game = GameId::from_bits(1);
        let acked_actions = [0, 1].map(|number| AckedAction {
            game,
            action: ActionId::from_bits(u128::from(number) + 1),
            event: protocol::EventNumber(number),
            played_move: None,
        });
        let nothing = BTreeSet::new();
        let mut verification = Verification {
            acked: 2,
            lost: nothing,
            duplicated: 0,
            violations: Vec::new(),
            faults: None,
            rated: BTreeMap::new(),
        };
        verification.check_log(game, &log(entries), &[&acked_actions[0], &acked_actions[1]]);
        assert_eq!(
            (verification.lost.len(), verification.duplicated, verification.violations.len()),
            (lost, duplicated, violations)
        );
        assert_eq!(verification.passed(), lost + duplicated + violations == 0);
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

    #[test]
    fn finds_time_that_was_charged_and_has_not_passed() {
        let played = |spent: u64| {
            let json = serde_json::json!({ "uci": "e2e4", "spent": spent });
            serde_json::from_value::<MoveRecord>(json).unwrap()
        };
        let moves = [played(1_000), played(500)];
        let check = |lasted, excess: Option<u64>| {
            let found = excess_charge(&moves, Duration::from_millis(lasted));
            assert_eq!(found, excess.map(Duration::from_millis), "{lasted}");
        };
        check(2_000, None);
        check(1_001, None);
        check(900, Some(100));
    }
}
