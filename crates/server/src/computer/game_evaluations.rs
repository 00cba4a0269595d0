//! Evaluations of finished games by the engine, for exports that ask for them.
//!
//! They are not stored: with one thread and a limit of nodes the engine finds the same values again, on every node of a
//! cluster. Those of the latest games are kept in memory.

use std::sync::{Arc, Mutex};

use engine::{Engine, Limits, NeverStop, Options, Score, SearchPosition};
use game::pgn::EvalScore;
use game::{Game, Timestamp};
use protocol::{GameId, PlayerId};
use rules::Color;
use tokio::sync::Semaphore;
use tokio::time::{Duration, timeout};

use crate::blocking_pool::{Cancelled, run_blocking};
use crate::limits::ApiRates;
use crate::limits::LruMap;
use crate::sync::lock;

/// Nodes per position: a second for a game of fifty moves.
const NODES_PER_POSITION: u64 = 10_000;

/// Nodes per game, which long games share among more positions.
const NODES_PER_GAME: u64 = 1_000_000;

/// Maximum time for the games of others before, and for the game itself.
const PATIENCE: Duration = Duration::from_secs(15);

/// Transposition table in MiB.
const HASH: usize = 4;

/// Games kept, and players whose requests are queued apart.
const CAPACITY: usize = 1_000;

/// Evaluator of finished games. The locks are never held across an `await`.
#[derive(Debug)]
pub(crate) struct GameEvaluations {
    /// One game at a time, which leaves the other processors to games in progress.
    searches: Arc<Semaphore>,
    /// One game at a time for each player, so that no player waits for all games of another.
    turns: Mutex<LruMap<PlayerId, Arc<Semaphore>>>,
    known: Mutex<LruMap<GameId, Arc<[EvalScore]>>>,
}

impl Default for GameEvaluations {
    fn default() -> GameEvaluations {
        GameEvaluations {
            searches: Arc::new(Semaphore::new(1)),
            turns: Mutex::new(LruMap::new(CAPACITY)),
            known: Mutex::new(LruMap::new(CAPACITY)),
        }
    }
}

impl GameEvaluations {
    /// Evaluations after each move of a finished game, without the last one if it ended the game by the rules. `None` if the game
    /// is not finished, if the engine does not play its rules, if the player has asked for too many games, or if the engine is too busy.
    ///
    /// # Errors
    ///
    /// Returns an error if the search panicked.
    pub(crate) async fn of_game(
        &self,
        id: GameId,
        game: &Game,
        player: PlayerId,
        rates: &ApiRates,
        now: Timestamp,
    ) -> Result<Option<Arc<[EvalScore]>>, Cancelled> {
        if game.outcome().is_none() || game.position().is_none() {
            return Ok(None);
        }
        if let Some(known) = self.known(id) {
            return Ok(Some(known));
        }
        if !rates.allow_evaluation(player, now) {
            return Ok(None);
        }
        timeout(PATIENCE, self.in_turn(id, game, player)).await.unwrap_or(Ok(None))
    }

    /// Evaluates a game when it is the player's turn.
    async fn in_turn(
        &self,
        id: GameId,
        game: &Game,
        player: PlayerId,
    ) -> Result<Option<Arc<[EvalScore]>>, Cancelled> {
        let turn = Arc::clone(lock(&self.turns).get_or_insert_with(player, || Arc::new(Semaphore::new(1))));
        let _turn = turn.acquire().await.map_err(|_| Cancelled)?;
        if let Some(known) = self.known(id) {
            return Ok(Some(known));
        }
        let game = game.clone();
        let found: Arc<[EvalScore]> = run_blocking(&self.searches, move || evaluate(&game)).await?.into();
        lock(&self.known).get_or_insert_with(id, || Arc::clone(&found));
        Ok(Some(found))
    }

    fn known(&self, id: GameId) -> Option<Arc<[EvalScore]>> {
        lock(&self.known).get(&id).map(Arc::clone)
    }
}

/// Searches from the last position to the first with one transposition table, so that earlier positions profit from later ones.
fn evaluate(game: &Game) -> Vec<EvalScore> {
    let mut engine = Engine::new(Options { hash: HASH, ..Options::default() });
    let positions = positions(game);
    let nodes = (NODES_PER_GAME / positions.len().max(1) as u64).clamp(1, NODES_PER_POSITION);
    let mut evaluations: Vec<EvalScore> = positions
        .iter()
        .rev()
        .map(|position| {
            let score = engine.search(position, &Limits::nodes(nodes), &NeverStop, &mut |_| {}).score;
            for_white(score, position.position().turn())
        })
        .collect();
    evaluations.reverse();
    evaluations
}

/// The positions after each move that have a legal move.
fn positions(game: &Game) -> Vec<SearchPosition> {
    let Some(start) = game.position_at(0) else { return Vec::new() };
    let mut position = SearchPosition::new(*start);
    let after = |m| position.play(m).ok().map(|()| position.clone());
    let mut positions: Vec<SearchPosition> = game.moves().map_while(after).collect();
    positions.pop_if(|last| last.position().legal_moves().is_empty());
    positions
}

fn for_white(score: Score, turn: Color) -> EvalScore {
    match if turn == Color::White { score } else { score.negated() } {
        Score::Centipawns(centipawns) => EvalScore::Centipawns(centipawns),
        Score::Mate(moves) => EvalScore::Mate(moves),
    }
}

#[cfg(test)]
mod tests {
    use game::Outcome;
    use rules::San;

    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::standard();
        for san in moves.split(' ') {
            let m = san.parse::<San>().unwrap().resolve(game.position().unwrap()).unwrap();
            game.play(m).unwrap();
        }
        game
    }

    async fn ask(evaluations: &GameEvaluations, rates: &ApiRates, id: u128, game: &Game) -> Option<usize> {
        let id = GameId::from_bits(id);
        let found = evaluations.of_game(id, game, PlayerId::from_bits(1), rates, Timestamp(5)).await;
        found.unwrap().map(|found| found.len())
    }

    #[test]
    fn evaluations_are_for_white_and_see_mates() {
        let found = evaluate(&game("f3 e5 g4 Qh4#"));
        assert_eq!(found.len(), 3, "after mate there is nothing to evaluate");
        assert_eq!(found[2], EvalScore::Mate(-1));
        // Black takes a knight with the queen, which is taken back; White gives the queen away.
        let queen_lost = "e4 d5 exd5 Qxd5 Nc3 Qa5 b4 Qxb4 Rb1 Qxc3";
        let found = evaluate(&game(queen_lost));
        assert!(found.last().is_some_and(|last| matches!(last, EvalScore::Centipawns(300..))), "{found:?}");
        assert_eq!(found, evaluate(&game(queen_lost)), "the same values again");
        let found = evaluate(&game("e4 e5 Qh5 Nc6 Qxf7+"));
        assert!(found.last().is_some_and(|last| matches!(last, EvalScore::Centipawns(..=-300))), "{found:?}");
    }

    #[tokio::test]
    async fn running_games_are_not_evaluated() {
        let (evaluations, rates) = (GameEvaluations::default(), ApiRates::default());
        let mut game = game("e4 e5");
        assert_eq!(ask(&evaluations, &rates, 1, &game).await, None);
        game.resign(Color::White).unwrap();
        assert!(game.outcome().is_some_and(|outcome: Outcome| outcome.winner() == Some(Color::Black)));
        assert_eq!(ask(&evaluations, &rates, 1, &game).await, Some(2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_busy_engine_is_not_waited_for_long() {
        let (evaluations, rates) = (GameEvaluations::default(), ApiRates::default());
        let busy = Arc::clone(&evaluations.searches).acquire_owned().await.unwrap();
        let mate = game("f3 e5 g4 Qh4#");
        assert_eq!(ask(&evaluations, &rates, 1, &mate).await, None);
        drop(busy);
        assert_eq!(ask(&evaluations, &rates, 1, &mate).await, Some(3));
    }

    #[tokio::test]
    async fn a_player_has_a_rate_and_known_games_are_free() {
        let (evaluations, rates) = (GameEvaluations::default(), ApiRates::default());
        let mate = game("f3 e5 g4 Qh4#");
        let mut found = 0;
        for id in 0..200 {
            found += u128::from(ask(&evaluations, &rates, id, &mate).await.is_some());
        }
        assert_eq!(found, 100);
        assert_eq!(ask(&evaluations, &rates, 0, &mate).await, Some(3));
        assert_eq!(ask(&evaluations, &rates, found, &mate).await, None);
    }
}
