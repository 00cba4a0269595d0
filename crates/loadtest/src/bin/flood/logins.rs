//! Wrong logins: memory of their hashes, and the delay of an honest login.

use std::net::{Ipv4Addr, SocketAddr};
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
