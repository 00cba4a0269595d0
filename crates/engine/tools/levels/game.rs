//! A game between two players.

use engine::{NeverStop, Opponent, SearchPosition, TimeLimit};
use rules::{Color, Move, Position};

use super::anchor::UciProcess;
use super::rated_player::RatedPlayer;
use crate::selfplay::game_result;

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameScore {
    White,
    Draw,
    Black,
}

/// A player with its state during a game.
enum GamePlayer {
    Opponent(Box<Opponent>),
    Anchor(UciProcess),
}

impl GamePlayer {
    fn new(player: &RatedPlayer, seed: u64, program: &str) -> Result<GamePlayer, String> {
        Ok(match player {
            RatedPlayer::Level(level) => GamePlayer::Opponent(Box::new(Opponent::new(*level, seed))),
            RatedPlayer::Power(power) => {
                GamePlayer::Opponent(Box::new(engine::tuning::with_power(*power, seed)))
            }
            RatedPlayer::Anchor(rating) => GamePlayer::Anchor(UciProcess::at_rating(program, *rating)?),
            RatedPlayer::ExternalEngine(engine) => {
                GamePlayer::Anchor(UciProcess::within(&engine.program, &engine.limit)?)
            }
        })
    }

    fn choose(&mut self, search_position: &SearchPosition) -> Result<Option<Move>, String> {
        match self {
            GamePlayer::Opponent(opponent) => {
                Ok(opponent.choose(search_position, TimeLimit::Unlimited, &NeverStop).map(|choice| choice.m))
            }
            GamePlayer::Anchor(anchor) => anchor.choose(search_position.position()).map(Some),
        }
    }

    fn add_move(&mut self, m: Move) {
        if let GamePlayer::Anchor(anchor) = self {
            anchor.add_move(m);
        }
    }
}

/// Games are drawn after this many plies.
const MAX_PLIES: usize = 400;

/// Plays a game, White's player first.
pub(crate) fn play(players: [&RatedPlayer; 2], seed: u64, program: &str) -> Result<GameScore, String> {
    let mut game_players =
        [GamePlayer::new(players[0], seed, program)?, GamePlayer::new(players[1], !seed, program)?];
    let mut search_position = SearchPosition::new(Position::start());
    let mut keys = Vec::new();
    for ply in 0..MAX_PLIES {
        let position = *search_position.position();
        keys.push(position.repetition_key());
        if let Some(points) = game_result(&position, &keys) {
            return Ok(match points {
                0 => GameScore::Black,
                1 => GameScore::Draw,
                _ => GameScore::White,
            });
        }
        let Some(m) = game_players[ply % 2].choose(&search_position)? else { break };
        search_position.play(m).map_err(|error| format!("{:?}: {error}", position.turn() == Color::White))?;
        game_players.iter_mut().for_each(|game_player| game_player.add_move(m));
    }
    Ok(GameScore::Draw)
}
