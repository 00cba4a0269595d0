//! Games: all seats of the computer, and more invitations than a player may have.

use std::net::Ipv4Addr;

use loadtest::http::{game_request, hour, request};
use loadtest::{Guest, LoadtestError, LoadtestResult, ServerProcess};
use protocol::PlayerName;
use rng::Rng;
use tokio::task::JoinSet;

use crate::check;

/// Addresses of the attack on the computer, and the attempts of each, as many as are allowed in a burst.
const ADDRESSES: u8 = 6;
const ATTEMPTS: u32 = 30;

/// Honest players, each with an address of its own.
const HONEST: u8 = 8;

/// Invitations sent at the same time, and the number that a player may have.
const INVITATIONS: u32 = 400;
const ALLOWED: usize = 50;

/// A few addresses cannot take all seats of the computer.
pub(crate) async fn fill_computer(server: &ServerProcess) -> LoadtestResult<String> {
    let mut rng = Rng::new(1);
    let opponent = PlayerName::new("clara").map_err(|error| LoadtestError::context("name", error))?;
    let body = game_request(hour(), Some(opponent))?;
    let mut taken = 0;
    for address in 1..=ADDRESSES {
        for _ in 0..ATTEMPTS {
            let guest = Guest::at(Ipv4Addr::new(10, 0, 0, address), &mut rng);
            let status = request(server.address(), &guest, "POST /api/games", &body).await?.status;
            taken += u32::from(status == 200);
        }
    }
    let mut served = 0;
    for number in 1..=HONEST {
        let guest = Guest::at(Ipv4Addr::new(192, 168, 0, number), &mut rng);
        let status = request(server.address(), &guest, "POST /api/games", &body).await?.status;
        served += u8::from(status == 200);
    }
    let figures = format!(
        "{taken} of 50 games taken from {ADDRESSES} addresses; {served} of {HONEST} honest players at other addresses got one"
    );
    check(served == HONEST, figures)
}

/// Parallel requests cannot exceed the limit of unfinished games.
pub(crate) async fn parallel_invitations(server: &ServerProcess) -> LoadtestResult<String> {
    let host = Guest::new(0, &mut Rng::new(1));
    let body = game_request(hour(), None)?;
    let mut requests = JoinSet::new();
    for number in 0..INVITATIONS {
        let [_, _, high, low] = number.to_be_bytes();
        let (server, host) = (server.address(), host.moved_to(Ipv4Addr::new(10, 1, high, low)));
        let body = body.clone();
        requests.spawn(async move { request(server, &host, "POST /api/games", &body).await });
    }
    let mut created = 0;
    while let Some(done) = requests.join_next().await {
        let response = done.map_err(|error| LoadtestError::context("request", error))??;
        created += usize::from(response.status == 200);
    }
    check(
        created == ALLOWED,
        format!("{created} of {INVITATIONS} parallel invitations accepted, {ALLOWED} are allowed"),
    )
}
