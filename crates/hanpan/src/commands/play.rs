//! `hanpan play`: chess in the terminal, against a person, the computer, a UCI engine or online.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use client::{AutoFlip, ClockChoice, GameForm, Language};
use engine::{Level, ParseLevelError};
use game::{Ruleset, Timestamp};
use protocol::PlayerName;
use protocol::http::{Credentials, Secret};
use rules::Color;
use terminal::line_mode::{self, Console, InputSource, SessionOutcome, StdinReader};
use terminal::{
    AddressError, ColorDepth, EngineOptions, InitialGame, OpponentKind, OpponentOptions, Options, PieceStyle,
    ServerOptions, is_logged_in, read_password,
};
use uci::Program;

use crate::error::CommandError;
use crate::{ca_file, qr};

/// Options that describe a new game; they conflict with resuming or loading one.
const NEW_GAME_OPTIONS: [&str; 8] =
    ["rules", "start", "fen", "first", "clock", "white", "black", "auto_flip"];

/// Play in the terminal: two at one keyboard, against the computer, a UCI engine or online
#[derive(clap::Args, Debug)]
#[command(after_help = "\
On a terminal the game uses the full screen; press ? for the keys. Otherwise, and with --plain, it runs in line mode: it
prints the board, prompts and reads a line; the last line is the result in PGN notation.

A game in progress is saved, and the next `hanpan play` offers to resume it.

Time controls: 5+3 is five minutes with three seconds increment, 5d3 with three seconds delay, 5b3 with three seconds
Bronstein delay, 0:30 thirty seconds, 5+3/1+0 different clocks for White and Black.

Computer levels by name or rating, from the weakest to the strongest:
  haru 600     bori 700     momo 800      dori 900     nuri 1000
  sol 1100     mina 1200    jun 1300      areum 1400   otto 1500
  clara 1600   taeo 1700    yuna 1800     bruno 1900   seoyeon 2000
  ines 2100    minho 2200   greta 2300    doyun 2400   hanpan (full strength)

Examples:
  $ hanpan play --clock 5+3 --white Ann --black Ben
  $ hanpan play --computer mina --side black
  $ hanpan play --engine stockfish --engine-option 'Skill Level=3' --side black
  $ hanpan play http://192.168.1.20:7171 --clock 5+3 --name Ann
  $ hanpan play https://chess.example.org/game/LR-K5QxbTA6fRw96ZdE7kA
  $ printf 'e4\\ne5\\nQh5\\nKe7\\nQxe5\\n' | hanpan play --plain")]
pub(crate) struct Args {
    /// Play online: the URL of a server or of a game on it
    #[arg(value_name = "URL", conflicts_with_all = ["resume", "load", "engine", "computer", "auto_flip", "white", "black"])]
    url: Option<String>,
    /// Trust the certificates in this PEM file as well as the system's, for https
    #[arg(long, value_name = "FILE", env = "HANPAN_CA")]
    ca: Option<PathBuf>,
    /// Your name on the server [default: none]
    #[arg(long, value_name = "NAME", requires = "url")]
    name: Option<String>,
    /// Log in to this account of the server; the session is kept for later games
    #[arg(long, value_name = "NAME", requires = "url")]
    account: Option<String>,
    /// File with the password of the account; without one it is asked for
    #[arg(long, value_name = "FILE", requires = "account")]
    password_file: Option<PathBuf>,
    /// Line mode instead of the full screen
    #[arg(long)]
    plain: bool,
    /// Resume the saved game without asking
    #[arg(long, conflicts_with = "load", conflicts_with_all = NEW_GAME_OPTIONS)]
    resume: bool,
    /// Load the first game of a PGN file or the position of a FEN file
    #[arg(long, value_name = "FILE", conflicts_with = "engine", conflicts_with_all = NEW_GAME_OPTIONS)]
    load: Option<PathBuf>,
    /// Ruleset of the new game
    #[arg(long, value_enum, conflicts_with = "fen")]
    rules: Option<Rules>,
    /// Number of the Chess960 start position, 0 to 959 [default: random]
    #[arg(long, value_name = "NUMBER", conflicts_with = "fen")]
    start: Option<String>,
    /// Start position as FEN, or startpos
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Side to move first in King capture [default: black]
    #[arg(long, value_enum)]
    first: Option<Side>,
    /// Time control [default: none]
    #[arg(long, value_name = "MINUTES+SECONDS")]
    clock: Option<String>,
    /// White's name
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Black's name
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Flip the board after every move
    #[arg(long)]
    auto_flip: bool,
    /// Play against the computer: name or rating from the list below
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["engine", "resume", "load"])]
    computer: Option<String>,
    /// Play against this UCI engine: program with arguments, such as 'hanpan uci'
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Set a UCI option of the engine
    #[arg(long, value_name = "NAME=VALUE", requires = "engine")]
    engine_option: Vec<String>,
    /// Engine time per move in seconds [default: by the clock, 1 without a clock]
    #[arg(long, value_name = "SECONDS", requires = "engine")]
    engine_time: Option<f64>,
    /// Your side against the computer or an engine [default: white] or online [default: random]
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// Use ASCII only; same as --pieces letters
    #[arg(long, conflicts_with = "pieces")]
    ascii: bool,
    /// Piece style [default: saved setting, else auto]
    #[arg(long, value_enum)]
    pieces: Option<PieceStyleArg>,
    /// Color depth [default: detected from the terminal]
    #[arg(long, value_enum)]
    color: Option<Colors>,
    /// Language: en or ko [default: saved setting, else the system's]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Rules {
    Standard,
    Chess960,
    KingCapture,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PieceStyleArg {
    Auto,
    Art,
    Symbols,
    Letters,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Colors {
    None,
    #[value(name = "16")]
    Sixteen,
    #[value(name = "256")]
    Palette,
    True,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    let is_plain = args.plain || is_dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal();
    let options = match options(args) {
        Ok(options) => options,
        Err(failure) if is_plain => {
            // Scripts read the last line as the result; `*` says that nothing was played.
            writeln!(out, "{}", game::pgn::PgnResult::Unknown.as_str())?;
            return Err(failure);
        }
        Err(failure) => return Err(failure),
    };
    if is_plain {
        return match &options.server {
            Some(server) => play_online(&options, server, out),
            None => play_plain(&options, out),
        };
    }
    match terminal::run(&options) {
        Ok(Some(farewell)) => Ok(writeln!(out, "{farewell}")?),
        Ok(None) => Ok(()),
        Err(terminal::TerminalError::Io(error)) => Err(CommandError::Output(error)),
        Err(failure @ (terminal::TerminalError::InvalidOptions(_) | terminal::TerminalError::Server(_))) => {
            Err(CommandError::bad_input(failure))
        }
    }
}

/// Line mode online.
fn play_online(options: &Options, server: &ServerOptions, out: &mut dyn Write) -> Result<(), CommandError> {
    let clock = clock();
    let listener = StdinReader::start();
    let interrupt = listener.interrupt();
    let terminal = line_mode::OnlineConsole {
        input: Box::new(listener),
        output: out,
        source: input_source(),
        clock: &clock,
        interrupt: interrupt.clone(),
    };
    let finish = line_mode::play_online(options, server, terminal)?;
    out.flush()?;
    interrupt.exit_by_signal();
    finish_result(finish)
}

pub(super) fn input_source() -> InputSource {
    if io::stdin().is_terminal() { InputSource::Person } else { InputSource::Script }
}

pub(super) fn finish_result(finish: SessionOutcome) -> Result<(), CommandError> {
    match finish {
        SessionOutcome::Success => Ok(()),
        SessionOutcome::WithErrors => Err(CommandError::Reported),
        SessionOutcome::Refused(sentence) => Err(CommandError::BadInput(sentence)),
        SessionOutcome::InputFailed(reason) => {
            Err(CommandError::BadInput(format!("standard input: {reason}")))
        }
    }
}

pub(super) fn clock() -> impl Fn() -> Timestamp {
    let began = Instant::now();
    move || Timestamp(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX))
}

/// Server address and preferences from the options.
fn server_options(args: &Args) -> Result<Option<ServerOptions>, CommandError> {
    let Some(url) = &args.url else { return Ok(None) };
    let address =
        url.parse().map_err(|error: AddressError| CommandError::BadInput(format!("{url}: {error}")))?;
    if let Some(name) = &args.name {
        PlayerName::new(name).map_err(|error| CommandError::BadInput(format!("--name {name}: {error}")))?;
    }
    let ca = args.ca.as_deref().map(ca_file::read).transpose()?;
    let side = match args.side {
        Some(Side::White) => protocol::ColorPreference::White,
        Some(Side::Black) => protocol::ColorPreference::Black,
        None => protocol::ColorPreference::Random,
    };
    let name = args.name.clone();
    let mut server = ServerOptions { address, ca, name, account: None, side, render_qr: qr::render };
    server.account = credentials(args, &server)?;
    Ok(Some(server))
}

/// The account to log in to, with its password. `None` if there is none, or if the session of an earlier log-in goes on.
fn credentials(args: &Args, server: &ServerOptions) -> Result<Option<Credentials>, CommandError> {
    let Some(name) = args.account.clone() else { return Ok(None) };
    let password = match &args.password_file {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| CommandError::BadInput(format!("{}: {error}", path.display())))?;
            text.trim_end_matches(['\r', '\n']).to_owned()
        }
        None if is_logged_in(server, &name) => return Ok(None),
        None if io::stdin().is_terminal() => read_password(&format!("Password of {name}: "))?
            .ok_or_else(|| CommandError::BadInput("no password".to_owned()))?,
        None => return Err(CommandError::BadInput("--account needs --password-file".to_owned())),
    };
    Ok(Some(Credentials { name, password: Secret::new(password) }))
}

fn play_plain(options: &Options, out: &mut dyn Write) -> Result<(), CommandError> {
    let clock = clock();
    let mut listener = StdinReader::start();
    let interrupt = listener.interrupt();
    let console = Console::new(&mut listener, out, input_source(), &clock).with_interrupt(interrupt.clone());
    let finish = line_mode::play(options, console)?;
    out.flush()?;
    interrupt.exit_by_signal();
    finish_result(finish)
}

fn options(args: &Args) -> Result<Options, CommandError> {
    let opening = match (&args.load, args.resume) {
        (Some(path), _) => InitialGame::Load(path.clone()),
        (None, true) => InitialGame::Resume,
        (None, false) => {
            new_game_form(args)?.map_or(InitialGame::Ask, |form| InitialGame::New(Box::new(form)))
        }
    };
    let pieces = match args.pieces {
        _ if args.ascii => Some(PieceStyle::Letters),
        None => None,
        Some(PieceStyleArg::Auto) => Some(PieceStyle::Auto),
        Some(PieceStyleArg::Art) => Some(PieceStyle::Art),
        Some(PieceStyleArg::Symbols) => Some(PieceStyle::Symbols),
        Some(PieceStyleArg::Letters) => Some(PieceStyle::Letters),
    };
    let colors = args.color.map(|colors| match colors {
        Colors::None => ColorDepth::None,
        Colors::Sixteen => ColorDepth::Ansi16,
        Colors::Palette => ColorDepth::Ansi256,
        Colors::True => ColorDepth::TrueColor,
    });
    let language = args.lang.as_deref().map(|code| {
        Language::from_code(code)
            .ok_or_else(|| CommandError::BadInput(format!("--lang {code}: expected en or ko")))
    });
    let (opponent, server) = (opponent(args)?, server_options(args)?);
    if args.side.is_some() && opponent.is_none() && server.is_none() {
        return Err(CommandError::BadInput(
            "--side: only against the computer, against an engine or online".into(),
        ));
    }
    Ok(Options {
        initial_game: opening,
        piece_style: pieces,
        color_depth: colors,
        language: language.transpose()?,
        opponent,
        server,
        data_dir: None,
    })
}

/// New-game form filled from the options; `None` if none of them concerns a new game.
fn new_game_form(args: &Args) -> Result<Option<GameForm>, CommandError> {
    let mut form = GameForm::default();
    if let Some(rules) = args.rules {
        form.ruleset = match rules {
            Rules::Standard => Ruleset::Standard,
            Rules::Chess960 => Ruleset::Chess960,
            Rules::KingCapture => Ruleset::KingCapture,
        };
    }
    if let Some(number) = &args.start {
        if args.rules.is_some_and(|rules| rules != Rules::Chess960) {
            return Err(CommandError::BadInput(format!(
                "--start {number}: only Chess960 has numbered starts"
            )));
        }
        form.ruleset = Ruleset::Chess960;
        form.chess960_number.clone_from(number);
    }
    let is_standard_start = args.fen.as_deref().is_some_and(|fen| fen.trim() == "startpos");
    if let Some(fen) = args.fen.as_ref().filter(|_| !is_standard_start) {
        form.ruleset = Ruleset::FromPosition;
        form.fen.clone_from(fen);
    }
    if let Some(first) = args.first {
        if form.ruleset != Ruleset::KingCapture {
            return Err(CommandError::BadInput(
                "--first: only with King capture (--rules king-capture)".into(),
            ));
        }
        form.first = first.into();
    }
    if let Some(clock) = &args.clock {
        let bad = |error| CommandError::BadInput(format!("--clock {clock}: {error}"));
        (form.clock, form.times) = (ClockChoice::Custom, line_mode::parse_clock(clock).map_err(bad)?);
    }
    for (color, name) in [(Color::White, &args.white), (Color::Black, &args.black)] {
        form.names[color] = name.clone().unwrap_or_default();
    }
    if args.auto_flip {
        form.auto_flip = AutoFlip::AfterMove;
    }
    let has_rival = args.engine.is_some() || args.computer.is_some();
    Ok((form != GameForm::default() || has_rival || is_standard_start).then_some(form))
}

fn opponent(args: &Args) -> Result<Option<OpponentOptions>, CommandError> {
    let side = !args.side.map_or(Color::White, Color::from);
    let who = match (&args.computer, &args.engine) {
        (Some(level), _) => Some(OpponentKind::Computer(computer_level(args, level, side)?)),
        (None, Some(command)) => Some(OpponentKind::Engine(engine_options(args, command)?)),
        (None, None) => None,
    };
    Ok(who.map(|who| OpponentOptions { side, kind: who }))
}

fn computer_level(args: &Args, level: &str, side: Color) -> Result<Level, CommandError> {
    if args.rules == Some(Rules::KingCapture) {
        return Err(CommandError::BadInput("--computer: the computer does not play King capture".into()));
    }
    let name = match side {
        Color::White => &args.white,
        Color::Black => &args.black,
    };
    if let Some(name) = name {
        return Err(CommandError::BadInput(format!(
            "--{side} {name}: the computer plays {side} under its own name"
        )));
    }
    level.to_lowercase().parse().map_err(|error: ParseLevelError| {
        let all: Vec<String> = Level::ALL.iter().map(level_label).collect();
        CommandError::BadInput(format!("--computer {level}: {error}; there are {}", all.join(", ")))
    })
}

fn level_label(level: &Level) -> String {
    level.rating().map_or_else(|| level.to_string(), |rating| format!("{level} ({rating})"))
}

fn engine_options(args: &Args, command: &str) -> Result<EngineOptions, CommandError> {
    let program = Program::parse(command)
        .map_err(|error| CommandError::BadInput(format!("--engine {command}: {error}")))?;
    let setting = |text: &String| {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| CommandError::BadInput(format!("--engine-option {text}: expected NAME=VALUE")))?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    };
    let settings = args.engine_option.iter().map(setting).collect::<Result<_, CommandError>>()?;
    let seconds = |seconds: f64| {
        Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|time| !time.is_zero() && *time <= Duration::from_secs(3_600))
            // UCI times are whole milliseconds; 0 would mean no time at all.
            .map(|time| time.max(Duration::from_millis(1)))
            .ok_or_else(|| {
                CommandError::BadInput(format!("--engine-time {seconds}: expected seconds, at most 3600"))
            })
    };
    let move_time = args.engine_time.map(seconds).transpose()?;
    Ok(EngineOptions { program, uci_options: settings, move_time })
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}
