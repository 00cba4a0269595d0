//! Development tasks of this repository. `cargo xtask` without a command lists them.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "tasks print their progress")]

mod audit_web;
mod bench;
mod browser_bin;
mod build;
mod check_puzzles;
mod chromium;
mod clients;
mod debian;
mod dist;
mod loadtest;
mod play;
mod python;
mod remap;
mod screenshots;
mod step;
mod test;
mod toolchain;
mod web;

use std::process::ExitCode;

use step::TaskError;

const HELP: &str = "\
Usage: cargo xtask <COMMAND>

  play [ARGS...]       build Hanpan with its page and run it with these arguments; without arguments it opens the page
  test [--full]        run all checks; --full runs the perft suites to their full depth and the longest browser tests
  test --quick         only format, lints and native tests: a few minutes with a warm cache
  test --browser       only bundle the page and run the browser tests in Chromium
  chaos [OPTIONS]      kill the server during games and check that nothing is lost: --kills 50 --bots 200 --seed 1
  chaos --cluster      the same with several servers, PostgreSQL, NATS and the network between them: --nodes 3 --nats 3
                       --faults 50 --bots 200 --seed 1; --no-standby for one database server, --unsafe-standby to see that losses are
                       found; --each for every kind of fault once, with the pauses of games, --short for the most important
  lag                  play with late pongs and on a slow network, and check what is charged
  clock                start the server with wrong system clocks, and check that nothing is lost
  flood [ATTACK...]    attack the server from a few addresses and check that others are served: memory, logins,
                       newcomers, block, connections, seeks, computer, invitations (default: all)
  clients              let programs made for Lichess use the server: berserk every endpoint, cli-chess and chess-tui games against
                       the computer and a person in a browser; with --lichess-bot FOLDER also two lichess-bots ten games,
                       during which the server is killed; --record renews testdata/lichess instead
  bench [NAME]         run benchmarks: perft, check, pgn, start, server or all (the default);
                       board3d and engine in a browser; export [GAMES [COPIES]]: an archive of finished games, rows and compact;
                       cluster [GAMES]: one server with SQLite, one with PostgreSQL, three with PostgreSQL and NATS;
                       explorer [GAMES]: index and queries of the opening explorer beside Scid (default: 1000000 games);
                       portable: the program of `dist` beside a native build
  dist                 build all files of a release into target/distrib
  dist --check [DIR]   build them, try them out, and build them again to compare the bytes; only try them out if they are
                       in DIR already
  check-puzzles        give each puzzle of the shipped set to Debian's stockfish (2 s, two lines): the first move must lead by two
                       pawns or be the only mate; and let the levels solve them: --sample N --seed S --threads 1
  page                 only build the page, and print its sizes
  audit-web            audit the page with axe-core and Lighthouse, and report its size
  screenshots          renew the screenshots in docs/screenshots";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["play", args @ ..] => play::run(args),
        ["test"] => test::run(test::Depth::Capped),
        ["test", "--full"] => test::run(test::Depth::Full),
        ["test", "--quick"] => test::run_quick(),
        ["test", "--browser"] => test::run_browser_tests(),
        ["chaos", options @ ..] => loadtest::chaos(options),
        [program @ ("lag" | "clock")] => loadtest::check(program),
        ["flood", attacks @ ..] => loadtest::flood(attacks),
        ["clients", options @ ..] => clients::clients(options),
        ["bench"] => bench::run("all"),
        ["bench", "server", games @ ..] => loadtest::load(games),
        ["bench", "cluster", games @ ..] => loadtest::bench_cluster(games),
        ["bench", "export", options @ ..] => bench::export(options),
        ["bench", "explorer", games] => bench::explorer(games),
        ["bench", what] => bench::run(what),
        ["dist"] => dist::run(),
        ["dist", "--check"] => dist::check(),
        ["dist", "--check", folder] => dist::check_folder(folder),
        ["check-puzzles", options @ ..] => check_puzzles::run(options),
        ["page"] => web::run(),
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
