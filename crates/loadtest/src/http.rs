//! What is asked once: a request on a connection of its own.

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

/// Somebody invites to a game in which nobody's time will run out, and sits down as White.
///
/// # Errors
/// If the server is not there, or refuses.
pub async fn create_game(server: SocketAddr, who: &Guest) -> LoadtestResult<GameId> {
    let days = TimeControl::Correspondence { days: NonZeroU32::MIN };
    let hour = Allowance::new(Millis::minutes(60), Bonus::None).map_or(days, TimeControl::same);
    let terms = GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(hour).map_err(|error| LoadtestError::context("the clock", error))?,
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    };
    let invitation = CreateGameRequest { terms, side: ColorPreference::White, name: None, computer: None };
    let body =
        serde_json::to_string(&invitation).map_err(|error| LoadtestError::context("an invitation", error))?;
    let answer = send_request(server, who, "POST /api/games", &body).await?;
    let invited: CreateGameResponse =
        serde_json::from_str(&answer).map_err(|error| LoadtestError::context("an invitation", error))?;
    Ok(invited.game)
}

/// A game as it stands.
///
/// # Errors
/// If the server is not there, or has no such game.
pub async fn fetch_game(server: SocketAddr, who: &Guest, game: GameId) -> LoadtestResult<GameState> {
    let answer = send_request(server, who, &format!("GET /api/games/{game}"), "").await?;
    match serde_json::from_str(&answer) {
        Ok(ToClient::State { state, .. }) => Ok(*state),
        Ok(other) => Err(LoadtestError::context(game, format!("{other:?}"))),
        Err(error) => Err(LoadtestError::context(game, error)),
    }
}

/// Sends a request and gives the body of the answer.
async fn send_request(server: SocketAddr, who: &Guest, line: &str, body: &str) -> LoadtestResult<String> {
    let failed = |error: std::io::Error| LoadtestError::context(line, error);
    let headers: String =
        who.headers().into_iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let request = format!(
        "{line} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(server).await.map_err(failed)?;
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.map_err(failed)?;
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 200 ") => Ok(body.to_owned()),
        _ => Err(LoadtestError::context(line, answer.lines().next().unwrap_or("no answer"))),
    }
}
