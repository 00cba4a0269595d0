//! Archive filters and PGN export.

use std::sync::Arc;
use std::time::Duration;

use game::{Allowance, Bonus, Millis, TimeControl};
use protocol::http::{GameListPage, Me};
use protocol::{GameId, GameSetup, OfferKind, PlayerAction, PlayerId, Visibility};
use rules::ByColor;
use server::store::{GameStore, NewGame, SeatedPlayer, SqliteStore};
use server::{Assets, Config};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::time::timeout;

use crate::client::Client;
use crate::common::{FILES, HttpResponse, TIMEOUT, TestServer};
use crate::fixtures::{blitz, correspondence, invite, pair, terms};

/// Ending of a test game.
#[derive(Clone, Copy)]
enum GameEnd {
    WhiteResigns,
    BlackResigns,
    Agreed,
}

fn rapid() -> GameSetup {
    terms(TimeControl::same(Allowance::new(Millis::minutes(15), Bonus::None).unwrap()))
}

/// Creates an account and connects.
async fn log_in_new_account(server: &TestServer, name: &str) -> Client {
    let body = format!(r#"{{"name":"{name}","password":"correct horse"}}"#);
    let made = server.send("POST /api/account", &[], &body).await;
    let cookie = made.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    Client::with_cookie(server, Some(&cookie)).await
}

async fn play(
    server: &TestServer,
    white: &mut Client,
    black: &mut Client,
    terms: GameSetup,
    end: GameEnd,
) -> GameId {
    let game = invite(server, white, terms).await.game;
    white.enter(game).await;
    black.enter(game).await;
    black.action(game, PlayerAction::Sit { name: None }).await.unwrap();
    white.play(game, 0, "e2e4").await.unwrap();
    black.play(game, 1, "e7e5").await.unwrap();
    let done = match end {
        GameEnd::WhiteResigns => white.action(game, PlayerAction::Resign).await,
        GameEnd::BlackResigns => black.action(game, PlayerAction::Resign).await,
        GameEnd::Agreed => {
            white.action(game, PlayerAction::Offer { offer: OfferKind::Draw }).await.unwrap();
            black.action(game, PlayerAction::Accept { offer: OfferKind::Draw }).await
        }
    };
    done.unwrap();
    game
}

/// The server's time, a few milliseconds apart from any game.
async fn now(server: &TestServer) -> u64 {
    let pause = || tokio::time::sleep(Duration::from_millis(3));
    pause().await;
    let me: Me = serde_json::from_slice(&server.request("GET /api/me", &[]).await.body).unwrap();
    pause().await;
    me.now.0
}

#[tokio::test]
async fn filters_apply_to_list_and_export() {
    let server = TestServer::start().await;
    let mut ann = log_in_new_account(&server, "Ann").await;
    let mut bea = log_in_new_account(&server, "Bea").await;
    let mut cal = log_in_new_account(&server, "Cal").await;
    let lost = play(&server, &mut ann, &mut bea, blitz(), GameEnd::WhiteResigns).await;
    let first = now(&server).await;
    let won = play(&server, &mut ann, &mut cal, blitz(), GameEnd::BlackResigns).await;
    let drawn = play(&server, &mut bea, &mut ann, rapid(), GameEnd::Agreed).await;
    let second = now(&server).await;
    let slow = play(&server, &mut cal, &mut ann, correspondence(), GameEnd::WhiteResigns).await;
    let others = play(&server, &mut bea, &mut cal, blitz(), GameEnd::BlackResigns).await;
    let cookie = format!("cookie: {}", ann.cookie);
    let check = async |query: &str, expected: &[GameId]| {
        let listed = server.request(&format!("GET /api/archive?{query}"), &[&cookie]).await;
        let listing: GameListPage = serde_json::from_slice(&listed.body).unwrap();
        assert_eq!(listing.games.iter().map(|game| game.game).collect::<Vec<_>>(), expected, "{query}");
        let pgn = server.request(&format!("GET /api/archive/pgn?{query}"), &[&cookie]).await;
        assert_eq!(exported(&pgn).1, expected, "{query} as PGN");
    };
    check("", &[others, slow, drawn, won, lost]).await;
    check("player=me", &[slow, drawn, won, lost]).await;
    check("player=bea", &[others, drawn, lost]).await;
    check("player=me&score=won", &[slow, won]).await;
    check("player=me&score=drawn", &[drawn]).await;
    check("player=me&score=lost", &[lost]).await;
    check("player=me&opponent=Bea", &[drawn, lost]).await;
    check("player=cal&opponent=me", &[slow, won]).await;
    check("player=me&speed=blitz", &[won, lost]).await;
    check("player=me&speed=correspondence", &[slow]).await;
    check(&format!("player=me&from={first}"), &[slow, drawn, won]).await;
    check(&format!("player=me&until={first}"), &[lost]).await;
    check(&format!("from={first}&until={second}"), &[drawn, won]).await;
    // Combined filters.
    check("player=me&score=won&speed=blitz", &[won]).await;
    check("player=me&opponent=cal&speed=correspondence&score=won", &[slow]).await;
    check("player=me&opponent=cal&score=lost", &[]).await;
    check(&format!("player=me&opponent=bea&speed=rapid&score=drawn&from={first}&until={second}"), &[drawn])
        .await;
    check(&format!("player=me&opponent=bea&speed=rapid&until={first}"), &[]).await;
    check("speed=rapid", &[drawn]).await;
    // Invalid queries are refused.
    for (query, status) in [("player=stranger", 404), ("score=won", 400), ("opponent=bea", 400)] {
        for path in ["/api/archive", "/api/archive/pgn"] {
            assert_eq!(
                server.request(&format!("GET {path}?{query}"), &[&cookie]).await.status,
                status,
                "{query}"
            );
        }
    }
}

#[tokio::test]
async fn private_games_are_visible_to_their_players() {
    let server = TestServer::start().await;
    let (mut ann, mut bea) =
        (log_in_new_account(&server, "Ann").await, log_in_new_account(&server, "Bea").await);
    let open = play(&server, &mut ann, &mut bea, blitz(), GameEnd::Agreed).await;
    let hidden = GameSetup { visibility: Visibility::Private, ..blitz() };
    let hidden = play(&server, &mut ann, &mut bea, hidden, GameEnd::Agreed).await;
    let stranger = Client::new(&server).await;
    for (cookie, expected) in
        [(&ann.cookie, vec![hidden, open]), (&bea.cookie, vec![hidden, open]), (&stranger.cookie, vec![open])]
    {
        let cookie = format!("cookie: {cookie}");
        let listed = server.request("GET /api/archive?player=ann", &[&cookie]).await;
        let listing: GameListPage = serde_json::from_slice(&listed.body).unwrap();
        assert_eq!(listing.games.iter().map(|game| game.game).collect::<Vec<_>>(), expected);
        let pgn = server.request("GET /api/archive/pgn?player=ann", &[&cookie]).await;
        assert_eq!(exported(&pgn).1, expected);
    }
}

#[tokio::test]
async fn an_export_is_streamed_in_chunks() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::on(Arc::clone(&store) as _).await;
    fill(&server, &store, 100).await;
    let (pieces, mut games) = exported(&server.request("GET /api/archive/pgn", &[]).await);
    games.sort_unstable_by_key(|game| game.bits());
    games.dedup();
    assert_eq!(games.len(), 100);
    assert!(pieces >= 3, "{pieces} pieces");
}

/// A client that does not read its export keeps the permit; small socket buffers make that visible.
#[tokio::test]
async fn two_archive_exports_run_at_a_time() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let listener = TcpSocket::new_v4().unwrap();
    listener.set_send_buffer_size(4_096).unwrap();
    listener.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = listener.listen(8).unwrap();
    let server =
        TestServer::at(listener, Assets::new(&FILES), Arc::clone(&store) as _, Config::default()).await;
    fill(&server, &store, 400).await;
    let mut readers = Vec::new();
    for _ in 0..2 {
        let stream = TcpSocket::new_v4().unwrap();
        stream.set_recv_buffer_size(4_096).unwrap();
        let mut stream = stream.connect(server.address).await.unwrap();
        stream.write_all(b"GET /api/archive/pgn HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        // The response has started.
        stream.read_exact(&mut [0; 12]).await.unwrap();
        readers.push(stream);
    }
    assert_eq!(server.request("GET /api/archive/pgn", &[]).await.status, 429);
    drop(readers);
    let free_again = async {
        while server.request("GET /api/archive/pgn", &[]).await.status == 429 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TIMEOUT, free_again).await.expect("permits were not released");
}

/// Plays a game and stores copies of it.
async fn fill(server: &TestServer, store: &SqliteStore, games: u128) {
    let (mut white, _, game) = pair(server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    white.action(game, PlayerAction::Resign).await.unwrap();
    let played = store.load(game).await.unwrap().unwrap();
    let sitter =
        |bits| Some(SeatedPlayer { player: PlayerId::from_bits(bits), name: None, max_unfinished: None });
    for number in 1..games {
        let copy = NewGame {
            id: GameId::from_bits(number),
            attributes: played.head.attributes,
            seats: ByColor { white: sitter(1), black: sitter(2) },
            status: played.head.status,
            at: played.head.at,
            entries: played.entries.clone(),
        };
        store.create(copy).await.unwrap();
    }
}

/// Number of chunks and the exported games.
fn exported(response: &HttpResponse) -> (usize, Vec<GameId>) {
    assert_eq!(response.status, 200, "{response:?}");
    let (pieces, pgn) = (response.chunks().len(), response.chunks().concat());
    assert!(
        pgn.lines().filter(|line| line.starts_with("[Site ")).all(|line| line == "[Site \"?\"]"),
        "{pgn}"
    );
    let ids = pgn.lines().filter_map(|line| line.strip_prefix("[GameId \"")?.strip_suffix("\"]"));
    (pieces, ids.map(|id| id.parse().unwrap()).collect())
}
