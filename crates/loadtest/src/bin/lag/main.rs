//! `lag`: checks that no client gains thinking time by answering pings late, and that a slow network is still
//! compensated.
//!
//! White plays games of one minute against a real server and is compared by the time charged. Late answers
//! while thinking must gain nothing, late answers to every ping little; on a network of 400 ms only thinking is
//! charged.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "results are printed")]

use std::process::ExitCode;
use std::time::Duration;

use game::{Allowance, Bonus, Millis, Ply, TimeControl};
use loadtest::{Delays, Guest, LateClient, LoadtestError, LoadtestResult, ServerProcess, WsClient, http};
use protocol::{ActionId, GameEventKind, GameId, PlayerAction, ToClient, ToServer};
use rng::Rng;
use tokio::time::sleep;

/// Quiet moves, White and Black in turn.
const MOVES: [&str; 28] = [
    "e2e4", "e7e5", "a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "f2f3", "f7f6", "g2g3",
    "g7g6", "h2h3", "h7h6", "a3a4", "a6a5", "b3b4", "b6b5", "c3c4", "c6c5", "g3g4", "g6g5", "h3h4", "h6h5",
    "b1c3", "b8c6",
];

const LATE: Duration = Duration::from_millis(400);

/// A behaviour of White with the bounds of the time charged, as shares of the time that White thinks.
struct Case {
    name: &'static str,
    delays: Delays,
    think: Duration,
    charged: std::ops::RangeInclusive<f64>,
}

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let outcome = runtime
        .map_err(|error| LoadtestError::context("tokio runtime", error))
        .and_then(|runtime| runtime.block_on(run()));
    match outcome {
        Ok(()) => {
            println!("lag ok");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("lag: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> LoadtestResult {
    let short = Duration::from_millis(380);
    let slow = Delays { network: LATE, ..Delays::default() };
    let cases = [
        Case { name: "answers at once", delays: Delays::default(), think: short, charged: 0.9..=1.3 },
        Case {
            name: "late while it thinks",
            delays: Delays { late_pongs: LATE, ..Delays::default() },
            think: short,
            charged: 0.9..=1.3,
        },
        Case {
            name: "late to every ping",
            delays: Delays { early_pongs: LATE, late_pongs: LATE, ..Delays::default() },
            think: short,
            charged: 0.6..=1.3,
        },
        Case { name: "network of 400 ms", delays: slow, think: 4 * short, charged: 0.9..=1.1 },
    ];
    let data = http::data_folder("lag-data")?;
    let server = ServerProcess::start(&data)?;
    let mut rng = Rng::new(1);
    let mut failures = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let (charged, lag) = play(&server, case, number as u32, &mut rng).await?;
        let thought = case.think * (MOVES.len() as u32 / 2 - 1);
        let share = charged.as_secs_f64() / thought.as_secs_f64();
        println!(
            "{:<22} thinks {:>5.2} s, is charged {:>5.2} s ({:>3.0} %), {:>4.2} s deducted",
            case.name,
            thought.as_secs_f64(),
            charged.as_secs_f64(),
            100.0 * share,
            lag.as_secs_f64()
        );
        if !case.charged.contains(&share) {
            failures.push(format!("{}: {share:.2} is not in {:?}", case.name, case.charged));
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(LoadtestError(failures.join("; "))) }
}

/// Plays the moves; returns the time charged to White and the lag deducted.
async fn play(
    server: &ServerProcess,
    case: &Case,
    number: u32,
    rng: &mut Rng,
) -> LoadtestResult<(Duration, Duration)> {
    let failed = |error: loadtest::ConnectionError| LoadtestError::context(case.name, error.0);
    let address = server.address();
    let [white_guest, black_guest] = [Guest::new(2 * number + 1, rng), Guest::new(2 * number + 2, rng)];
    let minute = Allowance::new(Millis::minutes(1), Bonus::None)
        .ok_or_else(|| LoadtestError("invalid time control".to_owned()))?;
    let game = http::create_timed_game(address, &white_guest, TimeControl::same(minute)).await?;
    let mut white = LateClient::connect(address, &white_guest, case.delays).await.map_err(failed)?;
    let mut black = WsClient::connect(address, &black_guest).await.map_err(failed)?;
    white.send(&ToServer::Enter { game, since: None }).map_err(failed)?;
    black.send(&ToServer::Enter { game, since: None }).await.map_err(failed)?;
    let sit = PlayerAction::Sit { name: None };
    black.send(&ToServer::Action { game, id: action_id(rng), action: sit }).await.map_err(failed)?;
    // Some pings are measured before the first move.
    sleep(Duration::from_secs(6)).await;
    for (ply, uci) in MOVES.iter().enumerate() {
        let message = action(game, ply as u32, uci, rng)?;
        if ply % 2 == 0 {
            if ply > 0 {
                white_hears(&mut white, ply as u32 - 1).await.map_err(failed)?;
            }
            sleep(case.think).await;
            white.send(&message).map_err(failed)?;
        } else {
            loop {
                let heard = black.recv().await.map_err(failed)?;
                if has_move(&heard, ply as u32 - 1) {
                    break;
                }
            }
            black.send(&message).await.map_err(failed)?;
        }
    }
    white_hears(&mut white, MOVES.len() as u32 - 1).await.map_err(failed)?;
    let state = http::fetch_game(address, &white_guest, game).await?;
    let of_white = || state.moves.iter().step_by(2);
    let charged = of_white().filter_map(|played| played.spent).map(|spent| spent.0).sum();
    let lag = of_white().filter_map(|played| played.lag).map(|lag| lag.0).sum();
    Ok((Duration::from_millis(charged), Duration::from_millis(lag)))
}

/// Waits for the move of a ply.
async fn white_hears(white: &mut LateClient, ply: u32) -> Result<(), loadtest::ConnectionError> {
    while !has_move(&white.recv().await?, ply) {}
    Ok(())
}

fn has_move(message: &ToClient, expected: u32) -> bool {
    let ToClient::Events { events, .. } = message else { return false };
    events.iter().any(|event| matches!(event.kind, GameEventKind::Moved { ply, .. } if ply == Ply(expected)))
}

fn action(game: GameId, ply: u32, uci: &str, rng: &mut Rng) -> LoadtestResult<ToServer> {
    let uci = uci.parse().map_err(|error| LoadtestError::context(uci, format!("{error:?}")))?;
    Ok(ToServer::Action { game, id: action_id(rng), action: PlayerAction::play(Ply(ply), uci) })
}

fn action_id(rng: &mut Rng) -> ActionId {
    ActionId::from_bits(u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()))
}
