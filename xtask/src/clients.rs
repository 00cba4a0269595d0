//! `cargo xtask clients`: programs made for Lichess, unmodified, against a fresh server.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::browser_bin::PROGRAM_ENV;
use crate::build::Profile;
use crate::python::{self, BERSERK, CHESS, CLI_CHESS, LICHESS_BOT, PythonPackage};
use crate::step::{TaskError, cargo, root, step, target_folder};
use crate::{chromium, debian, toolchain, web};

/// Version of chess-tui.
const CHESS_TUI: &str = "2.8.0";

/// Options of the command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Options<'a> {
    /// Folder of lichess-bot.
    lichess_bot: Option<&'a str>,
    /// Record exchanges for `testdata/lichess` instead of playing.
    is_recording: bool,
}

/// Lets berserk use every endpoint, cli-chess and chess-tui play the computer and a person in a browser, and two lichess-bots
/// play each other if their folder is given.
pub(crate) fn clients(arguments: &[&str]) -> Result<ExitCode, TaskError> {
    let options = parse(arguments)?;
    let programs = Programs::prepare()?;
    let mut recording = programs.script("record.py", &[BERSERK, CLI_CHESS, LICHESS_BOT])?;
    if options.is_recording {
        let folder =
            options.lichess_bot.ok_or_else(|| TaskError("--record needs --lichess-bot".to_owned()))?;
        let work = target_folder()?.join("lichess-bots");
        step("record", recording.arg(root().join("testdata/lichess")).arg(folder).arg(work))?;
        return Ok(ExitCode::SUCCESS);
    }
    step("berserk", &mut programs.script("berserk_client.py", &[BERSERK])?)?;
    step("cli-chess", &mut programs.script("cli_chess_client.py", &[CLI_CHESS])?)?;
    step("chess-tui", &mut programs.script("chess_tui_client.py", &[CHESS])?)?;
    match options.lichess_bot {
        Some(folder) => {
            let work = target_folder()?.join("lichess-bots");
            let mut bots = programs.script("two_lichess_bots.py", &[LICHESS_BOT])?;
            step("lichess-bot", bots.arg(folder).arg(work))?;
            println!("\nall four clients passed");
        }
        None => println!("\nskipped: lichess-bot (--lichess-bot FOLDER)\nthe other three clients passed"),
    }
    Ok(ExitCode::SUCCESS)
}

fn parse<'a>(arguments: &[&'a str]) -> Result<Options<'a>, TaskError> {
    let mut options = Options::default();
    let mut rest = arguments;
    loop {
        match rest {
            [] => return Ok(options),
            ["--lichess-bot", folder, after @ ..] => {
                options.lichess_bot = Some(folder);
                rest = after;
            }
            ["--record", after @ ..] => {
                options.is_recording = true;
                rest = after;
            }
            _ => return Err(TaskError("clients takes --lichess-bot FOLDER and --record".to_owned())),
        }
    }
}

/// Programs that the scripts start.
struct Programs {
    hanpan: PathBuf,
    /// A person in a browser.
    person: PathBuf,
    chess_tui: PathBuf,
    stockfish: PathBuf,
}

impl Programs {
    /// Installs and builds what is missing.
    fn prepare() -> Result<Programs, TaskError> {
        chromium::ensure()?;
        toolchain::ensure_target(web::TARGET)?;
        for program in ["tmux", "openssl"] {
            debian::ensure(program)?;
        }
        if debian::find("ip").is_none() {
            debian::install(&["iproute2"])?;
        }
        let page = web::bundle(web::Page::Shipped)?;
        let hanpan = Profile::Development.build("hanpan", "hanpan", Some(&page))?;
        step("person", &mut cargo(&["build", "--package", "e2e", "--bin", "person"]))?;
        Ok(Programs {
            hanpan,
            person: Profile::Development.program("person")?,
            chess_tui: chess_tui()?,
            stockfish: debian::ensure("stockfish")?,
        })
    }

    /// The command for a script beside this file.
    fn script(&self, name: &str, packages: &[PythonPackage]) -> Result<Command, TaskError> {
        let folders: Result<Vec<PathBuf>, TaskError> =
            packages.iter().map(|&package| python::ensure(package)).collect();
        let path: OsString = std::env::join_paths(folders?).map_err(|error| TaskError(error.to_string()))?;
        let mut command = Command::new("python3");
        command
            .arg(root().join("xtask/src/clients").join(name))
            .env("PYTHONPATH", path)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env(PROGRAM_ENV, &self.hanpan)
            .env("PERSON_PROGRAM", &self.person)
            .env("CHESS_TUI_PROGRAM", &self.chess_tui)
            .env("STOCKFISH", &self.stockfish);
        Ok(command)
    }
}

/// Installs chess-tui below the target folder, without sound, which needs headers of the system. Returns its path.
fn chess_tui() -> Result<PathBuf, TaskError> {
    let folder = target_folder()?.join("chess-tui");
    let program = folder.join("bin/chess-tui");
    if !program.is_file() {
        let mut install = cargo(&["install", "chess-tui", "--version", CHESS_TUI, "--locked"]);
        step("chess-tui: install", install.args(["--no-default-features", "--root"]).arg(folder))?;
    }
    Ok(program)
}
