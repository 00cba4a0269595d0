//! Appends that PostgreSQL is given together.

use std::time::Duration;

use game::{Ending, Outcome, Timestamp};
use rules::Color;
use server::store::{Append, AppendError, Appended, GameStatus, GameStore, PostgresStore};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::postgres::{config, database, private_server, server};
use crate::sample::{chat_entry, game_id, guest, move_entry, new_game};

/// Games of a test.
const GAMES: u128 = 120;

/// Runs the appends at once and returns their results in order.
async fn append_at_once(store: &PostgresStore, appends: Vec<Append>) -> Vec<Result<Appended, AppendError>> {
    let mut tasks = JoinSet::new();
    for (index, append) in appends.into_iter().enumerate() {
        let append = store.append(append);
        tasks.spawn(async move { (index, append.await) });
    }
    let mut results = tasks.join_all().await;
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_appends_share_transactions() {
    let url = server().new_database().unwrap();
    let store = PostgresStore::open(config(&url)).await.unwrap();
    for game in 0..GAMES {
        store.create(new_game(game)).await.unwrap();
    }
    for ply in 0..5 {
        let turn = if ply % 2 == 0 { Color::Black } else { Color::White };
        let status = Some(GameStatus::Playing { turn, due: Some(Timestamp(200_000 + u64::from(ply))) });
        let append = |game| Append { status, ..Append::new(game_id(game), vec![move_entry(ply + 1, ply)]) };
        let results = append_at_once(&store, (0..GAMES).map(append).collect()).await;
        assert!(results.iter().all(Result::is_ok), "{results:?}");
    }
    for game in 0..GAMES {
        let stored = store.load(game_id(game)).await.unwrap().unwrap();
        let expected: Vec<_> =
            [chat_entry(0)].into_iter().chain((0..5).map(|ply| move_entry(ply + 1, ply))).collect();
        assert_eq!(stored.entries, expected);
        let status = GameStatus::Playing { turn: Color::Black, due: Some(Timestamp(200_004)) };
        assert_eq!(stored.head.status, status);
        assert_eq!(stored.head.plies, 5);
    }
    let transactions = "SELECT count(DISTINCT xmin::text) FROM entries WHERE number > 0";
    let transactions: u32 = server().execute(database(&url), transactions).unwrap().parse().unwrap();
    assert!(transactions < 5 * GAMES as u32, "{transactions} transactions");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_that_fails_fails_alone() {
    let url = server().new_database().unwrap();
    let store = PostgresStore::open(config(&url)).await.unwrap();
    for game in 0..GAMES {
        store.create(new_game(game)).await.unwrap();
        if game % 8 == 3 {
            let outcome = Outcome::new(Some(Color::White), Ending::Resignation).unwrap();
            let status = Some(GameStatus::Over { outcome, at: Timestamp(2_000) });
            let end = Append { status, ..Append::new(game_id(game), vec![chat_entry(1)]) };
            store.append(end).await.unwrap();
        }
    }
    // A move in each game, and among them every reason to refuse one.
    let append = |game: u128| match game % 8 {
        0 => Append::new(game_id(game), vec![move_entry(0, 0)]),
        1 => Append::new(game_id(GAMES + game), vec![move_entry(1, 0)]),
        2 => Append::new(game_id(game), vec![chat_entry(1), move_entry(0, 0)]),
        3 => Append::new(game_id(game), vec![move_entry(2, 0)]),
        4 => {
            Append { seat: Some((Color::White, guest(9))), ..Append::new(game_id(game), vec![chat_entry(1)]) }
        }
        _ => Append::new(game_id(game), vec![move_entry(1, 0), chat_entry(2)]),
    };
    let results = append_at_once(&store, (0..GAMES).map(append).collect()).await;
    for (game, result) in (0..GAMES).zip(results) {
        let (expected, entries) = match game % 8 {
            0 | 2 => (Err(AppendError::Taken), 1),
            1 => (Err(AppendError::NoGame), 1),
            3 => (Err(AppendError::Over), 2),
            4 => (Ok(Appended::default()), 2),
            _ => (Ok(Appended::default()), 3),
        };
        assert_eq!(result, expected, "game {game}");
        let stored = store.load(game_id(game)).await.unwrap().unwrap();
        assert_eq!(stored.entries.len(), entries, "game {game}");
    }
}

/// Appends that wait behind a statement without an answer fail with it, instead of one batch after the other.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_hangs_is_waited_for_once() {
    let server = private_server(&["fsync=off"]);
    let store = PostgresStore::open(config(&server.new_database().unwrap())).await.unwrap();
    for game in 0..GAMES {
        store.create(new_game(game)).await.unwrap();
    }
    let append = |game| Append::new(game_id(game % GAMES), vec![chat_entry(1)]);
    append_at_once(&store, (0..GAMES).map(append).collect()).await;
    server.pause(true).unwrap();
    // A hundred and twenty for each of the eight connections: eight batches, of which each would wait for five seconds.
    let results =
        timeout(Duration::from_secs(20), append_at_once(&store, (0..8 * GAMES).map(append).collect()));
    let results = results.await;
    server.pause(false).unwrap();
    let results = results.unwrap();
    assert!(results.iter().all(|result| matches!(result, Err(AppendError::Store(_)))), "{results:?}");
}

/// Two servers append to the same games in batches: each entry is accepted once, and no statement waits for another for ever.
#[tokio::test(flavor = "multi_thread")]
async fn batches_of_two_servers_do_not_wait_for_each_other() {
    let url = server().new_database().unwrap();
    let stores =
        [PostgresStore::open(config(&url)).await.unwrap(), PostgresStore::open(config(&url)).await.unwrap()];
    for game in 0..GAMES {
        stores[0].create(new_game(game)).await.unwrap();
    }
    for number in 1..=10 {
        let appends = |games: &mut dyn Iterator<Item = u128>| -> Vec<Append> {
            games.map(|game| Append::new(game_id(game), vec![chat_entry(number)])).collect()
        };
        let (forward, backward) = (appends(&mut (0..GAMES)), appends(&mut (0..GAMES).rev()));
        let (first, mut second) =
            tokio::join!(append_at_once(&stores[0], forward), append_at_once(&stores[1], backward));
        second.reverse();
        for (game, rivals) in first.into_iter().zip(second).enumerate() {
            let one_won =
                matches!(rivals, (Ok(_), Err(AppendError::Taken)) | (Err(AppendError::Taken), Ok(_)));
            assert!(one_won, "game {game}, entry {number}: {rivals:?}");
        }
    }
}
