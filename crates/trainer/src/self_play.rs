//! A game of the engine against itself, from a random opening.

use engine::{Engine, Limits, NeverStop, SearchPosition};
use rng::Rng;
use rules::{Color, Position, Role};

use crate::packed_game::{PackedGame, pack_score};

/// A search may exceed its soft node limit by this factor before it is stopped.
const HARD_LIMIT_FACTOR: u64 = 8;

/// Openings that are further from equal are not played, in centipawns.
const MAX_OPENING_SCORE: i16 = 350;

/// Score of a won game, in centipawns, if it lasts for [`WON_PLIES`].
const WON_SCORE: i16 = 1500;
const WON_PLIES: u32 = 6;

/// Score of a drawn game, in centipawns, if it lasts for [`DRAWN_PLIES`] from [`FIRST_DRAWN_PLY`] on.
const DRAWN_SCORE: i16 = 6;
const DRAWN_PLIES: u32 = 16;
const FIRST_DRAWN_PLY: usize = 70;

/// Games are drawn after this many plies.
const MAX_PLIES: usize = 400;

/// Plays a game with `nodes` soft nodes for each move. It depends on nothing but the arguments.
pub fn play_game(engine: &mut Engine, mut rng: Rng, nodes: u64) -> PackedGame {
    loop {
        engine.clear();
        let opening = random_opening(&mut rng);
        if let Some(game) = play_from(engine, opening, nodes) {
            return game;
        }
    }
}

/// Plays from an opening; `None` if it is not balanced.
fn play_from(engine: &mut Engine, mut search_position: SearchPosition, nodes: u64) -> Option<PackedGame> {
    let limits = Limits { soft_nodes: Some(nodes), ..Limits::nodes(nodes.saturating_mul(HARD_LIMIT_FACTOR)) };
    let mut game = PackedGame { start: *search_position.position(), half_points: 1, moves: Vec::new() };
    let mut keys = Vec::new();
    let (mut won, mut drawn) = (0, 0);
    for ply in 0..MAX_PLIES {
        let position = *search_position.position();
        keys.push(position.repetition_key());
        if let Some(half_points) = game_result(&position, &keys) {
            game.half_points = half_points;
            break;
        }
        let result = engine.search(&search_position, &limits, &NeverStop, &mut |_| {});
        let Some(best) = result.best_move else { break };
        let score = pack_score(result.score, position.turn());
        if ply == 0 && score.abs() > MAX_OPENING_SCORE {
            return None;
        }
        won = if score.abs() >= WON_SCORE { won + 1 } else { 0 };
        drawn = if score.abs() <= DRAWN_SCORE && ply >= FIRST_DRAWN_PLY { drawn + 1 } else { 0 };
        if won >= WON_PLIES {
            game.half_points = if score > 0 { 2 } else { 0 };
            break;
        }
        if drawn >= DRAWN_PLIES || search_position.play(best).is_err() {
            break;
        }
        game.moves.push((best, score));
    }
    Some(game)
}

/// Eight or nine random plies.
fn random_opening(rng: &mut Rng) -> SearchPosition {
    loop {
        let mut search_position = SearchPosition::new(Position::start());
        for _ in 0..8 + rng.index(2) {
            let moves = search_position.position().legal_moves();
            if moves.is_empty() || search_position.play(moves[rng.index(moves.len())]).is_err() {
                break;
            }
        }
        if search_position.position().has_legal_moves() {
            // The history of the opening is no part of the game.
            return SearchPosition::new(*search_position.position());
        }
    }
}

/// White's half points if the game is over. `keys` are the repetition keys of all positions, the current one last.
#[must_use]
pub fn game_result(position: &Position, keys: &[u64]) -> Option<u8> {
    if !position.has_legal_moves() {
        return Some(match (position.is_check(), position.turn()) {
            (false, _) => 1,
            (true, Color::White) => 0,
            (true, Color::Black) => 2,
        });
    }
    let last = keys.last()?;
    let is_repeated = keys.iter().filter(|&key| key == last).count() >= 3;
    let board = position.board();
    let strong = board.role(Role::Pawn) | board.role(Role::Rook) | board.role(Role::Queen);
    let is_bare = strong.is_empty() && board.occupied().count() <= 3;
    (is_repeated || is_bare || position.halfmoves() >= 100).then_some(1)
}
