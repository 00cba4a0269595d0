//! A request that is dropped while its stream is being opened leaves nothing behind.

use std::pin::pin;

use protocol::SeatPresence;

use super::*;
use crate::games::{EnterReply, GameRequest};

#[tokio::test]
async fn a_dropped_request_leaves_no_seek() {
    for terms in ["time=10&increment=0", "days=3"] {
        let app = app().await;
        let ann = caller(&app, 1, "Ann").await;
        {
            let mut request = pin!(new_games::seek(State(app.clone()), ann, Fields::parse(terms, "")));
            // The lobby lists the seek before the request goes on.
            while open_seeks(&app).await == 0 {
                poll_once(request.as_mut()).await;
            }
        }
        until(async || open_seeks(&app).await == 0).await;
    }
}

#[tokio::test]
async fn a_dropped_request_leaves_no_kept_challenge() {
    // A store in memory answers at once.
    let folder = std::env::temp_dir().join(format!("hanpan-kept-challenge-{}", std::process::id()));
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    let app = app_on(store, Config::default()).await;
    let (ann, bob) = (caller(&app, 1, "Ann").await, caller(&app, 2, "Bob").await);
    let open = async || {
        let now = app.node.time.now();
        app.node.store.open_challenges(bob.player(), now).await.unwrap().len()
    };
    {
        let fields = Fields::parse("clock.limit=300&clock.increment=0&keepAliveStream=true", "");
        let (name, headers) = (Path("bob".to_owned()), Default::default());
        let mut request = pin!(challenges::create(State(app.clone()), ann, headers, name, fields));
        // Once the challenge is stored, the request has to be polled again to go on.
        while open().await == 0 {
            poll_once(request.as_mut()).await;
        }
    }
    until(async || open().await == 0).await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_dropped_request_leaves_no_player_present() {
    let app = app().await;
    let (ann, bob) = (caller(&app, 1, "Ann").await, caller(&app, 2, "Bob").await);
    let game = begin_game(&app, &ann, &bob).await;
    let (node, connection, player) = (&app.node, app.node.next_connection_id(), ann.player());
    let is_bob_here = async || {
        let (since, is_preview) = (None, false);
        let entering = |reply| GameRequest::Enter { connection, player, since, is_preview, reply };
        let EnterReply { presence, .. } = node.games.request(node, game, entering).await.unwrap();
        let ToClient::Presence { players, .. } = presence else { panic!("{presence:?}") };
        matches!(players.black, SeatPresence::Here)
    };
    assert!(!is_bob_here().await);
    {
        let api = Extension(PlayApi::Board);
        let mut request = pin!(game_stream::stream(State(app.clone()), bob, api, Path(game.to_string())));
        while !is_bob_here().await {
            poll_once(request.as_mut()).await;
        }
    }
    until(async || !is_bob_here().await).await;
}
