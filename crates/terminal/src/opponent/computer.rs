//! The built-in engine as an opponent at a level. It searches on its own thread, takes as long as a person
//! would, and stops at once when a request is cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use client::{LocalGame, OfferKind, PlayerAction};
use engine::{Level, SearchControl, SearchPosition, TimeLimit, accepts_draw_offer};
use game::{Game, Offer, Ruleset, Timestamp};
use rules::CastlingStyle;

use super::{MoveRequestId, Opponent, OpponentError, OpponentEvent, OpponentEventSink, clocks};

/// The built-in engine with its worker thread.
#[derive(Debug)]
pub(crate) struct ComputerOpponent {
    name: String,
    commands: Option<Sender<WorkerCommand>>,
    /// Incremented by every new request or cancellation; a running search compares it with its own number.
    generation: Arc<AtomicU64>,
    events: Arc<OpponentEventSink>,
    thread: Option<JoinHandle<()>>,
}

/// Delay of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveDelay {
    /// As long as a person would think.
    Human,
    /// Only the search time, for programs that play against the engine.
    None,
}

/// A command for the worker thread.
#[derive(Debug)]
enum WorkerCommand {
    Search(Box<SearchRequest>),
    NewGame,
}

#[derive(Debug)]
struct SearchRequest {
    id: MoveRequestId,
    game: Game,
    position: SearchPosition,
    time: TimeLimit,
    control: RequestControl,
}

/// Time and cancellation of a search.
#[derive(Debug)]
struct RequestControl {
    started: Instant,
    /// Generation of the request; a newer one cancels the search.
    generation: u64,
    current_generation: Arc<AtomicU64>,
}

/// Time reserved for transferring a move.
const MOVE_OVERHEAD: Duration = Duration::from_millis(50);

impl ComputerOpponent {
    /// Starts the worker thread; the same seed plays the same games.
    pub(crate) fn start(
        level: Level,
        name: String,
        delay: MoveDelay,
        seed: u64,
        events: OpponentEventSink,
    ) -> ComputerOpponent {
        let (commands, receiver) = channel();
        let events = Arc::new(events);
        let thread = {
            let events = Arc::clone(&events);
            std::thread::spawn(move || run_worker(level, delay, seed, &receiver, &events))
        };
        let generation = Arc::new(AtomicU64::new(0));
        ComputerOpponent { name, commands: Some(commands), generation, events, thread: Some(thread) }
    }

    fn search_request(
        &self,
        id: MoveRequestId,
        generation: u64,
        local_game: &LocalGame,
        now: Timestamp,
    ) -> Option<SearchRequest> {
        let game = local_game.game();
        let position = search_position(game)?;
        let time = clocks(local_game, now).map_or(TimeLimit::Unlimited, |(left, bonus)| TimeLimit::Clock {
            remaining: left[game.turn()],
            increment: bonus[game.turn()],
            moves_to_go: None,
            overhead: MOVE_OVERHEAD,
        });
        let control = RequestControl {
            started: Instant::now(),
            generation,
            current_generation: Arc::clone(&self.generation),
        };
        Some(SearchRequest { id, game: game.clone(), position, time, control })
    }

    /// Answers a draw offer on a separate thread, because the worker may be searching.
    fn answer_draw_offer(&self, game: &Game) {
        let events = Arc::clone(&self.events);
        let reply =
            move |answer: fn(Offer) -> PlayerAction| events.send(OpponentEvent::Acted(answer(Offer::Draw)));
        let (Some(position), Some(by)) = (search_position(game), game.pending(Offer::Draw)) else {
            return reply(PlayerAction::decline);
        };
        let plies = game.plies();
        std::thread::spawn(move || {
            reply(if accepts_draw_offer(&position, !by, plies) {
                PlayerAction::accept
            } else {
                PlayerAction::decline
            });
        });
    }

    /// Cancels the current request and returns the next generation.
    fn next_generation(&self) -> u64 {
        self.generation.fetch_add(1, Ordering::AcqRel) + 1
    }

    fn send_command(&self, command: WorkerCommand) {
        if let Some(commands) = &self.commands {
            // The worker receives until this sender is dropped.
            let _ = commands.send(command);
        }
    }
}

impl Opponent for ComputerOpponent {
    fn name(&self) -> &str {
        &self.name
    }

    fn request_move(&mut self, id: MoveRequestId, local_game: &LocalGame, now: Timestamp) {
        let generation = self.next_generation();
        match self.search_request(id, generation, local_game, now) {
            Some(request) => self.send_command(WorkerCommand::Search(Box::new(request))),
            None => self.events.send(OpponentEvent::Failed(OpponentError::Unsupported)),
        }
    }

    /// Accepts takebacks, and draws unless it stands better.
    fn handle_action(&mut self, action: &PlayerAction, local_game: &LocalGame) {
        match action {
            PlayerAction::Offer { offer: OfferKind::Takeback } => {
                self.events.send(OpponentEvent::Acted(PlayerAction::accept(Offer::Takeback)))
            }
            PlayerAction::Offer { offer: OfferKind::Draw } => self.answer_draw_offer(local_game.game()),
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

/// Cancels the search and joins the thread.
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

/// The position with its history; `None` if the variant is not supported.
fn search_position(game: &Game) -> Option<SearchPosition> {
    if game.ruleset() == Ruleset::KingCapture {
        return None;
    }
    let mut position = SearchPosition::new(game.start().position().ok()?);
    for m in game.moves() {
        position.play(m).ok()?;
    }
    Some(position)
}

/// Worker loop: ends when the sender is dropped.
fn run_worker(
    level: Level,
    delay: MoveDelay,
    mut seed: u64,
    receiver: &Receiver<WorkerCommand>,
    events: &OpponentEventSink,
) {
    let mut opponent = engine::Opponent::new(level, seed);
    let mut next = receiver.recv().ok();
    while let Some(command) = next.take() {
        let request = match command {
            WorkerCommand::Search(request) => request,
            WorkerCommand::NewGame => {
                // A new game gets a new seed.
                seed = seed.wrapping_add(1);
                opponent = engine::Opponent::new(level, seed);
                next = receiver.recv().ok();
                continue;
            }
        };
        let control = &request.control;
        let choice =
            opponent.choose(&request.position, request.time, control).filter(|_| !control.should_stop());
        let pause =
            choice.filter(|_| delay == MoveDelay::Human).map_or(Duration::ZERO, |choice| choice.think_time);
        next = match receiver.recv_timeout(pause.saturating_sub(control.started.elapsed())) {
            Ok(command) => Some(command),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(choice) = choice.filter(|_| !control.should_stop()) {
                    let uci = choice.m.uci(CastlingStyle::Chess960);
                    let action = if choice.wants_draw {
                        PlayerAction::play_or_claim(&request.game, uci)
                    } else {
                        PlayerAction::play(request.game.ply(), uci)
                    };
                    events.send(OpponentEvent::Answered(request.id, action));
                }
                receiver.recv().ok()
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use game::{Claim, Ply};
    use rules::Position;

    use super::*;

    /// Longer than any search.
    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    fn start_computer(level: Level, delay: MoveDelay) -> (ComputerOpponent, Receiver<OpponentEvent>) {
        let (sender, events) = channel();
        let reports_to = OpponentEventSink::new(move |event| drop(sender.send(event)));
        (ComputerOpponent::start(level, "computer".to_owned(), delay, 7, reports_to), events)
    }

    fn local_game(fen: &str) -> LocalGame {
        LocalGame::untimed(Game::from_position(Position::from_fen(fen).unwrap()))
    }

    #[test]
    fn plays_the_only_legal_move() {
        let (mut computer, events) = start_computer(Level::Haru, MoveDelay::None);
        computer.request_move(MoveRequestId(1), &local_game("k7/8/1K6/8/8/8/8/6R1 b - - 0 1"), Timestamp(0));
        let answer = OpponentEvent::Answered(
            MoveRequestId(1),
            PlayerAction::play(Ply::START, "a8b8".parse().unwrap()),
        );
        assert_eq!(events.recv_timeout(TEST_TIMEOUT), Ok(answer));
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        let played = || {
            let (mut computer, events) = start_computer(Level::Haru, MoveDelay::None);
            let mut game = Game::standard();
            for number in 0..30 {
                computer.request_move(MoveRequestId(number), &LocalGame::untimed(game.clone()), Timestamp(0));
                let event = events.recv_timeout(TEST_TIMEOUT).unwrap();
                let OpponentEvent::Answered(id, PlayerAction::Move { uci, .. }) = event else {
                    panic!("{event:?}")
                };
                assert_eq!(id, MoveRequestId(number));
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

    /// The first request is cancelled before its answer; only the second is answered.
    #[test]
    fn cancelled_requests_are_not_answered() {
        let (mut computer, events) = start_computer(Level::Otto, MoveDelay::Human);
        computer.request_move(MoveRequestId(1), &LocalGame::untimed(Game::standard()), Timestamp(0));
        computer.cancel();
        computer.new_game();
        computer.request_move(MoveRequestId(2), &local_game("k7/8/1K6/8/8/8/8/6R1 b - - 0 1"), Timestamp(0));
        let event = events.recv_timeout(TEST_TIMEOUT).unwrap();
        assert!(matches!(event, OpponentEvent::Answered(MoveRequestId(2), _)), "{event:?}");
        drop(computer);
        assert!(events.recv().is_err(), "and nothing else");
    }

    #[test]
    fn accepts_a_draw_unless_it_stands_better() {
        let check = |fen: &str, expected: fn(Offer) -> PlayerAction| {
            let (mut computer, events) = start_computer(Level::Haru, MoveDelay::None);
            let mut game = Game::from_position(Position::from_fen(fen).unwrap());
            game.play(game.parse_move("Kf1").unwrap()).unwrap();
            game.offer(rules::Color::White, Offer::Draw).unwrap();
            computer.handle_action(&PlayerAction::offer(Offer::Draw), &LocalGame::untimed(game));
            assert_eq!(
                events.recv_timeout(TEST_TIMEOUT),
                Ok(OpponentEvent::Acted(expected(Offer::Draw))),
                "{fen}"
            );
        };
        // White, who offers, is a rook up; then the computer is.
        check("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30", PlayerAction::accept);
        check("r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 30", PlayerAction::decline);
    }

    #[test]
    fn claims_a_threefold_repetition_unless_it_stands_better() {
        let answer = |fen: &str| {
            let (mut computer, events) = start_computer(Level::Hanpan, MoveDelay::None);
            let mut game = Game::from_position(Position::from_fen(fen).unwrap());
            for san in ["Kh1", "Kf8", "Kg1", "Kg8", "Kh1", "Kf8", "Kg1", "Kg8", "Kh1"] {
                game.play(game.parse_move(san).unwrap()).unwrap();
            }
            assert!(!game.claims().is_empty());
            computer.request_move(MoveRequestId(1), &LocalGame::untimed(game), Timestamp(0));
            match events.recv_timeout(TEST_TIMEOUT).unwrap() {
                OpponentEvent::Answered(_, action) => action,
                event => panic!("{event:?}"),
            }
        };
        // Black, the computer, is a rook down, then a rook up.
        assert_eq!(answer("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30"), PlayerAction::claim(Claim::Threefold));
        let plays_on = answer("r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 30");
        assert!(matches!(plays_on, PlayerAction::Move { .. }), "{plays_on:?}");
    }

    #[test]
    fn king_capture_is_unsupported() {
        let (mut computer, events) = start_computer(Level::Haru, MoveDelay::None);
        let local_game = LocalGame::untimed(Game::king_capture(rules::Color::White));
        computer.request_move(MoveRequestId(1), &local_game, Timestamp(0));
        assert_eq!(events.recv_timeout(TEST_TIMEOUT), Ok(OpponentEvent::Failed(OpponentError::Unsupported)));
    }
}
