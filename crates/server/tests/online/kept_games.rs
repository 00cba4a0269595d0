//! Games against the computer that were played on the player's device and are kept in the archive.

use game::{Ending, Outcome};
use protocol::http::{GameListPage, KeepGameRequest, KeepGameResponse};
use protocol::{
    ActionError, ActionId, FenText, GameId, GameResult, OfferKind, PlayerAction, PlayerName, Seat,
    StartPosition, WireMove,
};
use rules::Color;

use crate::accounts::{cookie, credentials};
use crate::client::Client;
use crate::common::{HttpResponse, TestServer};

const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

fn request(id: u128, moves: &[&str], winner: Option<Color>, ending: Ending) -> KeepGameRequest {
    KeepGameRequest {
        id: ActionId::from_bits(id),
        start: StartPosition::Standard,
        seat: Seat::Black,
        computer: PlayerName::new("haru").unwrap(),
        moves: moves.iter().map(|uci| WireMove(uci.parse().unwrap())).collect(),
        result: GameResult(Outcome::new(winner, ending).unwrap()),
    }
}

/// Creates an account and returns its cookie.
async fn register(server: &TestServer, name: &str) -> String {
    cookie(&server.send("POST /api/account", &[], &credentials(name, "correct horse")).await)
}

async fn keep(server: &TestServer, cookie: &str, request: &KeepGameRequest) -> HttpResponse {
    let body = serde_json::to_string(request).unwrap();
    server.send("POST /api/archive", &[&format!("cookie: {cookie}")], &body).await
}

async fn kept(server: &TestServer, cookie: &str, request: &KeepGameRequest) -> GameId {
    let response = keep(server, cookie, request).await;
    assert_eq!(response.status, 200, "{response:?}");
    serde_json::from_slice::<KeepGameResponse>(&response.body).unwrap().game
}

async fn list(server: &TestServer, query: &str, cookie: &str) -> Vec<GameId> {
    let response =
        server.request(&format!("GET /api/archive?{query}"), &[&format!("cookie: {cookie}")]).await;
    assert_eq!(response.status, 200, "{response:?}");
    let page: GameListPage = serde_json::from_slice(&response.body).unwrap();
    page.games.iter().map(|game| game.game).collect()
}

#[tokio::test]
async fn a_kept_game_is_in_the_archive_of_its_player_only() {
    let server = TestServer::start().await;
    let (ann, bob) = (register(&server, "Ann").await, register(&server, "Bob").await);
    let game = kept(&server, &ann, &request(1, &MATE, Some(Color::Black), Ending::Checkmate)).await;
    for query in
        ["player=me", "player=me&score=won", "player=me&opponent=@computer", "player=Ann&speed=unlimited"]
    {
        assert_eq!(list(&server, query, &ann).await, [game], "{query}");
    }
    for query in ["player=me&score=lost", "player=me&opponent=Bob"] {
        assert_eq!(list(&server, query, &ann).await, [], "{query}");
    }
    for query in ["player=Ann", "player=me&opponent=@computer", "opponent=@computer&player=Ann", ""] {
        assert_eq!(list(&server, query, &bob).await, [], "{query}");
    }
    let pgn = server.request("GET /api/archive/pgn?player=me", &[&format!("cookie: {ann}")]).await;
    let pgn = String::from_utf8(pgn.body).unwrap();
    for part in ["[White \"Haru\"]", "[Black \"Ann\"]", "[TimeControl \"-\"]", "1. f3 e5 2. g4 Qh4# 0-1"] {
        assert!(pgn.contains(part), "{part}: {pgn}");
    }
    let export = server.request("GET /api/me/export", &[&format!("cookie: {ann}")]).await;
    assert!(String::from_utf8(export.body).unwrap().contains("Qh4#"));
    let profile = server.request("GET /api/players/Ann", &[]).await;
    assert!(!String::from_utf8(profile.body).unwrap().contains(&game.to_string()), "not for others");
}

#[tokio::test]
async fn a_retry_does_not_keep_a_game_twice() {
    let server = TestServer::start().await;
    let (ann, bob) = (register(&server, "Ann").await, register(&server, "Bob").await);
    let request = request(7, &["e2e4", "e7e5"], Some(Color::White), Ending::Resignation);
    let game = kept(&server, &ann, &request).await;
    assert_eq!(kept(&server, &ann, &request).await, game);
    assert_eq!(list(&server, "player=me", &ann).await, [game]);
    assert_ne!(kept(&server, &bob, &request).await, game, "ids of players do not collide");
    let again = KeepGameRequest { id: ActionId::from_bits(8), ..request };
    assert_ne!(kept(&server, &ann, &again).await, game, "the same moves in another game");
    assert_eq!(list(&server, "player=me", &ann).await.len(), 2);
}

#[tokio::test]
async fn games_that_cannot_have_been_played_are_refused() {
    let server = TestServer::start().await;
    let ann = register(&server, "Ann").await;
    let won = Some(Color::Black);
    let bad = [
        request(1, &["e2e4", "e2e4"], won, Ending::Resignation),
        request(2, &[&MATE[..], &["a2a3"]].concat(), won, Ending::Checkmate),
        request(3, &MATE, Some(Color::White), Ending::Checkmate),
        request(4, &MATE[..3], won, Ending::Checkmate),
        request(5, &MATE, won, Ending::Resignation),
        request(6, &MATE[..2], None, Ending::Aborted),
        request(7, &[], won, Ending::Resignation),
        request(12, &MATE[..2], won, Ending::Abandoned),
        request(13, &MATE[..2], None, Ending::Dead),
        request(14, &MATE[..2], None, Ending::Threefold),
        request(15, &MATE[..2], None, Ending::Fifty),
        request(16, &MATE[..2], None, Ending::Insufficient),
        KeepGameRequest {
            start: StartPosition::KingCapture { first: Seat::White },
            ..request(8, &MATE[..2], won, Ending::Resignation)
        },
        KeepGameRequest {
            computer: PlayerName::new("unknown-level").unwrap(),
            ..request(9, &MATE, won, Ending::Checkmate)
        },
        KeepGameRequest {
            start: StartPosition::FromPosition {
                fen: FenText::try_from("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()).unwrap(),
            },
            ..request(10, &[], won, Ending::Resignation)
        },
    ];
    for request in bad {
        let response = keep(&server, &ann, &request).await;
        assert!([400, 422].contains(&response.status), "{request:?}: {response:?}");
    }
    assert_eq!(list(&server, "player=me", &ann).await, []);
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    kept(&server, &ann, &request(17, &knights.repeat(2), None, Ending::Threefold)).await;
    let body = serde_json::to_string(&request(11, &MATE, won, Ending::Checkmate)).unwrap();
    let body = body.replacen('{', "{\"moreover\":1,", 1);
    let response = server.send("POST /api/archive", &[&format!("cookie: {ann}")], &body).await;
    assert_eq!(response.status, 422, "unknown fields, as of a newer client");
}

#[tokio::test]
async fn guests_keep_no_games_and_foreign_pages_cannot() {
    let server = TestServer::start().await;
    let guest = Client::new(&server).await;
    let request = request(1, &MATE, Some(Color::Black), Ending::Checkmate);
    assert_eq!(keep(&server, &guest.cookie, &request).await.status, 401);
    let ann = register(&server, "Ann").await;
    let body = serde_json::to_string(&request).unwrap();
    let headers = [&*format!("cookie: {ann}"), "origin: https://evil.example"];
    assert_eq!(server.send("POST /api/archive", &headers, &body).await.status, 403);
}

#[tokio::test]
async fn a_kept_game_can_be_opened_but_has_no_rematch() {
    let server = TestServer::start().await;
    let cookie = register(&server, "Ann").await;
    let game = kept(&server, &cookie, &request(1, &MATE, Some(Color::Black), Ending::Checkmate)).await;
    let mut ann = Client::with_cookie(&server, Some(&cookie)).await;
    let (seat, state) = ann.enter(game).await;
    assert_eq!((seat, state.moves.len()), (Some(Seat::Black), 4));
    let rematch = ann.action(game, PlayerAction::Offer { offer: OfferKind::Rematch }).await;
    assert_eq!(rematch, Err(ActionError::NotWithComputer));
}
