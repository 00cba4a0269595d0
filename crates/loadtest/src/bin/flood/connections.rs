//! Connections that fill the table: with half requests, or with requests without end.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use loadtest::http::request;
use loadtest::{Guest, LoadtestError, LoadtestResult, ServerProcess};
use rng::Rng;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::check;

/// Half requests, slightly more than the server has places for, and the addresses from which they come.
const HALF_REQUESTS: u32 = 1_100;
const ADDRESSES: u32 = 16;

/// Honest requests, and the time that each may take.
const HONEST: u32 = 50;
const MAX_DELAY: Duration = Duration::from_secs(1);

pub(crate) async fn half_requests(server: &ServerProcess) -> LoadtestResult<String> {
    let failed = |error: std::io::Error| LoadtestError::context("half request", error);
    let mut open = Vec::new();
    for number in 0..HALF_REQUESTS {
        let from = Ipv4Addr::new(127, 0, 1, (number % ADDRESSES) as u8);
        let mut stream = connect(server.address(), from).await.map_err(failed)?;
        stream.write_all(b"GET / HTTP/1.1\r\nhost: local").await.map_err(failed)?;
        open.push(stream);
    }
    let guest = Guest::new(1, &mut Rng::new(1));
    let mut slowest = Duration::ZERO;
    for _ in 0..HONEST {
        let begun = Instant::now();
        let status = request(server.address(), &guest, "GET /api/me", "").await?.status;
        check(status == 200, format!("an honest request was answered with {status}"))?;
        slowest = slowest.max(begun.elapsed());
    }
    let figures = format!(
        "{HALF_REQUESTS} half requests from {ADDRESSES} addresses; the slowest of {HONEST} honest ones took {} ms",
        slowest.as_millis()
    );
    check(slowest < MAX_DELAY, figures)
}

/// Networks whose connections are always busy, and connections of each: all that a network may have.
const BUSY_NETWORKS: u8 = 12;
const BUSY_CONNECTIONS: u32 = 128;

/// Honest clients that need two packets for a request, and the pause between them.
const SLOW_CLIENTS: u8 = 5;
const PAUSE: Duration = Duration::from_millis(500);

/// A few networks send a request on every connection as soon as the last one is answered. Clients that are slower must not
/// give way to them.
pub(crate) async fn busy_connections(server: &ServerProcess) -> LoadtestResult<String> {
    let address = server.address();
    let mut attack = JoinSet::new();
    for network in 0..BUSY_NETWORKS {
        for _ in 0..BUSY_CONNECTIONS {
            attack.spawn(async move {
                loop {
                    // A connection that was closed is opened again.
                    keep_busy(address, Ipv4Addr::new(127, 50, network, 1)).await.ok();
                    sleep(Duration::from_millis(100)).await;
                }
            });
        }
    }
    sleep(Duration::from_secs(3)).await;
    let (mut slowest, mut answered) = (Duration::ZERO, 0);
    for client in 0..SLOW_CLIENTS {
        let begun = Instant::now();
        let reply =
            timeout(Duration::from_secs(30), slow_request(address, Ipv4Addr::new(127, 77, client, 1)));
        if reply.await.is_ok_and(|reply| reply.is_ok_and(|reply| reply.starts_with(b"HTTP/1.1 200"))) {
            answered += 1;
            slowest = slowest.max(begun.elapsed().saturating_sub(PAUSE));
        }
    }
    drop(attack);
    let figures = format!(
        "{BUSY_NETWORKS} networks with {BUSY_CONNECTIONS} busy connections each; {answered} of {SLOW_CLIENTS} slow clients \
         answered, the slowest after {} ms",
        slowest.as_millis()
    );
    check(answered == SLOW_CLIENTS && slowest < MAX_BUSY_DELAY, figures)
}

/// Time that the answer to a slow client may take while both cores are busy with the attack.
const MAX_BUSY_DELAY: Duration = Duration::from_secs(5);

async fn keep_busy(server: SocketAddr, from: Ipv4Addr) -> std::io::Result<()> {
    let mut stream = connect(server, from).await?;
    let mut buffer = vec![0; 4_096];
    loop {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await?;
        if stream.read(&mut buffer).await? == 0 {
            return Ok(());
        }
    }
}

async fn slow_request(server: SocketAddr, from: Ipv4Addr) -> std::io::Result<Vec<u8>> {
    let mut stream = connect(server, from).await?;
    stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: localhost\r\n").await?;
    sleep(PAUSE).await;
    stream.write_all(b"connection: close\r\n\r\n").await?;
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).await?;
    Ok(reply)
}

/// Connects from an address of the loopback network.
async fn connect(server: SocketAddr, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(server).await
}
