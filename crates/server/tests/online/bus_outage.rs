//! Two servers whose message bus is gone: connections stay open, and what another server has done is read from the store.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ChallengeAnswer, CloseReason, PlayerAction, ToClient};
use server::bus::{Bus, InProcessBus};
use server::store::SqliteStore;
use tokio::time::{sleep, timeout};

use crate::accounts;
use crate::challenges::{self, join};
use crate::client::Client;
use crate::cluster::{BusKind, Cluster};
use crate::common::{TIMEOUT, TestServer};
use crate::fixtures::{blitz, invite};

/// Waits until a server is connected to NATS again.
async fn until_reconnected(server: &TestServer) {
    let connected = async {
        while server.metric("hanpan_bus_reconnects_total").await == 0 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, connected).await.expect("no connection to NATS");
}

/// Waits until the connection has read the store again.
async fn challenges_are_sent_again(client: &mut Client) {
    client.until(|message| matches!(message, ToClient::Challenges { .. }).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_stay_open_while_nats_is_gone_and_when_it_is_back() {
    let mut cluster = Cluster::new(BusKind::Nats);
    let [here, there] = cluster.two_servers().await;
    let mut early = join(&here, "Early").await;
    let (mut white, mut black) = (Client::new(&here).await, Client::new(&there).await);
    let game = invite(&here, &white, blitz()).await.game;
    white.enter(game).await;
    black.enter(game).await;
    cluster.nats().kill();
    challenges_are_sent_again(&mut early).await;
    // One that connects now is told that it may have missed something, too.
    let mut late = join(&here, "Late").await;
    challenges_are_sent_again(&mut late).await;

    black.action(game, PlayerAction::Sit { name: None }).await.unwrap();
    for (ply, uci) in (0..).zip(["e2e4", "e7e5", "g1f3"]) {
        let (mover, other) = if ply % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        mover.enter(game).await;
        mover.play(game, ply, uci).await.unwrap();
        other.wait_for_move(uci).await;
    }
    let challenged = challenges::challenge(&mut late, 1, "Early", blitz()).await.unwrap();
    assert_eq!(challenges::opened(&mut early).await.id, challenged, "on the same server at once");

    cluster.nats().restart();
    for server in [&here, &there] {
        until_reconnected(server).await;
    }
    challenges::answer(&mut early, 2, challenged, ChallengeAnswer::Decline).await.unwrap();
    assert_eq!(challenges::closed(&mut late).await.0, challenged);
    for client in [&mut white, &mut black] {
        assert_eq!(client.enter(game).await.1.moves.len(), 3, "the connection is the first one");
    }
    here.stop().await;
    there.stop().await;
}

#[tokio::test]
async fn a_log_out_that_was_not_heard_of_is_found_in_the_store() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let bus = Arc::new(InProcessBus::new());
    let here = TestServer::among(store.clone(), bus.clone()).await;
    // No message gets from one to the other.
    let there = TestServer::among(store, Arc::new(InProcessBus::new())).await;
    let mut ann = join(&here, "Ann").await;
    bus.lag_subscribers();
    challenges_are_sent_again(&mut ann).await;
    assert_eq!(accounts::send(&there, "DELETE /api/session", &ann.cookie, "").await.status, 204);
    let noticed = async {
        // A server notices within a second that it is not alone.
        loop {
            bus.lag_subscribers();
            match ann.next().await {
                ToClient::Farewell { reason, .. } => return reason,
                message => assert!(matches!(message, ToClient::Challenges { .. } | ToClient::Beat { .. })),
            }
        }
    };
    assert_eq!(timeout(TIMEOUT, noticed).await.unwrap(), CloseReason::Closing);
    here.stop().await;
    there.stop().await;
}
