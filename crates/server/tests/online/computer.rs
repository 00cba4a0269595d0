//! Games against the computer.

use std::path::PathBuf;
use std::sync::Arc;

use protocol::http::{CreateGameRequest, CreateGameResponse};
use protocol::{
    ActionError, FenText, GameEventKind, GameId, OfferKind, PlayerAction, PlayerKind, PlayerName, RatingMode,
    Seat, SeatPresence, StartPosition, ToClient,
};
use server::store::SqliteStore;
use server::{Assets, Config, Limits, Proxy};

use crate::client::Client;
use crate::common::{FILES, HttpResponse, TestServer};
use crate::fixtures::{blitz, correspondence, invitation, invite};

/// Challenges a computer opponent as White.
async fn challenge(
    server: &TestServer,
    who: &Client,
    invitation: CreateGameRequest,
    called: &str,
) -> HttpResponse {
    let body =
        serde_json::to_string(&CreateGameRequest { computer: PlayerName::new(called).ok(), ..invitation });
    server.send("POST /api/games", &[&format!("cookie: {}", who.cookie)], &body.unwrap()).await
}

/// Starts a game against Haru as White.
async fn challenged(server: &TestServer, who: &Client, invitation: CreateGameRequest) -> GameId {
    let response = challenge(server, who, invitation, "haru").await;
    assert_eq!(response.status, 200, "{response:?}");
    serde_json::from_slice::<CreateGameResponse>(&response.body).unwrap().game
}

async fn play_haru(server: &TestServer, who: &mut Client) -> GameId {
    let game = challenged(server, who, invitation(blitz())).await;
    let (seat, state) = who.enter(game).await;
    assert_eq!(seat, Some(Seat::White));
    let haru = state.seats.black.unwrap();
    assert_eq!((haru.standing, haru.name), (PlayerKind::Computer, PlayerName::new("haru").ok()));
    game
}

/// Waits for the computer's move.
async fn answered(who: &mut Client, at: u32) {
    who.event(|event| match &event.kind {
        GameEventKind::Moved { ply, .. } if ply.0 == at => Some(()),
        _ => None,
    })
    .await;
}

#[tokio::test]
async fn the_computer_plays_a_whole_game() {
    let server = TestServer::start().await;
    let mut ann = Client::new(&server).await;
    let game = play_haru(&server, &mut ann).await;
    let here = ann
        .until(|message| match message {
            ToClient::Presence { players, .. } => Some(players.black),
            _ => None,
        })
        .await;
    assert_eq!(here, SeatPresence::Here);
    ann.play(game, 0, "e2e4").await.unwrap();
    answered(&mut ann, 1).await;
    ann.play(game, 2, "d2d4").await.unwrap();
    answered(&mut ann, 3).await;
    assert_eq!(
        ann.action(game, PlayerAction::ClaimWin).await,
        Err(ActionError::NotGone),
        "the computer is never absent"
    );
    ann.action(game, PlayerAction::Offer { offer: OfferKind::Draw }).await.unwrap();
    ann.event(|event| matches!(event.kind, GameEventKind::Declined { .. }).then_some(())).await;
    ann.action(game, PlayerAction::Offer { offer: OfferKind::Takeback }).await.unwrap();
    let taken = ann
        .event(|event| match event.kind {
            GameEventKind::TakenBack { plies, .. } => Some(plies),
            _ => None,
        })
        .await;
    assert_eq!(taken, 2);
    ann.play(game, 2, "g1f3").await.unwrap();
    answered(&mut ann, 3).await;
    ann.action(game, PlayerAction::Resign).await.unwrap();
    ann.action(game, PlayerAction::Offer { offer: OfferKind::Rematch }).await.unwrap();
    let next = ann
        .event(|event| match event.kind {
            GameEventKind::Rematched { game } => Some(game),
            _ => None,
        })
        .await;
    // The computer has White and moves first.
    let (seat, _) = ann.enter(next).await;
    assert_eq!(seat, Some(Seat::Black));
    answered(&mut ann, 0).await;
}

#[tokio::test]
async fn the_computer_accepts_a_draw_unless_it_is_better() {
    let server = TestServer::start().await;
    let mut ann = Client::new(&server).await;
    // First Ann is a rook up, then the computer.
    for (fen, takes) in
        [("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30", true), ("r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 30", false)]
    {
        let mut terms = blitz();
        terms.start = StartPosition::FromPosition { fen: FenText::try_from(fen.to_owned()).unwrap() };
        let game = challenged(&server, &ann, invitation(terms)).await;
        ann.enter(game).await;
        ann.play(game, 0, "h2h3").await.unwrap();
        answered(&mut ann, 1).await;
        ann.action(game, PlayerAction::Offer { offer: OfferKind::Draw }).await.unwrap();
        let taken = ann
            .event(|event| match &event.kind {
                GameEventKind::Ended { result, .. } => Some(result.0.ending() == game::Ending::Agreement),
                GameEventKind::Declined { .. } => Some(false),
                _ => None,
            })
            .await;
        assert_eq!(taken, takes, "{fen}");
    }
}

#[tokio::test]
async fn the_computer_claims_a_threefold_repetition() {
    let server = TestServer::start().await;
    let mut ann = Client::new(&server).await;
    // The computer is a knight down, and its king has two squares.
    let fen = "7k/4K2p/7P/8/8/8/8/1N6 w - - 0 1";
    let mut terms = blitz();
    terms.start = StartPosition::FromPosition { fen: FenText::try_from(fen.to_owned()).unwrap() };
    let game = challenged(&server, &ann, invitation(terms)).await;
    ann.enter(game).await;
    for (ply, uci) in [(0, "b1c3"), (2, "c3b1"), (4, "b1c3")] {
        ann.play(game, ply, uci).await.unwrap();
        answered(&mut ann, ply + 1).await;
    }
    ann.play(game, 6, "c3b1").await.unwrap();
    let ending = ann
        .event(|event| match &event.kind {
            GameEventKind::Ended { result, .. } => Some(result.0.ending()),
            GameEventKind::Moved { ply, .. } if ply.0 == 7 => Some(game::Ending::Agreement),
            _ => None,
        })
        .await;
    assert_eq!(ending, game::Ending::Threefold);
}

#[tokio::test]
async fn computer_games_are_limited_in_total() {
    let limits = Limits { computer_games: 1, ..Limits::default() };
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::of(Assets::new(&FILES), store, Config { limits, ..Config::default() }).await;
    let (mut ann, mut bea) = (Client::new(&server).await, Client::new(&server).await);
    let game = play_haru(&server, &mut ann).await;
    let busy = challenge(&server, &bea, invitation(blitz()), "haru").await;
    assert_eq!(busy.status, 422);
    assert!(String::from_utf8(busy.body).unwrap().contains("computer-busy"));
    ann.action(game, PlayerAction::Resign).await.unwrap();
    play_haru(&server, &mut bea).await;
}

/// On disk, where concurrent requests wait for each other's writes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_challenges_do_not_exceed_the_limit() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("seats-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    let limits = Limits { computer_games: 4, ..Limits::default() };
    let config = Config { limits, proxy: Proxy::Trusted, ..Config::default() };
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    let server = TestServer::of(Assets::new(&FILES), store, config).await;
    let body = serde_json::to_string(&CreateGameRequest {
        computer: PlayerName::new("haru").ok(),
        ..invitation(blitz())
    });
    // Each from a different network.
    let asked = (1..=20).map(async |number| {
        let from = format!("x-forwarded-for: 10.0.0.{number}");
        server.send("POST /api/games", &[&from], body.as_ref().unwrap()).await.status
    });
    let mut responses = futures_util::future::join_all(asked).await;
    responses.sort_unstable();
    assert_eq!(responses, [[200; 4].as_slice(), &[422; 16]].concat());
    server.stop().await;
    std::fs::remove_dir_all(&folder).ok();
}

#[tokio::test]
async fn computer_games_are_limited_per_player() {
    let server = TestServer::start().await;
    let (mut ann, mut bea) = (Client::new(&server).await, Client::new(&server).await);
    let over = play_haru(&server, &mut ann).await;
    ann.action(over, PlayerAction::Abort).await.unwrap();
    // Concurrently.
    let asked = (0..9).map(|_| challenge(&server, &ann, invitation(blitz()), "haru"));
    let responses = futures_util::future::join_all(asked).await;
    let mut games = Vec::new();
    for response in responses {
        match response.status {
            200 => games.push(serde_json::from_slice::<CreateGameResponse>(&response.body).unwrap().game),
            status => {
                assert_eq!(status, 422);
                assert!(String::from_utf8(response.body).unwrap().contains("computer-busy"));
            }
        }
    }
    assert_eq!(games.len(), 3, "three games per player");
    assert_eq!(
        ann.action(over, PlayerAction::Offer { offer: OfferKind::Rematch }).await,
        Err(ActionError::ComputerBusy),
        "rematches count as well"
    );
    play_haru(&server, &mut bea).await;
    invite(&server, &ann, blitz()).await;
    ann.enter(games[0]).await;
    ann.action(games[0], PlayerAction::Abort).await.unwrap();
    ann.action(over, PlayerAction::Offer { offer: OfferKind::Rematch }).await.unwrap();
    ann.event(|event| matches!(event.kind, GameEventKind::Rematched { .. }).then_some(())).await;
    let busy = challenge(&server, &ann, invitation(blitz()), "haru").await;
    assert_eq!(busy.status, 422, "the rematch counts");
}

#[tokio::test]
async fn computer_games_are_limited_per_network() {
    let limits = Limits { computer_games: 8, ..Limits::default() };
    let config = Config { limits, proxy: Proxy::Trusted, ..Config::default() };
    let server =
        TestServer::of(Assets::new(&FILES), Arc::new(SqliteStore::in_memory().unwrap()), config).await;
    let body = serde_json::to_string(&CreateGameRequest {
        computer: PlayerName::new("haru").ok(),
        ..invitation(blitz())
    });
    // Without a cookie every request is a new guest.
    for (from, expected) in [("10.0.0.1", 200), ("10.0.0.1", 200), ("10.0.0.1", 422), ("10.0.0.2", 200)] {
        let from = format!("x-forwarded-for: {from}");
        let response = server.send("POST /api/games", &[&from], body.as_ref().unwrap()).await;
        assert_eq!(response.status, expected, "{from}: {response:?}");
        let is_busy = String::from_utf8(response.body).unwrap().contains("computer-busy");
        assert_eq!(is_busy, expected == 422);
    }
}

#[tokio::test]
async fn the_computer_refuses_untimed_rated_and_unknown_games() {
    let server = TestServer::start().await;
    let ann = Client::new(&server).await;
    let mut rated = invitation(blitz());
    rated.terms.stakes = RatingMode::Rated;
    let mut taking_kings = invitation(blitz());
    taking_kings.terms.start = protocol::StartPosition::KingCapture { first: Seat::White };
    for (invitation, called, expected) in [
        (invitation(correspondence()), "haru", "not-with-computer"),
        (taking_kings, "haru", "not-with-computer"),
        (rated, "haru", "account-needed"),
        (invitation(blitz()), "unknown", "not-with-computer"),
    ] {
        let response = challenge(&server, &ann, invitation, called).await;
        assert_eq!(response.status, 422);
        let body = String::from_utf8(response.body).unwrap();
        assert!(body.contains(expected), "{called}: {body}");
    }
}

#[tokio::test]
async fn other_players_cannot_move_for_the_computer() {
    let server = TestServer::start().await;
    let (mut ann, mut mallory) = (Client::new(&server).await, Client::new(&server).await);
    let game = play_haru(&server, &mut ann).await;
    ann.play(game, 0, "e2e4").await.unwrap();
    assert_eq!(mallory.play(game, 1, "a7a5").await, Err(ActionError::NotSeated));
    assert_eq!(mallory.action(game, PlayerAction::Sit { name: None }).await, Err(ActionError::Full));
}

#[tokio::test]
async fn computer_games_continue_after_a_restart() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("computer-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    let server = TestServer::on(store.clone()).await;
    let mut ann = Client::new(&server).await;
    let game = play_haru(&server, &mut ann).await;
    ann.play(game, 0, "e2e4").await.unwrap();
    let cookie = ann.cookie.clone();
    server.stop().await;
    store.close().await;
    drop(store);
    let server = TestServer::on(Arc::new(SqliteStore::open(&folder).unwrap())).await;
    let mut ann = Client::with_cookie(&server, Some(&cookie)).await;
    let (_, state) = ann.enter(game).await;
    if state.moves.len() == 1 {
        answered(&mut ann, 1).await;
    }
    ann.play(game, 2, "d2d4").await.unwrap();
    answered(&mut ann, 3).await;
    server.stop().await;
    std::fs::remove_dir_all(&folder).ok();
}
