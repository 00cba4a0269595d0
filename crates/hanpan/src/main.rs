//! The `hanpan` binary: parses the command line, dispatches to the module of the command in `commands`, and
//! turns errors into one line on standard error and an exit code.

mod arguments;
mod ca_file;
mod commands;
mod embedded_page;
mod encoding;
mod error;
mod input;
mod interrupt;
mod json;
mod movetext;
mod parse_errors;
mod progress;
mod qr;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use commands::{
    admin, backup, bench, bot, check, copy_data, engine_match, explain, explorer, learn, manual, moves,
    perft, pgn, play, position, puzzles, ratings, review, serve, solve, tablebase, uci,
};
use error::CommandError;
use rules::cpu::{self, Tier};
use rules::{Board, Diagram};

/// Chess: rules, engine, server and terminal in one program
#[derive(Parser, Debug)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    after_help = "\
Without a command the server is started for this computer and opened in the browser, if the web page was built in.
Each command has a --help with an example. Errors are one line on standard error.

Exit codes:
  0  success; 'illegal' is an answer, too
  1  the output could not be written
  2  invalid input: an option, a file, a position, a move or a game"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Without a command: serve the board without opening the browser
    #[arg(long)]
    no_open: bool,
}

#[derive(Subcommand, Debug)]
enum Command {
    Play(play::Args),
    Learn(learn::Args),
    Serve(serve::Args),
    Backup(backup::Args),
    Admin(admin::Args),
    CopyData(copy_data::Args),
    Check(check::Args),
    Perft(perft::Args),
    Moves(moves::Args),
    Explain(explain::Args),
    Explorer(explorer::Args),
    Position(position::Args),
    Pgn(pgn::Args),
    Review(review::Args),
    Puzzles(puzzles::Args),
    Bench(bench::Args),
    Uci(uci::Args),
    Match(engine_match::Args),
    Bot(bot::Args),
    Solve(solve::Args),
    Tablebase(tablebase::Args),
    Ratings(ratings::Args),
    #[command(hide = true)]
    Manual(manual::Args),
}

fn main() -> ExitCode {
    // Not locked: a panicking thread must be able to restore the terminal.
    let mut out = BufWriter::new(io::stdout());
    let outcome = limit_cpu()
        .and_then(|()| parse(&mut out))
        .and_then(|cli| cli.map_or(Ok(()), |cli| run(cli, &mut out)));
    // Output is flushed before the error is reported.
    match outcome.and(out.flush().map_err(CommandError::from)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                // A closed standard error cannot be reported anywhere.
                writeln!(io::stderr(), "hanpan: {message}").ok();
            }
            failure.exit_code()
        }
    }
}

/// Environment variable that limits the instructions in use, for tests of the code for older processors.
const CPU_ENV: &str = "HANPAN_CPU";

fn limit_cpu() -> Result<(), CommandError> {
    let Some(name) = std::env::var_os(CPU_ENV) else { return Ok(()) };
    let tier = name.to_str().and_then(Tier::from_name).ok_or_else(|| {
        let names = Tier::ALL.map(Tier::name).join(", ");
        CommandError::BadInput(format!("{CPU_ENV} is {name:?}; expected one of {names}"))
    })?;
    cpu::limit(tier);
    Ok(())
}

/// Parses the command line. Returns `None` after printing help or version.
fn parse(out: &mut dyn Write) -> Result<Option<Cli>, CommandError> {
    Cli::try_parse().map(Some).or_else(|error| {
        let text = error.render().to_string();
        if error.use_stderr() {
            // The text after the first blank line is usage advice.
            let first: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
            let what = first.join(" ").trim_start_matches("error: ").to_owned();
            return Err(CommandError::BadInput(format!("{what}; see --help")));
        }
        out.write_all(text.as_bytes())?;
        Ok(None)
    })
}

/// Ends the process at a panic of any thread. Only the server survives one: in other commands the main thread
/// would wait for a thread that no longer answers.
fn abort_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::abort();
    }));
}

fn run(cli: Cli, out: &mut dyn Write) -> Result<(), CommandError> {
    if !matches!(cli.command, None | Some(Command::Serve(_))) {
        abort_on_panic();
    }
    match cli.command {
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Learn(args)) => learn::run(&args, out),
        Some(Command::Serve(args)) => serve::run(&args, out),
        Some(Command::Backup(args)) => backup::run(&args, out),
        Some(Command::Admin(args)) => admin::run(&args, out),
        Some(Command::CopyData(args)) => copy_data::run(&args, out),
        Some(Command::Check(args)) => check::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Moves(args)) => moves::run(&args, out),
        Some(Command::Explain(args)) => explain::run(&args, out),
        Some(Command::Explorer(args)) => explorer::run(&args, out),
        Some(Command::Position(args)) => position::run(&args, out),
        Some(Command::Pgn(args)) => pgn::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
        Some(Command::Uci(args)) => uci::run(&args, out),
        Some(Command::Review(args)) => review::run(&args, out),
        Some(Command::Puzzles(args)) => puzzles::run(&args, out),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Tablebase(args)) => tablebase::run(&args, out),
        Some(Command::Bot(args)) => bot::run(&args),
        Some(Command::Match(args)) => engine_match::run(&args, out),
        Some(Command::Ratings(args)) => ratings::run(&args, out),
        Some(Command::Manual(args)) => manual::run(Cli::command(), &args),
        None if embedded_page::is_embedded() => serve::run(&serve::Args::local(!cli.no_open), out),
        None => {
            let help = Cli::command().render_help();
            writeln!(out, "{help}\n{}", Diagram::new(&Board::start()))?;
            Ok(())
        }
    }
}
