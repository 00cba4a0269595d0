//! Measures durable appends per second (`fsync` on) for several numbers of concurrent games. Each game sends
//! its next move when the previous one is acknowledged.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark is a program that speaks")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Ruleset, Timestamp};
use rules::{ByColor, Color};
use server::store::{
    Append, GameAttributes, GameId, GameStatus, GameStore, LogEntry, NewGame, RatingMode, Speed, SqliteStore,
    Visibility,
};
use tokio::task::JoinSet;

/// Measuring time for each number of games.
const TIME: Duration = Duration::from_secs(4);

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    println!("{:>6} {:>12} {:>10} {:>10}", "games", "moves/s", "p50 ms", "p99 ms");
    for games in [1, 10, 100, 1_000] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("appends");
        fs::remove_dir_all(&folder).ok();
        let mut times = runtime.block_on(measure(&folder, games));
        times.sort_unstable();
        let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1e3;
        let rate = times.len() as f64 / TIME.as_secs_f64();
        println!("{games:>6} {rate:>12.0} {:>10.2} {:>10.2}", at(50), at(99));
    }
}

/// Latency of every append, from call to acknowledgement.
async fn measure(folder: &Path, games: u128) -> Vec<Duration> {
    let store = Arc::new(SqliteStore::open(folder).unwrap());
    for game in 0..games {
        store.create(new_game(game)).await.unwrap();
    }
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
    store.close().await;
    times
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
