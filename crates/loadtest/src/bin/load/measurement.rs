//! One server, one crowd.

use std::path::PathBuf;
use std::time::Duration;

use loadtest::{
    ConnectionError, Guest, LoadtestError, LoadtestResult, ProcessUsage, Rng, ServerProcess, Traffic,
    WsClient,
};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::echo_server::EchoServer;
use crate::load_driver::LoadDriver;
use crate::metrics::{Metrics, traffic_since};

/// How long nothing happens before memory is weighed.
const SETTLE_TIME: Duration = Duration::from_secs(2);

/// How long every game moves once a second.
const PACED_DURATION: Duration = Duration::from_secs(10);

/// How long every game moves as fast as it may.
const MAX_RATE_DURATION: Duration = Duration::from_secs(8);

/// So many games have been there before anything is weighed.
const WARMUP_GAMES: u32 = 2;

/// What was found out about Hanpan.
#[derive(Debug)]
pub(crate) struct HanpanMeasurement {
    /// Bytes of memory for a connection that does nothing, and for one that plays.
    pub(crate) idle_bytes: f64,
    pub(crate) playing_bytes: f64,
    /// Every game moves once a second.
    pub(crate) paced: Measurement,
    /// Every game moves as fast as it may.
    pub(crate) max_rate: Measurement,
    /// Events that were lost or out of order.
    pub(crate) violations: usize,
}

/// What was counted in a while, and what it cost the server.
#[derive(Debug)]
pub(crate) struct Measurement {
    pub(crate) metrics: Metrics,
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
}

impl HanpanMeasurement {
    /// How long a message is on average.
    pub(crate) fn message_bytes(&self) -> usize {
        let traffic = self.max_rate.metrics.traffic;
        traffic.bytes.checked_div(traffic.messages).unwrap_or(1) as usize
    }
}

impl Measurement {
    /// Messages for each second of a processor.
    pub(crate) fn messages_per_cpu(&self) -> f64 {
        self.metrics.traffic.messages as f64 / self.cpu.as_secs_f64().max(0.01)
    }

    /// Moves, or echoes, a second.
    pub(crate) fn per_second(&self) -> f64 {
        self.metrics.latencies.len() as f64 / self.wall.as_secs_f64()
    }

    /// How much of one processor was used.
    pub(crate) fn cpu_share(&self) -> f64 {
        self.cpu.as_secs_f64() / self.wall.as_secs_f64()
    }
}

/// Tries Hanpan with so many games.
pub(crate) async fn measure_hanpan(games: u32) -> LoadtestResult<HanpanMeasurement> {
    let host = ServerProcess::start(&data_dir()?)?;
    // What a server needs for the first who come belongs to nobody in particular.
    let mut first = LoadDriver::connect(host.address(), WARMUP_GAMES).await?;
    first.start_games().await?;
    drop(first);
    sleep(SETTLE_TIME).await;
    let empty = host.usage()?;
    let mut crowd = LoadDriver::connect(host.address(), games).await?;
    sleep(SETTLE_TIME).await;
    let idle = host.usage()?;
    let mut faults = crowd.start_games().await?.violations;
    sleep(SETTLE_TIME).await;
    let playing = host.usage()?;
    let paced = measure(&host, crowd.play(Some(Duration::from_secs(1)), PACED_DURATION)).await?;
    let flat_out = measure(&host, crowd.play(None, MAX_RATE_DURATION)).await?;
    faults += paced.metrics.violations + flat_out.metrics.violations;
    let each = |now: ProcessUsage| now.memory.saturating_sub(empty.memory) as f64 / f64::from(2 * games);
    Ok(HanpanMeasurement {
        idle_bytes: each(idle),
        playing_bytes: each(playing),
        paced,
        max_rate: flat_out,
        violations: faults,
    })
}

async fn measure(
    host: &ServerProcess,
    work: impl Future<Output = LoadtestResult<Metrics>>,
) -> LoadtestResult<Measurement> {
    let (before, start) = (host.usage()?, Instant::now());
    let tally = work.await?;
    Ok(Measurement {
        metrics: tally,
        wall: start.elapsed(),
        cpu: host.usage()?.cpu.saturating_sub(before.cpu),
    })
}

/// Tries the echo with as many connections, by clients that wait so long between two messages.
pub(crate) async fn measure_echo(
    games: u32,
    bytes: usize,
    pace: Option<Duration>,
) -> LoadtestResult<Measurement> {
    let echo = EchoServer::start()?;
    let broken = |ConnectionError(why): ConnectionError| LoadtestError::context("the echo", why);
    let mut dice = Rng::new(0);
    let mut lines = Vec::new();
    for number in 0..2 * games {
        lines.push(WsClient::connect(echo.address, &Guest::new(number, &mut dice)).await.map_err(broken)?);
    }
    sleep(SETTLE_TIME).await;
    let (before, start) = (echo.usage()?, Instant::now());
    let mut speakers = JoinSet::new();
    for line in lines {
        speakers.spawn(run_echo_client(line, bytes, pace, dice.fork(), start + MAX_RATE_DURATION));
    }
    let mut tally = Metrics::default();
    while let Some(spoke) = speakers.join_next().await {
        let spoke = spoke.map_err(|error| LoadtestError::context("the echo", error))?;
        tally.merge(spoke.map_err(broken)?);
    }
    Ok(Measurement {
        metrics: tally,
        wall: start.elapsed(),
        cpu: echo.usage()?.cpu.saturating_sub(before.cpu),
    })
}

async fn run_echo_client(
    mut line: WsClient,
    bytes: usize,
    pace: Option<Duration>,
    mut dice: Rng,
    until: Instant,
) -> Result<Metrics, ConnectionError> {
    let (text, before): (String, Traffic) = ("x".repeat(bytes), line.traffic());
    let mut times = Vec::new();
    let mut next = Instant::now();
    if let Some(pace) = pace {
        // Not all at the same moment.
        next += Duration::from_micros(dice.below(pace.as_micros() as u64));
    }
    while next < until {
        sleep_until(next).await;
        let start = Instant::now();
        line.send_text(text.clone()).await?;
        line.recv_text().await?;
        times.push(start.elapsed());
        next = pace.map_or_else(Instant::now, |pace| start + pace);
    }
    Ok(Metrics { latencies: times, traffic: traffic_since(line.traffic(), before), violations: 0 })
}

/// Beside this program, where cargo puts what it builds.
fn data_dir() -> LoadtestResult<PathBuf> {
    let here = std::env::current_exe().map_err(|error| LoadtestError::context("where am I", error))?;
    Ok(here.with_file_name("load-data"))
}
