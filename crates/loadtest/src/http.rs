//! HTTP requests, each on its own connection.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use game::{Allowance, Bonus, Millis, TimeControl};
use protocol::http::{CreateGameRequest, CreateGameResponse};
use protocol::{
    ColorPreference, GameId, GameSetup, GameState, OnlineTimeControl, PlayerName, RatingMode, StartPosition,
    ToClient, Visibility,
};
use ureq::Agent;
use ureq::http::{HeaderMap, Request, header};

use crate::{Guest, LoadtestError, LoadtestResult};

/// Response to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HttpResponse {
    /// Status code.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
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
    let response = exchange(server, vec![], "POST /api/account", &body).await?.successful()?;
    let cookie = response.headers.get(header::SET_COOKIE).and_then(|value| value.to_str().ok());
    cookie
        .and_then(|cookie| cookie.split(';').next())
        .map(str::to_owned)
        .ok_or_else(|| LoadtestError::context("create account", "no cookie"))
}

/// Fetches a path, with a cookie if given.
///
/// # Errors
/// The server cannot be reached or rejects the request.
pub async fn get(server: SocketAddr, path: &str, cookie: Option<&str>) -> LoadtestResult<String> {
    let headers = cookie.map(|cookie| ("cookie", cookie.to_owned())).into_iter().collect();
    Ok(exchange(server, headers, &format!("GET {path}"), "").await?.successful()?.body)
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
    exchange(server, guest.headers().into(), line, body).await
}

/// The client of all bots: one connection per request.
static AGENT: LazyLock<Agent> = LazyLock::new(|| {
    Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .max_idle_connections(0)
        .proxy(None)
        .timeout_global(Some(Duration::from_secs(60)))
        .build()
        .new_agent()
});

/// Sends a request with these headers, on the blocking pool.
async fn exchange(
    server: SocketAddr,
    headers: Vec<(&'static str, String)>,
    line: &str,
    body: &str,
) -> LoadtestResult<HttpResponse> {
    let (method, path) = line.split_once(' ').unwrap_or(("GET", line));
    let mut request = Request::builder().method(method).uri(format!("http://{server}{path}"));
    for (name, value) in headers {
        request = request.header(name, value);
    }
    if !body.is_empty() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    let request = request.body(body.to_owned()).map_err(|error| LoadtestError::context(line, error))?;
    let sent = tokio::task::spawn_blocking(move || send(request)).await;
    sent.map_err(|error| LoadtestError::context(line, error))?
        .map_err(|error| LoadtestError::context(line, error))
}

fn send(request: Request<String>) -> Result<HttpResponse, ureq::Error> {
    let (head, body) = request.into_parts();
    let response = if body.is_empty() {
        AGENT.run(Request::from_parts(head, ()))
    } else {
        AGENT.run(Request::from_parts(head, body))
    };
    let (head, mut body) = response?.into_parts();
    Ok(HttpResponse { status: head.status.as_u16(), headers: head.headers, body: body.read_to_string()? })
}

impl HttpResponse {
    /// Returns the response if its status is 200.
    fn successful(self) -> LoadtestResult<HttpResponse> {
        match self.status {
            200 => Ok(self),
            _ => Err(LoadtestError::context(self.status, self.body)),
        }
    }
}
