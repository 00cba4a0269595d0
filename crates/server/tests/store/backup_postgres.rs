//! Backups of PostgreSQL databases.

use std::fs;
use std::path::{Path, PathBuf};

use game::Timestamp;
use server::store::{
    Append, Backup, BackupError, CopyReport, Filter, GameStore, PostgresStore, SqliteStore, Store,
    StoreError, backup_postgres,
};

use crate::copy_data::{GAMES, copy, full_folder};
use crate::postgres::{config, database, server};
use crate::sample::{folder, game_id, move_entry, player};

/// Backs up on a thread of its own, because the function blocks.
async fn backup(url: &str, to: &Path) -> Result<Backup, BackupError> {
    let (config, to) = (config(url), to.to_owned());
    let written = tokio::task::spawn_blocking(move || {
        let mut last = (0, 0);
        let backup = backup_postgres(&config, &to, &mut |done, total| {
            assert!(done >= last.0 && done <= total, "{done} of {total}");
            last = (done, total);
        });
        assert!(backup.is_err() || last.0 == last.1 && last.1 > 0, "{last:?}");
        backup
    });
    written.await.unwrap()
}

/// A database with something in every table.
async fn full_database(name: &str) -> String {
    let (from, url) = (full_folder(name).await, server().new_database().unwrap());
    copy(&from, &url).await.unwrap();
    url
}

/// A data folder with this database.
fn restored(name: &str, file: &Path) -> PathBuf {
    let restored = folder(name);
    fs::rename(file, restored.join("hanpan.db")).unwrap();
    restored
}

/// Compares the answers of two stores.
async fn compare(here: &dyn Store, there: &dyn Store) {
    let start = Timestamp(0);
    assert_eq!(here.secret().await, there.secret().await);
    assert_eq!(here.outages().await, there.outages().await);
    assert_eq!(here.accounts(None, 100).await, there.accounts(None, 100).await);
    for number in 1..=4 {
        let owner = player(number);
        assert_eq!(here.ratings(owner).await, there.ratings(owner).await);
        assert_eq!(here.sessions(owner, start).await, there.sessions(owner, start).await);
        assert_eq!(here.api_tokens(owner).await, there.api_tokens(owner).await);
        assert_eq!(here.open_challenges(owner, start).await, there.open_challenges(owner, start).await);
        assert_eq!(here.unfinished(owner, 999).await, there.unfinished(owner, 999).await);
    }
    let page = async |store: &dyn Store| store.finished_games(Filter::default(), None, 999).await.unwrap();
    assert_eq!(page(here).await, page(there).await);
    for number in 0..GAMES {
        let (one, other) = (here.load(game_id(number)).await, there.load(game_id(number)).await);
        assert!(one.as_ref().is_ok_and(Option::is_some), "{number}");
        assert_eq!(one, other, "{number}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_served_from_a_folder_or_copied_into_a_database() {
    let url = full_database("backup-source").await;
    let store = PostgresStore::open(config(&url)).await.unwrap();
    // A game in progress has moved since the copy.
    let mut entry = move_entry(2, 1);
    entry.body = "{\"text\":\"zero \u{0} 한판\"}".to_owned();
    store.append(Append::new(game_id(1), vec![entry])).await.unwrap();
    let file = folder("backup-file").join("monday.db");
    let written = backup(&url, &file).await.unwrap();
    assert_eq!(written.bytes, fs::metadata(&file).unwrap().len());
    let names: Vec<_> =
        fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["monday.db"]);
    assert!(matches!(backup(&url, &file).await, Err(BackupError::Exists)));
    let restored = restored("backup-restored", &file);
    let served = SqliteStore::open(&restored).unwrap();
    assert_eq!(served.verify().await, Ok(()));
    compare(&served, &store).await;
    served.append(Append::new(game_id(1), vec![move_entry(3, 2)])).await.unwrap();
    served.close().await;
    let new = server().new_database().unwrap();
    assert_eq!(copy(&restored, &new).await, Ok(CopyReport { games: GAMES as u64, resumed: 0 }));
    let new = PostgresStore::open(config(&new)).await.unwrap();
    compare(&new, &SqliteStore::open(&restored).unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_fails_leaves_no_file() {
    let url = full_database("backup-failing").await;
    let file = folder("backup-failing-file").join("monday.db");
    let execute = |sql: &str| server().execute(database(&url), sql).unwrap();
    execute("UPDATE schema_version SET version = 99");
    let error = backup(&url, &file).await.unwrap_err();
    assert!(matches!(error, BackupError::Store(StoreError::Newer { found: 99, .. })), "{error:?}");
    execute("UPDATE schema_version SET version = (SELECT oldest FROM schema_version)");
    execute("CREATE TABLE copy_state (last_game bigint)");
    let error = backup(&url, &file).await.unwrap_err();
    assert!(error.to_string().contains("not complete"), "{error}");
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 0);
}
