//! Plays one game: follows its stream, lets the engine search and sends its moves.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rules::Move;
use terminal::LineStream;
use uci::{Engine, EngineEvent, EngineMove};

use super::BotConfig;
use super::api::ApiError;
use super::backoff::Backoff;
use super::bot_game::BotGame;
use super::draw_judge::DrawJudge;
use super::engine_setup;
use super::wire::{GameLine, StartedGame, WireError};

/// Interval at which the stream and the engine are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Time for an engine to answer `stop`.
const STOP_GRACE: Duration = Duration::from_secs(5);

/// Time for the opponent to make the first move; then the game is aborted.
const FIRST_MOVE_TIMEOUT: Duration = Duration::from_secs(60);

/// One game of the bot.
#[derive(Debug)]
pub(super) struct GameWorker<'a> {
    config: &'a BotConfig,
    started: &'a StartedGame,
    game: Option<BotGame>,
    engine: Option<Engine>,
    search: Option<RunningSearch>,
    /// The move that was sent last, until a state has more plies.
    sent: Option<SentMove>,
    judge: DrawJudge,
    /// Ply at which the draw offer, the takeback or the claim was last answered.
    answered: Answered,
    /// Pauses between restarts of the engine.
    engine_backoff: Backoff,
    engine_pause: Option<Instant>,
    /// Time at which the game is aborted or the win is claimed.
    abort_at: Option<Instant>,
    claim_at: Option<Instant>,
}

#[derive(Debug)]
struct RunningSearch {
    ply: usize,
    stop_at: Instant,
    is_stopped: bool,
}

#[derive(Debug)]
struct SentMove {
    ply: usize,
    uci: String,
}

#[derive(Debug, Default)]
struct Answered {
    draw: Option<usize>,
    takeback: Option<usize>,
    claim: Option<usize>,
}

/// End of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Finish {
    /// The game is over.
    Over,
    /// The bot is stopping and the game has no clock.
    LeftOpen,
}

/// Reason to open the stream again, or to give the game up.
enum Lost {
    Api(ApiError),
    Wire(WireError),
}

impl<'a> GameWorker<'a> {
    pub(super) fn new(config: &'a BotConfig, started: &'a StartedGame) -> GameWorker<'a> {
        GameWorker {
            config,
            started,
            game: None,
            engine: None,
            search: None,
            sent: None,
            judge: DrawJudge::new(config.draw_score),
            answered: Answered::default(),
            engine_backoff: Backoff::in_game(),
            engine_pause: None,
            abort_at: None,
            claim_at: None,
        }
    }

    /// Plays until the game is over, across losses of the connection.
    pub(super) fn run(mut self) {
        let (log, key) = (self.config.log, &self.started.key);
        let mut backoff = Backoff::in_game();
        loop {
            let opened = self.config.api.game(key).map_err(Lost::Api);
            match opened.and_then(|stream| self.follow(stream, &mut backoff)) {
                Ok(Finish::Over) => {
                    let result = self.game.as_ref().map_or_else(String::new, BotGame::result);
                    log.info(format_args!("game {key}: {result}"));
                    break;
                }
                Ok(Finish::LeftOpen) => {
                    log.info(format_args!(
                        "game {key}: left open, because it has no clock; the next start resumes it"
                    ));
                    break;
                }
                Err(Lost::Api(error)) => {
                    let Some(asked) = error.retry_after() else {
                        log.warn(format_args!("game {key}: given up: {error}"));
                        break;
                    };
                    let delay = backoff.next(asked);
                    log.warn(format_args!(
                        "game {key}: {error}; reconnecting in {:.1} s",
                        delay.as_secs_f64()
                    ));
                    std::thread::sleep(delay);
                }
                Err(Lost::Wire(error)) => {
                    log.warn(format_args!("game {key}: given up: {error}"));
                    break;
                }
            }
        }
        if let Some(engine) = self.engine.take() {
            engine_setup::quit(engine);
        }
    }

    /// Plays as long as one stream lasts.
    fn follow(&mut self, stream: LineStream, backoff: &mut Backoff) -> Result<Finish, Lost> {
        let lines = spawn_reader(stream);
        // Until the first line has come, the last state is old: a move could be sent twice.
        let mut is_current = false;
        loop {
            let polled = if is_current { self.poll_engine()? } else { Polled::Idle };
            let line = match polled {
                // The wait was for the engine.
                Polled::Searching => lines.try_recv().map_err(|_| RecvTimeoutError::Timeout),
                Polled::Idle => lines.recv_timeout(POLL_INTERVAL),
            };
            match line {
                Ok(Ok(line)) => {
                    backoff.reset();
                    is_current |= matches!(line, GameLine::Full(_));
                    self.on_line(line)?;
                }
                Ok(Err(lost)) => return Err(lost),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(closed()),
            }
            if is_current && let Some(finish) = self.tick(Instant::now()) {
                return Ok(finish);
            }
        }
    }

    fn on_line(&mut self, line: GameLine) -> Result<(), Lost> {
        match line {
            GameLine::Full(full) => {
                let game = BotGame::new(*full, &self.config.account).map_err(Lost::Wire)?;
                if self.game.is_none() {
                    self.config.log.info(format_args!(
                        "game {}: {} against {}",
                        self.started.key,
                        game.own(),
                        self.started.opponent
                    ));
                }
                // The stream was lost: the last move may not have arrived.
                let unconfirmed = self.sent.take().filter(|sent| sent.ply == game.plies());
                self.game = Some(game);
                self.on_change();
                if let Some(sent) = unconfirmed {
                    self.send(sent)?;
                }
                Ok(())
            }
            GameLine::State(state) => {
                if let Some(game) = &mut self.game {
                    game.update(state).map_err(Lost::Wire)?;
                }
                self.on_change();
                Ok(())
            }
            GameLine::OpponentGone { claim_in } => {
                self.claim_at = claim_in.map(|delay| Instant::now() + delay);
                Ok(())
            }
            GameLine::Other => Ok(()),
        }
    }

    /// Answers what the opponent offers, after every change.
    fn on_change(&mut self) {
        let Some(game) = &self.game else { return };
        let ply = Some(game.plies());
        if self.sent.as_ref().is_some_and(|sent| Some(sent.ply) != ply) {
            self.sent = None;
        }
        if game.is_draw_offered() && self.answered.draw != ply {
            self.answered.draw = ply;
            let accepts = self.judge.accepts_offer();
            let answer = if accepts { "accepted" } else { "declined" };
            self.config.log.info(format_args!("game {}: draw offer {answer}", self.started.key));
            self.act(if accepts { "draw/yes" } else { "draw/no" });
        }
        let game = self.game.as_ref();
        if game.is_some_and(BotGame::is_takeback_asked) && self.answered.takeback != ply {
            self.answered.takeback = ply;
            self.act("takeback/no");
        }
        let awaits = game.is_some_and(|game| game.has_clock() && game.awaits_first_move());
        self.abort_at = awaits.then(|| self.abort_at.unwrap_or_else(|| Instant::now() + FIRST_MOVE_TIMEOUT));
    }

    /// Performs an action whose failure changes nothing.
    fn act(&self, action: &str) {
        if let Err(error) = self.config.api.act(&self.started.key, action) {
            self.config.log.warn(format_args!("game {}: {action}: {error}", self.started.key));
        }
    }

    /// Does what is due at a time; returns whether the worker ends.
    fn tick(&mut self, now: Instant) -> Option<Finish> {
        let game = self.game.as_ref()?;
        if game.end().is_some() {
            return Some(Finish::Over);
        }
        if self.config.interrupt.is_set() && !game.has_clock() {
            return Some(Finish::LeftOpen);
        }
        let ply = game.plies();
        if self.search.as_ref().is_some_and(|search| search.ply != ply) {
            // A takeback; the next search abandons this one.
            self.search = None;
        }
        if let Some(search) =
            self.search.as_mut().filter(|search| !search.is_stopped && now >= search.stop_at)
        {
            search.is_stopped = true;
            self.engine.iter_mut().for_each(Engine::stop);
        }
        if game.is_own_turn() {
            let is_paused = self.engine_pause.is_some_and(|until| now < until);
            if self.search.is_none() && self.sent.is_none() && !is_paused {
                self.begin_move(ply);
            }
        } else if self.claim_at.is_some_and(|at| now >= at) {
            self.claim_at = None;
            self.act("claim-victory");
        } else if self.abort_at.is_some_and(|at| now >= at) {
            self.abort_at = None;
            self.config
                .log
                .info(format_args!("game {}: aborting, the opponent does not move", self.started.key));
            self.act("abort");
        }
        None
    }

    /// Claims a draw if that is good enough, else starts the search.
    fn begin_move(&mut self, ply: usize) {
        let Some(game) = &self.game else { return };
        if game.can_claim_draw() && self.judge.claims_draw() && self.answered.claim != Some(ply) {
            self.answered.claim = Some(ply);
            // The next state ends the game, or it goes on.
            if self.config.api.act(&self.started.key, "draw/yes").is_ok() {
                self.engine_pause = Some(Instant::now() + Duration::from_millis(200));
                return;
            }
        }
        if self.engine.is_none() {
            match self.config.engine.start_game(game.start()) {
                Ok(engine) => self.engine = Some(engine),
                Err(error) => return self.engine_failed(&error),
            }
        }
        if let Some(engine) = &mut self.engine {
            let budget = game.budget(&self.config.time);
            engine.go(game.start(), &game.moves(), budget.go);
            let stop_at = Instant::now() + budget.stop_after;
            self.search = Some(RunningSearch { ply, stop_at, is_stopped: false });
        }
    }

    /// Waits a moment for the engine if it searches.
    fn poll_engine(&mut self) -> Result<Polled, Lost> {
        let (Some(engine), Some(search)) = (&mut self.engine, &self.search) else { return Ok(Polled::Idle) };
        let now = Instant::now();
        match engine.next_event(now + POLL_INTERVAL) {
            Ok(Some(EngineEvent::BestMove(answer))) => {
                self.search = None;
                self.engine_backoff.reset();
                self.on_best_move(&answer)?;
            }
            Ok(_) if now >= search.stop_at + STOP_GRACE => {
                self.engine_failed(&"the engine does not answer");
            }
            Ok(_) => {}
            Err(error) => self.engine_failed(&error),
        }
        Ok(Polled::Searching)
    }

    /// Ends the engine; another one is started after a pause.
    fn engine_failed(&mut self, error: &dyn std::fmt::Display) {
        (self.engine, self.search) = (None, None);
        let delay = self.engine_backoff.next(None);
        self.engine_pause = Some(Instant::now() + delay);
        self.config.log.warn(format_args!(
            "game {}: {error}; restarting the engine in {:.1} s",
            self.started.key,
            delay.as_secs_f64()
        ));
    }

    fn on_best_move(&mut self, answer: &EngineMove) -> Result<(), Lost> {
        let best: Move = answer.best;
        let score = answer.info.as_ref().and_then(|info| info.evaluation).map(|evaluation| evaluation.score);
        self.judge.add(score);
        let Some(game) = &self.game else { return Ok(()) };
        let sent = SentMove { ply: game.plies(), uci: game.uci(best) };
        let uci = sent.uci.clone();
        self.send(sent)?;
        self.config.log.verbose(format_args!(
            "game {}: {uci} after {:.2} s{}",
            self.started.key,
            answer.elapsed.as_secs_f64(),
            score.map_or_else(String::new, |score| format!(", {score}"))
        ));
        Ok(())
    }

    /// Sends a move. After an error the stream is opened again, and tells whether the move has arrived.
    fn send(&mut self, sent: SentMove) -> Result<(), Lost> {
        match self.config.api.play(&self.started.key, &sent.uci) {
            Ok(()) => {
                self.sent = Some(sent);
                Ok(())
            }
            Err(error @ ApiError::Temporary { .. }) => {
                self.sent = Some(sent);
                Err(Lost::Api(error))
            }
            // The game may be over, or the position may have changed.
            Err(ApiError::Rejected(reason)) => {
                let sentence = format!("The server refuses {}: {reason}", sent.uci);
                Err(Lost::Api(ApiError::Temporary { sentence, retry_after: None }))
            }
            Err(error) => Err(Lost::Api(error)),
        }
    }
}

/// State of the engine after a poll.
enum Polled {
    Searching,
    Idle,
}

/// Reads the lines of a stream in a thread, which ends with the stream or the receiver.
fn spawn_reader(mut stream: LineStream) -> Receiver<Result<GameLine, Lost>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        loop {
            let line = match stream.next_line() {
                Ok(Some(line)) if line.is_empty() => Ok(GameLine::Other),
                Ok(Some(line)) => GameLine::parse(&line).map_err(Lost::Wire),
                Ok(None) => Err(closed()),
                Err(error) => Err(Lost::Api(error.into())),
            };
            let is_last = matches!(line, Err(Lost::Api(_)));
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

fn closed() -> Lost {
    let sentence = "The server closed the stream of the game".to_owned();
    Lost::Api(ApiError::Temporary { sentence, retry_after: None })
}
