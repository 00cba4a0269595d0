//! Account endpoints.

use std::sync::Arc;

use game::Timestamp;
use protocol::http::{Me, PlayerProfile, SessionInfo};
use protocol::{
    GameEventKind, GameSetup, OfferKind, PlayerAction, PlayerId, PlayerKind, RatingMode, Seat, Visibility,
};
use server::accounts::{HashMemory, Password};
use server::store::{AccountStore, NewAccount, SqliteStore};

use crate::client::Client;
use crate::common::{HttpResponse, TestServer};
use crate::fixtures::{FIVE_MOVES, blitz, invitation, invite, play_moves};

pub(crate) fn credentials(name: &str, password: &str) -> String {
    format!(r#"{{"name":"{name}","password":"{password}"}}"#)
}

/// Cookie set by a response.
pub(crate) fn cookie(response: &HttpResponse) -> String {
    response.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

pub(crate) async fn send(server: &TestServer, line: &str, cookie: &str, body: &str) -> HttpResponse {
    server.send(line, &[&format!("cookie: {cookie}"), "user-agent: test"], body).await
}

#[tokio::test]
async fn registering_keeps_the_guests_identity() {
    let server = TestServer::start().await;
    let guest = Client::new(&server).await;
    let game = invite(&server, &guest, blitz()).await.game;
    let made =
        send(&server, "POST /api/account", &guest.cookie, &credentials("Minji", "correct horse")).await;
    assert_eq!(made.status, 200, "{made:?}");
    let me: Me = serde_json::from_slice(&made.body).unwrap();
    assert_eq!((me.you.id, me.you.standing), (guest.me.id, PlayerKind::Account));
    let session = cookie(&made);
    assert_ne!(session, guest.cookie, "the token is replaced");
    let mut player = Client::with_cookie(&server, Some(&session)).await;
    assert_eq!(player.me.name.as_ref().unwrap().as_str(), "Minji");
    assert_eq!(player.enter(game).await.0, Some(Seat::White), "the games are kept");
    // The guest's token no longer opens the account.
    let stale = Client::with_cookie(&server, Some(&guest.cookie)).await;
    assert_ne!(stale.me.id, guest.me.id);
    let profile = server.request("GET /api/players/minji", &[]).await;
    let profile: PlayerProfile = serde_json::from_slice(&profile.body).unwrap();
    assert_eq!(profile.player.id, guest.me.id);
}

#[tokio::test]
async fn reserved_names_cannot_be_registered_but_accounts_keep_them() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let password = "correct horse".parse::<Password>().unwrap().hash(&mut HashMemory::default()).unwrap();
    let (player, name, at) = (PlayerId::from_bits(7), "admin".parse().unwrap(), Timestamp(1));
    store.create_account(NewAccount { player, name, password, at }).await.unwrap();
    let server = TestServer::on(store).await;
    for name in ["me", "Adm1n", "computer", "guest_12", "관리자"] {
        let refused = server.send("POST /api/account", &[], &credentials(name, "correct horse")).await;
        assert_eq!(refused.status, 409, "{name}: {refused:?}");
        assert!(String::from_utf8_lossy(&refused.body).contains("name-taken"), "{refused:?}");
    }
    let opened = server.send("POST /api/session", &[], &credentials("admin", "correct horse")).await;
    assert_eq!(opened.status, 200, "{opened:?}");
}

#[tokio::test]
async fn only_me_renews_the_cookie() {
    let server = TestServer::start().await;
    let guest = Client::new(&server).await;
    for (line, renewed) in [("GET /api/me", true), ("GET /api/me/games", false), ("GET /api/live", false)] {
        let response = send(&server, line, &guest.cookie, "").await;
        let kept = response.header("set-cookie").map(|set| set.split(';').next().unwrap().to_owned());
        assert_eq!(kept, renewed.then(|| guest.cookie.clone()), "{line}");
    }
}

#[tokio::test]
async fn logging_in_and_out() {
    let server = TestServer::start().await;
    let made = server.send("POST /api/account", &[], &credentials("Minji", "correct horse")).await;
    let first = cookie(&made);
    let taken = server.send("POST /api/account", &[], &credentials("MINJI", "another one")).await;
    assert_eq!(taken.status, 409);
    for (name, password) in [("Minji", "wrong horse"), ("Stranger", "correct horse"), ("x", "short")] {
        let wrong = server.send("POST /api/session", &[], &credentials(name, password)).await;
        assert_eq!(
            (wrong.status, wrong.body),
            (401, br#"{"reason":{"type":"wrong-credentials"}}"#.to_vec()),
            "{name}"
        );
    }
    let logged_in = server.send("POST /api/session", &[], &credentials("minji", "correct horse")).await;
    let second = cookie(&logged_in);
    let sessions = send(&server, "GET /api/sessions", &second, "").await;
    let sessions: Vec<SessionInfo> = serde_json::from_slice(&sessions.body).unwrap();
    assert_eq!(sessions.len(), 2);
    assert_eq!(sessions.iter().filter(|session| session.current).count(), 1);
    assert_eq!(send(&server, "DELETE /api/sessions", &second, "").await.status, 204);
    assert_eq!(send(&server, "GET /api/sessions", &first, "").await.status, 401, "ended by another session");
    assert_eq!(send(&server, "DELETE /api/session", &second, "").await.status, 204);
    assert_eq!(send(&server, "GET /api/sessions", &second, "").await.status, 401);
}

#[tokio::test]
async fn ending_a_session_closes_its_sockets() {
    let server = TestServer::start().await;
    let mut guest = Client::new(&server).await;
    let made =
        send(&server, "POST /api/account", &guest.cookie, &credentials("Minji", "correct horse")).await;
    guest.expect_disconnect().await;
    let first = cookie(&made);
    let second = cookie(&server.send("POST /api/session", &[], &credentials("Minji", "correct horse")).await);
    let third = cookie(&server.send("POST /api/session", &[], &credentials("Minji", "correct horse")).await);
    let mut sockets = Vec::new();
    for cookie in [&first, &second, &third] {
        sockets.push(Client::with_cookie(&server, Some(cookie)).await);
    }
    let [mut on_first, mut on_second, mut on_third] = <[Client; 3]>::try_from(sockets).ok().unwrap();
    assert_eq!(send(&server, "DELETE /api/session", &first, "").await.status, 204);
    on_first.expect_disconnect().await;
    assert_eq!(send(&server, "DELETE /api/sessions", &third, "").await.status, 204);
    on_second.expect_disconnect().await;
    // The remaining session works until the account is deleted.
    let game = invite(&server, &on_third, blitz()).await.game;
    on_third.enter(game).await;
    let gone = send(&server, "DELETE /api/account", &third, &credentials("Minji", "correct horse")).await;
    assert_eq!(gone.status, 204);
    on_third.expect_disconnect().await;
}

#[tokio::test]
async fn an_account_keeps_its_fifty_latest_sessions() {
    let server = TestServer::start().await;
    let minji = credentials("Minji", "correct horse");
    let first = cookie(&server.send("POST /api/account", &[], &minji).await);
    let mut last = String::new();
    for _ in 0..51 {
        last = cookie(&server.send("POST /api/session", &[], &minji).await);
    }
    let count = async |cookie: &str| {
        let sessions = send(&server, "GET /api/sessions", cookie, "").await;
        serde_json::from_slice::<Vec<SessionInfo>>(&sessions.body).map_or(0, |sessions| sessions.len())
    };
    assert_eq!((count(&last).await, count(&first).await), (50, 0), "the first one has ended");
}

#[tokio::test]
async fn deleting_an_account_needs_its_password() {
    let server = TestServer::start().await;
    let made = server.send("POST /api/account", &[], &credentials("Minji", "correct horse")).await;
    let cookie = cookie(&made);
    let wrong = send(&server, "DELETE /api/account", &cookie, &credentials("Minji", "wrong horse")).await;
    assert_eq!(wrong.status, 401);
    let gone = send(&server, "DELETE /api/account", &cookie, &credentials("Minji", "correct horse")).await;
    assert_eq!(gone.status, 204, "{gone:?}");
    assert_eq!(server.request("GET /api/players/Minji", &[]).await.status, 404);
}

/// Ann and Bea, each with an account.
async fn two_accounts(server: &TestServer) -> [Client; 2] {
    let mut players = Vec::new();
    for name in ["Ann", "Bea"] {
        let made = server.send("POST /api/account", &[], &credentials(name, "correct horse")).await;
        players.push(Client::with_cookie(server, Some(&cookie(&made))).await);
    }
    players.try_into().ok().unwrap()
}

#[tokio::test]
async fn a_deleted_account_leaves_no_name_and_no_rated_game_behind() {
    let server = TestServer::start().await;
    let [mut ann, mut bea] = two_accounts(&server).await;
    let mut games = Vec::new();
    for stakes in [RatingMode::Rated, RatingMode::Casual] {
        let game = invite(&server, &ann, GameSetup { stakes, ..blitz() }).await.game;
        ann.enter(game).await;
        bea.enter(game).await;
        bea.action(game, PlayerAction::Sit { name: None }).await.unwrap();
        play_moves(&mut ann, &mut bea, game, FIVE_MOVES).await;
        games.push(game);
    }
    let (rated, finished) = (games[0], games[1]);
    bea.action(finished, PlayerAction::Resign).await.unwrap();
    ann.action(finished, PlayerAction::Offer { offer: OfferKind::Rematch }).await.unwrap();
    let gone = send(&server, "DELETE /api/account", &ann.cookie, &credentials("Ann", "correct horse")).await;
    assert_eq!(gone.status, 204);
    let accepted = bea.action(finished, PlayerAction::Accept { offer: OfferKind::Rematch }).await;
    assert!(accepted.is_err(), "{accepted:?}");
    for game in [rated, finished] {
        let state = server.request(&format!("GET /api/games/{game}"), &[]).await;
        let state = String::from_utf8(state.body).unwrap();
        assert!(state.contains("Bea") && !state.contains("Ann"), "{state}");
    }
    let graph = server.request("GET /api/players/Bea/ratings?speed=blitz", &[]).await;
    assert!(String::from_utf8(graph.body).unwrap().contains(&rated.to_string()), "the win counts");
}

#[tokio::test]
async fn the_name_of_a_deleted_account_stays_taken() {
    let server = TestServer::start().await;
    let minji = cookie(&server.send("POST /api/account", &[], &credentials("Minji", "correct horse")).await);
    send(&server, "DELETE /api/account", &minji, &credentials("Minji", "correct horse")).await;
    for name in ["Minji", "minji", "M1nj1"] {
        let again = server.send("POST /api/account", &[], &credentials(name, "correct horse")).await;
        assert_eq!(
            (again.status, again.body),
            (409, br#"{"reason":{"type":"name-taken"}}"#.to_vec()),
            "{name}"
        );
    }
}

#[tokio::test]
async fn common_passwords_are_refused() {
    let server = TestServer::start().await;
    for password in ["password", "PASSWORD", "        ", "12345678", "iloveyou"] {
        let made = server.send("POST /api/account", &[], &credentials("Minji", password)).await;
        let body = String::from_utf8(made.body).unwrap();
        assert!(made.status == 400 && body.contains(r#""field":"password""#), "{password}: {body}");
    }
    let minji = cookie(&server.send("POST /api/account", &[], &credentials("Minji", "correct horse")).await);
    let change = r#"{"current":"correct horse","new":"password1"}"#;
    assert_eq!(send(&server, "POST /api/account/password", &minji, change).await.status, 400);
}

/// Plays a rated game that Black resigns after these moves; returns true if it counts.
async fn rated_game(server: &TestServer, ann: &Client, bea: &Client, moves: &str) -> bool {
    // A new connection for each game, because of the rate limit.
    let (ann, bea) = (&mut ann.reconnect(server).await, &mut bea.reconnect(server).await);
    let game = invite(server, ann, GameSetup { stakes: RatingMode::Rated, ..blitz() }).await.game;
    ann.enter(game).await;
    bea.enter(game).await;
    bea.action(game, PlayerAction::Sit { name: None }).await.unwrap();
    play_moves(ann, bea, game, moves).await;
    bea.action(game, PlayerAction::Resign).await.unwrap();
    bea.enter(game).await.1.ratings.is_some()
}

#[tokio::test]
async fn short_and_private_games_and_many_games_of_a_pair_are_not_rated() {
    let server = TestServer::start().await;
    let [ann, bea] = two_accounts(&server).await;
    assert!(!rated_game(&server, &ann, &bea, "e2e4 e7e5").await, "two moves and resignation");
    let (nine_plies, _) = FIVE_MOVES.rsplit_once(' ').unwrap();
    assert!(!rated_game(&server, &ann, &bea, nine_plies).await);
    for number in 0..5 {
        assert!(rated_game(&server, &ann, &bea, FIVE_MOVES).await, "{number}");
    }
    assert!(!rated_game(&server, &bea, &ann, FIVE_MOVES).await, "the sixth of a day");
    let (stakes, visibility) = (RatingMode::Rated, Visibility::Private);
    let body = serde_json::to_string(&invitation(GameSetup { stakes, visibility, ..blitz() })).unwrap();
    let refused = send(&server, "POST /api/games", &ann.cookie, &body).await;
    assert!(String::from_utf8(refused.body).unwrap().contains("cannot-be-rated"));
    let me: Me = serde_json::from_slice(&send(&server, "GET /api/me", &ann.cookie, "").await.body).unwrap();
    assert_eq!(me.rating_rules.map(|rules| (rules.moves, rules.games)), Some((5, 5)), "players are told");
}

#[tokio::test]
async fn a_rated_game_changes_both_ratings() {
    let server = TestServer::start().await;
    let [mut ann, mut bea] = two_accounts(&server).await;
    let game = invite(&server, &ann, GameSetup { stakes: RatingMode::Rated, ..blitz() }).await.game;
    ann.enter(game).await;
    bea.enter(game).await;
    let mut guest = Client::new(&server).await;
    assert_eq!(
        guest.action(game, PlayerAction::Sit { name: None }).await,
        Err(protocol::ActionError::AccountNeeded)
    );
    bea.action(game, PlayerAction::Sit { name: None }).await.unwrap();
    play_moves(&mut ann, &mut bea, game, FIVE_MOVES).await;
    bea.action(game, PlayerAction::Resign).await.unwrap();
    let ratings = ann
        .event(|event| match event.kind {
            GameEventKind::Rated { ratings } => Some(ratings),
            _ => None,
        })
        .await;
    assert!(ratings.white.value > 1_500 && ratings.black.value < 1_500, "{ratings:?}");
    let me = server.request("GET /api/me", &[&format!("cookie: {}", ann.cookie)]).await;
    let me: Me = serde_json::from_slice(&me.body).unwrap();
    assert_eq!(me.ratings[0].rating, ratings.white);
    let graph = server.request("GET /api/players/Ann/ratings?speed=blitz", &[]).await;
    assert!(String::from_utf8(graph.body).unwrap().contains(&game.to_string()));
}
