//! One server, one crowd.

use std::path::PathBuf;
use std::time::Duration;

use bots::{Broken, Dice, Failure, Host, Line, Outcome, Traffic, Vitals, Who};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::crowd::Crowd;
use crate::echo::Echo;
use crate::tally::{Tally, since};

/// How long nothing happens before memory is weighed.
const REST: Duration = Duration::from_secs(2);

/// How long every game moves once a second.
const PACED: Duration = Duration::from_secs(10);

/// How long every game moves as fast as it may.
const FLAT_OUT: Duration = Duration::from_secs(8);

/// So many games have been there before anything is weighed.
const FIRST: u32 = 2;

/// What was found out about Hanpan.
#[derive(Debug)]
pub(crate) struct Ours {
    /// Bytes of memory for a connection that does nothing, and for one that plays.
    pub(crate) idle: f64,
    pub(crate) playing: f64,
    /// Every game moves once a second.
    pub(crate) paced: Run,
    /// Every game moves as fast as it may.
    pub(crate) flat_out: Run,
    /// Events that were lost or out of order.
    pub(crate) faults: usize,
}

/// What was counted in a while, and what it cost the server.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) tally: Tally,
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
}

impl Ours {
    /// How long a message is on average.
    pub(crate) fn message_bytes(&self) -> usize {
        let traffic = self.flat_out.tally.traffic;
        traffic.bytes.checked_div(traffic.messages).unwrap_or(1) as usize
    }
}

impl Run {
    /// Messages for each second of a processor.
    pub(crate) fn messages_per_cpu(&self) -> f64 {
        self.tally.traffic.messages as f64 / self.cpu.as_secs_f64().max(0.01)
    }

    /// Moves, or echoes, a second.
    pub(crate) fn rate(&self) -> f64 {
        self.tally.times.len() as f64 / self.wall.as_secs_f64()
    }

    /// How much of one processor was used.
    pub(crate) fn load(&self) -> f64 {
        self.cpu.as_secs_f64() / self.wall.as_secs_f64()
    }
}

/// Tries Hanpan with so many games.
pub(crate) async fn of_hanpan(games: u32) -> Outcome<Ours> {
    let host = Host::start(&data_folder()?)?;
    // What a server needs for the first who come belongs to nobody in particular.
    let mut first = Crowd::gather(host.address(), FIRST).await?;
    first.begin().await?;
    drop(first);
    sleep(REST).await;
    let empty = host.vitals()?;
    let mut crowd = Crowd::gather(host.address(), games).await?;
    sleep(REST).await;
    let idle = host.vitals()?;
    let mut faults = crowd.begin().await?.faults;
    sleep(REST).await;
    let playing = host.vitals()?;
    let paced = run(&host, crowd.play(Some(Duration::from_secs(1)), PACED)).await?;
    let flat_out = run(&host, crowd.play(None, FLAT_OUT)).await?;
    faults += paced.tally.faults + flat_out.tally.faults;
    let each = |now: Vitals| now.memory.saturating_sub(empty.memory) as f64 / f64::from(2 * games);
    Ok(Ours { idle: each(idle), playing: each(playing), paced, flat_out, faults })
}

async fn run(host: &Host, work: impl Future<Output = Outcome<Tally>>) -> Outcome<Run> {
    let (before, start) = (host.vitals()?, Instant::now());
    let tally = work.await?;
    Ok(Run { tally, wall: start.elapsed(), cpu: host.vitals()?.cpu.saturating_sub(before.cpu) })
}

/// Tries the echo with as many connections, by clients that wait so long between two messages.
pub(crate) async fn of_echo(games: u32, bytes: usize, pace: Option<Duration>) -> Outcome<Run> {
    let echo = Echo::start()?;
    let broken = |Broken(why): Broken| Failure::of("the echo", why);
    let mut dice = Dice::new(0);
    let mut lines = Vec::new();
    for number in 0..2 * games {
        lines.push(Line::open(echo.address, &Who::new(number, &mut dice)).await.map_err(broken)?);
    }
    sleep(REST).await;
    let (before, start) = (echo.vitals()?, Instant::now());
    let mut speakers = JoinSet::new();
    for line in lines {
        speakers.spawn(speak(line, bytes, pace, dice.fork(), start + FLAT_OUT));
    }
    let mut tally = Tally::default();
    while let Some(spoke) = speakers.join_next().await {
        let spoke = spoke.map_err(|error| Failure::of("the echo", error))?;
        tally.add(spoke.map_err(broken)?);
    }
    Ok(Run { tally, wall: start.elapsed(), cpu: echo.vitals()?.cpu.saturating_sub(before.cpu) })
}

async fn speak(
    mut line: Line,
    bytes: usize,
    pace: Option<Duration>,
    mut dice: Dice,
    until: Instant,
) -> Result<Tally, Broken> {
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
        line.next_text().await?;
        times.push(start.elapsed());
        next = pace.map_or_else(Instant::now, |pace| start + pace);
    }
    Ok(Tally { times, traffic: since(line.traffic(), before), faults: 0 })
}

/// Beside this program, where cargo puts what it builds.
fn data_folder() -> Outcome<PathBuf> {
    let here = std::env::current_exe().map_err(|error| Failure::of("where am I", error))?;
    Ok(here.with_file_name("load-data"))
}
