//! HTTP requests, each on its own connection.

use std::net::SocketAddr;
use std::num::NonZeroU32;

use game::{Allowance, Bonus, Millis, TimeControl};
use protocol::http::{CreateGameRequest, CreateGameResponse};
use protocol::{
    ColorPreference, GameId, GameSetup, GameState, OnlineTimeControl, RatingMode, StartPosition, ToClient,
    Visibility,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::{Guest, LoadtestError, LoadtestResult};

/// Creates a public casual game with one hour per side, with `guest` as White.
///
/// # Errors
/// The server cannot be reached or rejects the request.
pub async fn create_game(server: SocketAddr, guest: &Guest) -> LoadtestResult<GameId> {
    let days = TimeControl::Correspondence { days: NonZeroU32::MIN };
    let hour = Allowance::new(Millis::minutes(60), Bonus::None).map_or(days, TimeControl::same);
    let terms = GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(hour)
            .map_err(|error| LoadtestError::context("time control", error))?,
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    };
    let invitation = CreateGameRequest { terms, side: ColorPreference::White, name: None, computer: None };
    let body =
        serde_json::to_string(&invitation).map_err(|error| LoadtestError::context("create game", error))?;
    let response = send_request(server, guest, "POST /api/games", &body).await?;
    let invited: CreateGameResponse =
        serde_json::from_str(&response).map_err(|error| LoadtestError::context("create game", error))?;
    Ok(invited.game)
}

/// Fetches the state of a game.
///
/// # Errors
/// The server cannot be reached or has no such game.
pub async fn fetch_game(server: SocketAddr, guest: &Guest, game: GameId) -> LoadtestResult<GameState> {
    let response = send_request(server, guest, &format!("GET /api/games/{game}"), "").await?;
    match serde_json::from_str(&response) {
        Ok(ToClient::State { state, .. }) => Ok(*state),
        Ok(other) => Err(LoadtestError::context(game, format!("{other:?}"))),
        Err(error) => Err(LoadtestError::context(game, error)),
    }
}

/// Sends a request and returns the body of the response.
async fn send_request(server: SocketAddr, guest: &Guest, line: &str, body: &str) -> LoadtestResult<String> {
    let failed = |error: std::io::Error| LoadtestError::context(line, error);
    let headers: String =
        guest.headers().into_iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let request = format!(
        "{line} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(server).await.map_err(failed)?;
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await.map_err(failed)?;
    match response.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 200 ") => Ok(body.to_owned()),
        _ => Err(LoadtestError::context(line, response.lines().next().unwrap_or("empty response"))),
    }
}
