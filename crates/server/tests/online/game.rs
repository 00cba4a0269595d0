//! Games for clients to play.

use std::num::NonZeroU32;

use game::{Allowance, Bonus, Millis, TimeControl};
use protocol::http::{Invitation, Invited};
use protocol::{Act, Control, GameId, Seat, Side, Stakes, Start, Terms, Visibility};

use crate::client::Client;
use crate::common::Server;

pub(crate) fn blitz() -> Terms {
    let side = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).unwrap();
    terms(TimeControl::same(side))
}

pub(crate) fn correspondence() -> Terms {
    terms(TimeControl::Correspondence { days: NonZeroU32::new(3).unwrap() })
}

pub(crate) fn terms(control: TimeControl) -> Terms {
    Terms {
        start: Start::Standard,
        control: Control::new(control).unwrap(),
        stakes: Stakes::Casual,
        visibility: Visibility::Public,
    }
}

/// An invitation to a game as Black.
pub(crate) fn invitation(terms: Terms) -> Invitation {
    Invitation { terms, side: Side::White, name: None, computer: None }
}

/// Somebody invites to a game as White.
pub(crate) async fn invite(server: &Server, host: &Client, terms: Terms) -> Invited {
    let body = serde_json::to_string(&invitation(terms)).unwrap();
    let answer = server.send("POST /api/games", &[&format!("cookie: {}", host.cookie)], &body).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_slice(&answer.body).unwrap()
}

/// Two people at a board: White, Black, and the game.
pub(crate) async fn pair(server: &Server, terms: Terms) -> (Client, Client, GameId) {
    let (mut white, mut black) = (Client::new(server).await, Client::new(server).await);
    let game = invite(server, &white, terms).await.game;
    assert_eq!(white.enter(game).await.0, Some(Seat::White));
    black.enter(game).await;
    black.act(game, Act::Sit { name: None }).await.unwrap();
    (white, black, game)
}
