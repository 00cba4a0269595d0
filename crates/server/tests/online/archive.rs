//! Lists of live and finished games.

use std::sync::Arc;

use protocol::http::GameListPage;
use protocol::{GameId, PlayerAction, PlayerInfo, Seat, ToClient, Visibility};
use rules::ByColor;
use server::store::{GameStore, NewGame, SeatedPlayer, SqliteStore};

use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, correspondence, invite, pair};

async fn list(server: &TestServer, path: &str, cookie: &str) -> GameListPage {
    let response = server.request(&format!("GET {path}"), &[&format!("cookie: {cookie}")]).await;
    assert_eq!(response.status, 200, "{response:?}");
    serde_json::from_slice(&response.body).unwrap()
}

#[tokio::test]
async fn a_finished_game_is_in_the_archive_and_as_pgn() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    for (ply, uci) in (0..).zip(["f2f3", "e7e5", "g2g4", "d8h4"]) {
        let mover = if ply % 2 == 0 { &mut white } else { &mut black };
        mover.play(game, ply, uci).await.unwrap();
    }
    let everybody = list(&server, "/api/archive", "x=y").await;
    assert_eq!(everybody.games.len(), 1);
    let summary = &everybody.games[0];
    assert_eq!((summary.game, summary.plies, summary.speed.name()), (game, 4, "blitz"));
    assert_eq!(summary.result.as_ref().unwrap().0.result(), "0-1");
    assert_eq!(list(&server, "/api/archive?player=me&score=won", &black.cookie).await.games.len(), 1);
    assert_eq!(list(&server, "/api/archive?player=me&score=won", &white.cookie).await.games.len(), 0);
    assert_eq!(list(&server, "/api/archive?speed=rapid", "x=y").await.games.len(), 0);
    for bad in ["score=maybe", "speed=warp", "after=never", "from=x"] {
        assert_eq!(server.request(&format!("GET /api/archive?{bad}"), &[]).await.status, 400, "{bad}");
    }
    for path in [format!("/api/games/{game}/pgn"), "/api/archive/pgn".to_owned()] {
        let pgn = String::from_utf8(server.request(&format!("GET {path}"), &[]).await.body).unwrap();
        assert!(pgn.contains("[White \"Guest\"]") && pgn.contains("[Black \"Guest\"]"), "{pgn}");
        assert!(pgn.contains("2. g4 {[%clk 0:03:0") && pgn.contains("Qh4# ") && pgn.contains("0-1"), "{pgn}");
    }
}

#[tokio::test]
async fn downloads_are_named_after_the_game() {
    let server = TestServer::start().await;
    let (_white, _black, game) = pair(&server, blitz()).await;
    let name =
        |response: &crate::common::HttpResponse| response.header("content-disposition").unwrap().to_owned();
    let response = server.request(&format!("GET /api/games/{game}/pgn"), &[]).await;
    assert!(name(&response).starts_with("attachment; filename=\"Guest-Guest-20"), "{}", name(&response));
    let response = server.request("GET /api/archive/pgn", &[]).await;
    assert!(name(&response).contains("\"hanpan-games.pgn\""), "{}", name(&response));
}

#[tokio::test]
async fn moves_taken_back_are_not_counted() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    black.play(game, 1, "e7e5").await.unwrap();
    for _ in 0..2 {
        white.play(game, 2, "g1f3").await.unwrap();
        white.action(game, PlayerAction::offer(game::Offer::Takeback)).await.unwrap();
        black.action(game, PlayerAction::accept(game::Offer::Takeback)).await.unwrap();
    }
    assert_eq!(list(&server, "/api/live", "x=y").await.games[0].plies, 2);
    white.play(game, 2, "f1c4").await.unwrap();
    black.action(game, PlayerAction::Resign).await.unwrap();
    assert_eq!(list(&server, "/api/archive", "x=y").await.games[0].plies, 3);
}

#[tokio::test]
async fn private_games_are_listed_for_their_players_only() {
    let server = TestServer::start().await;
    let mut terms = blitz();
    terms.visibility = Visibility::Private;
    let (mut white, black, game) = pair(&server, terms).await;
    white.action(game, PlayerAction::Abort).await.unwrap();
    let (mut white, _black, game) = {
        let mut terms = blitz();
        terms.visibility = Visibility::Private;
        drop(black);
        pair(&server, terms).await
    };
    white.action(game, PlayerAction::Resign).await.unwrap();
    assert!(list(&server, "/api/archive", "x=y").await.games.is_empty());
    assert_eq!(
        list(&server, "/api/archive?player=me", &white.cookie).await.games.len(),
        1,
        "aborted games are not listed"
    );
    let exported = server.request("GET /api/archive/pgn", &[]).await;
    assert!(!String::from_utf8(exported.body).unwrap().contains("[Event"));
}

/// Strangers must not learn the ids of private games from page to page.
#[tokio::test]
async fn pages_are_full_and_their_cursors_opaque() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::on(Arc::clone(&store) as _).await;
    let made = server.send("POST /api/account", &[], r#"{"name":"Ann","password":"correct horse"}"#).await;
    let cookie = made.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let mut ann = Client::with_cookie(&server, Some(&cookie)).await;
    let mut bea = Client::new(&server).await;
    let game = invite(&server, &ann, blitz()).await.game;
    bea.enter(game).await;
    bea.action(game, PlayerAction::Sit { name: None }).await.unwrap();
    ann.play(game, 0, "e2e4").await.unwrap();
    ann.action(game, PlayerAction::Resign).await.unwrap();
    let played = store.load(game).await.unwrap().unwrap();
    let seat = |player: &Option<PlayerInfo>| {
        Some(SeatedPlayer { player: player.as_ref()?.id?, name: None, max_unfinished: None })
    };
    let mut private = Vec::new();
    for number in 1..=90_u128 {
        let id = GameId::from_bits(number << 64);
        let mut attributes = played.head.attributes;
        if number % 3 != 0 {
            attributes.visibility = Visibility::Private;
            private.push(id);
        }
        let seats = ByColor { white: seat(&played.head.seats.white), black: seat(&played.head.seats.black) };
        let (status, at, entries) = (played.head.status, played.head.at, played.entries.clone());
        store.create(NewGame { id, attributes, seats, status, at, entries }).await.unwrap();
    }
    let mut texts = String::new();
    let mut sizes = Vec::new();
    let mut after = String::new();
    loop {
        let page = server.request(&format!("GET /api/archive?player=Ann{after}"), &[]).await;
        texts += std::str::from_utf8(&page.body).unwrap();
        let page: GameListPage = serde_json::from_slice(&page.body).unwrap();
        sizes.push(page.games.len());
        let Some(next) = page.next else { break };
        let last = page.games.last().unwrap().game;
        assert!(!next.contains(&last.to_string()) && next.len() == 64, "{next}");
        after = format!("&after={next}");
    }
    assert_eq!(sizes, [30, 1]);
    for id in private {
        assert!(!texts.contains(&id.to_string()), "{id}");
    }
    let own = list(&server, "/api/archive?player=Ann", &ann.cookie).await;
    assert_eq!(own.games.len(), 30);
    assert!(own.next.is_some());
    let forged = format!("GET /api/archive?after={}-{game}", u64::MAX);
    assert_eq!(server.request(&forged, &[]).await.status, 400);
}

#[tokio::test]
async fn unfinished_games_show_whose_turn_it_is() {
    let server = TestServer::start().await;
    let (mut white, black, game) = pair(&server, correspondence()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    let mine = list(&server, "/api/me/games", &black.cookie).await;
    assert_eq!((mine.games[0].game, mine.games[0].turn), (game, Some(Seat::Black)));
    assert_eq!(mine.games[0].you, Some(Seat::Black), "the list says which seat is the caller's");
    assert_eq!(list(&server, "/api/live", "x=y").await.games.len(), 1);
    let open = invite(&server, &white, correspondence()).await;
    let mine = list(&server, "/api/me/games", &white.cookie).await;
    assert!(mine.games.iter().any(|game| game.game == open.game && game.turn.is_none()));
}

#[tokio::test]
async fn the_game_endpoint_returns_the_state() {
    let server = TestServer::start().await;
    let (white, _black, game) = pair(&server, blitz()).await;
    let cookie = format!("cookie: {}", white.cookie);
    let look = server.request(&format!("GET /api/games/{game}"), &[&cookie]).await;
    let ToClient::State { you, state, .. } = serde_json::from_slice(&look.body).unwrap() else {
        panic!("{look:?}")
    };
    assert_eq!((you, state.number), (Some(Seat::White), protocol::EventNumber(2)));
    let stranger = Client::new(&server).await;
    let look =
        server.request(&format!("GET /api/games/{game}"), &[&format!("cookie: {}", stranger.cookie)]).await;
    assert!(matches!(serde_json::from_slice(&look.body).unwrap(), ToClient::State { you: None, .. }));
}
