//! A game of a match while it is played. It is told every move and how long it took, and says when it is over.

use std::time::Duration;

use game::pgn::Verdict;
use game::{Game, Outcome};
use rules::{ByColor, Color, Move};

use crate::adjudication::{Adjudication, Opinions};
use crate::clock::Clock;
use crate::end::{End, Fault, Reason};
use crate::limit::Limit;
use crate::opening::Opening;

/// A game between two players who are asked in turn.
///
/// ```
/// use arena::{Adjudication, Bout, Limit, Opening, Thought};
/// use rules::ByColor;
/// let limit = Limit { nodes: Some(1000), ..Limit::default() };
/// let mut bout =
///     Bout::new(&Opening::standard(), ByColor { white: limit, black: limit }, Adjudication::default());
/// for text in ["f3", "e5", "g4", "Qh4"] {
///     assert_eq!(bout.end(), None);
///     let m = bout.game().read_move(text)?;
///     bout.play(m, Thought::default());
/// }
/// assert_eq!(bout.end().unwrap().reason.to_string(), "checkmate");
/// # Ok::<(), game::ReadMoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bout {
    game: Game,
    limits: ByColor<Limit>,
    clocks: ByColor<Option<Clock>>,
    adjudication: Adjudication,
    opinions: Opinions,
    thoughts: Vec<(Thought, Option<Duration>)>,
    end: Option<End>,
}

/// What is known of how a move was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// How long it took.
    pub time: Duration,
    /// What the player thinks of the position, from White's side.
    pub verdict: Option<Verdict>,
    /// How deep it looked.
    pub depth: Option<u32>,
}

/// What the player to move is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// What both have left, and what every move adds; of those who have a clock.
    pub clocks: ByColor<Option<(Duration, Duration)>>,
    /// Moves until the player's clock is set anew.
    pub moves_to_go: Option<u32>,
    /// What else ends its thinking.
    pub limit: Limit,
}

impl Bout {
    /// A game from an opening. Each player has a limit of its own.
    #[must_use]
    pub fn new(opening: &Opening, limits: ByColor<Limit>, adjudication: Adjudication) -> Bout {
        Bout {
            game: opening.game(),
            limits,
            clocks: limits.map(|limit| limit.tempo.map(Clock::new)),
            adjudication,
            opinions: Opinions::default(),
            thoughts: Vec::new(),
            end: None,
        }
    }

    /// The game so far, its opening included.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How it ended.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// What the player to move is asked for.
    #[must_use]
    pub fn request(&self) -> Request {
        let turn = self.game.turn();
        Request {
            clocks: self.clocks.map(|clock| clock.map(|clock| (clock.left(), clock.increment()))),
            moves_to_go: self.clocks[turn].and_then(|clock| clock.moves_to_go()),
            limit: self.limits[turn],
        }
    }

    /// How long the player to move may take; as long as it likes if there is no clock.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        let turn = self.game.turn();
        let clock = self.clocks[turn].map(|clock| clock.left());
        [clock, self.limits[turn].move_time].into_iter().flatten().min()
    }

    /// The player to move makes a move, which was found in time. One that is not legal is a fault.
    pub fn play(&mut self, m: Move, thought: Thought) {
        let mover = self.game.turn();
        if self.game.play(m).is_err() {
            return self.fault(mover, Fault::IllegalMove);
        }
        self.clocks[mover] = self.clocks[mover].map(|clock| clock.after(thought.time));
        self.thoughts.push((thought, self.clocks[mover].map(|clock| clock.left())));
        let score = thought.verdict.map(|verdict| match verdict {
            Verdict::Centipawns(centipawns) => centipawns,
            Verdict::Mate(moves) if moves > 0 => i32::MAX,
            Verdict::Mate(_) => -i32::MAX,
        });
        self.opinions = self.opinions.after(score, &self.adjudication);
        let moves = u32::try_from(self.game.plies() / 2).unwrap_or(u32::MAX);
        self.end = self.by_the_laws().or_else(|| self.opinions.end(moves, &self.adjudication));
    }

    /// A player has done something wrong, and loses. Out of time it draws where the other could not have won.
    pub fn fault(&mut self, by: Color, fault: Fault) {
        if self.end.is_some() {
            return;
        }
        let mut winner = Some(!by);
        if fault == Fault::Time {
            // The game goes on, so a flag can fall.
            let _ = self.game.flag(by);
            winner = self.game.outcome().and_then(Outcome::winner);
        }
        self.end = Some(End { winner, reason: Reason::Fault(by, fault) });
    }

    /// How the moves were found that the players made themselves, and what the mover's clock showed then.
    pub(crate) fn thoughts(&self) -> &[(Thought, Option<Duration>)] {
        &self.thoughts
    }

    fn by_the_laws(&self) -> Option<End> {
        if let Some(outcome) = self.game.outcome() {
            return Some(End { winner: outcome.winner(), reason: Reason::Laws(outcome.ending()) });
        }
        let claim = self.game.claims().iter().next()?;
        Some(End { winner: None, reason: Reason::Laws(claim.ending()) })
    }
}

#[cfg(test)]
mod tests {
    use game::Ending;

    use super::*;

    fn bout(limit: Limit, fen: &str) -> Bout {
        let adjudication = Adjudication { hopeless: "500:1".parse().ok(), ..Adjudication::default() };
        let opening = Opening::from_epd(fen).unwrap();
        Bout::new(&opening, ByColor { white: limit, black: limit }, adjudication)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn play(bout: &mut Bout, text: &str, thought: Thought) {
        bout.play(bout.game().read_move(text).unwrap(), thought);
    }

    #[test]
    fn the_clock_of_the_mover_runs() {
        let limit = Limit { tempo: "5+0.5".parse().ok(), ..Limit::default() };
        let mut bout = bout(limit, START);
        play(&mut bout, "e4", Thought { time: Duration::from_secs(2), ..Thought::default() });
        let seconds = Duration::from_secs_f64;
        assert_eq!(
            (bout.request().clocks.white, bout.allowance()),
            (Some((seconds(3.5), seconds(0.5))), Some(seconds(5.0)),)
        );
    }

    #[test]
    fn what_could_be_claimed_is_a_draw() {
        let mut bout = bout(Limit::default(), START);
        for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"] {
            play(&mut bout, text, Thought::default());
        }
        assert_eq!(bout.end(), None);
        play(&mut bout, "Ng8", Thought::default());
        assert_eq!(bout.end(), Some(End { winner: None, reason: Reason::Laws(Ending::Threefold) }));
    }

    #[test]
    fn faults_lose() {
        let check = |fen: &str, fault: Fault, winner: Option<Color>| {
            let mut bout = bout(Limit::default(), fen);
            bout.fault(Color::White, fault);
            assert_eq!(bout.end(), Some(End { winner, reason: Reason::Fault(Color::White, fault) }));
        };
        check(START, Fault::Crash, Some(Color::Black));
        check(START, Fault::Time, Some(Color::Black));
        check("4k3/8/8/8/8/8/P7/4K3 w - -", Fault::Time, None);
        check("4k3/8/8/8/8/8/P7/4K3 w - -", Fault::Hang, Some(Color::Black));
    }

    #[test]
    fn lost_games_are_not_played_on() {
        let mut bout = bout(Limit::default(), START);
        let lost = Thought { verdict: Some(Verdict::Mate(-3)), ..Thought::default() };
        play(&mut bout, "e4", lost);
        play(&mut bout, "e5", lost);
        assert_eq!(bout.end(), Some(End { winner: Some(Color::Black), reason: Reason::Hopeless }));
    }
}
