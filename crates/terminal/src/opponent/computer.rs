//! The computer that comes with the program, as an opponent of some level. It thinks on a thread of its own, takes as long
//! as a person would, and stops at once when its answer is not wanted any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use client::{Deed, Table};
use engine::{Level, Situation, Time, Watch, takes_draw};
use game::{Game, Offer, Ruleset, Timestamp};
use rules::CastlingStyle;

use super::{Opponent, Question, Report, Reports, Trouble, clocks};

/// A player of some level, and the thread it thinks on.
#[derive(Debug)]
pub(crate) struct Computer {
    name: String,
    asks: Option<Sender<Ask>>,
    /// How often it was asked for something else. Who thinks looks at this.
    turns: Arc<AtomicU64>,
    reports: Arc<Reports>,
    thread: Option<JoinHandle<()>>,
}

/// How long a move takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    /// As long as a person would think.
    Natural,
    /// No longer than the search, for programs that play against it.
    AtOnce,
}

/// What the thread is to do.
#[derive(Debug)]
enum Ask {
    Think(Box<Task>),
    Begin,
}

#[derive(Debug)]
struct Task {
    question: Question,
    situation: Situation,
    time: Time,
    stopwatch: Stopwatch,
}

/// Tells who thinks what time it is, and whether anybody still wants to know.
#[derive(Debug)]
struct Stopwatch {
    began: Instant,
    /// The turn that the task belongs to.
    turn: u64,
    turns: Arc<AtomicU64>,
}

/// What is lost between a thought and the board.
const OVERHEAD: Duration = Duration::from_millis(50);

impl Computer {
    /// Somebody of that level, under that name, whose ways follow from the seed.
    pub(crate) fn start(level: Level, name: String, pace: Pace, seed: u64, reports: Reports) -> Computer {
        let (asks, asked) = channel();
        let reports = Arc::new(reports);
        let thread = {
            let reports = Arc::clone(&reports);
            std::thread::spawn(move || play(level, pace, seed, &asked, &reports))
        };
        let turns = Arc::new(AtomicU64::new(0));
        Computer { name, asks: Some(asks), turns, reports, thread: Some(thread) }
    }

    fn task(&self, question: Question, turn: u64, table: &Table, now: Timestamp) -> Option<Task> {
        let game = table.game();
        let situation = situation(game)?;
        let time = clocks(table, now).map_or(Time::Unlimited, |(left, bonus)| Time::Clock {
            left: left[game.turn()],
            increment: bonus[game.turn()],
            moves_to_go: None,
            overhead: OVERHEAD,
        });
        let stopwatch = Stopwatch { began: Instant::now(), turn, turns: Arc::clone(&self.turns) };
        Some(Task { question, situation, time, stopwatch })
    }

    /// Takes a draw or declines it, as soon as it has judged how it stands; meanwhile it may be thinking about its move.
    fn consider_draw(&self, game: &Game) {
        let reports = Arc::clone(&self.reports);
        let reply = move |deed: fn(Offer) -> Deed| reports.send(Report::Does(deed(Offer::Draw)));
        let (Some(situation), Some(by)) = (situation(game), game.pending(Offer::Draw)) else {
            return reply(Deed::Decline);
        };
        let plies = game.plies();
        std::thread::spawn(move || {
            reply(if takes_draw(&situation, !by, plies) { Deed::Accept } else { Deed::Decline });
        });
    }

    /// Whatever it is thinking about is not wanted any more.
    fn next_turn(&self) -> u64 {
        self.turns.fetch_add(1, Ordering::AcqRel) + 1
    }

    fn ask(&self, ask: Ask) {
        if let Some(asks) = &self.asks {
            // The thread listens until this end is dropped.
            let _ = asks.send(ask);
        }
    }
}

impl Opponent for Computer {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, question: Question, table: &Table, now: Timestamp) {
        let turn = self.next_turn();
        match self.task(question, turn, table, now) {
            Some(task) => self.ask(Ask::Think(Box::new(task))),
            None => self.reports.send(Report::Fails(Trouble::Unfit)),
        }
    }

    /// It lets moves be taken back, and takes a draw if it is no better.
    fn hear(&mut self, deed: Deed, table: &Table) {
        match deed {
            Deed::Offer(Offer::Takeback) => self.reports.send(Report::Does(Deed::Accept(Offer::Takeback))),
            Deed::Offer(Offer::Draw) => self.consider_draw(table.game()),
            _ => {}
        }
    }

    fn rest(&mut self) {
        self.next_turn();
    }

    fn begin(&mut self) {
        self.next_turn();
        self.ask(Ask::Begin);
    }
}

/// Nobody waits for a thought to be finished.
impl Drop for Computer {
    fn drop(&mut self) {
        self.next_turn();
        self.asks = None;
        let _ended = self.thread.take().map(JoinHandle::join);
    }
}

impl Watch for Stopwatch {
    fn elapsed(&self) -> Option<Duration> {
        Some(self.began.elapsed())
    }

    fn should_stop(&self) -> bool {
        self.turns.load(Ordering::Acquire) != self.turn
    }
}

/// The position and how it came about, of a game that it knows how to play.
fn situation(game: &Game) -> Option<Situation> {
    if game.ruleset() == Ruleset::KingCapture {
        return None;
    }
    let mut situation = Situation::new(game.start().position().ok()?);
    for m in game.moves() {
        situation.play(m).ok()?;
    }
    Some(situation)
}

/// Thinks about what it is asked, until nobody asks any more.
fn play(level: Level, pace: Pace, mut seed: u64, asked: &Receiver<Ask>, reports: &Reports) {
    let mut opponent = engine::Opponent::new(level, seed);
    let mut next = asked.recv().ok();
    while let Some(ask) = next.take() {
        let task = match ask {
            Ask::Think(task) => task,
            Ask::Begin => {
                // Another game, another mood.
                seed = seed.wrapping_add(1);
                opponent = engine::Opponent::new(level, seed);
                next = asked.recv().ok();
                continue;
            }
        };
        let watch = &task.stopwatch;
        let choice = opponent.choose(&task.situation, task.time, watch).filter(|_| !watch.should_stop());
        let pause = choice.filter(|_| pace == Pace::Natural).map_or(Duration::ZERO, |choice| choice.pause);
        next = match asked.recv_timeout(pause.saturating_sub(watch.began.elapsed())) {
            Ok(ask) => Some(ask),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(choice) = choice.filter(|_| !watch.should_stop()) {
                    let uci = choice.m.uci(CastlingStyle::Chess960);
                    reports.send(Report::Answers(task.question, Deed::Move(uci)));
                }
                asked.recv().ok()
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use game::Game;
    use rules::Position;

    use super::*;

    /// Longer than anybody thinks.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn seated(level: Level, pace: Pace) -> (Computer, Receiver<Report>) {
        let (sender, reports) = channel();
        let reports_to = Reports::new(move |report| drop(sender.send(report)));
        (Computer::start(level, "somebody".to_owned(), pace, 7, reports_to), reports)
    }

    fn table(fen: &str) -> Table {
        Table::plain(Game::from_position(Position::from_fen(fen).unwrap()))
    }

    #[test]
    fn the_only_move_is_made() {
        let (mut computer, reports) = seated(Level::Haru, Pace::AtOnce);
        computer.think(Question(1), &table("k7/8/1K6/8/8/8/8/6R1 b - - 0 1"), Timestamp(0));
        let answer = Report::Answers(Question(1), Deed::Move("a8b8".parse().unwrap()));
        assert_eq!(reports.recv_timeout(PATIENCE), Ok(answer));
    }

    /// The same seed plays the same game.
    #[test]
    fn games_follow_from_the_seed() {
        let played = || {
            let (mut computer, reports) = seated(Level::Haru, Pace::AtOnce);
            let mut game = Game::standard();
            for number in 0..30 {
                computer.think(Question(number), &Table::plain(game.clone()), Timestamp(0));
                let report = reports.recv_timeout(PATIENCE).unwrap();
                let Report::Answers(question, Deed::Move(uci)) = report else { panic!("{report:?}") };
                assert_eq!(question, Question(number));
                let m = game.read_move(&uci.to_string()).unwrap();
                game.play(m).unwrap();
                if game.outcome().is_some() {
                    break;
                }
            }
            game.moves().collect::<Vec<_>>()
        };
        assert_eq!(played(), played());
    }

    /// The first answer is given up while somebody still waits for it; only the second comes.
    #[test]
    fn what_is_not_wanted_any_more_is_not_said() {
        let (mut computer, reports) = seated(Level::Otto, Pace::Natural);
        computer.think(Question(1), &Table::plain(Game::standard()), Timestamp(0));
        computer.rest();
        computer.begin();
        computer.think(Question(2), &table("k7/8/1K6/8/8/8/8/6R1 b - - 0 1"), Timestamp(0));
        let report = reports.recv_timeout(PATIENCE).unwrap();
        assert!(matches!(report, Report::Answers(Question(2), _)), "{report:?}");
        drop(computer);
        assert!(reports.recv().is_err(), "and nothing else");
    }

    #[test]
    fn a_draw_is_taken_if_it_is_no_better() {
        let check = |fen: &str, expected: fn(Offer) -> Deed| {
            let (mut computer, reports) = seated(Level::Haru, Pace::AtOnce);
            let mut game = Game::from_position(Position::from_fen(fen).unwrap());
            game.play(game.read_move("Kf1").unwrap()).unwrap();
            game.offer(rules::Color::White, Offer::Draw).unwrap();
            computer.hear(Deed::Offer(Offer::Draw), &Table::plain(game));
            assert_eq!(reports.recv_timeout(PATIENCE), Ok(Report::Does(expected(Offer::Draw))), "{fen}");
        };
        // A rook more for White, who offers; then for the computer.
        check("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30", Deed::Accept);
        check("r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 30", Deed::Decline);
    }

    #[test]
    fn what_it_does_not_know_it_does_not_play() {
        let (mut computer, reports) = seated(Level::Haru, Pace::AtOnce);
        let table = Table::plain(Game::king_capture(rules::Color::White));
        computer.think(Question(1), &table, Timestamp(0));
        assert_eq!(reports.recv_timeout(PATIENCE), Ok(Report::Fails(Trouble::Unfit)));
    }
}
