//! Games of the engine's levels and of the engine with few nodes, which make mistakes of every size.

use engine::{Engine, Level, Limits, NeverStop, Opponent, Options, SearchPosition, TimeLimit};
use rng::Rng;
use rules::{ByColor, Color, Move, Position};

use crate::RecordedGame;

/// Games end after this many plies.
const MAX_PLIES: usize = 160;

/// Levels that play: the stronger ones cost more nodes than they make mistakes.
const PLAYING_LEVELS: usize = 8;

/// Largest distance between two levels that play each other.
const MAX_DISTANCE: usize = 3;

/// Nodes per move of an engine that plays with few nodes.
const NODES: std::ops::RangeInclusive<u64> = 30..=400;

/// Random plies at the start of a game.
const MAX_RANDOM_PLIES: u64 = 7;

/// A side of a game.
enum Player {
    Level(Box<Opponent>),
    Engine(Box<Engine>, u64),
}

impl Player {
    fn choose(&mut self, at: &SearchPosition) -> Option<Move> {
        match self {
            Player::Level(opponent) => {
                opponent.choose(at, TimeLimit::Unlimited, &NeverStop).map(|choice| choice.m)
            }
            Player::Engine(engine, nodes) => {
                engine.search(at, &Limits::nodes(*nodes), &NeverStop, &mut |_| {}).best_move
            }
        }
    }
}

/// Plays a game that depends on nothing but its seed and number: one of four between levels that are near each other, the
/// others between engines with few nodes.
#[must_use]
pub fn play_level_game(seed: u64, number: u64) -> RecordedGame {
    let mut rng = Rng::with_stream(seed, number);
    let mut players = if number.is_multiple_of(4) { levels(&mut rng) } else { engines(&mut rng) };
    let start = random_opening(&mut rng);
    let mut at = SearchPosition::new(start);
    let mut moves = Vec::new();
    let mut keys = Vec::new();
    while moves.len() < MAX_PLIES && !is_over(at.position(), &mut keys) {
        let turn = at.position().turn();
        let Some(m) = players[turn].choose(&at) else { break };
        if at.play(m).is_err() {
            break;
        }
        moves.push(m);
    }
    RecordedGame { name: format!("levels-{seed}/{number}"), start, moves }
}

fn levels(rng: &mut Rng) -> ByColor<Player> {
    let first = rng.index(PLAYING_LEVELS);
    let lowest = first.saturating_sub(MAX_DISTANCE);
    let second = lowest + rng.index((first + MAX_DISTANCE).min(PLAYING_LEVELS - 1) - lowest + 1);
    let mut player = |index: usize| {
        let level = Level::ALL.get(index).copied().unwrap_or(Level::Haru);
        Player::Level(Box::new(Opponent::new(level, rng.next_u64())))
    };
    ByColor { white: player(first), black: player(second) }
}

fn engines(rng: &mut Rng) -> ByColor<Player> {
    ByColor::new_with(|_: Color| {
        let nodes = NODES.start() + rng.below(NODES.end() - NODES.start());
        Player::Engine(Box::new(Engine::new(Options { hash: 1, ..Options::default() })), nodes)
    })
}

/// Position after up to seven random plies.
fn random_opening(rng: &mut Rng) -> Position {
    loop {
        let mut position = Position::start();
        for _ in 0..rng.below(MAX_RANDOM_PLIES + 1) {
            if let Some(&m) = rng.choose(&position.legal_moves()) {
                position = position.play_unchecked(m);
            }
        }
        if position.has_legal_moves() {
            return position;
        }
    }
}

/// True if a side is mated or stalemated, after a repetition, fifty moves without progress, and with bare kings.
fn is_over(position: &Position, keys: &mut Vec<u64>) -> bool {
    let key = position.repetition_key();
    keys.push(key);
    let is_repeated = keys.iter().filter(|&&other| other == key).count() >= 3;
    let is_bare = game::material::is_insufficient(position.board());
    !position.has_legal_moves() || is_repeated || is_bare || position.halfmoves() >= 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_follow_from_seed_and_number() {
        let game = play_level_game(5, 2);
        assert_eq!(game, play_level_game(5, 2));
        assert_ne!(game.moves, play_level_game(5, 5).moves);
        assert_eq!(game.positions().len(), game.moves.len() + 1);
        assert!(game.moves.len() > 8, "{}", game.moves.len());
    }
}
