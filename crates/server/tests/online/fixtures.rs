//! Games and terms for tests.

use std::num::NonZeroU32;

use game::{Allowance, Bonus, Millis, TimeControl};
use protocol::http::{CreateGameRequest, CreateGameResponse};
use protocol::{
    ColorPreference, GameId, GameSetup, OnlineTimeControl, PlayerAction, RatingMode, Seat, StartPosition,
    Visibility,
};

use crate::client::Client;
use crate::common::TestServer;

pub(crate) fn blitz() -> GameSetup {
    let side = Allowance::new(Millis::minutes(3), Bonus::Increment(Millis::seconds(2))).unwrap();
    terms(TimeControl::same(side))
}

pub(crate) fn correspondence() -> GameSetup {
    terms(TimeControl::Correspondence { days: NonZeroU32::new(3).unwrap() })
}

pub(crate) fn terms(control: TimeControl) -> GameSetup {
    GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(control).unwrap(),
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    }
}

/// An invitation to play Black.
pub(crate) fn invitation(terms: GameSetup) -> CreateGameRequest {
    CreateGameRequest { terms, side: ColorPreference::White, name: None, computer: None }
}

/// Creates a game as White.
pub(crate) async fn invite(server: &TestServer, host: &Client, terms: GameSetup) -> CreateGameResponse {
    let body = serde_json::to_string(&invitation(terms)).unwrap();
    let response = server.send("POST /api/games", &[&format!("cookie: {}", host.cookie)], &body).await;
    assert_eq!(response.status, 200, "{response:?}");
    serde_json::from_slice(&response.body).unwrap()
}

/// White, Black and their game.
pub(crate) async fn pair(server: &TestServer, terms: GameSetup) -> (Client, Client, GameId) {
    let (mut white, mut black) = (Client::new(server).await, Client::new(server).await);
    let game = invite(server, &white, terms).await.game;
    assert_eq!(white.enter(game).await.0, Some(Seat::White));
    black.enter(game).await;
    black.action(game, PlayerAction::Sit { name: None }).await.unwrap();
    (white, black, game)
}

/// Five moves of each side, after which a rated game counts.
pub(crate) const FIVE_MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7";

/// Plays moves from the beginning of a game.
pub(crate) async fn play_moves(white: &mut Client, black: &mut Client, game: GameId, moves: &str) {
    for (ply, uci) in (0..).zip(moves.split(' ')) {
        let mover = if ply % 2 == 0 { &mut *white } else { &mut *black };
        mover.play(game, ply, uci).await.unwrap();
    }
}
