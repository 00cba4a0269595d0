//! Measures durable appends per second (`fsync` on) for several numbers of concurrent games, in SQLite and in PostgreSQL.
//! Each game sends its next move when the previous one is acknowledged. CPU time is that of this process, so without
//! PostgreSQL's own.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark is a program that speaks")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Ruleset, Timestamp};
use rules::{ByColor, Color};
use server::store::{
    Append, GameAttributes, GameId, GameStatus, LogEntry, NewGame, OpenStore, PostgresConfig, PostgresStore,
    RatingMode, Speed, SqliteStore, Store, Visibility,
};
use test_services::Postgres;
use tokio::task::JoinSet;

/// Measuring time for each number of games.
const TIME: Duration = Duration::from_secs(4);

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let postgres = Postgres::start(temporary, &[]).unwrap();
    println!(
        "{:>10} {:>6} {:>10} {:>10} {:>10} {:>12}",
        "store", "games", "moves/s", "p50 ms", "p99 ms", "CPU us/move"
    );
    for games in [1, 10, 100, 1_000] {
        let folder = temporary.join("appends");
        fs::remove_dir_all(&folder).ok();
        let url = postgres.new_database().unwrap();
        for kind in ["sqlite", "postgres"] {
            let (mut times, cpu) = runtime.block_on(async {
                let store = match kind {
                    "sqlite" => OpenStore::Sqlite(Arc::new(SqliteStore::open(&folder).unwrap())),
                    _ => {
                        let config = PostgresConfig::new(&url, None).unwrap();
                        OpenStore::Postgres(Arc::new(PostgresStore::open(config).await.unwrap()))
                    }
                };
                let measured = measure(store.store(), games).await;
                store.close().await;
                measured
            });
            times.sort_unstable();
            let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1e3;
            let rate = times.len() as f64 / TIME.as_secs_f64();
            let cpu = cpu.as_secs_f64() * 1e6 / times.len() as f64;
            println!("{kind:>10} {games:>6} {rate:>10.0} {:>10.2} {:>10.2} {cpu:>12.0}", at(50), at(99));
        }
    }
}

/// CPU time of this process, in ticks of 10 ms.
fn cpu_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(10 * ticks)
}

/// Latency of every append, from call to acknowledgement, and CPU time of all.
async fn measure(store: Arc<dyn Store>, games: u128) -> (Vec<Duration>, Duration) {
    for game in 0..games {
        store.create(new_game(game)).await.unwrap();
    }
    let before = cpu_time();
    let end = Instant::now() + TIME;
    let mut players = JoinSet::new();
    for game in 0..games {
        let store = Arc::clone(&store);
        players.spawn(async move {
            let mut times = Vec::new();
            while Instant::now() < end {
                let start = Instant::now();
                store.append(next_move(game, times.len() as u32)).await.unwrap();
                times.push(start.elapsed());
            }
            times
        });
    }
    let times = players.join_all().await.concat();
    (times, cpu_time() - before)
}

fn next_move(game: u128, ply: u32) -> Append {
    // About as long as a real `moved` record.
    let body = format!(
        r#"{{"type":"moved","move":"g1f3","clocks":{{"white":179000,"black":180000}},"lag":12,"ply":{ply}}}"#
    );
    let entry = LogEntry { number: ply + 1, ply: Some(ply), at: Timestamp(ply.into()), body };
    let turn = if ply.is_multiple_of(2) { Color::Black } else { Color::White };
    let status = Some(GameStatus::Playing { turn, due: Some(Timestamp(u64::from(ply) + 180_000)) });
    Append { status, ..Append::new(GameId::from_bits(game), vec![entry]) }
}

fn new_game(game: u128) -> NewGame {
    NewGame {
        id: GameId::from_bits(game),
        attributes: GameAttributes {
            ruleset: Ruleset::Standard,
            speed: Speed::Blitz,
            stakes: RatingMode::Casual,
            visibility: Visibility::Public,
        },
        seats: ByColor { white: None, black: None },
        status: GameStatus::Playing { turn: Color::White, due: None },
        at: Timestamp(0),
        entries: vec![LogEntry { number: 0, ply: None, at: Timestamp(0), body: "{}".to_owned() }],
    }
}
