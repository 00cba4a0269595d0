//! HTTP requests, each on its own connection.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use game::{Allowance, Bonus, Millis, TimeControl};
use protocol::http::{CreateGameRequest, CreateGameResponse};
use protocol::{
    ColorPreference, GameId, GameSetup, GameState, OnlineTimeControl, PlayerName, RatingMode, StartPosition,
    ToClient, Visibility,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::{Guest, LoadtestError, LoadtestResult};

/// Response to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HttpResponse {
    /// Status code.
    pub status: u16,
    /// Status line and headers.
    pub head: String,
    /// Body.
    pub body: String,
}

/// A time control of one hour per side.
#[must_use]
pub fn hour() -> TimeControl {
    let days = TimeControl::Correspondence { days: NonZeroU32::MIN };
    Allowance::new(Millis::minutes(60), Bonus::None).map_or(days, TimeControl::same)
}

/// A public casual game with this time control.
///
/// # Errors
/// The time control is not allowed online.
pub fn casual_game(control: TimeControl) -> LoadtestResult<GameSetup> {
    Ok(GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(control)
            .map_err(|error| LoadtestError::context("time control", error))?,
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    })
}

/// Body of a request for such a game as White, against the computer opponent of this name if there is one.
///
/// # Errors
/// The time control is not allowed online.
pub fn game_request(control: TimeControl, computer: Option<PlayerName>) -> LoadtestResult<String> {
    let terms = casual_game(control)?;
    let invitation = CreateGameRequest { terms, side: ColorPreference::White, name: None, computer };
    serde_json::to_string(&invitation).map_err(|error| LoadtestError::context("create game", error))
}

/// Creates a public casual game with one hour per side, with `guest` as White.
///
/// # Errors
/// The server cannot be reached or rejects the request.
pub async fn create_game(server: SocketAddr, guest: &Guest) -> LoadtestResult<GameId> {
    create_timed_game(server, guest, hour()).await
}

/// Creates a public casual game with `guest` as White.
///
/// # Errors
/// The server cannot be reached or rejects the request.
pub async fn create_timed_game(
    server: SocketAddr,
    guest: &Guest,
    control: TimeControl,
) -> LoadtestResult<GameId> {
    let response = send_request(server, guest, "POST /api/games", &game_request(control, None)?).await?;
    let invited: CreateGameResponse =
        serde_json::from_str(&response).map_err(|error| LoadtestError::context("create game", error))?;
    Ok(invited.game)
}

/// Fetches the state of a game.
///
/// # Errors
/// The server cannot be reached or has no such game.
pub async fn fetch_game(server: SocketAddr, guest: &Guest, game: GameId) -> LoadtestResult<GameState> {
    Ok(fetch_state(server, guest, game).await?.0)
}

/// Fetches the state of a game and the server's time in milliseconds since 1970.
///
/// # Errors
/// The server cannot be reached or has no such game.
pub async fn fetch_state(
    server: SocketAddr,
    guest: &Guest,
    game: GameId,
) -> LoadtestResult<(GameState, u64)> {
    let response = send_request(server, guest, &format!("GET /api/games/{game}"), "").await?;
    match serde_json::from_str(&response) {
        Ok(ToClient::State { state, now, .. }) => Ok((*state, now.0)),
        Ok(other) => Err(LoadtestError::context(game, format!("{other:?}"))),
        Err(error) => Err(LoadtestError::context(game, error)),
    }
}

/// Creates an account and returns the cookie of its session.
///
/// # Errors
/// The server cannot be reached or rejects the request.
pub async fn create_account(server: SocketAddr, name: &str, password: &str) -> LoadtestResult<String> {
    let body = format!(r#"{{"name":"{name}","password":"{password}"}}"#);
    let response = exchange(server, "", "POST /api/account", &body).await?.successful()?;
    let cookie = response.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    cookie.map(str::to_owned).ok_or_else(|| LoadtestError::context("create account", "no cookie"))
}

/// Fetches a path, with a cookie if given.
///
/// # Errors
/// The server cannot be reached or rejects the request.
pub async fn get(server: SocketAddr, path: &str, cookie: Option<&str>) -> LoadtestResult<String> {
    let headers = cookie.map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
    Ok(exchange(server, &headers, &format!("GET {path}"), "").await?.successful()?.body)
}

/// A data folder next to this executable in cargo's target folder.
///
/// # Errors
/// The path of the executable is unknown.
pub fn data_folder(name: &str) -> LoadtestResult<PathBuf> {
    let here =
        std::env::current_exe().map_err(|error| LoadtestError::context("current executable", error))?;
    Ok(here.with_file_name(name))
}

/// Sends a request and returns the body of the response.
async fn send_request(server: SocketAddr, guest: &Guest, line: &str, body: &str) -> LoadtestResult<String> {
    Ok(request(server, guest, line, body).await?.successful()?.body)
}

/// Sends a request and returns the response, whatever its status.
///
/// # Errors
/// The server cannot be reached or sends no response.
pub async fn request(
    server: SocketAddr,
    guest: &Guest,
    line: &str,
    body: &str,
) -> LoadtestResult<HttpResponse> {
    let headers: String =
        guest.headers().into_iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    exchange(server, &headers, line, body).await
}

/// Sends a request with these headers.
async fn exchange(server: SocketAddr, headers: &str, line: &str, body: &str) -> LoadtestResult<HttpResponse> {
    let failed = |error: std::io::Error| LoadtestError::context(line, error);
    let request = format!(
        "{line} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(server).await.map_err(failed)?;
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await.map_err(failed)?;
    let status = response.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.split(' ').next()?.parse().ok());
    match (status, response.split_once("\r\n\r\n")) {
        (Some(status), Some((head, body))) => {
            Ok(HttpResponse { status, head: head.to_owned(), body: body.to_owned() })
        }
        _ => Err(LoadtestError::context(line, "no response")),
    }
}

impl HttpResponse {
    /// Returns the response if its status is 200.
    fn successful(self) -> LoadtestResult<HttpResponse> {
        match self.status {
            200 => Ok(self),
            _ => Err(LoadtestError::context(self.head.lines().next().unwrap_or_default(), self.body)),
        }
    }
}
