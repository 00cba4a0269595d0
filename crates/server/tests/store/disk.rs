//! Properties of a store on disk.

use std::fs;
use std::sync::Arc;

use server::store::{
    AccountStore, Append, AppendError, ArchiveStore, Backup, BackupError, Filter, GameStore, LogEntry,
    SqliteStore, Store, StoreError, StoredLog,
};

use crate::sample::{chat_entry, create_account, end_game, folder, game_id, move_entry, name, new_game};

#[tokio::test]
async fn acknowledged_data_survives_a_restart() {
    let folder = folder("restart");
    let store = SqliteStore::open(&folder).unwrap();
    store.create(new_game(7)).await.unwrap();
    store.append(Append::new(game_id(7), vec![move_entry(1, 0)])).await.unwrap();
    let before = store.load(game_id(7)).await.unwrap();
    store.close().await;
    let store = SqliteStore::open(&folder).unwrap();
    assert_eq!(store.load(game_id(7)).await.unwrap(), before);
    assert_eq!(before.unwrap().entries, [chat_entry(0), move_entry(1, 0)]);
}

#[tokio::test]
async fn every_folder_has_its_own_secret_and_keeps_it() {
    let (here, there) = (folder("secret"), folder("another-secret"));
    let store = SqliteStore::open(&here).unwrap();
    let secret = store.secret().await.unwrap();
    store.close().await;
    assert_eq!(SqliteStore::open(&here).unwrap().secret().await, Ok(secret));
    assert_ne!(SqliteStore::open(&there).unwrap().secret().await, Ok(secret));
}

#[tokio::test]
async fn the_last_write_counts_as_a_heartbeat() {
    let folder = folder("signs-of-life");
    let store = SqliteStore::open(&folder).unwrap();
    store.create(new_game(7)).await.unwrap();
    store.append(Append::new(game_id(7), vec![move_entry(1, 0)])).await.unwrap();
    let written = Some(move_entry(1, 0).at);
    assert_eq!(
        store.last_heartbeat(game::Timestamp(u64::MAX)).await,
        Ok(written),
        "a backup has no heartbeat file"
    );
    store.record_heartbeat(game::Timestamp(5)).await.unwrap();
    assert_eq!(store.last_heartbeat(game::Timestamp(u64::MAX)).await, Ok(written));
    store.record_heartbeat(game::Timestamp(9_000)).await.unwrap();
    assert_eq!(store.last_heartbeat(game::Timestamp(u64::MAX)).await, Ok(Some(game::Timestamp(9_000))));
    assert_eq!(store.ready().await, Ok(()));
    store.close().await;
    assert_eq!(store.ready().await, Err(StoreError::Stopped));
}

#[cfg(unix)]
#[tokio::test]
async fn files_are_private() {
    use std::os::unix::fs::PermissionsExt;

    let parent = folder("permissions");
    let data = parent.join("data");
    let store = SqliteStore::open(&data).unwrap();
    store.record_heartbeat(game::Timestamp(5)).await.unwrap();
    store.create(new_game(7)).await.unwrap();
    Backup::create(&data, &parent.join("copy.db")).unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    assert_eq!(mode(&parent.join("copy.db")), 0o600);
    let mut names = Vec::new();
    for file in fs::read_dir(&data).unwrap() {
        let path = file.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        names.push(path.file_name().unwrap().to_str().unwrap().to_owned());
    }
    assert!(names.contains(&"hanpan.db".to_owned()) && names.contains(&"alive".to_owned()), "{names:?}");
}

#[tokio::test]
async fn one_server_per_folder() {
    let folder = folder("one-server");
    let store = SqliteStore::open(&folder).unwrap();
    assert_eq!(SqliteStore::open(&folder).unwrap_err(), StoreError::InUse);
    // The command line opens the data in the meantime; both see each other's writes.
    let admin = SqliteStore::open_existing(&folder).unwrap();
    create_account(&admin, 1, "Ann").await;
    assert!(store.account_named(name("ann")).await.unwrap().is_some());
    admin.close().await;
    assert_eq!(SqliteStore::open(&folder).unwrap_err(), StoreError::InUse, "the lock is still held");
    store.close().await;
    assert!(SqliteStore::open(&folder).is_ok());
}

#[tokio::test]
async fn open_existing_creates_nothing() {
    let folder = folder("visitor");
    assert!(SqliteStore::open_existing(&folder.join("nothing")).is_err());
    assert!(SqliteStore::open_existing(&folder).is_err());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[tokio::test]
async fn operations_after_close_are_refused() {
    let store = SqliteStore::open(&folder("closed")).unwrap();
    let early = store.create(new_game(7));
    store.close().await;
    assert_eq!(early.await, Err(server::store::CreateError::Store(StoreError::Stopped)));
    let late = store.append(Append::new(game_id(7), vec![chat_entry(1)])).await;
    assert_eq!(late, Err(AppendError::Store(StoreError::Stopped)));
    assert_eq!(store.load(game_id(7)).await, Err(StoreError::Stopped));
    store.close().await;
}

#[test]
fn damaged_and_newer_data_are_refused_unchanged() {
    let newer = {
        let folder = folder("newer-made");
        drop(SqliteStore::open_existing(&folder));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async { SqliteStore::open(&folder).unwrap().close().await });
        let mut bytes = fs::read(folder.join("hanpan.db")).unwrap();
        // SQLite keeps `user_version` at offset 60, big-endian.
        bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
        bytes
    };
    let check = |case: &str, bytes: &[u8], expected: fn(&StoreError) -> bool| {
        let folder = folder(case);
        fs::write(folder.join("hanpan.db"), bytes).unwrap();
        let error = SqliteStore::open(&folder).unwrap_err();
        assert!(expected(&error), "{case}: {error:?}");
        let error = SqliteStore::open_existing(&folder).unwrap_err();
        assert!(expected(&error), "{case}: {error:?}");
        assert_eq!(fs::read(folder.join("hanpan.db")).unwrap(), bytes, "{case}");
    };
    check("garbage", &[b'x'; 5_000], |error| matches!(error, StoreError::Corrupt(_)));
    check("newer", &newer, |error| matches!(error, StoreError::Newer { found: 99, .. }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_consistent_during_writes() {
    let (data, backups) = (folder("backup-data"), folder("backups"));
    let store: Arc<SqliteStore> = Arc::new(SqliteStore::open(&data).unwrap());
    store.create(new_game(7)).await.unwrap();
    let playing = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            for number in 1..=300 {
                store.append(Append::new(game_id(7), vec![move_entry(number, number - 1)])).await.unwrap();
            }
        }
    });
    let mut copies = Vec::new();
    while !playing.is_finished() || copies.is_empty() {
        let to = backups.join(format!("{}.db", copies.len()));
        let (from, file) = (data.clone(), to.clone());
        let least = store.load(game_id(7)).await.unwrap().unwrap().entries.len();
        let backup =
            tokio::task::spawn_blocking(move || Backup::create(&from, &file)).await.unwrap().unwrap();
        assert_eq!(backup.bytes, fs::metadata(&to).unwrap().len());
        copies.push((to, least));
    }
    playing.await.unwrap();
    assert!(matches!(Backup::create(&data, &copies[0].0), Err(BackupError::Exists)));
    assert_eq!(fs::read_dir(&backups).unwrap().count(), copies.len(), "no partial files are left");
    for (number, (file, least)) in copies.iter().enumerate() {
        let restored = folder(&format!("backup-restored-{number}"));
        fs::copy(file, restored.join("hanpan.db")).unwrap();
        let copy = SqliteStore::open(&restored).unwrap();
        let entries: Vec<LogEntry> = copy.load(game_id(7)).await.unwrap().unwrap().entries;
        assert!(entries.len() >= *least, "a backup contains everything durable before it");
        assert!((0..).zip(&entries).all(|(number, entry)| entry.number == number), "without gaps");
        copy.close().await;
    }
}

/// Logs as a server of version 0.1.0 has written them.
#[tokio::test]
async fn data_of_an_older_version_is_compacted() {
    let (data, copies) = (folder("compact-old"), folder("compact-old-backup"));
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/fixtures/0.1.0/server/hanpan.db");
    fs::copy(fixture, data.join("hanpan.db")).unwrap();
    let store = SqliteStore::open(&data).unwrap();
    let page = store.finished_games(Filter::default(), None, 100).await.unwrap();
    assert_eq!(page.games.len(), 4);
    let load = async |store: &SqliteStore| {
        let mut games = Vec::new();
        for head in &page.games {
            games.push(store.load(head.id).await.unwrap().unwrap());
        }
        games
    };
    let before = load(&store).await;
    while store.compact_logs(game::Timestamp(u64::MAX), 2).await.unwrap().has_more {}
    assert_eq!(load(&store).await, before, "no log is long enough to lose an action id");
    let logs = store.logs(page.games.iter().map(|head| head.id).collect()).await.unwrap();
    assert!(logs.iter().all(StoredLog::is_compact));
    assert_eq!(store.verify().await, Ok(()));
    Backup::create(&data, &copies.join("hanpan.db")).unwrap();
    store.close().await;
    assert_eq!(load(&SqliteStore::open(&data).unwrap()).await, before, "after a restart");
    assert_eq!(load(&SqliteStore::open(&copies).unwrap()).await, before, "in a backup");
}

/// Size of the database with everything written into it.
fn size(folder: &std::path::Path) -> u64 {
    fs::metadata(folder.join("hanpan.db")).unwrap().len()
}

#[tokio::test]
async fn compaction_returns_space_to_the_system() {
    let data = folder("compact-space");
    let store = SqliteStore::open(&data).unwrap();
    let body = r#"{"type":"moved","uci":"g1f3","lag":35}"#.to_owned();
    for number in 0..600 {
        store.create(new_game(number)).await.unwrap();
        let moves = (1..=300).map(|entry| LogEntry { body: body.clone(), ..move_entry(entry, entry - 1) });
        let end = Append { entries: moves.collect(), ..end_game(number, None, 1_000) };
        store.append(end).await.unwrap();
    }
    store.create(new_game(1_000)).await.unwrap();
    store.close().await;
    let before = size(&data);
    let store = SqliteStore::open(&data).unwrap();
    let mut compacted = 0;
    loop {
        let step = store.compact_logs(game::Timestamp(u64::MAX), 50).await.unwrap();
        compacted += step.games;
        if !step.has_more {
            break;
        }
    }
    assert_eq!(compacted, 600);
    assert_eq!(store.verify().await, Ok(()));
    store.close().await;
    // 4 MB of free pages are kept for the next moves.
    assert!(before > 12_000_000 && size(&data) < 7_000_000, "{before} {}", size(&data));
}

#[test]
fn a_backup_of_nothing_is_refused() {
    let folder = folder("backup-of-nothing");
    assert!(matches!(Backup::create(&folder, &folder.join("copy.db")), Err(BackupError::Store(_))));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_concurrent_writers_are_served() {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder("thousand")).unwrap());
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..1_000 {
        let store = Arc::clone(&store);
        writers.spawn(async move {
            store.create(new_game(number)).await.unwrap();
            for entry in 1..=5 {
                store.append(Append::new(game_id(number), vec![move_entry(entry, entry - 1)])).await.unwrap();
            }
        });
    }
    while let Some(writer) = writers.join_next().await {
        writer.unwrap();
    }
    for number in (0..1_000).step_by(97) {
        assert_eq!(store.load(game_id(number)).await.unwrap().unwrap().head.plies, 5);
    }
}
