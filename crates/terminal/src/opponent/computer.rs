//! The computer that comes with the program, as an opponent of some level. It thinks on a thread of its own, takes as long
//! as a person would, and stops at once when its answer is not wanted any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use client::{LocalGame, OfferKind, PlayerAction};
use engine::{Level, SearchControl, SearchPosition, TimeLimit, accepts_draw_offer};
use game::{Game, Offer, Ply, Ruleset, Timestamp};
use rules::CastlingStyle;

use super::{MoveRequestId, Opponent, OpponentError, OpponentEvent, OpponentEventSink, clocks};

/// A player of some level, and the thread it thinks on.
#[derive(Debug)]
pub(crate) struct ComputerOpponent {
    name: String,
    commands: Option<Sender<WorkerCommand>>,
    /// How often it was asked for something else. Who thinks looks at this.
    generation: Arc<AtomicU64>,
    events: Arc<OpponentEventSink>,
    thread: Option<JoinHandle<()>>,
}

/// How long a move takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveDelay {
    /// As long as a person would think.
    Human,
    /// No longer than the search, for programs that play against it.
    None,
}

/// What the thread is to do.
#[derive(Debug)]
enum WorkerCommand {
    Search(Box<SearchRequest>),
    NewGame,
}

#[derive(Debug)]
struct SearchRequest {
    id: MoveRequestId,
    ply: Ply,
    position: SearchPosition,
    time: TimeLimit,
    control: RequestControl,
}

/// Tells who thinks what time it is, and whether anybody still wants to know.
#[derive(Debug)]
struct RequestControl {
    started: Instant,
    /// The turn that the task belongs to.
    generation: u64,
    current_generation: Arc<AtomicU64>,
}

/// What is lost between a thought and the board.
const MOVE_OVERHEAD: Duration = Duration::from_millis(50);

impl ComputerOpponent {
    /// Somebody of that level, under that name, whose ways follow from the seed.
    pub(crate) fn start(
        level: Level,
        name: String,
        pace: MoveDelay,
        seed: u64,
        reports: OpponentEventSink,
    ) -> ComputerOpponent {
        let (asks, asked) = channel();
        let reports = Arc::new(reports);
        let thread = {
            let reports = Arc::clone(&reports);
            std::thread::spawn(move || run_worker(level, pace, seed, &asked, &reports))
        };
        let turns = Arc::new(AtomicU64::new(0));
        ComputerOpponent {
            name,
            commands: Some(asks),
            generation: turns,
            events: reports,
            thread: Some(thread),
        }
    }

    fn search_request(
        &self,
        question: MoveRequestId,
        turn: u64,
        table: &LocalGame,
        now: Timestamp,
    ) -> Option<SearchRequest> {
        let game = table.game();
        let situation = search_position(game)?;
        let time = clocks(table, now).map_or(TimeLimit::Unlimited, |(left, bonus)| TimeLimit::Clock {
            remaining: left[game.turn()],
            increment: bonus[game.turn()],
            moves_to_go: None,
            overhead: MOVE_OVERHEAD,
        });
        let stopwatch = RequestControl {
            started: Instant::now(),
            generation: turn,
            current_generation: Arc::clone(&self.generation),
        };
        Some(SearchRequest { id: question, ply: game.ply(), position: situation, time, control: stopwatch })
    }

    /// Takes a draw or declines it, as soon as it has judged how it stands; meanwhile it may be thinking about its move.
    fn answer_draw_offer(&self, game: &Game) {
        let reports = Arc::clone(&self.events);
        let reply =
            move |answer: fn(Offer) -> PlayerAction| reports.send(OpponentEvent::Acted(answer(Offer::Draw)));
        let (Some(situation), Some(by)) = (search_position(game), game.pending(Offer::Draw)) else {
            return reply(PlayerAction::decline);
        };
        let plies = game.plies();
        std::thread::spawn(move || {
            reply(if accepts_draw_offer(&situation, !by, plies) {
                PlayerAction::accept
            } else {
                PlayerAction::decline
            });
        });
    }

    /// Whatever it is thinking about is not wanted any more.
    fn next_generation(&self) -> u64 {
        self.generation.fetch_add(1, Ordering::AcqRel) + 1
    }

    fn send_command(&self, ask: WorkerCommand) {
        if let Some(asks) = &self.commands {
            // The thread listens until this end is dropped.
            let _ = asks.send(ask);
        }
    }
}

impl Opponent for ComputerOpponent {
    fn name(&self) -> &str {
        &self.name
    }

    fn request_move(&mut self, question: MoveRequestId, table: &LocalGame, now: Timestamp) {
        let turn = self.next_generation();
        match self.search_request(question, turn, table, now) {
            Some(task) => self.send_command(WorkerCommand::Search(Box::new(task))),
            None => self.events.send(OpponentEvent::Failed(OpponentError::Unsupported)),
        }
    }

    /// It lets moves be taken back, and takes a draw if it is no better.
    fn handle_action(&mut self, action: &PlayerAction, table: &LocalGame) {
        match action {
            PlayerAction::Offer { offer: OfferKind::Takeback } => {
                self.events.send(OpponentEvent::Acted(PlayerAction::accept(Offer::Takeback)))
            }
            PlayerAction::Offer { offer: OfferKind::Draw } => self.answer_draw_offer(table.game()),
            _ => {}
        }
    }

    fn cancel(&mut self) {
        self.next_generation();
    }

    fn new_game(&mut self) {
        self.next_generation();
        self.send_command(WorkerCommand::NewGame);
    }
}

/// Nobody waits for a thought to be finished.
impl Drop for ComputerOpponent {
    fn drop(&mut self) {
        self.next_generation();
        self.commands = None;
        let _ended = self.thread.take().map(JoinHandle::join);
    }
}

impl SearchControl for RequestControl {
    fn elapsed(&self) -> Option<Duration> {
        Some(self.started.elapsed())
    }

    fn should_stop(&self) -> bool {
        self.current_generation.load(Ordering::Acquire) != self.generation
    }
}

/// The position and how it came about, of a game that it knows how to play.
fn search_position(game: &Game) -> Option<SearchPosition> {
    if game.ruleset() == Ruleset::KingCapture {
        return None;
    }
    let mut situation = SearchPosition::new(game.start().position().ok()?);
    for m in game.moves() {
        situation.play(m).ok()?;
    }
    Some(situation)
}

/// Thinks about what it is asked, until nobody asks any more.
fn run_worker(
    level: Level,
    pace: MoveDelay,
    mut seed: u64,
    asked: &Receiver<WorkerCommand>,
    reports: &OpponentEventSink,
) {
    let mut opponent = engine::Opponent::new(level, seed);
    let mut next = asked.recv().ok();
    while let Some(ask) = next.take() {
        let task = match ask {
            WorkerCommand::Search(task) => task,
            WorkerCommand::NewGame => {
                // Another game, another mood.
                seed = seed.wrapping_add(1);
                opponent = engine::Opponent::new(level, seed);
                next = asked.recv().ok();
                continue;
            }
        };
        let watch = &task.control;
        let choice = opponent.choose(&task.position, task.time, watch).filter(|_| !watch.should_stop());
        let pause =
            choice.filter(|_| pace == MoveDelay::Human).map_or(Duration::ZERO, |choice| choice.think_time);
        next = match asked.recv_timeout(pause.saturating_sub(watch.started.elapsed())) {
            Ok(ask) => Some(ask),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(choice) = choice.filter(|_| !watch.should_stop()) {
                    let uci = choice.m.uci(CastlingStyle::Chess960);
                    reports.send(OpponentEvent::Answered(task.id, PlayerAction::play(task.ply, uci)));
                }
                asked.recv().ok()
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use rules::Position;

    use super::*;

    /// Longer than anybody thinks.
    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    fn start_computer(level: Level, pace: MoveDelay) -> (ComputerOpponent, Receiver<OpponentEvent>) {
        let (sender, reports) = channel();
        let reports_to = OpponentEventSink::new(move |report| drop(sender.send(report)));
        (ComputerOpponent::start(level, "somebody".to_owned(), pace, 7, reports_to), reports)
    }

    fn table(fen: &str) -> LocalGame {
        LocalGame::untimed(Game::from_position(Position::from_fen(fen).unwrap()))
    }

    #[test]
    fn plays_the_only_legal_move() {
        let (mut computer, reports) = start_computer(Level::Haru, MoveDelay::None);
        computer.request_move(MoveRequestId(1), &table("k7/8/1K6/8/8/8/8/6R1 b - - 0 1"), Timestamp(0));
        let answer = OpponentEvent::Answered(
            MoveRequestId(1),
            PlayerAction::play(Ply::START, "a8b8".parse().unwrap()),
        );
        assert_eq!(reports.recv_timeout(TEST_TIMEOUT), Ok(answer));
    }

    /// The same seed plays the same game.
    #[test]
    fn the_same_seed_plays_the_same_game() {
        let played = || {
            let (mut computer, reports) = start_computer(Level::Haru, MoveDelay::None);
            let mut game = Game::standard();
            for number in 0..30 {
                computer.request_move(MoveRequestId(number), &LocalGame::untimed(game.clone()), Timestamp(0));
                let report = reports.recv_timeout(TEST_TIMEOUT).unwrap();
                let OpponentEvent::Answered(question, PlayerAction::Move { uci, .. }) = report else {
                    panic!("{report:?}")
                };
                assert_eq!(question, MoveRequestId(number));
                let m = game.parse_move(&uci.0.to_string()).unwrap();
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
    fn cancelled_requests_are_not_answered() {
        let (mut computer, reports) = start_computer(Level::Otto, MoveDelay::Human);
        computer.request_move(MoveRequestId(1), &LocalGame::untimed(Game::standard()), Timestamp(0));
        computer.cancel();
        computer.new_game();
        computer.request_move(MoveRequestId(2), &table("k7/8/1K6/8/8/8/8/6R1 b - - 0 1"), Timestamp(0));
        let report = reports.recv_timeout(TEST_TIMEOUT).unwrap();
        assert!(matches!(report, OpponentEvent::Answered(MoveRequestId(2), _)), "{report:?}");
        drop(computer);
        assert!(reports.recv().is_err(), "and nothing else");
    }

    #[test]
    fn accepts_a_draw_unless_it_stands_better() {
        let check = |fen: &str, expected: fn(Offer) -> PlayerAction| {
            let (mut computer, reports) = start_computer(Level::Haru, MoveDelay::None);
            let mut game = Game::from_position(Position::from_fen(fen).unwrap());
            game.play(game.parse_move("Kf1").unwrap()).unwrap();
            game.offer(rules::Color::White, Offer::Draw).unwrap();
            computer.handle_action(&PlayerAction::offer(Offer::Draw), &LocalGame::untimed(game));
            assert_eq!(
                reports.recv_timeout(TEST_TIMEOUT),
                Ok(OpponentEvent::Acted(expected(Offer::Draw))),
                "{fen}"
            );
        };
        // A rook more for White, who offers; then for the computer.
        check("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30", PlayerAction::accept);
        check("r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 30", PlayerAction::decline);
    }

    #[test]
    fn king_capture_is_unsupported() {
        let (mut computer, reports) = start_computer(Level::Haru, MoveDelay::None);
        let table = LocalGame::untimed(Game::king_capture(rules::Color::White));
        computer.request_move(MoveRequestId(1), &table, Timestamp(0));
        assert_eq!(reports.recv_timeout(TEST_TIMEOUT), Ok(OpponentEvent::Failed(OpponentError::Unsupported)));
    }
}
