//! Seeks that fill the lobby.

use std::net::Ipv4Addr;

use loadtest::http::{casual_game, hour};
use loadtest::{Guest, LoadtestError, LoadtestResult, ServerProcess, WsClient};
use protocol::{ActionId, ColorPreference, GameSetup, ToClient, ToServer};
use rng::Rng;

use crate::check;

/// Addresses of the attack, guests of each, and seeks of each guest.
const ADDRESSES: u8 = 5;
const GUESTS: u32 = 14;
const SEEKS: u32 = 3;

/// Honest guests, each with an address of its own.
const HONEST: u8 = 30;

pub(crate) async fn fill_lobby(server: &ServerProcess) -> LoadtestResult<String> {
    let mut rng = Rng::new(1);
    let terms = casual_game(hour())?;
    let (mut sockets, mut opened) = (Vec::new(), 0_u32);
    for address in 1..=ADDRESSES {
        for _ in 0..GUESTS {
            let guest = Guest::at(Ipv4Addr::new(10, 0, 0, address), &mut rng);
            let mut socket = connect(server, &guest).await?;
            for _ in 0..SEEKS {
                opened += u32::from(seek(&mut socket, &terms, &mut rng).await?);
            }
            sockets.push(socket);
        }
    }
    let mut listed = 0;
    for number in 1..=HONEST {
        let guest = Guest::at(Ipv4Addr::new(192, 168, 0, number), &mut rng);
        let mut socket = connect(server, &guest).await?;
        listed += u8::from(seek(&mut socket, &terms, &mut rng).await?);
        sockets.push(socket);
    }
    let figures = format!(
        "{opened} seeks opened from {ADDRESSES} addresses; {listed} of {HONEST} honest seeks from other addresses listed"
    );
    check(listed == HONEST, figures)
}

async fn connect(server: &ServerProcess, guest: &Guest) -> LoadtestResult<WsClient> {
    WsClient::connect(server.address(), guest)
        .await
        .map_err(|error| LoadtestError::context("socket", error.0))
}

/// Opens a seek; returns false if it is refused. All want White, so none are paired.
async fn seek(socket: &mut WsClient, terms: &GameSetup, rng: &mut Rng) -> LoadtestResult<bool> {
    let failed = |error: loadtest::ConnectionError| LoadtestError::context("seek", error.0);
    let id = ActionId::from_bits(u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()));
    let message = ToServer::Seek { id, terms: terms.clone(), side: ColorPreference::White, name: None };
    socket.send(&message).await.map_err(failed)?;
    loop {
        match socket.recv().await.map_err(failed)? {
            ToClient::Seeking { id: own, .. } if own == id => return Ok(true),
            ToClient::Refused { id: Some(own), .. } if own == id => return Ok(false),
            _ => {}
        }
    }
}
