//! `clock`: starts the server with a wrong system clock (libfaketime) and checks that sessions and games
//! survive, and that the time is right once the clock is.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "results are printed")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use game::{Allowance, Bonus, Millis, TimeControl};
use loadtest::{Guest, LoadtestError, LoadtestResult, ServerProcess, http};
use protocol::GameId;
use rng::Rng;

/// Environment variable with the path of the library, if it is elsewhere.
const LIBRARY_VARIABLE: &str = "HANPAN_FAKETIME";

/// Paths under which distributions install it (Debian: package `libfaketime`).
const LIBRARIES: [&str; 3] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/faketime/libfaketime.so.1",
];

fn main() -> ExitCode {
    let Some(library) = library() else {
        println!("skipped: libfaketime is not installed, and {LIBRARY_VARIABLE} does not name it");
        return ExitCode::SUCCESS;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let outcome = runtime
        .map_err(|error| LoadtestError::context("tokio runtime", error))
        .and_then(|runtime| runtime.block_on(run(&library)));
    match outcome {
        Ok(()) => {
            println!("clock ok");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("clock: {error}");
            ExitCode::FAILURE
        }
    }
}

fn library() -> Option<PathBuf> {
    let named = std::env::var_os(LIBRARY_VARIABLE).map(PathBuf::from);
    named.into_iter().chain(LIBRARIES.map(PathBuf::from)).find(|path| path.exists())
}

/// A server whose system clock can be set.
struct Server {
    process: ServerProcess,
    library: PathBuf,
    guest: Guest,
    session: String,
    games: Vec<GameId>,
}

async fn run(library: &Path) -> LoadtestResult {
    let data = http::data_folder("clock-data")?;
    let process = ServerProcess::start(&data)?;
    let guest = Guest::new(1, &mut Rng::new(1));
    let address = process.address();
    let session = http::create_account(address, "Ann", "correct horse battery").await?;
    let mut games = Vec::new();
    for minutes in [1, 60] {
        let clock = Allowance::new(Millis::minutes(minutes), Bonus::None)
            .ok_or_else(|| LoadtestError("invalid time control".to_owned()))?;
        games.push(http::create_timed_game(address, &guest, TimeControl::same(clock)).await?);
    }
    let mut server = Server { process, library: library.to_owned(), guest, session, games };
    server.check("right clock", 0).await?;
    server.restart_at("+100d").await?;
    server.check("100 days ahead", 100 * 86_400).await?;
    server.restart_at("").await?;
    server.check("right again", 0).await?;
    server.process.stop()?;
    let heartbeat = data.join("alive");
    std::fs::write(&heartbeat, format!("{}\n", u64::MAX))
        .map_err(|error| LoadtestError::context(heartbeat.display(), error))?;
    server.restart_at("").await?;
    server.check("heartbeat 2^64-1", 0).await?;
    server.restart_at("@1970-01-02 00:00:00").await?;
    server.check("clock not set", 0).await?;
    if server.restart_at("@1969-06-01 00:00:00").await.is_ok() {
        return Err(LoadtestError("the server starts in 1969".to_owned()));
    }
    server.process.kill()?;
    println!("clock in 1969      is refused");
    server.restart_at("").await?;
    server.check("right at last", 0).await
}

impl Server {
    /// Starts the server again with this setting of libfaketime; none if empty.
    async fn restart_at(&mut self, time: &str) -> LoadtestResult {
        self.process.stop()?;
        let library = self.library.display().to_string();
        let settings: &[(&str, &str)] = match time {
            "" => &[],
            time => &[("LD_PRELOAD", &library), ("FAKETIME", time), ("FAKETIME_DONT_FAKE_MONOTONIC", "1")],
        };
        self.process.set_environment(settings);
        self.process.restart()
    }

    /// Checks time, health, session and games; `ahead` is the expected offset in seconds.
    async fn check(&self, case: &str, ahead: u64) -> LoadtestResult {
        let failed = |why: String| Err(LoadtestError::context(case, why));
        let address = self.process.address();
        http::get(address, "/healthz", None).await?;
        let me = http::get(address, "/api/me", Some(&self.session)).await?;
        if !me.contains("Ann") {
            return failed(format!("the session is gone: {me}"));
        }
        for &game in &self.games {
            let (state, now) = http::fetch_state(address, &self.guest, game).await?;
            if let Some(result) = state.result {
                return failed(format!("a game ended: {result:?}"));
            }
            if (system_seconds() + ahead).abs_diff(now / 1_000) > 15 {
                return failed(format!("the server's time is {now}"));
            }
        }
        println!("{case:<18} healthy, session and {} games are there", self.games.len());
        Ok(())
    }
}

fn system_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
