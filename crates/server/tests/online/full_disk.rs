//! A full disk and damaged data, with a real database.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use game::{Allowance, Bonus, Millis, TimeControl};
use protocol::ActionError;
use server::store::SqliteStore;
use tokio::time::{sleep, timeout};

use crate::common::{TIMEOUT, TestServer};
use crate::fixtures::{invite, pair, terms};

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
    let hour = Allowance::new(Millis::minutes(60), Bonus::None).unwrap();
    let (mut white, _black, game) = pair(&server, terms(TimeControl::same(hour))).await;
    for _ in 0..30 {
        invite(&server, &white, terms(TimeControl::same(hour))).await;
    }
    white.play(game, 0, "e2e4").await.unwrap();
    server.stop().await;
    store.close().await;

    let file = folder.join("hanpan.db");
    let mut bytes = fs::read(&file).unwrap();
    // A page of the logs, but not the last one, which is read at the start.
    let has = |page: &[u8], text: &[u8]| page.windows(text.len()).any(|part| part == text);
    let page = bytes.chunks_mut(4_096).find(|page| has(page, b"\"opened\"") && !has(page, b"e2e4")).unwrap();
    page[..64].fill(0xee);
    fs::write(&file, bytes).unwrap();
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    let server = TestServer::on(store.clone()).await;
    wait_for_health(&server, 503, "not ok: the data is damaged\n").await;
    server.stop().await;
    store.close().await;
    fs::remove_dir_all(&folder).unwrap();
}
