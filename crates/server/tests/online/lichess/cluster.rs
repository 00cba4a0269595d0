//! Streams of programs that are connected to different servers on one database.

use super::ApiServer;
use super::program::Program;
use crate::cluster::{BusKind, Cluster};

#[tokio::test(flavor = "multi_thread")]
async fn programs_on_two_servers_connected_by_nats_play_one_game() {
    play_across(BusKind::Nats).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_on_two_servers_connected_by_the_database_play_one_game() {
    play_across(BusKind::Notify).await;
}

/// Ann is connected to one server and Bob to the other one, until the first one stops.
async fn play_across(bus: BusKind) {
    let cluster = Cluster::new(bus);
    let (here, there) = two_servers(&cluster).await;
    let (ann, bob) = (here.program(1, "Ann").await, here.program(2, "Bob").await);
    let mut events_of_ann = ann.lines(&here, "/api/stream/event").await;
    let mut events_of_bob = bob.lines(&there, "/api/stream/event").await;

    let id = challenge(&here, &ann).await;
    assert_eq!(events_of_bob.next().await.unwrap()["challenge"]["id"], id.as_str());
    events_of_ann.until("challenge").await;
    bob.post_ok(&there, &format!("/api/challenge/{id}/accept"), "").await;
    for events in [&mut events_of_ann, &mut events_of_bob] {
        let start = events.next().await.unwrap();
        assert_eq!((&start["type"], &start["game"]["id"]), (&"gameStart".into(), &id.as_str().into()));
    }

    let stream = format!("/api/board/game/stream/{id}");
    let (mut white, mut black) = (ann.lines(&here, &stream).await, bob.lines(&there, &stream).await);
    for lines in [&mut white, &mut black] {
        assert_eq!(lines.next().await.unwrap()["state"]["moves"], "");
    }
    let mut moves: Vec<&str> = Vec::new();
    for (ply, uci) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        let (api, mover) = if ply % 2 == 0 { (&here, &ann) } else { (&there, &bob) };
        mover.post_ok(api, &format!("/api/board/game/{id}/move/{uci}"), "").await;
        moves.push(uci);
        for lines in [&mut white, &mut black] {
            assert_eq!(lines.until("gameState").await["moves"], moves.join(" "), "a line for every move");
        }
    }

    here.server.stop().await;
    assert_eq!(events_of_ann.next().await, None, "streams end with their server");
    let mut white = ann.lines(&there, &stream).await;
    assert_eq!(white.next().await.unwrap()["state"]["moves"], moves.join(" "));
    ann.post_ok(&there, &format!("/api/board/game/{id}/move/f1b5"), "").await;
    assert_eq!(black.until("gameState").await["moves"], "e2e4 e7e5 g1f3 b8c6 f1b5");
    bob.post_ok(&there, &format!("/api/board/game/{id}/resign"), "").await;
    assert_eq!(events_of_bob.next().await.unwrap()["type"], "gameFinish");
    there.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_end_when_their_token_is_revoked_on_another_server() {
    for bus in [BusKind::Nats, BusKind::Notify] {
        let cluster = Cluster::new(bus);
        let (here, there) = two_servers(&cluster).await;
        let ann = here.program(1, "Ann").await;
        let mut events = ann.lines(&there, "/api/stream/event").await;
        assert_eq!(ann.send(&here, "DELETE /api/token", "").await.status, 200);
        assert_eq!(events.next().await, None);
        assert_eq!(ann.get(&there, "/api/account").await.0, 401);
        here.server.stop().await;
        there.server.stop().await;
    }
}

async fn two_servers(cluster: &Cluster) -> (ApiServer, ApiServer) {
    let start = async || {
        let (server, store) = cluster.start_server().await;
        ApiServer { server, store }
    };
    (start().await, start().await)
}

/// Challenges Bob to a game with Black; returns its id.
async fn challenge(api: &ApiServer, ann: &Program) -> String {
    let terms = "clock.limit=300&clock.increment=0&color=white";
    let challenge = ann.post_json(api, "/api/challenge/bob", terms).await;
    challenge["id"].as_str().unwrap().to_owned()
}
