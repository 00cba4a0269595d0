//! `hanpan bot`: plays a UCI engine as a bot over the Lichess Bot API.

mod api;
mod backoff;
mod bot_game;
mod bot_state;
mod challenge_request;
mod draw_judge;
mod engine_setup;
mod event_stream;
mod game_worker;
mod log;
mod login;
mod policy;
mod time_budget;
mod token_file;
mod wire;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use engine::Level;
use terminal::{ServerAddress, TokenClient};

use crate::ca_file;
use crate::commands::engine_match::{option, seconds};
use crate::error::CommandError;
use crate::interrupt::Interrupt;
use api::BotApi;
use bot_state::{BotAction, BotState};
use challenge_request::{ChallengeClock, ChallengeRequest};
use draw_judge::DrawScore;
use engine_setup::EngineSetup;
use event_stream::Notice;
use game_worker::GameWorker;
use log::{Log, LogLevel};
use login::{LoginNames, Upgrade, login};
use policy::ChallengePolicy;
use time_budget::TimeSettings;
use token_file::Token;
use wire::{Mode, OpponentKind, SpeedKey, StartedGame, Variant};

/// Interval at which Ctrl+C is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Play an engine as a bot on a server with the Lichess Bot API
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The account plays with an engine that speaks UCI, or without one with the engine of this program at --level. The bot
accepts challenges, plays by the clock of the game, and continues its games after a restart of the server or its own.
Takebacks are declined; it never resigns. Every game runs an engine process of its own.

The log is on standard error. Ctrl+C accepts nothing more, finishes the games that have a clock, and leaves; a second
Ctrl+C leaves at once.

Exit codes: 0 after Ctrl+C; 2 if an option, the token, the account or the engine cannot be used.

Example:
  $ hanpan admin --data chess token MyBot --scope bot:play > token
  $ hanpan bot --server http://localhost:7171 --token-file token --upgrade -- stockfish
  $ hanpan bot --server http://localhost:7171 --token-file token --level 1500 --speed blitz,rapid --mode casual")]
pub(crate) struct Args {
    /// URL of the server
    #[arg(long, value_name = "URL")]
    server: ServerAddress,
    /// File with the API token of the account, which needs the scope bot:play
    #[arg(long, value_name = "FILE")]
    token_file: PathBuf,
    /// Trust the certificates in this PEM file as well as the system's, for https
    #[arg(long, value_name = "FILE", env = "HANPAN_CA")]
    ca: Option<PathBuf>,
    /// Make the account that of a bot, which is possible before its first game
    #[arg(long)]
    upgrade: bool,
    /// Variants to accept
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    #[arg(default_value = "standard,chess960,fromPosition")]
    variant: Vec<Variant>,
    /// Speeds to accept [default: all]
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    speed: Vec<SpeedKey>,
    /// Accept rated games, casual games or both
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',', default_value = "rated,casual")]
    mode: Vec<Mode>,
    /// Opponents to accept
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',', default_value = "people,bots")]
    opponent: Vec<OpponentKind>,
    /// Least initial time of the clock in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    min_time: Option<Duration>,
    /// Greatest initial time of the clock in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_time: Option<Duration>,
    /// Games at once; further challenges are declined
    #[arg(long, value_name = "N", default_value = "1")]
    max_games: NonZeroUsize,
    /// Accept draw offers and claim draws if the engine's scores are at most this; never for none
    #[arg(long, value_name = "CENTIPAWNS", default_value = "10", allow_hyphen_values = true)]
    draw_score: DrawScore,
    /// Seconds per move in games without a clock
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = seconds)]
    move_time: Duration,
    /// Seconds that a move loses on its way to the server
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = seconds)]
    move_overhead: Duration,
    /// Challenge this player at the start
    #[arg(long, value_name = "NAME", requires = "clock")]
    challenge: Option<String>,
    /// Clock of the challenge, in minutes and seconds
    #[arg(long, value_name = "MINUTES+SECONDS", requires = "challenge")]
    clock: Option<ChallengeClock>,
    /// The challenge is to a rated game
    #[arg(long, requires = "challenge")]
    rated: bool,
    /// Level of this program's engine, by name or rating
    #[arg(long, value_name = "LEVEL", default_value = "hanpan", conflicts_with = "engine")]
    level: Level,
    /// Set a UCI option of the engine
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option: Vec<(String, String)>,
    /// Log every move
    #[arg(long)]
    verbose: bool,
    /// The engine and its arguments [default: the engine of this program]
    #[arg(last = true, value_name = "ENGINE")]
    engine: Vec<OsString>,
}

/// Settings that all games share.
#[derive(Debug)]
struct BotConfig {
    api: BotApi,
    log: Log,
    /// Id of the account.
    account: String,
    engine: EngineSetup,
    time: TimeSettings,
    draw_score: DrawScore,
    interrupt: Interrupt,
}

pub(crate) fn run(args: &Args) -> Result<(), CommandError> {
    let log = Log::new(if args.verbose { LogLevel::Verbose } else { LogLevel::Info });
    let token = Token::read(&args.token_file)?;
    let ca = args.ca.as_deref().map(ca_file::read).transpose()?;
    let engine = EngineSetup::new(&args.engine, args.level, args.option.clone())?;
    let engine_name = engine.probe()?;
    let interrupt = Interrupt::install();
    let server = args.server.to_string();
    let client = TokenClient::new(args.server.clone(), ca.as_ref(), token.expose())
        .map_err(|error| CommandError::BadInput(format!("{server}: {error}")))?;
    let api = BotApi::new(client);
    let upgrade = if args.upgrade { Upgrade::Upgrade } else { Upgrade::Refuse };
    let token_file = args.token_file.display().to_string();
    let names = LoginNames { server: &server, token_file: &token_file };
    let Some(account) = login(&api, &token, upgrade, names, log, &interrupt)? else { return Ok(()) };
    log.info(format_args!("{} plays {engine_name} on {server}", account.name));
    let config = Arc::new(BotConfig {
        api,
        log,
        account: account.id,
        engine,
        time: TimeSettings { overhead: args.move_overhead, move_time: args.move_time.max(MIN_MOVE_TIME) },
        draw_score: args.draw_score,
        interrupt,
    });
    serve(args, &config, names)
}

/// Least time per move: UCI times are whole milliseconds.
const MIN_MOVE_TIME: Duration = Duration::from_millis(1);

/// The main loop: reacts to events until Ctrl+C or a refusal.
fn serve(args: &Args, config: &Arc<BotConfig>, names: LoginNames<'_>) -> Result<(), CommandError> {
    let log = config.log;
    let (sender, receiver) = channel();
    let (api, events) = (config.api.clone(), sender.clone());
    std::thread::spawn(move || event_stream::follow(&api, log, &events));
    let mut state = BotState::new(config.account.clone(), args.policy(), args.max_games.get());
    let mut challenge = args.challenge_request();
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(Notice::Connected) => {
                log.info("connected, waiting for challenges");
                if let Some(request) = challenge.take() {
                    send_challenge(config, &request, &mut state);
                }
            }
            Ok(Notice::Event(event)) => {
                if let Some(action) = state.on_event(event, Instant::now()) {
                    perform(config, action, &mut state, &sender);
                }
            }
            Ok(Notice::GameEnded(key)) => state.game_ended(&key),
            Ok(Notice::Refused(error)) => {
                return Err(CommandError::BadInput(login::sentence(&error, names)));
            }
            Err(RecvTimeoutError::Timeout) => {}
            // This function holds a sender.
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if config.interrupt.is_set() && !state.is_stopping() {
            for key in state.stop() {
                config.api.cancel(&key).ok();
            }
            match state.games() {
                0 => log.info("shutting down"),
                games => log.info(format_args!(
                    "shutting down after {games} running game{}; Ctrl+C again leaves at once",
                    if games == 1 { "" } else { "s" }
                )),
            }
        }
        if state.is_done(Instant::now()) {
            return Ok(());
        }
    }
}

fn perform(config: &Arc<BotConfig>, action: BotAction, state: &mut BotState, sender: &Sender<Notice>) {
    let log = config.log;
    match action {
        BotAction::Accept { key, what } => match config.api.accept(&key) {
            Ok(()) => log.info(format_args!("challenge {what}: accepted")),
            Err(error) => {
                state.accept_failed(&key);
                log.warn(format_args!("challenge {what}: accepting failed: {error}"));
            }
        },
        BotAction::Decline { key, what, reason } => match config.api.decline(&key, reason) {
            Ok(()) => log.info(format_args!("challenge {what}: declined ({})", reason.key())),
            Err(error) => log.warn(format_args!("challenge {what}: declining failed: {error}")),
        },
        BotAction::Declined { reason } => log.info(format_args!("the challenge was declined: {reason}")),
        BotAction::Play(started) => {
            let (config, sender) = (Arc::clone(config), sender.clone());
            std::thread::spawn(move || play(&config, &started, &sender));
        }
    }
}

/// Plays a game to its end.
fn play(config: &BotConfig, started: &StartedGame, sender: &Sender<Notice>) {
    GameWorker::new(config, started).run();
    // Without a receiver the process is ending.
    sender.send(Notice::GameEnded(started.key.clone())).ok();
}

fn send_challenge(config: &BotConfig, request: &ChallengeRequest, state: &mut BotState) {
    let (log, opponent) = (config.log, &request.opponent);
    match config.api.challenge(request) {
        Ok(key) => {
            log.info(format_args!(
                "challenge {key} to {opponent}: {}, {}",
                request.clock,
                request.mode.name()
            ));
            state.challenge_sent(key);
        }
        Err(error) => log.warn(format_args!("the challenge to {opponent} failed: {error}")),
    }
}

impl Args {
    fn policy(&self) -> ChallengePolicy {
        use clap::ValueEnum;
        let all_if_none = |speeds: &[SpeedKey]| {
            if speeds.is_empty() { SpeedKey::value_variants().to_vec() } else { speeds.to_vec() }
        };
        ChallengePolicy {
            variants: self.variant.clone(),
            speeds: all_if_none(&self.speed),
            modes: self.mode.clone(),
            opponents: self.opponent.clone(),
            min_time: self.min_time,
            max_time: self.max_time,
        }
    }

    fn challenge_request(&self) -> Option<ChallengeRequest> {
        let (opponent, clock) = self.challenge.clone().zip(self.clock)?;
        let mode = if self.rated { Mode::Rated } else { Mode::Casual };
        Some(ChallengeRequest { opponent, clock, mode })
    }
}
