//! A full disk and damaged data, with a real database.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use game::{Allowance, Bonus, Millis, TimeControl, Timestamp};
use protocol::ActionError;
use server::store::{Append, GameStore, LogEntry, SqliteStore};
use tokio::time::{sleep, timeout};

use crate::common::{TIMEOUT, TestServer};
use crate::fixtures::{pair, terms};

/// Waits until `/healthz` has this answer.
async fn wait_for_health(server: &TestServer, status: u16, text: &str) {
    let answered = timeout(TIMEOUT, async {
        loop {
            let health = server.request("GET /healthz", &[]).await;
            if (health.status, health.body.as_slice()) == (status, text.as_bytes()) {
                return;
            }
            sleep(Duration::from_millis(200)).await;
        }
    });
    answered.await.unwrap_or_else(|_| panic!("/healthz did not say {status} {text}"));
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_costs_no_time() {
    let Some(disk) = crate::small_disk::SmallDisk::mount("full-disk") else { return };
    let store = Arc::new(SqliteStore::open(disk.data()).unwrap());
    let server = TestServer::on(store.clone()).await;
    wait_for_health(&server, 200, "ok\n").await;
    let seconds = Allowance::new(Millis::seconds(15), Bonus::None).unwrap();
    let (mut white, mut black, game) = pair(&server, terms(TimeControl::same(seconds))).await;
    white.play(game, 0, "e2e4").await.unwrap();
    black.play(game, 1, "e7e5").await.unwrap();

    let ballast = disk.fill();
    wait_for_health(&server, 503, "not ok: disk full\n").await;
    assert_eq!(white.play(game, 2, "g1f3").await, Err(ActionError::Storage));
    sleep(Duration::from_secs(17)).await;
    assert_eq!(white.play(game, 2, "g1f3").await, Err(ActionError::Storage), "still no flag");
    fs::remove_file(ballast).unwrap();
    wait_for_health(&server, 200, "ok\n").await;
    white.play(game, 2, "g1f3").await.unwrap();
    let (_, state) = black.enter(game).await;
    assert_eq!(state.result, None);
    assert!(state.clocks.unwrap().white.0 > 5_000, "{state:?}");
    server.stop().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_pages_are_unhealthy() {
    let folder = std::env::temp_dir().join(format!("hanpan-damaged-pages-{}", std::process::id()));
    fs::remove_dir_all(&folder).ok();
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    let server = TestServer::on(store.clone()).await;
    wait_for_health(&server, 200, "ok\n").await;
    let hour = Allowance::new(Millis::minutes(60), Bonus::None).unwrap();
    let (_white, _black, game) = pair(&server, terms(TimeControl::same(hour))).await;
    server.stop().await;
    let entry = |number| LogEntry { number, ply: None, at: Timestamp(1), body: "x".repeat(100) };
    store.append(Append::new(game, (100..300).map(entry).collect())).await.unwrap();
    store.close().await;

    let file = folder.join("hanpan.db");
    let mut bytes = fs::read(&file).unwrap();
    // The first leaf page (13) of these entries. The root and the last leaf are read at the start.
    let is_log = |page: &&mut [u8]| {
        page[0] == 13 && page.windows(100).any(|part| part.iter().all(|&byte| byte == b'x'))
    };
    let page = bytes.chunks_mut(4_096).find(is_log).unwrap();
    page[..64].fill(0xee);
    fs::write(&file, bytes).unwrap();
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    let server = TestServer::on(store.clone()).await;
    wait_for_health(&server, 503, "not ok: the data is damaged\n").await;
    server.stop().await;
    store.close().await;
    fs::remove_dir_all(&folder).unwrap();
}
