//! Lobby and pairing.

use protocol::{
    ActionError, ActionId, ColorPreference, GameId, GameSetup, RatingMode, Seat, SeatPresence, Seek, SeekId,
    ToClient, ToServer,
};

use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, correspondence, pair};

fn seek(id: u128, terms: GameSetup, side: ColorPreference) -> ToServer {
    ToServer::Seek { id: ActionId::from_bits(id), terms, side, name: None }
}

pub(crate) async fn seeks(client: &mut Client) -> Vec<Seek> {
    client.send(&ToServer::EnterLobby).await;
    client
        .until(|message| match message {
            ToClient::Lobby { seeks, .. } => Some(seeks.clone()),
            _ => None,
        })
        .await
}

pub(crate) async fn seeking(client: &mut Client) -> SeekId {
    client
        .until(|message| match message {
            ToClient::Seeking { seek, .. } => Some(*seek),
            _ => None,
        })
        .await
}

async fn paired(client: &mut Client) -> (GameId, Seat) {
    client
        .until(|message| match message {
            ToClient::Paired { game, seat } => Some((*game, *seat)),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn matching_seeks_are_paired() {
    let server = TestServer::start().await;
    let (mut ann, mut bea) = (Client::new(&server).await, Client::new(&server).await);
    assert!(seeks(&mut bea).await.is_empty());
    ann.send(&seek(1, blitz(), ColorPreference::Black)).await;
    let id = seeking(&mut ann).await;
    let opened = bea
        .until(|message| match message {
            ToClient::SeekOpened { seek } => Some(seek.clone()),
            _ => None,
        })
        .await;
    assert_eq!((opened.id, opened.player.id), (id, ann.me.id));
    bea.send(&seek(2, blitz(), ColorPreference::Random)).await;
    let (game, seat) = paired(&mut ann).await;
    assert_eq!(seat, Seat::Black);
    assert_eq!(paired(&mut bea).await, (game, Seat::White));
    assert_eq!(bea.enter(game).await.0, Some(Seat::White));
    bea.play(game, 0, "e2e4").await.unwrap();
    ann.enter(game).await;
    ann.play(game, 1, "e7e5").await.unwrap();
    assert!(seeks(&mut ann).await.is_empty());
}

#[tokio::test]
async fn a_listed_seek_can_be_joined_once() {
    let server = TestServer::start().await;
    let (mut ann, mut bea, mut cem) =
        (Client::new(&server).await, Client::new(&server).await, Client::new(&server).await);
    ann.send(&seek(1, blitz(), ColorPreference::White)).await;
    let id = seeking(&mut ann).await;
    let join = |act| ToServer::Join { id: ActionId::from_bits(act), seek: id, name: None };
    ann.send(&join(2)).await;
    let own = ann.next().await;
    assert!(matches!(own, ToClient::Refused { reason: ActionError::YourSeek, .. }), "{own:?}");
    bea.send(&join(3)).await;
    assert_eq!(paired(&mut bea).await.1, Seat::Black);
    cem.send(&join(4)).await;
    let late = cem.next().await;
    assert!(matches!(late, ToClient::Refused { reason: ActionError::NoSeek, .. }), "{late:?}");
}

#[tokio::test]
async fn seeks_are_cancelled_and_end_with_their_connection() {
    let server = TestServer::start().await;
    let (mut ann, mut bea) = (Client::new(&server).await, Client::new(&server).await);
    seeks(&mut bea).await;
    ann.send(&seek(1, blitz(), ColorPreference::White)).await;
    let first = seeking(&mut ann).await;
    bea.send(&ToServer::Cancel { seek: first }).await;
    ann.send(&seek(2, blitz(), ColorPreference::White)).await;
    let second = seeking(&mut ann).await;
    assert_eq!(seeks(&mut bea).await.len(), 2, "only the owner can cancel");
    ann.send(&ToServer::Cancel { seek: first }).await;
    let closed = |wanted: SeekId| {
        move |message: &ToClient| match message {
            ToClient::SeekClosed { seek } if *seek == wanted => Some(()),
            _ => None,
        }
    };
    bea.until(closed(first)).await;
    ann.drop_connection().await;
    bea.until(closed(second)).await;
}

#[tokio::test]
async fn rated_seeks_need_an_account_and_seeks_are_limited() {
    let server = TestServer::start().await;
    let mut ann = Client::new(&server).await;
    ann.send(&seek(1, GameSetup { stakes: RatingMode::Rated, ..blitz() }, ColorPreference::White)).await;
    let refused = ann.next().await;
    assert!(matches!(refused, ToClient::Refused { reason: ActionError::AccountNeeded, .. }), "{refused:?}");
    for id in 2..5 {
        ann.send(&seek(id, blitz(), ColorPreference::White)).await;
        seeking(&mut ann).await;
    }
    ann.send(&seek(5, blitz(), ColorPreference::White)).await;
    let refused = ann.next().await;
    assert!(matches!(refused, ToClient::Refused { reason: ActionError::TooMany, .. }), "{refused:?}");
}

#[tokio::test]
async fn the_lobby_counts_players() {
    let server = TestServer::start().await;
    let mut ann = Client::new(&server).await;
    let players = |wanted: u32| {
        move |message: &ToClient| match message {
            ToClient::Lobby { crowd, .. } | ToClient::Crowd { crowd } if crowd.players == wanted => Some(()),
            _ => None,
        }
    };
    ann.send(&ToServer::EnterLobby).await;
    ann.until(players(1)).await;
    let bea = Client::new(&server).await;
    let _tab = bea.reconnect(&server).await;
    ann.until(players(2)).await;
}

#[tokio::test]
async fn a_retried_seek_leads_to_one_game() {
    let server = TestServer::start().await;
    let (mut ann, mut bea) = (Client::new(&server).await, Client::new(&server).await);
    let wish = seek(1, blitz(), ColorPreference::Random);
    ann.send(&wish).await;
    let listed = seeking(&mut ann).await;
    // The connection breaks unnoticed by the server.
    let mut back = ann.reconnect(&server).await;
    back.send(&wish).await;
    assert_eq!(seeking(&mut back).await, listed);
    ann.drop_connection().await;
    let join = ToServer::Join { id: ActionId::from_bits(2), seek: listed, name: None };
    bea.send(&join).await;
    let (game, seat) = paired(&mut bea).await;
    assert_eq!(paired(&mut back).await, (game, seat.other()));
    // The clients retry, not knowing whether their last message arrived.
    for (client, message, seat) in [(&back, &wish, seat.other()), (&bea, &join, seat)] {
        let mut again = client.reconnect(&server).await;
        again.send(message).await;
        assert_eq!(paired(&mut again).await, (game, seat));
    }
    assert!(seeks(&mut bea).await.is_empty());
    assert_eq!(server.metric("hanpan_games_created_total").await, 1);
}

#[tokio::test]
async fn players_on_other_pages_learn_of_their_turn_at_once() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, correspondence()).await;
    let mut lobby = black.reconnect(&server).await;
    seeks(&mut lobby).await;
    white.play(game, 0, "e2e4").await.unwrap();
    black.play(game, 1, "e7e5").await.unwrap();
    lobby.send(&ToServer::EnterLobby).await;
    let listed = |message: &ToClient| match message {
        ToClient::YourTurn { .. } => panic!("Black has seen the move in the game"),
        ToClient::Lobby { .. } => Some(()),
        _ => None,
    };
    lobby.until(listed).await;
    black.drop_connection().await;
    let away = |message: &ToClient| match message {
        ToClient::Presence { players, .. } => {
            matches!(players.black, SeatPresence::Away { .. }).then_some(())
        }
        _ => None,
    };
    white.until(away).await;
    white.play(game, 2, "g1f3").await.unwrap();
    let turn = |message: &ToClient| match message {
        ToClient::YourTurn { game } => Some(*game),
        _ => None,
    };
    assert_eq!(lobby.until(turn).await, game);
}
