//! The opening explorer of the public games.

use protocol::http::ExplorerPosition;
use protocol::{GameId, PlayerAction, PlayerKind, Visibility};
use tokio::time::{Duration, Instant, sleep};

use crate::accounts::{cookie, credentials, send};
use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, invite, pair, play_moves};

/// Longer than the explorer takes to see a change.
const PATIENCE: Duration = Duration::from_secs(30);

async fn explore(server: &TestServer, query: &str) -> Option<ExplorerPosition> {
    let response = server.request(&format!("GET /api/explorer{query}"), &[]).await;
    match response.status {
        200 => Some(serde_json::from_slice(&response.body).unwrap()),
        // The archive is being read.
        429 => None,
        status => panic!("{status}: {response:?}"),
    }
}

/// Waits until the explorer has so many games.
async fn until_indexed(server: &TestServer, games: u32) -> ExplorerPosition {
    let start = Instant::now();
    loop {
        let found = explore(server, "").await;
        if let Some(found) = found.filter(|found| found.indexed == games) {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{games} games");
        sleep(Duration::from_millis(100)).await;
    }
}

/// Plays 1.e4 and the answer, and resigns as White.
async fn play_and_resign(white: &mut Client, black: &mut Client, game: GameId, answer: &str) {
    play_moves(white, black, game, &format!("e2e4 {answer}")).await;
    white.action(game, PlayerAction::Resign).await.unwrap();
}

#[tokio::test]
async fn public_games_are_counted_by_move() {
    let server = TestServer::start().await;
    assert_eq!(until_indexed(&server, 0).await.moves, []);
    let mut games = Vec::new();
    for answer in ["e7e5", "c7c5", "c7c5"] {
        let (mut white, mut black, game) = pair(&server, blitz()).await;
        play_and_resign(&mut white, &mut black, game, answer).await;
        games.push(game);
    }
    let mut private = blitz();
    private.visibility = Visibility::Private;
    let (mut white, mut black, game) = pair(&server, private).await;
    play_and_resign(&mut white, &mut black, game, "e7e5").await;

    let start = until_indexed(&server, 3).await;
    assert_eq!((start.counts.white, start.counts.draws, start.counts.black), (0, 0, 3));
    assert_eq!((start.moves.len(), start.moves[0].san.as_str(), start.opening), (1, "e4", None));
    let mut shown: Vec<GameId> = start.games.iter().map(|game| game.game.game).collect();
    shown.sort_unstable();
    games.sort_unstable();
    assert_eq!(shown, games);

    let fen = "?fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR%20b%20KQkq%20-%200%201";
    let found = explore(&server, fen).await.unwrap();
    let moves: Vec<(&str, u32)> = found.moves.iter().map(|m| (m.uci.as_str(), m.counts.black)).collect();
    assert_eq!(moves, [("c7c5", 2), ("e7e5", 1)]);
    assert_eq!(found.opening.unwrap().eco, "B00");
    for bad in ["?fen=nonsense", "?fen=8/8/8/8/8/8/8/8%20w%20-%20-%200%201"] {
        let refused = server.request(&format!("GET /api/explorer{bad}"), &[]).await;
        assert_eq!(refused.status, 400, "{bad}");
    }
}

#[tokio::test]
async fn an_account_can_leave_its_games_out_and_a_deleted_one_leaves_no_name() {
    let server = TestServer::start().await;
    let made = server.send("POST /api/account", &[], &credentials("Minji", "correct horse")).await;
    let session = cookie(&made);
    let mut minji = Client::with_cookie(&server, Some(&session)).await;
    let mut guest = Client::new(&server).await;
    let game = invite(&server, &minji, blitz()).await.game;
    minji.enter(game).await;
    guest.enter(game).await;
    guest.action(game, PlayerAction::Sit { name: None }).await.unwrap();
    play_and_resign(&mut minji, &mut guest, game, "e7e5").await;
    let name = |found: &ExplorerPosition| {
        let white = found.games[0].game.seats.white.as_ref().unwrap();
        (white.name.as_ref().map(ToString::to_string), white.standing)
    };
    assert_eq!(name(&until_indexed(&server, 1).await), (Some("Minji".to_owned()), PlayerKind::Account));

    let path = "/api/account/explorer";
    let setting = send(&server, &format!("GET {path}"), &session, "").await;
    assert_eq!(setting.body, br#"{"included":true}"#);
    let choose = |included: &'static str| send(&server, "POST /api/account/explorer", &session, included);
    assert_eq!(choose(r#"{"included":false}"#).await.status, 204);
    until_indexed(&server, 0).await;
    let exported = send(&server, "GET /api/me/export", &session, "").await;
    assert!(String::from_utf8_lossy(&exported.body).contains(r#""in_explorer":false"#));
    assert_eq!(choose(r#"{"included":true}"#).await.status, 204);
    until_indexed(&server, 1).await;
    assert_eq!(server.request(&format!("GET {path}"), &[]).await.status, 401);

    let deleted =
        send(&server, "DELETE /api/account", &session, &credentials("Minji", "correct horse")).await;
    assert_eq!(deleted.status, 204);
    assert_eq!(name(&explore(&server, "").await.unwrap()), (None, PlayerKind::Gone));
}
