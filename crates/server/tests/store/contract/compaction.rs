//! Contract of compact logs.

use std::num::NonZeroU32;

use game::Timestamp;
use rules::Color;
use server::store::{
    Append, AppendError, Filter, GameExport, GameStatus, LogEntry, NewGame, Store, StoredGame, StoredLog,
};
use tokio::task::JoinSet;

use crate::sample::{chat_entry, end_game, game_id, guest, move_entry, new_game, play_game, player};

/// Later than all games of these tests.
const LATER: Timestamp = Timestamp(1_000_000);

/// Compacts until there is nothing left to do, and returns the number of games.
async fn compact(store: &dyn Store, ended_before: Timestamp) -> u32 {
    let mut games = 0;
    for _ in 0..1_000 {
        let step = store.compact_logs(ended_before, 3).await.unwrap();
        assert!(step.games <= 3);
        games += step.games;
        if !step.has_more {
            return games;
        }
    }
    panic!("compaction does not end");
}

/// Writes a game that stays, because a store may leave the game that was written last.
async fn write_last(store: &dyn Store) {
    store.create(new_game(1_000)).await.unwrap();
}

async fn log(store: &dyn Store, game: u128) -> StoredLog {
    store.logs(vec![game_id(game)]).await.unwrap().remove(0)
}

async fn load(store: &dyn Store, game: u128) -> StoredGame {
    store.load(game_id(game)).await.unwrap().unwrap()
}

/// Plays a game with moves and ends it with entry `plies + 1`.
async fn play_moves(store: &dyn Store, game: u128, plies: u32) {
    store.create(new_game(game)).await.unwrap();
    for ply in 0..plies {
        store.append(Append::new(game_id(game), vec![move_entry(ply + 1, ply)])).await.unwrap();
    }
    let end = Append { entries: vec![chat_entry(plies + 1)], ..end_game(game, Some(Color::White), 9_000) };
    store.append(end).await.unwrap();
}

pub(crate) async fn compaction_changes_nothing_that_is_read(store: &dyn Store) {
    for number in 0..10 {
        play_moves(store, number, 3 * number as u32).await;
    }
    play_game(store, new_game(20), None, 9_000).await;
    store.create(new_game(21)).await.unwrap();
    write_last(store).await;
    let everything = async || {
        let mut games = Vec::new();
        for number in (0..10).chain(20..22) {
            games.push(load(store, number).await);
            let entries = log(store, number).await.entries().unwrap();
            assert_eq!(entries, games.last().unwrap().entries);
        }
        let mine = Filter { player: Some(player(1)), ..Filter::default() };
        let listed = store.finished_games(mine, None, 100).await.unwrap();
        let mut export = GameExport::new(Filter::default());
        let mut exported = Vec::new();
        while let Some(batch) = export.next(store, NonZeroU32::new(4).unwrap()).await.unwrap() {
            exported.extend(batch.into_iter().map(|game| (game.head, game.log.entries().unwrap())));
        }
        let due = store.due_games(LATER, 100).await.unwrap();
        let heartbeat = store.last_heartbeat(LATER).await.unwrap();
        (games, listed, exported, due, heartbeat)
    };
    let before = everything().await;
    assert_eq!(compact(store, LATER).await, 11);
    assert_eq!(everything().await, before);
    assert_eq!(compact(store, LATER).await, 0, "every game is compacted once");
    assert_eq!(store.logs(vec![game_id(404)]).await.unwrap(), [StoredLog::default()]);
    assert_eq!(store.verify().await, Ok(()));
}

pub(crate) async fn finished_games_are_compacted_after_their_rest(store: &dyn Store) {
    play_game(store, new_game(1), None, 100).await;
    play_game(store, new_game(2), None, 200).await;
    store.create(new_game(3)).await.unwrap();
    store.create(NewGame { status: GameStatus::Waiting { due: None }, ..new_game(4) }).await.unwrap();
    write_last(store).await;
    assert_eq!(compact(store, Timestamp(100)).await, 0);
    assert_eq!(compact(store, Timestamp(200)).await, 1);
    assert!(log(store, 1).await.is_compact());
    assert_eq!(compact(store, LATER).await, 1);
    assert!(log(store, 2).await.is_compact());
    assert!(!log(store, 3).await.is_compact());
}

pub(crate) async fn a_compacted_log_is_append_only(store: &dyn Store) {
    play_moves(store, 7, 4).await;
    write_last(store).await;
    assert_eq!(compact(store, LATER).await, 1);
    let before = load(store, 7).await;
    let check = async |append: Append, error| assert_eq!(store.append(append).await, Err(error));
    let entries = |entry: LogEntry| Append::new(game_id(7), vec![entry]);
    check(entries(chat_entry(0)), AppendError::Taken).await;
    check(entries(chat_entry(5)), AppendError::Taken).await;
    check(entries(move_entry(6, 3)), AppendError::Taken).await; // the number is free, the ply is not
    check(entries(move_entry(6, 4)), AppendError::Over).await;
    // The answer was lost, and the end comes again.
    let end = Append { entries: vec![chat_entry(5)], ..end_game(7, Some(Color::White), 9_000) };
    check(end.clone(), AppendError::Taken).await;
    check(Append { entries: vec![chat_entry(6)], ..end }, AppendError::Over).await;
    check(Append { seat: Some((Color::White, guest(9))), ..entries(chat_entry(6)) }, AppendError::Over).await;
    assert_eq!(load(store, 7).await, before);
}

pub(crate) async fn a_compacted_log_takes_later_entries(store: &dyn Store) {
    play_moves(store, 7, 4).await;
    write_last(store).await;
    for number in 6..10 {
        assert_eq!(compact(store, LATER).await, 1, "an entry was added since");
        assert!(log(store, 7).await.is_compact());
        store.append(Append::new(game_id(7), vec![chat_entry(number)])).await.unwrap();
        assert!(!log(store, 7).await.is_compact());
        let again = store.append(Append::new(game_id(7), vec![chat_entry(number)])).await;
        assert_eq!(again, Err(AppendError::Taken));
        // A store may leave the game that was written last.
        store.create(new_game(1_000 + u128::from(number))).await.unwrap();
        let moves = (0..4).map(|ply| move_entry(ply + 1, ply));
        let expected: Vec<LogEntry> =
            [chat_entry(0)].into_iter().chain(moves).chain((5..=number).map(chat_entry)).collect();
        assert_eq!(load(store, 7).await.entries, expected);
        assert_eq!(log(store, 7).await.entries().unwrap(), expected);
        for since in 0..=expected.len() {
            let rest = store.load_since(game_id(7), since as u32).await.unwrap().unwrap();
            assert_eq!(rest.entries, expected[since..]);
        }
    }
}

pub(crate) async fn the_last_action_ids_survive_compaction(store: &dyn Store) {
    let body = |id: &str| format!(r#"{{{id}"type":"moved","uci":"g1f3","lag":35}}"#);
    let with_id = |ply: u32| {
        let id = protocol::ActionId::from_bits(ply.into());
        body(&format!(r#""by":{{"seat":"white","id":"{id}"}},"#))
    };
    store.create(new_game(7)).await.unwrap();
    for ply in 0..50 {
        let entry = LogEntry { body: with_id(ply), ..move_entry(ply + 1, ply) };
        store.append(Append::new(game_id(7), vec![entry])).await.unwrap();
    }
    let end = Append { entries: vec![chat_entry(51)], ..end_game(7, None, 9_000) };
    store.append(end).await.unwrap();
    write_last(store).await;
    assert_eq!(compact(store, LATER).await, 1);
    for (ply, entry) in (0..50).zip(&load(store, 7).await.entries[1..]) {
        assert_eq!(entry.body, if ply < 34 { body("") } else { with_id(ply) }, "16 are kept");
        assert_eq!((entry.number, entry.ply, entry.at), (ply + 1, Some(ply), chat_entry(ply + 1).at));
    }
}

pub(crate) async fn a_damaged_log_is_not_compacted(store: &dyn Store) {
    play_game(store, new_game(7), None, 100).await;
    store.append(Append::new(game_id(7), vec![chat_entry(3)])).await.unwrap(); // 2 is missing
    play_game(store, new_game(8), None, 200).await;
    write_last(store).await;
    let before = load(store, 7).await;
    compact(store, LATER).await;
    assert_eq!(load(store, 7).await, before);
    assert!(!log(store, 7).await.is_compact());
    assert!(log(store, 8).await.is_compact(), "other games are not affected");
    // Once it is whole it is compacted.
    store.append(Append::new(game_id(7), vec![chat_entry(2)])).await.unwrap();
    store.create(new_game(1_001)).await.unwrap();
    compact(store, LATER).await;
    assert!(log(store, 7).await.is_compact());
    assert_eq!(load(store, 7).await.entries, Vec::from_iter((0..4).map(chat_entry)));
}

pub(crate) async fn appends_during_compaction_are_kept(store: &dyn Store) {
    const GAMES: u128 = 12;
    for game in 0..GAMES {
        play_moves(store, game, 5).await;
    }
    for number in 7..20 {
        let mut tasks = JoinSet::new();
        for game in 0..GAMES {
            let appended = store.append(Append::new(game_id(game), vec![chat_entry(number)]));
            tasks.spawn(async move { appended.await.map(|_| ()).unwrap() });
            let compacted = store.compact_logs(LATER, 5);
            tasks.spawn(async move { compacted.await.map(|_| ()).unwrap() });
        }
        tasks.join_all().await;
    }
    write_last(store).await;
    compact(store, LATER).await;
    for game in 0..GAMES {
        assert!(log(store, game).await.is_compact());
        let numbers: Vec<u32> = load(store, game).await.entries.iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, Vec::from_iter((0..7).chain(7..20)));
    }
}
