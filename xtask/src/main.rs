//! Development tasks of this repository. `cargo xtask` without a command lists them.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a chore tells what it does")]

mod audit_web;
mod bench;
mod loadtest;
mod build;
mod chromium;
mod debian;
mod play;
mod python;
mod screenshots;
mod step;
mod test;
mod toolchain;
mod browser_bin;
mod web;

use std::process::ExitCode;

use step::TaskError;

const HELP: &str = "\
Usage: cargo xtask <COMMAND>

  play [ARGS...]       build Hanpan with its page and run it with these arguments; without any it opens the board
  test [--full]        run every check there is; --full takes the deep ones to their full depth
  test --browser       build the page and visit it in Chromium, and nothing else
  chaos [OPTIONS]      kill the server while bots play on it, and count what is lost: --kills 50 --bots 200 --seed 1
  bench [WHAT]         run the benchmarks: perft, check, pgn, start, server or all (the default);
                       board3d and engine in a browser
  audit-web            judge the page with axe-core and Lighthouse, and weigh it
  screenshots          take the pictures in docs/screenshots anew";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["play", args @ ..] => play::run(args),
        ["test"] => test::run(test::Depth::Capped),
        ["test", "--full"] => test::run(test::Depth::Full),
        ["test", "--browser"] => test::run_browser_tests(),
        ["chaos", options @ ..] => loadtest::chaos(options),
        ["bench"] => bench::run("all"),
        ["bench", "server", games @ ..] => loadtest::load(games),
        ["bench", what] => bench::run(what),
        ["audit-web"] => audit_web::run(),
        ["screenshots"] => screenshots::run(),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(code) => code,
        Err(TaskError(what)) => {
            eprintln!("xtask: {what}");
            ExitCode::FAILURE
        }
    }
}
