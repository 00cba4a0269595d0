//! Crash test: everything acknowledged survives `SIGKILL`, and nothing is duplicated.
//!
//! The program starts itself as a child that appends to several games, finishes others, compacts the finished ones, and
//! prints acknowledgements. The parent kills it at various times and then checks the logs.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and this one is a program"
)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;
use std::{env, fs};

use game::{Ending, Outcome, Ruleset, Timestamp};
use rules::{ByColor, Color};
use server::store::{
    Append, CreateError, GameAttributes, GameId, GameStatus, GameStore, LogEntry, NewGame, RatingMode, Speed,
    SqliteStore, Visibility,
};

const KILLS: u64 = 12;
/// Games that never end.
const GAMES: u128 = 24;
/// Entries of a game that ends. Its id is `GAMES` or above.
const FINISHED_LENGTH: u32 = 60;

/// Data folder of the child.
const FOLDER: &str = "HANPAN_TEST_FOLDER";

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    match env::var_os(FOLDER) {
        Some(folder) => runtime.block_on(append_forever(Path::new(&folder))),
        None => {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("store-crash");
            fs::remove_dir_all(&folder).ok();
            let acknowledged = run_and_kill(&folder);
            let (kept, compacted) = runtime.block_on(kept(&folder, &acknowledged));
            println!(
                "store_crash: {KILLS} kills, acknowledged {kept}, lost 0, doubled 0, compacted {compacted}"
            );
        }
    }
}

/// Acknowledged entries per game over all runs of the child.
fn run_and_kill(folder: &PathBuf) -> BTreeMap<u128, u32> {
    let mut acknowledged = BTreeMap::new();
    for round in 0..KILLS {
        let mut child = Command::new(env::current_exe().unwrap())
            .env(FOLDER, folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let heard = listen(child.stdout.take().unwrap());
        let mut hear = |line: String| {
            let (game, length) = line.split_once(' ').unwrap();
            let (game, length) = (game.parse::<u128>().unwrap(), length.parse::<u32>().unwrap());
            let known = acknowledged.insert(game, length);
            assert!(known < Some(length), "a log of {known:?} entries has {length} after kill {round}");
            acknowledged.range(..GAMES).count()
        };
        // Wait for output, so that slow machines pass: in the first run for every game. Some runs are killed
        // during startup.
        match round {
            0 => while hear(heard.recv().unwrap()) < GAMES as usize {},
            _ if round % 4 == 3 => {}
            _ => drop(hear(heard.recv().unwrap())),
        }
        thread::sleep(Duration::from_millis(round * 53 % 170));
        child.kill().unwrap();
        child.wait().unwrap();
        for line in heard {
            hear(line);
        }
    }
    assert_eq!(acknowledged.range(..GAMES).count(), GAMES as usize, "every game was appended to");
    acknowledged
}

/// Lines printed by a child until it ends.
fn listen(out: ChildStdout) -> mpsc::Receiver<String> {
    let (told, heard) = mpsc::channel();
    let lines = BufReader::new(out).lines();
    // The receiver is dropped only after a failure.
    thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| told.send(line)));
    heard
}

/// Checks the logs and counts the acknowledged entries and the compact logs.
async fn kept(folder: &Path, acknowledged: &BTreeMap<u128, u32>) -> (u32, u32) {
    let store = SqliteStore::open(folder).unwrap();
    store.verify().await.unwrap();
    let (mut kept, mut compacted) = (0, 0);
    for (&game, &length) in acknowledged {
        let stored = store.load(GameId::from_bits(game)).await.unwrap().unwrap();
        assert!(stored.entries.len() >= length as usize, "game {game}: {} of {length}", stored.entries.len());
        for (number, found) in (0..).zip(&stored.entries) {
            assert_eq!(*found, entry(number), "game {game}");
        }
        assert_eq!(stored.head.plies as usize + 1, stored.entries.len());
        kept += length;
        let log = store.logs(vec![GameId::from_bits(game)]).await.unwrap().remove(0);
        assert!(game >= GAMES || !log.is_compact());
        compacted += u32::from(log.is_compact());
    }
    assert!(compacted > 0, "no log was compacted");
    (kept, compacted)
}

/// The child: appends to every game until it is killed.
async fn append_forever(folder: &Path) {
    let store = Arc::new(SqliteStore::open(folder).unwrap());
    let mut players = tokio::task::JoinSet::new();
    for game in 0..GAMES {
        let store = Arc::clone(&store);
        players.spawn(async move {
            let id = GameId::from_bits(game);
            let mut next = match store.load(id).await.unwrap() {
                Some(stored) => stored.entries.len() as u32,
                None => {
                    store.create(new_game(id)).await.unwrap();
                    acknowledge(game, 1);
                    1
                }
            };
            loop {
                store.append(Append::new(id, vec![entry(next), entry(next + 1)])).await.unwrap();
                next += 2;
                acknowledge(game, next);
            }
        });
    }
    players.spawn(finish_games(Arc::clone(&store)));
    players.spawn(async move {
        loop {
            store.compact_logs(Timestamp(u64::MAX), 3).await.unwrap();
        }
    });
    players.join_all().await;
}

/// Plays short games to their end.
async fn finish_games(store: Arc<SqliteStore>) {
    let outcome = Outcome::new(Some(Color::White), Ending::Resignation).unwrap();
    for game in GAMES.. {
        let id = GameId::from_bits(game);
        match store.create(new_game(id)).await {
            Ok(()) => {}
            Err(CreateError::Taken) => continue,
            Err(error) => panic!("{error}"),
        }
        let status = Some(GameStatus::Over { outcome, at: Timestamp(FINISHED_LENGTH.into()) });
        let entries = (1..FINISHED_LENGTH).map(entry).collect();
        store.append(Append { status, ..Append::new(id, entries) }).await.unwrap();
        acknowledge(game, FINISHED_LENGTH);
    }
}

/// One short write, which is atomic on a pipe.
fn acknowledge(game: u128, length: u32) {
    let mut out = stdout().lock();
    out.write_all(format!("{game} {length}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}

fn entry(number: u32) -> LogEntry {
    LogEntry {
        number,
        ply: number.checked_sub(1),
        at: Timestamp(number.into()),
        body: format!("{{\"number\":{number}}}"),
    }
}

fn new_game(id: GameId) -> NewGame {
    NewGame {
        id,
        attributes: GameAttributes {
            ruleset: Ruleset::Standard,
            speed: Speed::Bullet,
            stakes: RatingMode::Casual,
            visibility: Visibility::Public,
        },
        seats: ByColor { white: None, black: None },
        status: GameStatus::Playing { turn: Color::White, due: None },
        at: Timestamp(0),
        entries: vec![entry(0)],
    }
}
