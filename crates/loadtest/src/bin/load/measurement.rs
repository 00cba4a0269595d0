//! Measures Hanpan and the echo server under load.

use std::path::PathBuf;
use std::time::Duration;

use loadtest::{
    ConnectionError, Guest, LoadtestError, LoadtestResult, ProcessUsage, ServerProcess, Traffic, WsClient,
};
use rng::Rng;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::echo_server::EchoServer;
use crate::load_driver::LoadDriver;
use crate::metrics::{Metrics, traffic_since};

/// Idle time before memory is measured.
pub(crate) const SETTLE_TIME: Duration = Duration::from_secs(2);

/// Duration of the phase with one move per second.
pub(crate) const PACED_DURATION: Duration = Duration::from_secs(10);

/// Duration of the phase at the maximum rate.
pub(crate) const MAX_RATE_DURATION: Duration = Duration::from_secs(8);

/// Number of games played before the first measurement.
pub(crate) const WARMUP_GAMES: u32 = 2;

/// Results for Hanpan.
#[derive(Debug)]
pub(crate) struct HanpanMeasurement {
    /// Memory in bytes per idle and per playing connection.
    pub(crate) idle_bytes: f64,
    pub(crate) playing_bytes: f64,
    /// One move per second per game.
    pub(crate) paced: Measurement,
    /// Every game as fast as the rate limit allows.
    pub(crate) max_rate: Measurement,
    /// Events that were missing or out of order.
    pub(crate) violations: usize,
}

/// Metrics of one phase with the time and CPU time it took.
#[derive(Debug)]
pub(crate) struct Measurement {
    pub(crate) metrics: Metrics,
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
}

impl HanpanMeasurement {
    /// Average message length in bytes.
    pub(crate) fn message_bytes(&self) -> usize {
        let traffic = self.max_rate.metrics.traffic;
        traffic.bytes.checked_div(traffic.messages).unwrap_or(1) as usize
    }
}

impl Measurement {
    /// Messages per second of CPU time.
    pub(crate) fn messages_per_cpu(&self) -> f64 {
        self.metrics.traffic.messages as f64 / self.cpu.as_secs_f64().max(0.01)
    }

    /// Moves or echoes per second.
    pub(crate) fn per_second(&self) -> f64 {
        self.metrics.latencies.len() as f64 / self.wall.as_secs_f64()
    }

    /// CPU time divided by wall time: 1.0 is one fully used core.
    pub(crate) fn cpu_share(&self) -> f64 {
        self.cpu.as_secs_f64() / self.wall.as_secs_f64()
    }
}

/// Measures Hanpan with this number of games.
pub(crate) async fn measure_hanpan(games: u32) -> LoadtestResult<HanpanMeasurement> {
    let server = ServerProcess::start(&data_dir()?)?;
    // Warm-up, so that one-time allocations do not count towards the memory per connection.
    let mut warmup = LoadDriver::connect(&[server.address()], WARMUP_GAMES).await?;
    warmup.start_games().await?;
    drop(warmup);
    sleep(SETTLE_TIME).await;
    let empty = server.usage()?;
    let mut driver = LoadDriver::connect(&[server.address()], games).await?;
    sleep(SETTLE_TIME).await;
    let idle = server.usage()?;
    let mut violations = driver.start_games().await?.violations;
    sleep(SETTLE_TIME).await;
    let playing = server.usage()?;
    let paced = measure(&server, driver.play(Some(Duration::from_secs(1)), PACED_DURATION)).await?;
    let flat_out = measure(&server, driver.play(None, MAX_RATE_DURATION)).await?;
    violations += paced.metrics.violations + flat_out.metrics.violations;
    let each = |now: ProcessUsage| now.memory.saturating_sub(empty.memory) as f64 / f64::from(2 * games);
    Ok(HanpanMeasurement {
        idle_bytes: each(idle),
        playing_bytes: each(playing),
        paced,
        max_rate: flat_out,
        violations,
    })
}

async fn measure(
    server: &ServerProcess,
    work: impl Future<Output = LoadtestResult<Metrics>>,
) -> LoadtestResult<Measurement> {
    let (before, start) = (server.usage()?, Instant::now());
    let metrics = work.await?;
    Ok(Measurement { metrics, wall: start.elapsed(), cpu: server.usage()?.cpu.saturating_sub(before.cpu) })
}

/// Measures the echo server with the same number of connections; `pace` is the pause between two messages of
/// a client.
pub(crate) async fn measure_echo(
    games: u32,
    bytes: usize,
    pace: Option<Duration>,
) -> LoadtestResult<Measurement> {
    let echo = EchoServer::start()?;
    let error = |ConnectionError(why): ConnectionError| LoadtestError::context("echo server", why);
    let mut rng = Rng::new(0);
    let mut sockets = Vec::new();
    for number in 0..2 * games {
        sockets.push(WsClient::connect(echo.address, &Guest::new(number, &mut rng)).await.map_err(error)?);
    }
    sleep(SETTLE_TIME).await;
    let (before, start) = (echo.usage()?, Instant::now());
    let mut clients = JoinSet::new();
    for socket in sockets {
        clients.spawn(run_echo_client(socket, bytes, pace, rng.fork(), start + MAX_RATE_DURATION));
    }
    let mut metrics = Metrics::default();
    while let Some(result) = clients.join_next().await {
        let result = result.map_err(|error| LoadtestError::context("echo server", error))?;
        metrics.merge(result.map_err(error)?);
    }
    Ok(Measurement { metrics, wall: start.elapsed(), cpu: echo.usage()?.cpu.saturating_sub(before.cpu) })
}

async fn run_echo_client(
    mut socket: WsClient,
    bytes: usize,
    pace: Option<Duration>,
    mut rng: Rng,
    until: Instant,
) -> Result<Metrics, ConnectionError> {
    let (text, before): (String, Traffic) = ("x".repeat(bytes), socket.traffic());
    let mut times = Vec::new();
    let mut next = Instant::now();
    if let Some(pace) = pace {
        // Random offset, so that the clients do not send in lockstep.
        next += Duration::from_micros(rng.below(pace.as_micros() as u64));
    }
    while next < until {
        sleep_until(next).await;
        let start = Instant::now();
        socket.send_text(text.clone()).await?;
        socket.recv_text().await?;
        times.push(start.elapsed());
        next = pace.map_or_else(Instant::now, |pace| start + pace);
    }
    let traffic = traffic_since(socket.traffic(), before);
    Ok(Metrics { latencies: times, traffic, ..Metrics::default() })
}

/// The data folder, next to this executable in cargo's target folder.
fn data_dir() -> LoadtestResult<PathBuf> {
    let here =
        std::env::current_exe().map_err(|error| LoadtestError::context("current executable", error))?;
    Ok(here.with_file_name("load-data"))
}
