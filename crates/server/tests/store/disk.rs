//! What a store in a folder promises besides.

use std::fs;
use std::sync::Arc;

use server::store::{
    Append, AppendError, Backup, BackupError, Entry, Games, People, Sqlite, Store, StoreError,
};

use crate::sample::{folder, game_id, join, moved, name, new_game, said};

#[tokio::test]
async fn what_was_answered_is_there_after_a_restart() {
    let folder = folder("restart");
    let store = Sqlite::open(&folder).unwrap();
    store.create(new_game(7)).await.unwrap();
    store.append(Append::new(game_id(7), vec![moved(1, 0)])).await.unwrap();
    let before = store.load(game_id(7)).await.unwrap();
    store.close().await;
    let store = Sqlite::open(&folder).unwrap();
    assert_eq!(store.load(game_id(7)).await.unwrap(), before);
    assert_eq!(before.unwrap().entries, [said(0), moved(1, 0)]);
}

#[tokio::test]
async fn what_was_written_last_is_a_sign_of_life() {
    let folder = folder("signs-of-life");
    let store = Sqlite::open(&folder).unwrap();
    store.create(new_game(7)).await.unwrap();
    store.append(Append::new(game_id(7), vec![moved(1, 0)])).await.unwrap();
    let written = Some(moved(1, 0).at);
    assert_eq!(store.last_alive().await, Ok(written), "a backup has no other");
    store.alive(game::Timestamp(5)).await.unwrap();
    assert_eq!(store.last_alive().await, Ok(written));
    store.alive(game::Timestamp(9_000)).await.unwrap();
    assert_eq!(store.last_alive().await, Ok(Some(game::Timestamp(9_000))));
    assert_eq!(store.ready().await, Ok(()));
    store.close().await;
    assert_eq!(store.ready().await, Err(StoreError::Stopped));
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_reads_what_is_kept() {
    use std::os::unix::fs::PermissionsExt;

    let parent = folder("permissions");
    let data = parent.join("data");
    let store = Sqlite::open(&data).unwrap();
    store.alive(game::Timestamp(5)).await.unwrap();
    store.create(new_game(7)).await.unwrap();
    Backup::make(&data, &parent.join("copy.db")).unwrap();
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
async fn one_server_for_one_folder() {
    let folder = folder("one-server");
    let store = Sqlite::open(&folder).unwrap();
    assert_eq!(Sqlite::open(&folder).unwrap_err(), StoreError::InUse);
    // The command line comes and goes meanwhile, and both see what the other does.
    let visitor = Sqlite::visit(&folder).unwrap();
    join(&visitor, 1, "Ann").await;
    assert!(store.account_named(name("ann")).await.unwrap().is_some());
    visitor.close().await;
    assert_eq!(
        Sqlite::open(&folder).unwrap_err(),
        StoreError::InUse,
        "the visitor has not taken the lock away"
    );
    store.close().await;
    assert!(Sqlite::open(&folder).is_ok());
}

#[tokio::test]
async fn a_visitor_makes_nothing() {
    let folder = folder("visitor");
    assert!(Sqlite::visit(&folder.join("nothing")).is_err());
    assert!(Sqlite::visit(&folder).is_err());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[tokio::test]
async fn what_is_asked_after_the_end_is_refused() {
    let store = Sqlite::open(&folder("closed")).unwrap();
    let early = store.create(new_game(7));
    store.close().await;
    assert_eq!(early.await, Err(server::store::CreateError::Store(StoreError::Stopped)));
    let late = store.append(Append::new(game_id(7), vec![said(1)])).await;
    assert_eq!(late, Err(AppendError::Store(StoreError::Stopped)));
    assert_eq!(store.load(game_id(7)).await, Err(StoreError::Stopped));
    store.close().await;
}

#[test]
fn damaged_foreign_and_newer_data_are_refused_and_left_alone() {
    let newer = {
        let folder = folder("newer-made");
        drop(Sqlite::visit(&folder));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async { Sqlite::open(&folder).unwrap().close().await });
        let mut bytes = fs::read(folder.join("hanpan.db")).unwrap();
        // The file format of SQLite keeps `user_version` at offset 60, big-endian.
        bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
        bytes
    };
    let check = |case: &str, bytes: &[u8], expected: fn(&StoreError) -> bool| {
        let folder = folder(case);
        fs::write(folder.join("hanpan.db"), bytes).unwrap();
        let error = Sqlite::open(&folder).unwrap_err();
        assert!(expected(&error), "{case}: {error:?}");
        let error = Sqlite::visit(&folder).unwrap_err();
        assert!(expected(&error), "{case}: {error:?}");
        assert_eq!(fs::read(folder.join("hanpan.db")).unwrap(), bytes, "{case}");
    };
    check("garbage", &[b'x'; 5_000], |error| matches!(error, StoreError::Corrupt(_)));
    check("newer", &newer, |error| matches!(error, StoreError::Newer { found: 99, .. }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_whole_while_games_go_on() {
    let (data, backups) = (folder("backup-data"), folder("backups"));
    let store: Arc<Sqlite> = Arc::new(Sqlite::open(&data).unwrap());
    store.create(new_game(7)).await.unwrap();
    let playing = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            for number in 1..=300 {
                store.append(Append::new(game_id(7), vec![moved(number, number - 1)])).await.unwrap();
            }
        }
    });
    let mut copies = Vec::new();
    while !playing.is_finished() || copies.is_empty() {
        let to = backups.join(format!("{}.db", copies.len()));
        let (from, file) = (data.clone(), to.clone());
        let least = store.load(game_id(7)).await.unwrap().unwrap().entries.len();
        let backup = tokio::task::spawn_blocking(move || Backup::make(&from, &file)).await.unwrap().unwrap();
        assert_eq!(backup.bytes, fs::metadata(&to).unwrap().len());
        copies.push((to, least));
    }
    playing.await.unwrap();
    assert!(matches!(Backup::make(&data, &copies[0].0), Err(BackupError::Exists)));
    assert_eq!(fs::read_dir(&backups).unwrap().count(), copies.len(), "nothing half done is left");
    for (number, (file, least)) in copies.iter().enumerate() {
        let restored = folder(&format!("backup-restored-{number}"));
        fs::copy(file, restored.join("hanpan.db")).unwrap();
        let copy = Sqlite::open(&restored).unwrap();
        let entries: Vec<Entry> = copy.load(game_id(7)).await.unwrap().unwrap().entries;
        assert!(entries.len() >= *least, "a copy has all that was durable before it began");
        assert!((0..).zip(&entries).all(|(number, entry)| entry.number == number), "and nothing is missing");
        copy.close().await;
    }
}

#[test]
fn a_backup_of_nothing_is_refused() {
    let folder = folder("backup-of-nothing");
    assert!(matches!(Backup::make(&folder, &folder.join("copy.db")), Err(BackupError::Store(_))));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_who_write_at_once_are_all_answered() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&folder("thousand")).unwrap());
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..1_000 {
        let store = Arc::clone(&store);
        writers.spawn(async move {
            store.create(new_game(number)).await.unwrap();
            for entry in 1..=5 {
                store.append(Append::new(game_id(number), vec![moved(entry, entry - 1)])).await.unwrap();
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
