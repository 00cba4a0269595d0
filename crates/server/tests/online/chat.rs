//! Chat.

use std::slice::from_ref;

use protocol::{ActionError, ChatContent, ChatPhrase, ChatRoom, ChatText, ToClient, ToServer};

use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, pair};

fn said(room: ChatRoom) -> impl FnMut(&ToClient) -> Option<Vec<ChatContent>> {
    move |message| match message {
        ToClient::Talk { room: heard, lines, .. } => {
            assert_eq!(*heard, room, "heard in the wrong room");
            Some(lines.iter().map(|line| line.speech.clone()).collect())
        }
        _ => None,
    }
}

#[tokio::test]
async fn chat_rooms_are_separate() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    let (mut cem, mut dana) = (Client::new(&server).await, Client::new(&server).await);
    cem.enter(game).await;
    dana.enter(game).await;
    let text = ChatContent::Text(ChatText::new("Nf3?").unwrap());
    let hello = ChatContent::Phrase(ChatPhrase::Hello);
    cem.send(&ToServer::Say { game, room: ChatRoom::Watchers, speech: text.clone() }).await;
    assert_eq!(dana.until(said(ChatRoom::Watchers)).await, from_ref(&text));
    white.send(&ToServer::Say { game, room: ChatRoom::Players, speech: hello.clone() }).await;
    assert_eq!(black.until(said(ChatRoom::Players)).await, from_ref(&hello));
    cem.send(&ToServer::Say { game, room: ChatRoom::Players, speech: text.clone() }).await;
    let refused = cem
        .until(|message| match message {
            ToClient::Refused { reason, .. } => Some(*reason),
            _ => None,
        })
        .await;
    assert_eq!(refused, ActionError::WrongRoom);
    // Later joiners get the recent lines of their room.
    let mut late = Client::new(&server).await;
    late.enter(game).await;
    assert_eq!(late.until(said(ChatRoom::Watchers)).await, [text]);
    let mut tab = white.reconnect(&server).await;
    tab.enter(game).await;
    assert_eq!(tab.until(said(ChatRoom::Players)).await, [hello]);
}

#[tokio::test]
async fn chat_is_rate_limited() {
    let server = TestServer::start().await;
    let (mut white, _black, game) = pair(&server, blitz()).await;
    let hello =
        ToServer::Say { game, room: ChatRoom::Players, speech: ChatContent::Phrase(ChatPhrase::Hello) };
    for _ in 0..6 {
        white.send(&hello).await;
    }
    let refused = white
        .until(|message| match message {
            ToClient::Refused { reason, .. } => Some(*reason),
            _ => None,
        })
        .await;
    assert_eq!(refused, ActionError::TooFast);
}
