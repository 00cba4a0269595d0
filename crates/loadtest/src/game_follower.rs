//! A client's copy of a game, checked against every message.

use std::fmt;

use game::Game;
use protocol::{EventNumber, GameEvent, GameEventKind, GameId, MoveRecord, ToClient};
use rng::Rng;
use rules::{CastlingStyle, Move, UciMove};

/// Follows one game through the server's messages and detects protocol violations.
#[derive(Clone, Debug)]
pub struct GameFollower {
    id: GameId,
    game: Game,
    /// Number of the last applied event; `None` before the first state.
    last_event: Option<EventNumber>,
    is_over: bool,
    has_begun: bool,
}

/// A protocol violation by the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProtocolError {
    /// Events are missing or out of order.
    Gap {
        /// The last applied event.
        known: EventNumber,
        /// The event that was received.
        came: EventNumber,
    },
    /// The server has lost events that it had already sent.
    LostEvents {
        /// The last applied event.
        known: EventNumber,
        /// The last event the server has.
        left: EventNumber,
    },
    /// An illegal move.
    IllegalMove(String),
}

impl GameFollower {
    /// Creates a follower without any state.
    #[must_use]
    pub fn new(id: GameId) -> GameFollower {
        GameFollower { id, game: Game::standard(), last_event: None, is_over: false, has_begun: false }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Number of the last applied event.
    #[must_use]
    pub fn last_event(&self) -> Option<EventNumber> {
        self.last_event
    }

    /// Returns true if the game has started and is not over.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.has_begun && !self.is_over
    }

    /// Returns true if the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Applies a message; messages about other games are ignored.
    ///
    /// # Errors
    /// The message violates the protocol.
    pub fn apply(&mut self, message: &ToClient) -> Result<(), ProtocolError> {
        match message {
            ToClient::State { game, state, .. } if *game == self.id => {
                if let Some(known) = self.last_event.filter(|&known| state.number < known) {
                    return Err(ProtocolError::LostEvents { known, left: state.number });
                }
                self.game = replay(&state.moves)?;
                self.last_event = Some(state.number);
                self.has_begun = state.seats.white.is_some() && state.seats.black.is_some();
                self.is_over = state.result.is_some();
                Ok(())
            }
            ToClient::Events { game, events, .. } if *game == self.id => {
                events.iter().try_for_each(|event| self.apply_event(event))
            }
            _ => Ok(()),
        }
    }

    fn apply_event(&mut self, event: &GameEvent) -> Result<(), ProtocolError> {
        match self.last_event {
            // Events before the first state, and events that the state already contains, are skipped.
            None => return Ok(()),
            Some(known) if event.number <= known => return Ok(()),
            Some(known) if event.number > known.next() => {
                return Err(ProtocolError::Gap { known, came: event.number });
            }
            Some(_) => self.last_event = Some(event.number),
        }
        match &event.kind {
            GameEventKind::Moved { played, .. } => play_uci(&mut self.game, &played.uci.0)?,
            GameEventKind::Seated { .. } => self.has_begun = true,
            GameEventKind::Ended { .. } => self.is_over = true,
            _ => {}
        }
        Ok(())
    }

    /// A random legal move that does not end the game, if one is found in a few attempts.
    pub fn random_move(&self, rng: &mut Rng) -> Option<UciMove> {
        let moves: Vec<Move> = self.game.legal_moves().into_iter().collect();
        let goes_on = |m: &&Move| {
            let mut after = self.game.clone();
            after.play(**m).is_ok() && after.outcome().is_none()
        };
        let tries = (0..8).filter_map(|_| rng.choose(&moves));
        tries.into_iter().find(goes_on).map(|m| m.uci(CastlingStyle::Standard))
    }
}

/// Replays a list of moves.
///
/// # Errors
/// A move is illegal.
pub fn replay(moves: &[MoveRecord]) -> Result<Game, ProtocolError> {
    let mut game = Game::standard();
    for played in moves {
        play_uci(&mut game, &played.uci.0)?;
    }
    Ok(game)
}

fn play_uci(game: &mut Game, uci: &UciMove) -> Result<(), ProtocolError> {
    let made = game.resolve_uci(*uci).is_some_and(|m| game.play(m).is_ok());
    if made { Ok(()) } else { Err(ProtocolError::IllegalMove(format!("{uci} after {} plies", game.plies()))) }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProtocolError::Gap { known, came } => write!(f, "received event {came} after {known}"),
            ProtocolError::LostEvents { known, left } => {
                write!(f, "server has {left} events, {known} were already received")
            }
            ProtocolError::IllegalMove(words) => write!(f, "illegal move: {words}"),
        }
    }
}

impl std::error::Error for ProtocolError {}
