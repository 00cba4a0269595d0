//! `lag`: checks that no client gains thinking time by answering pings late, and that a slow network is still
//! compensated.
//!
//! White plays games of one minute against a real server and is compared by the time charged. Directly connected,
//! late answers must gain nothing; nor behind a proxy that tells the round trip. Behind one that does not, late answers
//! to every ping gain no more than documented. On a network of 400 ms only thinking is charged.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "results are printed")]

mod slow_network;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use game::{Allowance, Bonus, Millis, Ply, TimeControl};
use loadtest::{Delays, Guest, LateClient, LoadtestError, LoadtestResult, ServerProcess, WsClient, http};
use protocol::{ActionId, GameEventKind, GameId, PlayerAction, ToClient, ToServer};
use rng::Rng;
use slow_network::SlowNetwork;
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
    route: Route,
    delays: Delays,
    think: Duration,
    charged: std::ops::RangeInclusive<f64>,
}

/// Sums of White's moves but the first.
struct Times {
    /// From the arrival of the opponent's moves to the replies, on White's clock.
    thought: Duration,
    charged: Duration,
    lag: Duration,
}

/// Way of White's packets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Route {
    Direct,
    /// Through a proxy, with the round trip that it tells.
    Proxy(Option<Duration>),
    /// Direct, and every packet is delayed.
    SlowNetwork,
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
    let data = http::data_folder("lag-data")?;
    let mut rng = Rng::new(1);
    let mut failures = Vec::new();
    for (number, case) in cases().iter().enumerate() {
        let network = match case.route {
            Route::SlowNetwork => match SlowNetwork::start(LATE) {
                Ok(network) => Some(network),
                Err(error) => {
                    println!("{:<44} skipped: {error}", case.name);
                    continue;
                }
            },
            Route::Direct | Route::Proxy(_) => None,
        };
        let options: &[&str] = if matches!(case.route, Route::Proxy(_)) { &["--behind-proxy"] } else { &[] };
        let listen = if network.is_some() { slow_network::SERVER } else { [127, 0, 0, 1].into() };
        let mut server = ServerProcess::new(&data, options, SocketAddr::new(listen, 0))?;
        server.restart()?;
        let Times { thought, charged, lag } = play(&server, case, number as u32, &mut rng).await?;
        let share = charged.as_secs_f64() / thought.as_secs_f64();
        println!(
            "{:<44} thinks {:>5.2} s, is charged {:>5.2} s ({:>3.0} %), {:>4.2} s deducted",
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

fn cases() -> Vec<Case> {
    let (short, long) = (Duration::from_millis(380), Duration::from_millis(2_000));
    let medium = 4 * short;
    let (silent, telling) = (Route::Proxy(None), Route::Proxy(Some(Duration::from_millis(1))));
    let at_once = Delays::default();
    let thinking = Delays { late_pongs: LATE, ..at_once };
    let always = Delays { early_pongs: LATE, ..thinking };
    let network = Delays { network: LATE, ..at_once };
    let case = |name, route, delays, think, charged| Case { name, route, delays, think, charged };
    vec![
        case("answers at once", Route::Direct, at_once, short, 0.95..=1.3),
        case("late while it thinks", Route::Direct, thinking, short, 0.95..=1.3),
        case("late to every ping", Route::Direct, always, short, 0.95..=1.3),
        case("late to every ping, 2 s a move", Route::Direct, always, long, 0.98..=1.1),
        case("… behind a proxy that tells the round trip", telling, always, short, 0.95..=1.3),
        case("… 2 s a move", telling, always, long, 0.98..=1.1),
        case("… behind a proxy that does not", silent, always, short, 0.6..=1.3),
        case("… 2 s a move", silent, always, long, 0.75..=1.1),
        case("network of 400 ms behind such a proxy", silent, network, medium, 0.9..=1.1),
        case("network of 400 ms, direct", Route::SlowNetwork, at_once, medium, 0.9..=1.1),
    ]
}

/// Plays the moves; returns the times of White.
async fn play(server: &ServerProcess, case: &Case, number: u32, rng: &mut Rng) -> LoadtestResult<Times> {
    let failed = |error: loadtest::ConnectionError| LoadtestError::context(case.name, error.0);
    let address = server.address();
    let [white_guest, black_guest] = [Guest::new(2 * number + 1, rng), Guest::new(2 * number + 2, rng)];
    let minute = Allowance::new(Millis::minutes(1), Bonus::None)
        .ok_or_else(|| LoadtestError("invalid time control".to_owned()))?;
    let game = http::create_timed_game(address, &white_guest, TimeControl::same(minute)).await?;
    let (entrance, told) = match case.route {
        Route::Direct => (address, None),
        Route::Proxy(told) => (address, told),
        Route::SlowNetwork => (SocketAddr::new(slow_network::DELAYED, address.port()), None),
    };
    let mut white = LateClient::connect(entrance, &white_guest, case.delays, told).await.map_err(failed)?;
    let mut black = WsClient::connect(address, &black_guest).await.map_err(failed)?;
    white.send(&ToServer::Enter { game, since: None }).map_err(failed)?;
    black.send(&ToServer::Enter { game, since: None }).await.map_err(failed)?;
    let sit = PlayerAction::Sit { name: None };
    black.send(&ToServer::Action { game, id: action_id(rng), action: sit }).await.map_err(failed)?;
    // Some pings are measured before the first move.
    sleep(Duration::from_secs(6)).await;
    let mut thought = Duration::ZERO;
    for (ply, uci) in MOVES.iter().enumerate() {
        let message = action(game, ply as u32, uci, rng)?;
        if ply % 2 == 0 {
            if ply > 0 {
                white_hears(&mut white, ply as u32 - 1).await.map_err(failed)?;
            }
            let heard = Instant::now();
            sleep(case.think).await;
            white.send(&message).map_err(failed)?;
            if ply > 0 {
                thought += heard.elapsed();
            }
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
    Ok(Times { thought, charged: Duration::from_millis(charged), lag: Duration::from_millis(lag) })
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
