//! A game as one who follows it knows it.

use std::fmt;

use game::Game;
use protocol::{EventNumber, GameEvent, GameEventKind, GameId, MoveRecord, ToClient};
use rules::{CastlingStyle, Move, UciMove};

use crate::Rng;

/// A board beside a connection: it takes in what the server says, and notices when that cannot be.
#[derive(Clone, Debug)]
pub struct GameFollower {
    id: GameId,
    game: Game,
    /// The last event that is known; nothing before the first state.
    last_event: Option<EventNumber>,
    is_over: bool,
    has_begun: bool,
}

/// What a server must never say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProtocolError {
    /// Events are missing, or out of order.
    Gap {
        /// The last event that was known.
        known: EventNumber,
        /// The one that came.
        came: EventNumber,
    },
    /// What it told before is gone.
    LostEvents {
        /// The last event that was known.
        known: EventNumber,
        /// The last one that the server knows.
        left: EventNumber,
    },
    /// A move that the rules do not allow.
    IllegalMove(String),
}

impl GameFollower {
    /// A game of which nothing is known yet.
    #[must_use]
    pub fn new(id: GameId) -> GameFollower {
        GameFollower { id, game: Game::standard(), last_event: None, is_over: false, has_begun: false }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The last event that is known.
    #[must_use]
    pub fn last_event(&self) -> Option<EventNumber> {
        self.last_event
    }

    /// Whether a move can be made.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.has_begun && !self.is_over
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes in what the server says; what does not concern the game is passed over.
    ///
    /// # Errors
    /// If it cannot be.
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
            // Before the first state events mean nothing yet, and what is known need not be told twice.
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

    /// A move that does not end the game, if there is one.
    pub fn random_move(&self, dice: &mut Rng) -> Option<UciMove> {
        let moves: Vec<Move> = self.game.legal_moves().into_iter().collect();
        let goes_on = |m: &&Move| {
            let mut after = self.game.clone();
            after.play(**m).is_ok() && after.outcome().is_none()
        };
        let tries = (0..8).filter_map(|_| dice.choose(&moves));
        tries.into_iter().find(goes_on).map(|m| m.uci(CastlingStyle::Standard))
    }
}

/// The game that these moves make.
///
/// # Errors
/// If one of them is against the rules.
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
            ProtocolError::Gap { known, came } => write!(f, "event {came} came after {known}"),
            ProtocolError::LostEvents { known, left } => {
                write!(f, "of {known} events that were told {left} are left")
            }
            ProtocolError::IllegalMove(words) => write!(f, "an illegal move: {words}"),
        }
    }
}

impl std::error::Error for ProtocolError {}
