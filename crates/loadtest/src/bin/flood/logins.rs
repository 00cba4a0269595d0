//! Wrong logins: memory of their hashes, and the delay of an honest login.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use loadtest::http::request;
use loadtest::{Guest, LoadtestError, LoadtestResult, ServerProcess};
use rng::Rng;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::check;

/// Wrong logins of the memory test, the number after which memory must not grow, and how many are sent at a time.
const LOGINS: u32 = 1_000;
const WARM_UP: u32 = 30;
const CONCURRENT: u32 = 10;

/// Growth allowed after the warm-up: a fraction of the 19 MiB of one hash.
const MAX_GROWTH: u64 = 8_000_000;

/// Wrong logins of the delay test, each from its own address.
const ATTACKERS: u32 = 400;

/// Time that an honest login may take during the attack.
const MAX_DELAY: Duration = Duration::from_secs(2);

/// Newcomers of the sustained attack, the tasks that attack without a pause, and the time in which each newcomer must be
/// served.
const NEWCOMERS: u8 = 20;
const SENDERS: u32 = 200;
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Memory stays flat over many wrong logins.
pub(crate) async fn memory(server: &ServerProcess) -> LoadtestResult<String> {
    let mut rng = Rng::new(1);
    let start = server.usage()?.memory;
    let (mut warm, mut sent) = (0, 0);
    while sent < LOGINS {
        let mut group = JoinSet::new();
        for number in sent..sent + CONCURRENT {
            group.spawn(log_in(server.address(), Guest::new(number, &mut rng), number, "wrong password"));
        }
        while let Some(done) = group.join_next().await {
            let (status, _) = done.map_err(|error| LoadtestError::context("login", error))??;
            check(status == 401, format!("a wrong login was answered with {status}"))?;
        }
        sent += CONCURRENT;
        if sent == WARM_UP {
            warm = server.usage()?.memory;
        }
    }
    let end = server.usage()?.memory;
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let figures = format!(
        "{:.1} MB at start, {:.1} MB after {WARM_UP} wrong logins, {:.1} MB after {LOGINS}",
        megabytes(start),
        megabytes(warm),
        megabytes(end)
    );
    check(end < warm + MAX_GROWTH, figures)
}

/// An honest login is not delayed by wrong ones from many addresses, neither from a known network nor from a
/// new one.
pub(crate) async fn delay(server: &ServerProcess) -> LoadtestResult<String> {
    let mut rng = Rng::new(1);
    let address = server.address();
    let home = Guest::at(Ipv4Addr::new(192, 0, 2, 1), &mut rng);
    let away = Guest::at(Ipv4Addr::new(198, 51, 100, 1), &mut rng);
    let body = credentials("Minji", PASSWORD);
    let made = request(address, &home, "POST /api/account", &body).await?.status;
    check(made == 200, format!("registering was answered with {made}"))?;
    let mut attack = JoinSet::new();
    for number in 0..ATTACKERS {
        attack.spawn(log_in(address, Guest::new(number, &mut rng), number, "wrong password"));
    }
    sleep(Duration::from_millis(300)).await;
    let mut honest = Vec::new();
    for guest in [away, home] {
        let begun = Instant::now();
        let status = request(address, &guest, "POST /api/session", &body).await?.status;
        check(status == 200, format!("an honest login was answered with {status}"))?;
        honest.push(begun.elapsed());
    }
    let mut slowest = Duration::ZERO;
    let mut refused = 0;
    while let Some(done) = attack.join_next().await {
        let (status, time) = done.map_err(|error| LoadtestError::context("login", error))??;
        slowest = slowest.max(time);
        refused += u32::from(status == 429);
    }
    let figures = format!(
        "{ATTACKERS} wrong logins from {ATTACKERS} addresses took up to {} ms, {refused} refused; \
         honest ones {} ms from a new network, {} ms from a known one",
        slowest.as_millis(),
        honest[0].as_millis(),
        honest[1].as_millis()
    );
    check(honest.iter().all(|&time| time < MAX_DELAY), figures)
}

/// Addresses of the sustained attack.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Attackers {
    /// A new block of networks for each attempt.
    ManyBlocks,
    /// The addresses of one /24, again and again.
    OneBlock,
}

impl Attackers {
    fn address(self, attempt: u32) -> Ipv4Addr {
        let first = Ipv4Addr::new(11, 0, 0, 0).to_bits();
        Ipv4Addr::from_bits(match self {
            Attackers::ManyBlocks => first + 1 + (attempt << 8),
            Attackers::OneBlock => first + attempt % 256,
        })
    }
}

/// Newcomers are served while wrong logins keep coming. They come again when the server asks them to.
pub(crate) async fn newcomers(server: &ServerProcess, attackers: Attackers) -> LoadtestResult<String> {
    let mut rng = Rng::new(1);
    let address = server.address();
    let owners: Vec<Guest> =
        (1..=NEWCOMERS).map(|n| Guest::at(Ipv4Addr::new(192, 0, 2, n), &mut rng)).collect();
    for (number, owner) in owners.iter().enumerate() {
        let body = credentials(&format!("owner{number}"), PASSWORD);
        let made = request(address, owner, "POST /api/account", &body).await?.status;
        check(made == 200, format!("registering was answered with {made}"))?;
    }
    let sent = Arc::new(AtomicU32::new(0));
    let mut attack = JoinSet::new();
    for _ in 0..SENDERS {
        let (sent, mut rng) = (Arc::clone(&sent), Rng::new(rng.next_u64()));
        attack.spawn(async move {
            loop {
                let number = sent.fetch_add(1, Ordering::Relaxed);
                let guest = Guest::at(attackers.address(number), &mut rng);
                log_in(address, guest, number, "wrong password").await.ok();
            }
        });
    }
    sleep(Duration::from_secs(3)).await;
    let mut honest = JoinSet::new();
    for number in 0..NEWCOMERS {
        // In a block of its own each, like people at home.
        let guest = Guest::at(Ipv4Addr::new(150, number, 0, 1), &mut rng);
        let (path, name) = match number % 2 {
            0 => ("POST /api/account", format!("newcomer{number}")),
            _ => ("POST /api/session", format!("owner{number}")),
        };
        honest.spawn(async move { insist(address, &guest, path, &credentials(&name, PASSWORD)).await });
        sleep(Duration::from_millis(200)).await;
    }
    let (mut slowest, mut attempts) = (Duration::ZERO, 0);
    while let Some(done) = honest.join_next().await {
        let (time, tries) = done.map_err(|error| LoadtestError::context("newcomer", error))??;
        slowest = slowest.max(time);
        attempts = attempts.max(tries);
    }
    let sent = sent.load(Ordering::Relaxed);
    attack.shutdown().await;
    let figures = format!(
        "{NEWCOMERS} newcomers were in after {} ms at most, at the latest by attempt {attempts}; \
         {sent} wrong logins meanwhile",
        slowest.as_millis()
    );
    check(slowest < MAX_WAIT, figures)
}

/// Sends a request until it is served; returns the time it took and the number of attempts.
async fn insist(
    server: SocketAddr,
    guest: &Guest,
    path: &str,
    body: &str,
) -> LoadtestResult<(Duration, u32)> {
    let begun = Instant::now();
    for attempt in 1.. {
        let response = request(server, guest, path, body).await?;
        match response.status {
            200 => return Ok((begun.elapsed(), attempt)),
            429 if begun.elapsed() < MAX_WAIT => {
                let retry = response.headers.get("retry-after").and_then(|retry| retry.to_str().ok());
                let seconds = retry.and_then(|retry| retry.parse().ok());
                sleep(Duration::from_secs(seconds.unwrap_or(1))).await;
            }
            status => {
                return Err(LoadtestError(format!("attempt {attempt} of {path} was answered with {status}")));
            }
        }
    }
    Err(LoadtestError("no attempt".to_owned()))
}

const PASSWORD: &str = "a horse of Jeju";

fn credentials(name: &str, password: &str) -> String {
    format!(r#"{{"name":"{name}","password":"{password}"}}"#)
}

/// Logs in as account `number` and returns the status and the time it took.
async fn log_in(
    server: SocketAddr,
    guest: Guest,
    number: u32,
    password: &str,
) -> LoadtestResult<(u16, Duration)> {
    let begun = Instant::now();
    let body = credentials(&format!("user{number}"), password);
    let response = request(server, &guest, "POST /api/session", &body).await?;
    Ok((response.status, begun.elapsed()))
}
