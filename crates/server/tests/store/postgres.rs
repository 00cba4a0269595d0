//! Properties of a store in PostgreSQL.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use game::Timestamp;
use rules::Color;
use server::store::{
    AccountStore, Append, AppendError, ClusterStore, GameStore, NodeId, NodeLoad, PostgresConfig,
    PostgresStore, Renewal, ServerStore, Speed, Store, StoreError,
};
use test_services::Postgres;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::sample::{
    chat_entry, create_account, end_game, game_id, guest, move_entry, new_game, player, rated_game,
};

/// The server of all tests of this process. Its commits are not synced, because no test on it pulls the plug.
pub(crate) fn server() -> &'static Postgres {
    static SERVER: OnceLock<Postgres> = OnceLock::new();
    SERVER.get_or_init(|| private_server(&["fsync=off", "full_page_writes=off"]))
}

pub(crate) fn private_server(settings: &[&str]) -> Postgres {
    Postgres::start(Path::new(env!("CARGO_TARGET_TMPDIR")), settings).unwrap()
}

pub(crate) fn config(url: &str) -> PostgresConfig {
    PostgresConfig::new(url, None).unwrap()
}

/// A store in a database of its own.
pub(crate) async fn new_store() -> PostgresStore {
    PostgresStore::open(config(&server().new_database().unwrap())).await.unwrap()
}

/// Name of the database in a URL.
pub(crate) fn database(url: &str) -> &str {
    url.trim_start_matches("postgres:///").split('?').next().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_start_together_migrate_once() {
    let url = server().new_database().unwrap();
    let mut starts = JoinSet::new();
    for _ in 0..6 {
        starts.spawn(PostgresStore::open(config(&url)));
    }
    let mut secrets = Vec::new();
    for store in starts.join_all().await {
        secrets.push(store.unwrap().secret().await.unwrap());
    }
    assert!(secrets.windows(2).all(|pair| pair[0] == pair[1]), "all have the same secret");
    assert!(PostgresStore::open_existing(config(&url)).await.is_ok());
}

/// The listener closes the first connections, as the port of a database that restarts does.
#[test]
fn a_server_that_starts_waits_for_its_database() {
    const CLOSED: usize = 3;
    let url = server().new_database().unwrap();
    let socket = server().folder().join(".s.PGSQL.5432");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for (number, client) in listener.incoming().flatten().enumerate() {
            if number >= CLOSED {
                forward(client, UnixStream::connect(&socket).unwrap());
            }
        }
    });
    let url = format!("postgres://hanpan@127.0.0.1:{port}/{}", database(&url));
    ServerStore::prepare_postgres(config(&url)).unwrap();
}

/// Copies bytes in both directions until either side closes.
fn forward(client: TcpStream, server: UnixStream) {
    let (mut from_client, mut to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    std::thread::spawn(move || std::io::copy(&mut from_client, &mut to_server));
    let (mut from_server, mut to_client) = (server, client);
    std::thread::spawn(move || std::io::copy(&mut from_server, &mut to_client));
}

#[test]
fn a_server_that_starts_does_not_wait_for_what_only_the_operator_can_change() {
    let missing = server().url("no_such_database");
    let error = ServerStore::prepare_postgres(config(&missing)).unwrap_err();
    assert!(matches!(&error, StoreError::Unusable(words) if words.contains("no_such_database")), "{error:?}");
}

#[tokio::test]
async fn only_the_server_fills_an_empty_database() {
    let url = server().new_database().unwrap();
    let error = PostgresStore::open_existing(config(&url)).await.unwrap_err();
    assert!(matches!(error, StoreError::Older { found: 0, .. }), "{error:?}");
}

#[tokio::test]
async fn the_database_of_another_program_is_refused_unchanged() {
    let url = server().new_database().unwrap();
    server().execute(database(&url), "CREATE TABLE recipes (x integer)").unwrap();
    let error = PostgresStore::open(config(&url)).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error:?}");
    let tables = "SELECT string_agg(tablename, ',') FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(server().execute(database(&url), tables).unwrap(), "recipes");
}

#[tokio::test]
async fn a_newer_schema_is_used_as_far_as_it_allows() {
    let url = server().new_database().unwrap();
    let store = PostgresStore::open(config(&url)).await.unwrap();
    let set = |sql: &str| server().execute(database(&url), sql).unwrap();
    set("UPDATE schema_version SET version = 99");
    assert!(PostgresStore::open(config(&url)).await.is_ok(), "a rolling upgrade");
    assert_eq!(store.ready().await, Ok(()));
    set("UPDATE schema_version SET oldest = 99");
    let error = PostgresStore::open(config(&url)).await.unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error:?}");
    let error = store.ready().await.unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "a running server notices: {error:?}");
}

#[tokio::test]
async fn a_lease_ends_when_it_has_expired_by_the_time_of_the_database() {
    let url = server().new_database().unwrap();
    let store = PostgresStore::open(config(&url)).await.unwrap();
    let node = NodeId(7);
    // The time of the caller does not matter.
    let late = Timestamp(u64::MAX >> 2);
    let renewal = Renewal { node, at: late, load: NodeLoad::default(), is_on_bus: true };
    store.renew_lease(renewal).await.unwrap();
    assert_eq!(store.end_lease(node, late).await, Ok(false));
    server().execute(database(&url), "UPDATE leases SET renewed_at = renewed_at - 5001").unwrap();
    assert_eq!(store.end_lease(node, Timestamp(0)).await, Ok(true));
}

#[tokio::test]
async fn a_gap_in_a_log_is_damage() {
    let url = server().new_database().unwrap();
    let store = PostgresStore::open(config(&url)).await.unwrap();
    store.create(new_game(7)).await.unwrap();
    store.append(Append::new(game_id(7), vec![move_entry(1, 0), move_entry(2, 1)])).await.unwrap();
    assert_eq!(store.verify().await, Ok(()));
    server().execute(database(&url), "DELETE FROM entries WHERE number = 1").unwrap();
    assert!(matches!(store.verify().await, Err(StoreError::Corrupt(_))));
    assert!(store.damage().is_some());
}

#[tokio::test]
async fn operations_after_close_are_refused() {
    let store = new_store().await;
    store.close().await;
    let late = store.append(Append::new(game_id(7), vec![chat_entry(1)])).await;
    assert_eq!(late, Err(AppendError::Store(StoreError::Stopped)));
    assert_eq!(store.load(game_id(7)).await, Err(StoreError::Stopped));
}

/// Two servers append to the same games: each entry is accepted once.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_servers_appends_an_entry() {
    let url = server().new_database().unwrap();
    let stores =
        [PostgresStore::open(config(&url)).await.unwrap(), PostgresStore::open(config(&url)).await.unwrap()];
    for game in 0..20 {
        stores[0].create(new_game(game)).await.unwrap();
    }
    for number in 1..=10 {
        let mut rivals = JoinSet::new();
        for game in 0..20 {
            for store in &stores {
                rivals.spawn(store.append(Append::new(game_id(game), vec![move_entry(number, number - 1)])));
            }
        }
        let results = rivals.join_all().await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 20);
        assert_eq!(results.iter().filter(|&result| *result == Err(AppendError::Taken)).count(), 20);
    }
    assert_eq!(stores[1].load(game_id(7)).await.unwrap().unwrap().head.plies, 10);
}

/// Many games of the same players end on two servers at once: every one counts, one after the other.
#[tokio::test(flavor = "multi_thread")]
async fn no_rating_change_is_lost_when_games_end_together() {
    const GAMES: u128 = 30;
    let url = server().new_database().unwrap();
    let stores =
        [PostgresStore::open(config(&url)).await.unwrap(), PostgresStore::open(config(&url)).await.unwrap()];
    for (number, name) in [(1, "Ann"), (2, "Bob"), (3, "Cal")] {
        create_account(&stores[0], number, name).await;
    }
    let mut ends = JoinSet::new();
    for number in 0..GAMES {
        // Pairs in both orders, so that locks in the order of colours would block each other.
        let pair = [(1, 2), (2, 1), (2, 3), (3, 2), (1, 3), (3, 1)][number as usize % 6];
        let mut game = rated_game(number);
        (game.seats.white, game.seats.black) = (Some(guest(pair.0)), Some(guest(pair.1)));
        stores[0].create(game).await.unwrap();
        ends.spawn(stores[number as usize % 2].append(end_game(number, Some(Color::White), 1_000)));
    }
    let results = ends.join_all().await;
    let changes: Vec<_> = results.into_iter().map(|result| result.unwrap().ratings.unwrap()).collect();
    for number in 1..=3 {
        let points = stores[0]
            .rating_history(player(number), Speed::Blitz, game::Timestamp(0), player(number))
            .await
            .unwrap();
        assert_eq!(points.len(), 20, "every game counts once");
    }
    // Each rating is the basis of exactly one other: no game was rated from an outdated one.
    let befores: Vec<_> =
        changes.iter().flat_map(|change| [change.white.before, change.black.before]).collect();
    let afters: Vec<_> = changes.iter().flat_map(|change| [change.white.after, change.black.after]).collect();
    let last: Vec<_> = {
        let mut last = Vec::new();
        for number in 1..=3 {
            last.push(stores[1].ratings(player(number)).await.unwrap()[0].1);
        }
        last
    };
    for after in &afters {
        let uses = befores.iter().filter(|&before| before == after).count();
        assert_eq!(uses, usize::from(!last.contains(after)), "{after:?}");
    }
}

/// A ban and a log-in at the same moment leave no session.
#[tokio::test(flavor = "multi_thread")]
async fn a_ban_and_a_login_at_the_same_time_leave_no_session() {
    let store = new_store().await;
    for number in 1..=20 {
        create_account(&store, number, &format!("Ann{number}")).await;
        let ban = server::store::Ban { reason: String::new(), at: game::Timestamp(5) };
        let (banned, _) = tokio::join!(
            tokio::spawn(store.set_ban(player(number), Some(ban))),
            crate::sample::try_open_session(&store, number, number, 1_000)
        );
        banned.unwrap().unwrap();
        assert_eq!(store.sessions(player(number), game::Timestamp(10)).await.unwrap(), []);
    }
}

/// PostgreSQL is killed again and again while games are appended to: every confirmed entry stays, and the store connects
/// again by itself.
#[tokio::test(flavor = "multi_thread")]
async fn confirmed_entries_survive_kills_of_the_database() {
    const GAMES: u128 = 8;
    let mut server = private_server(&[]);
    let url = server.new_database().unwrap();
    let store = PostgresStore::open(config(&url)).await.unwrap();
    for game in 0..GAMES {
        store.create(new_game(game)).await.unwrap();
    }
    let mut confirmed = vec![0; GAMES as usize];
    for _ in 0..3 {
        let mut players = JoinSet::new();
        for game in 0..GAMES {
            let (store, from) = (store.clone(), confirmed[game as usize]);
            players.spawn(async move {
                // What was confirmed before the kill; an entry in flight may be there or not.
                let mut number = from;
                loop {
                    let entry = move_entry(number + 1, number);
                    match store.append(Append::new(game_id(game), vec![entry])).await {
                        Ok(_) | Err(AppendError::Taken) => number += 1,
                        Err(_) => return (game, number),
                    }
                }
            });
        }
        sleep(Duration::from_millis(400)).await;
        server.kill().unwrap();
        for (game, number) in players.join_all().await {
            assert!(number > confirmed[game as usize], "game {game} went on");
            confirmed[game as usize] = number;
        }
        assert!(store.ready().await.is_err(), "the probe tells the truth");
        server.restart().unwrap();
        assert_eq!(store.ready().await, Ok(()));
    }
    for game in 0..GAMES {
        let stored = store.load(game_id(game)).await.unwrap().unwrap();
        let numbers: Vec<u32> = stored.entries.iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, Vec::from_iter(0..numbers.len() as u32), "without gaps");
        let extra = numbers.len() as u32 - 1 - confirmed[game as usize];
        assert!(extra <= 1, "game {game}: nothing but the entry in flight is more than was confirmed");
    }
}

/// Statements that wait for a lock keep those waiting that were sent after them on the same connection.
#[tokio::test(flavor = "multi_thread")]
async fn renewals_and_probes_do_not_wait_for_other_statements() {
    let url = server().new_database().unwrap();
    let store = PostgresStore::open(config(&url)).await.unwrap();
    let name = database(&url).to_owned();
    let locked = tokio::task::spawn_blocking(move || {
        let sql = "BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(4); COMMIT";
        server().execute(&name, sql)
    });
    let is_locked = "SELECT count(*) FROM pg_locks WHERE relation = 'accounts'::regclass AND granted";
    while server().execute(database(&url), is_locked).unwrap() == "0" {
        sleep(Duration::from_millis(20)).await;
    }
    let mut readers = JoinSet::new();
    for number in 0..64 {
        let store = store.clone();
        readers.spawn(async move { store.account(player(number)).await });
    }
    sleep(Duration::from_millis(300)).await;
    let renewal = Renewal { node: NodeId(7), at: Timestamp(0), load: NodeLoad::default(), is_on_bus: true };
    let limit = Duration::from_millis(1_500);
    assert!(timeout(limit, store.renew_lease(renewal)).await.is_ok_and(|renewed| renewed.is_ok()));
    assert_eq!(timeout(limit, store.ready()).await, Ok(Ok(())));
    assert!(store.status().pending >= 60, "the others wait");
    locked.await.unwrap().unwrap();
}

/// A database that hangs is an error within seconds, and the store goes on with it afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_hangs_is_reported() {
    let server = private_server(&["fsync=off"]);
    let store: PostgresStore = PostgresStore::open(config(&server.new_database().unwrap())).await.unwrap();
    store.create(new_game(7)).await.unwrap();
    server.pause(true).unwrap();
    let append = Append::new(game_id(7), vec![move_entry(1, 0)]);
    let error = store.append(append.clone()).await.unwrap_err();
    server.pause(false).unwrap();
    assert!(matches!(error, AppendError::Store(StoreError::Failed(_))), "{error:?}");
    // The append was in flight; the same one again finds it, or is the first.
    assert!(matches!(store.append(append).await, Ok(_) | Err(AppendError::Taken)));
    assert_eq!(store.load(game_id(7)).await.unwrap().unwrap().entries, [chat_entry(0), move_entry(1, 0)]);
}

/// The kernel of a server that hangs goes on accepting connections, which then wait for ever.
#[tokio::test(flavor = "multi_thread")]
async fn a_promoted_standby_is_used_while_the_old_primary_hangs() {
    let mut primary = private_server(&[]);
    let primary_port = primary.listen().unwrap();
    let standby_port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let standby = Postgres::start_standby(folder, primary_port, standby_port).unwrap();
    while !primary.has_standby().unwrap() {
        sleep(Duration::from_millis(20)).await;
    }
    primary.wait_for_standby(true).unwrap();
    primary.execute("postgres", "CREATE DATABASE club").unwrap();
    let url = format!("postgres://hanpan@127.0.0.1:{primary_port},127.0.0.1:{standby_port}/club");
    let store = PostgresStore::open(config(&url)).await.unwrap();
    store.create(new_game(7)).await.unwrap();
    primary.pause(true).unwrap();
    standby.promote().unwrap();
    let append = Append::new(game_id(7), vec![move_entry(1, 0)]);
    let write = async {
        while !matches!(store.append(append.clone()).await, Ok(_) | Err(AppendError::Taken)) {
            sleep(Duration::from_millis(100)).await;
        }
    };
    // Five seconds for the append, five for the attempt to connect to the old primary, and some for a busy machine.
    let (written, opened) = tokio::join!(
        timeout(Duration::from_secs(30), write),
        timeout(Duration::from_secs(30), PostgresStore::open_existing(config(&url)))
    );
    primary.pause(false).unwrap();
    assert_eq!(written, Ok(()));
    let other = opened.expect("a server that starts finds it, too").unwrap();
    assert_eq!(other.load(game_id(7)).await.unwrap().unwrap().entries.len(), 2);
    assert_eq!(standby.execute("club", "SELECT count(*) FROM entries").unwrap(), "2");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_concurrent_writers_are_served() {
    let store: std::sync::Arc<dyn Store> = std::sync::Arc::new(new_store().await);
    let mut writers = JoinSet::new();
    for number in 0..1_000 {
        let store = std::sync::Arc::clone(&store);
        writers.spawn(async move {
            store.create(new_game(number)).await.unwrap();
            for entry in 1..=5 {
                store.append(Append::new(game_id(number), vec![move_entry(entry, entry - 1)])).await.unwrap();
            }
        });
    }
    writers.join_all().await;
    for number in (0..1_000).step_by(97) {
        assert_eq!(store.load(game_id(number)).await.unwrap().unwrap().head.plies, 5);
    }
}
