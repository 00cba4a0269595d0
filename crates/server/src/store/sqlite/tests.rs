//! Write failures.

use game::Timestamp;
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::SqliteStore;
use super::writer::{JobMode, commit, job};
use crate::store::{AccountStore, PlayerId, Speed, StoreError};

/// A database that cannot grow.
fn full() -> Connection {
    let connection = super::open::in_memory().unwrap();
    connection.execute_batch("PRAGMA max_page_count = 1; CREATE TEMP TABLE t (x)").unwrap();
    connection
}

fn fill(connection: &Connection) -> Result<(), StoreError> {
    connection.execute("INSERT INTO orders (at, kind) VALUES (1, hex(zeroblob(100000)))", [])?;
    Ok(())
}

fn count(connection: &Connection) -> Result<u32, StoreError> {
    Ok(connection.query_row("SELECT count(*) FROM orders", [], |row| row.get(0))?)
}

#[test]
fn a_full_disk_is_reported_and_rolled_back() {
    let connection = full();
    assert_eq!(write_now(&connection, fill), Err(StoreError::Full));
    assert_eq!(write_now(&connection, count), Ok(0));
    connection.execute_batch("PRAGMA max_page_count = 100000").unwrap();
    assert_eq!(write_now(&connection, fill), Ok(()), "writes succeed again after freeing space");
    assert_eq!(write_now(&connection, count), Ok(1));
}

/// Older versions rated private games.
#[tokio::test]
async fn private_games_of_others_are_not_in_the_rating_history() {
    let store = SqliteStore::in_memory().unwrap();
    let fill = |connection: &Connection| -> Result<(), StoreError> {
        connection.execute_batch(
            "INSERT INTO accounts (player, name, name_key, password, created_at)
             VALUES (x'00000000000000000000000000000001', 'Ann', 'ann', '', 1);
             INSERT INTO games (key, id, ruleset, speed, rated, public, white, black, created_at, plies, stage)
             VALUES (1, x'00000000000000000000000000000007', 'standard', 'blitz', 1, 1, x'00000000000000000000000000000001', x'00000000000000000000000000000002', 1, 9, 2),
                    (2, x'00000000000000000000000000000008', 'standard', 'blitz', 1, 0, x'00000000000000000000000000000001', x'00000000000000000000000000000002', 1, 9, 2);
             INSERT INTO rating_points (player, speed, at, game, value, deviation, volatility)
             VALUES (x'00000000000000000000000000000001', 'blitz', 1, 1, 1500, 90, 0.06),
                    (x'00000000000000000000000000000001', 'blitz', 2, 2, 1500, 90, 0.06)",
        )?;
        Ok(())
    };
    store.write(fill).await.unwrap();
    for (viewer, expected) in [(1, &[7, 8][..]), (2, &[7, 8]), (3, &[7])] {
        let (player, viewer) = (PlayerId::from_bits(1), PlayerId::from_bits(viewer));
        let points = store.rating_history(player, Speed::Blitz, Timestamp(0), viewer).await.unwrap();
        let games: Vec<u128> = points.iter().map(|point| point.game.bits()).collect();
        assert_eq!(games, expected, "{viewer}");
    }
}

#[test]
fn a_read_only_disk_is_reported() {
    let connection = super::open::in_memory().unwrap();
    connection.pragma_update(None, "query_only", true).unwrap();
    assert_eq!(write_now(&connection, fill), Err(StoreError::ReadOnly));
    connection.pragma_update(None, "query_only", false).unwrap();
    assert_eq!(write_now(&connection, fill), Ok(()));
}

/// Runs one job in its own transaction.
fn write_now<T: Send + 'static>(
    connection: &Connection,
    work: fn(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    super::writer::write_now(connection, JobMode::Savepoint, work)
}

type Work = fn(&Connection) -> Result<(), StoreError>;

/// Runs jobs in one transaction and returns their results.
fn together(connection: &Connection, mode: JobMode, jobs: &[Work]) -> Vec<Result<(), StoreError>> {
    let (jobs, answers): (Vec<_>, Vec<_>) = jobs
        .iter()
        .map(|&work| {
            let (reply, answer) = oneshot::channel();
            (job(mode, work, reply), answer)
        })
        .unzip();
    commit(connection, jobs.into_iter());
    answers.into_iter().map(|mut answer| answer.try_recv().unwrap()).collect()
}

#[test]
fn a_failed_transaction_fails_all_its_jobs() {
    // Ends the transaction like a failing disk.
    fn ends(connection: &Connection) -> Result<(), StoreError> {
        connection.execute_batch("ROLLBACK")?;
        Err(StoreError::Full)
    }
    // A direct job that fails halfway.
    fn stumbles(connection: &Connection) -> Result<(), StoreError> {
        give(connection)?;
        Err(StoreError::Full)
    }
    for (mode, fails) in
        [(JobMode::Savepoint, ends as Work), (JobMode::Direct, ends), (JobMode::Direct, stumbles)]
    {
        let connection = super::open::in_memory().unwrap();
        let failed = Err(StoreError::Full);
        assert_eq!(together(&connection, mode, &[give, fails, give]), vec![failed; 3]);
        assert_eq!(count(&connection), Ok(0));
        let next = together(&connection, mode, &[give, give]);
        assert_eq!(next, [Ok(()), Ok(())], "the next transaction succeeds");
        assert_eq!(count(&connection), Ok(2));
    }
}

#[tokio::test]
async fn a_panicking_write_does_not_stop_the_writer() {
    fn panics(connection: &Connection) -> Result<(), StoreError> {
        give(connection)?;
        panic!("on request");
    }
    let folder = std::env::temp_dir().join(format!("hanpan-panic-{}", std::process::id()));
    let store = SqliteStore::open(&folder).unwrap();
    for mode in [JobMode::Savepoint, JobMode::Direct] {
        let failed = store.write_in_mode(mode, panics).await;
        assert_eq!(failed, Err(StoreError::Failed("the write panicked".to_owned())));
        assert_eq!(store.read(count).await, Ok(0), "it is rolled back");
    }
    assert_eq!(store.write(give).await, Ok(()), "the next write succeeds");
    assert_eq!(store.read(count).await, Ok(1));
    store.close().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_refused_job_does_not_affect_others() {
    fn refused(connection: &Connection) -> Result<(), StoreError> {
        give(connection)?;
        Err(StoreError::Busy)
    }
    let connection = super::open::in_memory().unwrap();
    assert_eq!(
        together(&connection, JobMode::Savepoint, &[give, refused, give]),
        [Ok(()), Err(StoreError::Busy), Ok(())]
    );
    assert_eq!(count(&connection), Ok(2));
}

#[tokio::test]
async fn values_of_another_length_are_damage() {
    let store = SqliteStore::in_memory().unwrap();
    let damage = |connection: &Connection| -> Result<(), StoreError> {
        connection.execute("INSERT INTO orders (at, kind, player) VALUES (1, 'disconnect', x'00')", [])?;
        Ok(())
    };
    store.write(damage).await.unwrap();
    assert!(matches!(store.admin_commands(0).await, Err(StoreError::Corrupt(_))));
}

fn give(connection: &Connection) -> Result<(), StoreError> {
    connection.execute("INSERT INTO orders (at, kind) VALUES (1, 'close-seeks')", [])?;
    Ok(())
}
