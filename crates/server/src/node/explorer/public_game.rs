//! A public game as the explorer counts it.

use explorer::GameRecord;
use game::pgn::PgnResult;
use game::{Date, Outcome};
use protocol::PlayerInfo;
use rules::Move;

use crate::games::state::restore_archived;
use crate::store::{ArchivedGame, GameStatus, PlayerId};

/// Record and moves of a game. The record has the game's id instead of names.
#[derive(Debug)]
pub(super) struct PublicGame {
    pub(super) record: GameRecord,
    pub(super) moves: Vec<Move>,
}

impl PublicGame {
    /// `None` if one of its players is left out, or the log is damaged.
    pub(super) fn new(game: ArchivedGame, left_out: &[PlayerId]) -> Option<PublicGame> {
        let seats = &game.head.seats;
        let players = [&seats.white, &seats.black].map(Option::as_ref);
        let is_left_out =
            |player: &PlayerInfo| player.id.is_some_and(|id| left_out.binary_search(&id).is_ok());
        if players.into_iter().flatten().any(is_left_out) {
            return None;
        }
        let GameStatus::Over { outcome, at } = game.head.status else { return None };
        let rating = |player: Option<&PlayerInfo>| Some(player?.rating.as_ref()?.value);
        let [white, black] = players;
        let record = GameRecord {
            white_rating: rating(white),
            black_rating: rating(black),
            result: result(outcome),
            year: Date::from_unix_seconds(at.0 / 1_000).map(Date::year),
            site: game.head.id.to_string(),
            ..GameRecord::default()
        };
        let id = game.head.id;
        match restore_archived(game) {
            Ok(active) => Some(PublicGame { record, moves: active.game().moves().collect() }),
            Err(error) => {
                tracing::error!(game = %id, %error, "damaged log");
                None
            }
        }
    }
}

fn result(outcome: Outcome) -> PgnResult {
    PgnResult::parse(outcome.result().as_bytes()).unwrap_or_default()
}
