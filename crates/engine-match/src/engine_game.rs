//! A running game of a match. It is told every move with its time, and knows when the game is over.

use std::time::Duration;

use game::pgn::EvalScore;
use game::{Game, Outcome};
use rules::{ByColor, Color, Move};

use crate::adjudication::{Adjudication, AdjudicationState};
use crate::engine_clock::EngineClock;
use crate::game_end::{EndReason, EngineFault, GameEnd};
use crate::opening::Opening;
use crate::search_limit::SearchLimit;

/// A game between two engines.
///
/// ```
/// use engine_match::{Adjudication, EngineGame, MoveStats, Opening, SearchLimit};
/// use rules::ByColor;
/// let limit = SearchLimit { nodes: Some(1000), ..SearchLimit::default() };
/// let limits = ByColor { white: limit, black: limit };
/// let mut game = EngineGame::new(&Opening::standard(), limits, Adjudication::default());
/// for text in ["f3", "e5", "g4", "Qh4"] {
///     assert_eq!(game.end(), None);
///     let m = game.game().parse_move(text)?;
///     game.play(m, MoveStats::default());
/// }
/// assert_eq!(game.end().unwrap().reason.to_string(), "checkmate");
/// # Ok::<(), game::MoveInputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EngineGame {
    game: Game,
    limits: ByColor<SearchLimit>,
    clocks: ByColor<Option<EngineClock>>,
    adjudication: Adjudication,
    adjudication_state: AdjudicationState,
    move_stats: Vec<(MoveStats, Option<Duration>)>,
    end: Option<GameEnd>,
}

/// Statistics of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveStats {
    /// Time used.
    pub time: Duration,
    /// The engine's evaluation, from White's point of view.
    pub evaluation: Option<EvalScore>,
    /// Search depth in plies.
    pub depth: Option<u32>,
}

/// Parameters of the next `go` command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveRequest {
    /// Remaining time and increment of each side that has a clock.
    pub clocks: ByColor<Option<(Duration, Duration)>>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Other limits of the engine to move.
    pub limit: SearchLimit,
}

impl EngineGame {
    /// A game from an opening, with a limit for each side.
    #[must_use]
    pub fn new(opening: &Opening, limits: ByColor<SearchLimit>, adjudication: Adjudication) -> EngineGame {
        EngineGame {
            game: opening.game(),
            limits,
            clocks: limits.map(|limit| limit.time_control.map(EngineClock::new)),
            adjudication,
            adjudication_state: AdjudicationState::default(),
            move_stats: Vec::new(),
            end: None,
        }
    }

    /// The game so far, its opening included.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The end of the game, if it is over.
    #[must_use]
    pub fn end(&self) -> Option<GameEnd> {
        self.end
    }

    /// Parameters of the search of the engine to move.
    #[must_use]
    pub fn request(&self) -> MoveRequest {
        let turn = self.game.turn();
        MoveRequest {
            clocks: self.clocks.map(|clock| clock.map(|clock| (clock.remaining(), clock.increment()))),
            moves_to_go: self.clocks[turn].and_then(|clock| clock.moves_to_go()),
            limit: self.limits[turn],
        }
    }

    /// Time limit of the engine to move; `None` without a clock.
    #[must_use]
    pub fn time_allowance(&self) -> Option<Duration> {
        let turn = self.game.turn();
        let clock = self.clocks[turn].map(|clock| clock.remaining());
        [clock, self.limits[turn].move_time].into_iter().flatten().min()
    }

    /// Plays a move that was made in time. An illegal move is a fault.
    pub fn play(&mut self, m: Move, stats: MoveStats) {
        let mover = self.game.turn();
        if self.game.play(m).is_err() {
            return self.fault(mover, EngineFault::IllegalMove);
        }
        self.clocks[mover] = self.clocks[mover].map(|clock| clock.after_move(stats.time));
        self.move_stats.push((stats, self.clocks[mover].map(|clock| clock.remaining())));
        let score = stats.evaluation.map(|evaluation| match evaluation {
            EvalScore::Centipawns(centipawns) => centipawns,
            EvalScore::Mate(moves) if moves > 0 => i32::MAX,
            EvalScore::Mate(_) => -i32::MAX,
        });
        self.adjudication_state = self.adjudication_state.after_move(score, &self.adjudication);
        let moves = u32::try_from(self.game.plies() / 2).unwrap_or(u32::MAX);
        self.end = self.end_by_rules().or_else(|| self.adjudication_state.end(moves, &self.adjudication));
    }

    /// An engine committed a fault and loses. A time loss is a draw if the opponent cannot mate.
    pub fn fault(&mut self, by: Color, fault: EngineFault) {
        if self.end.is_some() {
            return;
        }
        let mut winner = Some(!by);
        if fault == EngineFault::TimeLoss {
            // The game is not over, so `flag` succeeds.
            let _ = self.game.flag(by);
            winner = self.game.outcome().and_then(Outcome::winner);
        }
        self.end = Some(GameEnd { winner, reason: EndReason::Fault(by, fault) });
    }

    /// Statistics of the moves after the opening, with the mover's clock after each.
    pub(crate) fn move_stats(&self) -> &[(MoveStats, Option<Duration>)] {
        &self.move_stats
    }

    fn end_by_rules(&self) -> Option<GameEnd> {
        if let Some(outcome) = self.game.outcome() {
            return Some(GameEnd { winner: outcome.winner(), reason: EndReason::Rules(outcome.ending()) });
        }
        let claim = self.game.claims().iter().next()?;
        Some(GameEnd { winner: None, reason: EndReason::Rules(claim.ending()) })
    }
}

#[cfg(test)]
mod tests {
    use game::Ending;

    use super::*;

    fn engine_game(limit: SearchLimit, fen: &str) -> EngineGame {
        let adjudication = Adjudication { resign: "500:1".parse().ok(), ..Adjudication::default() };
        let opening = Opening::from_epd(fen).unwrap();
        EngineGame::new(&opening, ByColor { white: limit, black: limit }, adjudication)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn play(engine_game: &mut EngineGame, text: &str, stats: MoveStats) {
        engine_game.play(engine_game.game().parse_move(text).unwrap(), stats);
    }

    #[test]
    fn only_the_movers_clock_runs() {
        let limit = SearchLimit { time_control: "5+0.5".parse().ok(), ..SearchLimit::default() };
        let mut engine_game = engine_game(limit, START);
        play(&mut engine_game, "e4", MoveStats { time: Duration::from_secs(2), ..MoveStats::default() });
        let seconds = Duration::from_secs_f64;
        assert_eq!(
            (engine_game.request().clocks.white, engine_game.time_allowance()),
            (Some((seconds(3.5), seconds(0.5))), Some(seconds(5.0)),)
        );
    }

    #[test]
    fn claimable_draws_end_the_game() {
        let mut engine_game = engine_game(SearchLimit::default(), START);
        for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"] {
            play(&mut engine_game, text, MoveStats::default());
        }
        assert_eq!(engine_game.end(), None);
        play(&mut engine_game, "Ng8", MoveStats::default());
        assert_eq!(
            engine_game.end(),
            Some(GameEnd { winner: None, reason: EndReason::Rules(Ending::Threefold) })
        );
    }

    #[test]
    fn a_fault_loses_the_game() {
        let check = |fen: &str, fault: EngineFault, winner: Option<Color>| {
            let mut engine_game = engine_game(SearchLimit::default(), fen);
            engine_game.fault(Color::White, fault);
            assert_eq!(
                engine_game.end(),
                Some(GameEnd { winner, reason: EndReason::Fault(Color::White, fault) })
            );
        };
        check(START, EngineFault::Crash, Some(Color::Black));
        check(START, EngineFault::TimeLoss, Some(Color::Black));
        check("4k3/8/8/8/8/8/P7/4K3 w - -", EngineFault::TimeLoss, None);
        check("4k3/8/8/8/8/8/P7/4K3 w - -", EngineFault::Hang, Some(Color::Black));
    }

    #[test]
    fn resign_adjudication_ends_the_game() {
        let mut engine_game = engine_game(SearchLimit::default(), START);
        let lost = MoveStats { evaluation: Some(EvalScore::Mate(-3)), ..MoveStats::default() };
        play(&mut engine_game, "e4", lost);
        play(&mut engine_game, "e5", lost);
        assert_eq!(
            engine_game.end(),
            Some(GameEnd { winner: Some(Color::Black), reason: EndReason::ResignRule })
        );
    }
}
