//! Connections that fill the table with half requests.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use loadtest::http::request;
use loadtest::{Guest, LoadtestError, LoadtestResult, ServerProcess};
use rng::Rng;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

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

/// Connects from an address of the loopback network.
async fn connect(server: SocketAddr, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(server).await
}
