//! Requests of a bot to the Lichess API of a server.

use std::fmt;
use std::time::Duration;

use protocol::DeclineReason;
use serde::Deserialize;
use terminal::{LineStream, StreamResponse, TextResponse, TokenClient, TokenClientError};

use super::challenge_request::ChallengeRequest;
use super::wire::{Account, GameKey};
use crate::error::one_line;

/// Silence after which a stream counts as lost; servers send a blank line every few seconds.
const STREAM_SILENCE: Duration = Duration::from_secs(20);

/// Delay after a 429 without `Retry-After`, as Lichess asks for.
const RATE_LIMIT_DELAY: Duration = Duration::from_secs(60);

/// Scope without which a token cannot play as a bot.
pub(super) const BOT_SCOPE: &str = "bot:play";

/// The API of one server, with one token. Clones share the connection settings.
#[derive(Clone, Debug)]
pub(super) struct BotApi {
    client: TokenClient,
}

/// Reason for a failed request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ApiError {
    /// The server cannot be reached, is overloaded or restarts. A later attempt may succeed.
    Temporary {
        sentence: String,
        /// Delay that the server asks for.
        retry_after: Option<Duration>,
    },
    /// The connection is not secure.
    Insecure(String),
    /// 401.
    UnknownToken,
    /// 403, with the server's reason.
    Forbidden(String),
    /// 404, with the server's reason.
    NotFound(String),
    /// Another refusal, with the server's reason.
    Rejected(String),
    /// The server redirects to this address.
    Moved(String),
    /// The answer is not that of a Lichess API.
    NotLichess,
}

impl BotApi {
    pub(super) fn new(client: TokenClient) -> BotApi {
        BotApi { client }
    }

    /// The account of the token.
    pub(super) fn account(&self) -> Result<Account, ApiError> {
        let body = self.get("/api/account")?;
        Account::parse(&body).map_err(|_| ApiError::NotLichess)
    }

    /// Scopes of the token; `None` if the server does not tell.
    pub(super) fn scopes(&self, token: &str) -> Result<Option<Vec<String>>, ApiError> {
        let body = match self.post("/api/token/test", token.to_owned()) {
            Ok(body) => body,
            Err(ApiError::NotFound(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let answer: serde_json::Value = serde_json::from_str(&body).map_err(|_| ApiError::NotLichess)?;
        let scopes = answer.get(token).and_then(|info| info.get("scopes")).and_then(|scopes| scopes.as_str());
        Ok(scopes.map(|scopes| scopes.split(',').map(|scope| scope.trim().to_owned()).collect()))
    }

    /// Makes the account that of a bot.
    pub(super) fn upgrade(&self) -> Result<(), ApiError> {
        self.post("/api/bot/account/upgrade", String::new()).map(drop)
    }

    /// Sends a challenge; returns its id.
    pub(super) fn challenge(&self, request: &ChallengeRequest) -> Result<GameKey, ApiError> {
        #[derive(Deserialize)]
        struct Created {
            id: String,
        }
        let body = self.post(&request.path(), request.form())?;
        let created: Created = serde_json::from_str(&body).map_err(|_| ApiError::NotLichess)?;
        created.id.parse().map_err(|_| ApiError::NotLichess)
    }

    pub(super) fn accept(&self, key: &GameKey) -> Result<(), ApiError> {
        self.post(&format!("/api/challenge/{key}/accept"), String::new()).map(drop)
    }

    pub(super) fn decline(&self, key: &GameKey, reason: DeclineReason) -> Result<(), ApiError> {
        self.post(&format!("/api/challenge/{key}/decline"), format!("reason={}", reason.key())).map(drop)
    }

    /// Cancels a challenge of the bot.
    pub(super) fn cancel(&self, key: &GameKey) -> Result<(), ApiError> {
        self.post(&format!("/api/challenge/{key}/cancel"), String::new()).map(drop)
    }

    /// Plays a move in UCI notation.
    pub(super) fn play(&self, key: &GameKey, uci: &str) -> Result<(), ApiError> {
        self.post(&format!("/api/bot/game/{key}/move/{uci}"), String::new()).map(drop)
    }

    /// Performs an action: `abort`, `claim-victory`, `draw/yes` and the like.
    pub(super) fn act(&self, key: &GameKey, action: &str) -> Result<(), ApiError> {
        self.post(&format!("/api/bot/game/{key}/{action}"), String::new()).map(drop)
    }

    /// Opens the event stream.
    pub(super) fn events(&self) -> Result<LineStream, ApiError> {
        self.stream("/api/stream/event")
    }

    /// Opens the stream of a game.
    pub(super) fn game(&self, key: &GameKey) -> Result<LineStream, ApiError> {
        self.stream(&format!("/api/bot/game/stream/{key}"))
    }

    fn get(&self, path: &str) -> Result<String, ApiError> {
        check(self.client.get(path)?)
    }

    fn post(&self, path: &str, form: String) -> Result<String, ApiError> {
        check(self.client.post(path, form)?)
    }

    fn stream(&self, path: &str) -> Result<LineStream, ApiError> {
        match self.client.open_stream(path, STREAM_SILENCE)? {
            StreamResponse::Opened(stream) => Ok(stream),
            StreamResponse::Refused(response) => Err(refusal(&response)),
        }
    }
}

impl ApiError {
    /// The delay that the server asks for, if a later attempt may succeed.
    pub(super) fn retry_after(&self) -> Option<Option<Duration>> {
        match self {
            ApiError::Temporary { retry_after, .. } => Some(*retry_after),
            _ => None,
        }
    }
}

/// The body of a success.
fn check(response: TextResponse) -> Result<String, ApiError> {
    if (200..300).contains(&response.status) { Ok(response.body) } else { Err(refusal(&response)) }
}

/// The error that a response describes.
fn refusal(response: &TextResponse) -> ApiError {
    #[derive(Deserialize)]
    struct Body {
        error: String,
    }
    let reason = serde_json::from_str::<Body>(&response.body).map(|body| one_line(&body.error));
    match (response.status, reason) {
        (300..=399, _) => response.location.clone().map_or(ApiError::NotLichess, ApiError::Moved),
        (429, _) => ApiError::Temporary {
            sentence: "The server limits the rate of requests".to_owned(),
            retry_after: Some(response.retry_after.unwrap_or(RATE_LIMIT_DELAY)),
        },
        (status @ 500.., _) => ApiError::Temporary {
            sentence: format!("The server answers with status {status}"),
            retry_after: response.retry_after,
        },
        (401, Ok(_)) => ApiError::UnknownToken,
        (403, Ok(reason)) => ApiError::Forbidden(reason),
        (404, Ok(reason)) => ApiError::NotFound(reason),
        (_, Ok(reason)) => ApiError::Rejected(reason),
        (_, Err(_)) => ApiError::NotLichess,
    }
}

impl From<TokenClientError> for ApiError {
    fn from(error: TokenClientError) -> ApiError {
        match error {
            TokenClientError::Temporary(sentence) => ApiError::Temporary { sentence, retry_after: None },
            TokenClientError::Permanent(sentence) => ApiError::Insecure(sentence),
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Other words follow in the same line.
            ApiError::Temporary { sentence, .. } | ApiError::Insecure(sentence) => {
                f.write_str(sentence.trim_end_matches('.'))
            }
            ApiError::UnknownToken => f.write_str("The server does not know the token"),
            ApiError::Forbidden(reason) | ApiError::NotFound(reason) | ApiError::Rejected(reason) => {
                f.write_str(reason)
            }
            ApiError::Moved(address) => write!(f, "The server redirects to {address}; use that address"),
            ApiError::NotLichess => f.write_str("There is no Lichess API at this address"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_become_errors_with_the_reason_of_the_server() {
        let check = |status, body: &str, expected: ApiError| {
            let response = TextResponse {
                status,
                retry_after: Some(Duration::from_secs(7)).filter(|_| status == 503),
                location: (status == 308).then(|| "https://x".to_owned()),
                body: body.to_owned(),
            };
            assert_eq!(super::check(response), Err(expected), "{status} {body}");
        };
        let temporary = |sentence: &str, seconds| ApiError::Temporary {
            sentence: sentence.to_owned(),
            retry_after: Some(Duration::from_secs(seconds)),
        };
        check(401, r#"{"error":"No such token"}"#, ApiError::UnknownToken);
        check(403, r#"{"error":"Missing scope"}"#, ApiError::Forbidden("Missing scope".into()));
        check(404, r#"{"error":"No such game"}"#, ApiError::NotFound("No such game".into()));
        check(400, r#"{"error":"Not your turn"}"#, ApiError::Rejected("Not your turn".into()));
        check(404, "<html>", ApiError::NotLichess);
        check(308, "", ApiError::Moved("https://x".into()));
        check(429, "{}", temporary("The server limits the rate of requests", 60));
        check(503, "{}", temporary("The server answers with status 503", 7));
    }
}
