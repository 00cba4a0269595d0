//! Random games whose logs are compacted.

use game::Ruleset;
use protocol::{EventNumber, Speed};
use rng::Rng;
use rules::ByColor;

use super::random::step;
use super::*;
use crate::games::state::{RecordKind, restore, restore_archived, to_entry};
use crate::store::compact_log::{KEPT_ACTIONS, LogItem, write};
use crate::store::{ArchivedGame, GameAttributes, GameHead, GameStatus, LogEntry, StoredGame, StoredLog};

/// The log as a server stores it.
fn entries(test: &TestGame) -> Vec<LogEntry> {
    let first = test.builder.records().into_iter().map(|record| (record, Timestamp(1_000_000)));
    let rest = test.log.iter().map(|(record, at, _)| (record.clone(), *at));
    let (mut entries, mut moves) = (Vec::new(), 0..);
    for (number, (record, at)) in (0..).zip(first.chain(rest)) {
        let ply = matches!(record.kind, RecordKind::Moved { .. }).then(|| moves.next().unwrap());
        entries.push(to_entry(&record, EventNumber(number), ply, at).unwrap());
    }
    entries
}

fn head(test: &TestGame) -> GameHead {
    GameHead {
        id: GameId::from_bits(1),
        attributes: GameAttributes {
            ruleset: Ruleset::Standard,
            speed: Speed::Blitz,
            stakes: RatingMode::Casual,
            visibility: Visibility::Public,
        },
        seats: ByColor { white: Some(player(1)), black: Some(player(2)) },
        status: GameStatus::Waiting { due: None },
        at: test.now,
        plies: 0,
    }
}

/// Everything that a server knows about the game: moves, clocks, lag, offers, events, and the last actions.
#[test]
fn a_compacted_game_is_restored_to_the_same_state() {
    let mut longest = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(1_000 + seed);
        let mut test = TestGame::new(match rng.below(3) {
            0 => clock(60, Bonus::Increment(Millis(500))),
            1 => clock(20, Bonus::Delay(Millis(500))),
            _ => TimeControl::Correspondence { days: std::num::NonZeroU32::MIN },
        });
        for _ in 0..300 {
            step(&mut test, &mut rng);
        }
        let entries = entries(&test);
        longest = longest.max(entries.len());
        let value = write(entries.iter().cloned().map(LogItem::parse).collect()).unwrap();
        let text: usize = entries.iter().map(|entry| entry.body.len()).sum();
        assert!(value.len() < text / 4, "seed {seed}: {} of {text} bytes", value.len());
        let stored = StoredGame { head: head(&test), entries };
        let mut before = restore(&stored).unwrap();
        let forgotten = before.recent_actions.len().saturating_sub(KEPT_ACTIONS);
        before.recent_actions.drain(..forgotten);
        let log = StoredLog::new(Some(value), Vec::new());
        let entries = log.clone().entries().unwrap();
        let after = restore(&StoredGame { head: head(&test), entries }).unwrap();
        assert_eq!(format!("{after:?}"), format!("{before:?}"), "seed {seed}");
        let archived = restore_archived(ArchivedGame { head: head(&test), log }).unwrap();
        assert_eq!(archived.state(test.now), before.state(test.now), "seed {seed}");
        let mut text = String::new();
        archived.write_pgn("Hanpan", &mut text);
        assert_eq!(text, before.pgn("Hanpan").to_string(), "seed {seed}");
    }
    assert!(longest > 100, "{longest}");
}

/// The fast replay for exports checks numbers and legality like any other.
#[test]
fn a_damaged_archived_game_is_not_replayed() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    let mut rng = Rng::new(7);
    for _ in 0..100 {
        step(&mut test, &mut rng);
    }
    let entries = entries(&test);
    let archive = |entries: &[LogEntry]| {
        let log = StoredLog::new(None, entries.to_vec());
        restore_archived(ArchivedGame { head: head(&test), log }).map(drop)
    };
    archive(&entries).unwrap();
    let is_move = |entry: &LogEntry| entry.body.contains("moved");
    let at = (0..entries.len() - 1).find(|&at| is_move(&entries[at]) && is_move(&entries[at + 1])).unwrap();
    let mut illegal = entries.clone();
    illegal[at].body = r#"{"type":"moved","uci":"a1h8"}"#.to_owned();
    assert!(archive(&illegal).is_err());
    let mut missing = entries.clone();
    missing.remove(at);
    assert!(archive(&missing).is_err());
    assert!(archive(&[]).is_err());
}
