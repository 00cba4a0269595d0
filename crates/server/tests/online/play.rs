//! Games from invitation to result.

use game::Ending;
use protocol::{
    ActionError, GameEvent, GameEventKind, GameId, GameSetup, OfferKind, PlayerAction, Seat, SeatPresence,
    ToClient, Visibility,
};
use sha2::{Digest, Sha256};

use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, invite, pair};

#[tokio::test]
async fn an_invitation_is_a_link_without_a_secret() {
    let server = TestServer::start().await;
    let host = Client::new(&server).await;
    let invited = invite(&server, &host, blitz()).await;
    assert_eq!(invited.url, format!("http://localhost/game/{}", invited.game));
    assert_eq!(invited.seat, Seat::White);
    let page = server.request(&format!("GET /game/{}", invited.game), &[]).await;
    assert_eq!(
        (page.status, String::from_utf8_lossy(&page.body).contains("Guest invites you to a game")),
        (200, true),
        "the page loads the game"
    );
}

#[tokio::test]
async fn two_players_and_a_watcher_see_the_game() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    let mut third = Client::new(&server).await;
    let (seat, state) = third.enter(game).await;
    assert_eq!(seat, None);
    assert_eq!(state.seats.white.as_ref(), Some(&white.me));
    assert_eq!(state.seats.black.as_ref(), Some(&black.me));
    assert_eq!(third.action(game, PlayerAction::Sit { name: None }).await, Err(ActionError::Full));

    for (ply, uci) in (0..).zip(["f2f3", "e7e5", "g2g4", "d8h4"]) {
        let (mover, other) = if ply % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        let number = mover.play(game, ply, uci).await.unwrap();
        let seen = other.wait_for_move(uci).await;
        // The last move ends the game with an event of its own.
        assert_eq!(number.0, seen.0 + u32::from(ply == 3));
    }
    let result = third
        .event(|event| match &event.kind {
            GameEventKind::Ended { result, .. } => Some(result.clone()),
            _ => None,
        })
        .await;
    assert_eq!((result.0.ending(), result.0.result()), (Ending::Checkmate, "0-1"));
    assert_eq!(white.play(game, 4, "e2e4").await, Err(ActionError::Over));
}

#[tokio::test]
async fn both_tabs_of_a_player_stay_in_sync() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    let mut tab = white.reconnect(&server).await;
    assert_eq!(tab.me.id, white.me.id);
    assert_eq!(tab.enter(game).await.0, Some(Seat::White));
    tab.play(game, 0, "e2e4").await.unwrap();
    white.wait_for_move("e2e4").await;
    black.wait_for_move("e2e4").await;
    black.play(game, 1, "e7e5").await.unwrap();
    white.play(game, 2, "g1f3").await.unwrap();
    tab.wait_for_move("g1f3").await;
    // The player is present while one connection remains.
    white.drop_connection().await;
    let gone = black
        .until(|message| match message {
            ToClient::Presence { players, .. } => Some(players.white),
            _ => None,
        })
        .await;
    assert_eq!(gone, SeatPresence::Here);
}

#[tokio::test]
async fn an_older_tab_gets_the_seat() {
    let server = TestServer::start().await;
    let host = Client::new(&server).await;
    let game = invite(&server, &host, blitz()).await.game;
    let mut guest = Client::new(&server).await;
    let mut tab = guest.reconnect(&server).await;
    guest.enter(game).await;
    assert_eq!(tab.enter(game).await.0, None);
    guest.action(game, PlayerAction::Sit { name: "Minji".to_owned().try_into().ok() }).await.unwrap();
    let (seat, name) = tab
        .event(|event| match &event.kind {
            GameEventKind::Seated { seat, player } => Some((*seat, player.name.clone())),
            _ => None,
        })
        .await;
    assert_eq!((seat, name.unwrap().as_str()), (Seat::Black, "Minji"));
    assert_eq!(tab.play(game, 0, "e7e5").await, Err(ActionError::NotYourTurn), "it has the seat");
}

#[tokio::test]
async fn presence_changes_are_broadcast() {
    let server = TestServer::start().await;
    let (mut white, black, game) = pair(&server, blitz()).await;
    let mut third = Client::new(&server).await;
    third.enter(game).await;
    let watchers = |wanted: u32| {
        move |message: &ToClient| match message {
            ToClient::Presence { watchers, .. } if *watchers == wanted => Some(()),
            _ => None,
        }
    };
    white.until(watchers(1)).await;
    third.drop_connection().await;
    white.until(watchers(0)).await;
    let mut elsewhere = black.reconnect(&server).await;
    black.drop_connection().await;
    let away = |message: &ToClient| match message {
        ToClient::Presence { players, .. } => match players.black {
            SeatPresence::Away { claim } => Some(claim),
            _ => None,
        },
        _ => None,
    };
    assert_eq!(white.until(away).await, None, "no claim before both sides have moved");
    white.play(game, 0, "e2e4").await.unwrap();
    elsewhere.play(game, 1, "e7e5").await.unwrap();
    assert!(white.until(away).await.is_some(), "a claim time is shown");
    assert_eq!(
        white.action(game, PlayerAction::ClaimWin).await,
        Err(ActionError::NotGone),
        "the grace has not passed"
    );
}

#[tokio::test]
async fn a_rematch_swaps_colours() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    black.play(game, 1, "e7e5").await.unwrap();
    white.action(game, PlayerAction::Resign).await.unwrap();
    white.action(game, PlayerAction::Offer { offer: OfferKind::Rematch }).await.unwrap();
    black.action(game, PlayerAction::Accept { offer: OfferKind::Rematch }).await.unwrap();
    let next = white
        .event(|event| match event.kind {
            GameEventKind::Rematched { game } => Some(game),
            _ => None,
        })
        .await;
    let (seat, state) = white.enter(next).await;
    assert_eq!((seat, state.about.rematch_of), (Some(Seat::Black), Some(game)));
    assert_eq!(black.enter(next).await.0, Some(Seat::White));
    black.play(next, 0, "d2d4").await.unwrap();
    white.wait_for_move("d2d4").await;
}

/// Watchers of a private game, who have its link, do not get to the players' other games.
#[tokio::test]
async fn watchers_of_a_private_game_see_no_rematch() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) =
        pair(&server, GameSetup { visibility: Visibility::Private, ..blitz() }).await;
    let mut watcher = Client::new(&server).await;
    watcher.enter(game).await;
    white.play(game, 0, "e2e4").await.unwrap();
    white.action(game, PlayerAction::Resign).await.unwrap();
    white.action(game, PlayerAction::Offer { offer: OfferKind::Rematch }).await.unwrap();
    black.action(game, PlayerAction::Accept { offer: OfferKind::Rematch }).await.unwrap();
    let rematched = |event: &GameEvent| match event.kind {
        GameEventKind::Rematched { game } => Some(game),
        _ => None,
    };
    let next = white.event(rematched).await;
    let told = watcher
        .until(|message| match message {
            ToClient::State { state, .. } => Some(state.clone()),
            ToClient::Events { events, .. } => {
                assert!(!events.iter().any(|event| rematched(event).is_some()), "{events:?}");
                None
            }
            _ => None,
        })
        .await;
    assert!(told.result.is_some() && told.rematch.is_none(), "{told:?}");
    let again = watcher.enter(game).await.1;
    assert_eq!((again.rematch, again.number), (None, told.number));
    for (id, cookie, links) in [
        (game, &watcher.cookie, (None, None)),
        (next, &watcher.cookie, (None, None)),
        (game, &black.cookie, (Some(next), None)),
        (next, &black.cookie, (None, Some(game))),
    ] {
        let seen = server.request(&format!("GET /api/games/{id}"), &[&format!("cookie: {cookie}")]).await;
        let ToClient::State { state, .. } = serde_json::from_slice(&seen.body).unwrap() else {
            panic!("{seen:?}")
        };
        assert_eq!((state.rematch, state.about.rematch_of), links);
    }
    let hash = Sha256::digest(format!("the rematch of {game}"));
    let guess = GameId::from_bits(u128::from_be_bytes(hash[..16].try_into().unwrap()));
    assert_ne!(next, guess, "the id does not follow from that of the game");
}

#[tokio::test]
async fn an_unknown_game_is_refused() {
    let server = TestServer::start().await;
    let mut client = Client::new(&server).await;
    let game = protocol::GameId::from_bits(7);
    assert_eq!(client.action(game, PlayerAction::Resign).await, Err(ActionError::NoGame));
    client.send(&protocol::ToServer::Enter { game, since: None }).await;
    let refused = client.next().await;
    assert_eq!(refused, ToClient::Refused { id: None, game: Some(game), reason: ActionError::NoGame });
    assert_eq!(server.request(&format!("GET /api/games/{game}"), &[]).await.status, 404);
}

#[tokio::test]
async fn an_invitation_names_its_host_before_the_program_is_loaded() {
    let server = TestServer::start().await;
    let host = Client::new(&server).await;
    let body = serde_json::json!({"terms": crate::fixtures::blitz(), "name": "<i>Ann & Co"}).to_string();
    let cookie = format!("cookie: {}", host.cookie);
    let headers = [cookie.as_str(), "content-type: application/json", "origin: http://localhost"];
    let created = server.send("POST /api/games", &headers, &body).await;
    let created: protocol::http::CreateGameResponse = serde_json::from_slice(&created.body).unwrap();
    let page = async |language: &str| {
        let header = format!("accept-language: {language}");
        let response = server.request(&format!("GET /game/{}", created.game), &[&header]).await;
        assert_eq!(response.status, 200);
        String::from_utf8(response.body).unwrap()
    };
    let english = page("en").await;
    assert!(english.contains("<h1>&lt;i&gt;Ann &amp; Co invites you to a game</h1>"), "{english}");
    assert!(english.contains("Blitz · Casual") && !english.contains("<i>"), "{english}");
    assert!(page("ko").await.contains("님이 대국에 초대했습니다"));
}

#[tokio::test]
async fn the_board_of_the_lobby_is_not_counted_as_a_spectator() {
    let server = TestServer::start().await;
    let (mut white, _black, game) = crate::fixtures::pair(&server, crate::fixtures::blitz()).await;
    let (mut visitor, mut spectator) = (Client::new(&server).await, Client::new(&server).await);
    visitor.send(&protocol::ToServer::Preview { game, since: None }).await;
    visitor.until(|message| matches!(message, protocol::ToClient::State { .. }).then_some(())).await;
    spectator.enter(game).await;
    let watchers = async |client: &mut Client| {
        client
            .until(|message| match message {
                protocol::ToClient::Presence { watchers, .. } if *watchers > 0 => Some(*watchers),
                _ => None,
            })
            .await
    };
    assert_eq!(watchers(&mut white).await, 1, "the spectator, not the visitor of the lobby");
    white.play(game, 0, "e2e4").await.unwrap();
    visitor.until(|message| matches!(message, protocol::ToClient::Events { .. }).then_some(())).await;
    visitor.enter(game).await;
    assert_eq!(watchers(&mut white).await, 2, "on the page of the game the visitor counts");
}
