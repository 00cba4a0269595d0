//! Errors of the Lichess API: `{"error":"…"}`.

use axum::body::Body;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use protocol::lichess::{Done, ErrorBody};
use protocol::{ActionError, OfferKind};
use serde::Serialize;

use crate::http::response::json_response;
use crate::store::StoreError;

/// Result of a handler.
pub(super) type LichessResult = Result<Response<Body>, LichessError>;

/// `Retry-After` of a 429, in seconds.
const RETRY_AFTER_SECONDS: &str = "10";

/// Status and reason in English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LichessError {
    status: StatusCode,
    words: String,
}

impl LichessError {
    pub(super) fn new(status: StatusCode, words: impl Into<String>) -> LichessError {
        LichessError { status, words: words.into() }
    }

    pub(super) fn bad_request(words: impl Into<String>) -> LichessError {
        LichessError::new(StatusCode::BAD_REQUEST, words)
    }

    pub(super) fn not_found(words: impl Into<String>) -> LichessError {
        LichessError::new(StatusCode::NOT_FOUND, words)
    }

    pub(super) fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns true if the request was refused, and not because the server could not answer it now.
    pub(super) fn is_final(&self) -> bool {
        self.status.is_client_error() && self.status != StatusCode::TOO_MANY_REQUESTS
    }

    pub(super) fn too_many() -> LichessError {
        LichessError::new(StatusCode::TOO_MANY_REQUESTS, "Too many requests; slow down")
    }
}

impl From<ActionError> for LichessError {
    fn from(error: ActionError) -> LichessError {
        let status = match error {
            ActionError::NoGame | ActionError::NoPlayer | ActionError::NoChallenge => StatusCode::NOT_FOUND,
            ActionError::BotsForbidden => StatusCode::FORBIDDEN,
            ActionError::TooFast | ActionError::ComputerBusy | ActionError::TooManyChallenges => {
                StatusCode::TOO_MANY_REQUESTS
            }
            ActionError::Storage | ActionError::Closing => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        LichessError::new(status, words(error))
    }
}

impl From<StoreError> for LichessError {
    fn from(error: StoreError) -> LichessError {
        tracing::error!(%error, "store failed");
        ActionError::Storage.into()
    }
}

impl IntoResponse for LichessError {
    fn into_response(self) -> Response<Body> {
        let mut response = json_response(self.status, &ErrorBody { error: self.words }).unwrap_or_default();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER_SECONDS));
        }
        response
    }
}

/// 404 for unknown paths below `/api`.
pub(super) async fn no_endpoint() -> LichessError {
    LichessError::not_found("No such endpoint")
}

/// 200 with a JSON body.
pub(super) fn json(value: &impl Serialize) -> LichessResult {
    json_with(StatusCode::OK, value)
}

/// A JSON body with another status.
pub(super) fn json_with(status: StatusCode, value: &impl Serialize) -> LichessResult {
    json_response(status, value).ok_or_else(|| ActionError::Storage.into())
}

/// `{"ok":true}`.
pub(super) fn ok() -> LichessResult {
    json(&Done::OK)
}

/// The reason of a refusal in English.
fn words(error: ActionError) -> &'static str {
    match error {
        ActionError::NoGame => "No such game",
        ActionError::NotSeated => "Not your game",
        ActionError::Seated => "You play this game already",
        ActionError::Full => "The game has two players already",
        ActionError::NotBegun => "The game has not begun",
        ActionError::Over => "The game is over",
        ActionError::NotOver => "The game is not over",
        ActionError::NotYourTurn => "Not your turn",
        ActionError::Stale => "The position has changed",
        ActionError::IllegalMove => "Illegal move",
        ActionError::TimeOut => "Your time is over",
        ActionError::TooLateToAbort => "Both sides have moved; resign instead",
        ActionError::MayNotOffer { offer } => match offer {
            OfferKind::Draw => "You cannot offer a draw now",
            OfferKind::Takeback => "You cannot ask for a takeback now",
            OfferKind::Rematch => "You cannot offer a rematch now",
        },
        ActionError::NoOffer { .. } => "There is no such offer",
        ActionError::WrongClaim => "Neither the position nor the moves give a draw",
        ActionError::NotGone => "The opponent has not been gone for long enough",
        ActionError::NoClock => "The game has no clock",
        ActionError::TooMuchTime => "The clock has too much time already",
        ActionError::AccountNeeded => "Rated games need an account",
        ActionError::CannotBeRated => {
            "Only games with a clock or days, equal time for both sides and a fair start can be rated"
        }
        ActionError::BadStart => "The game cannot start from this position",
        ActionError::NoSeek => "No such seek",
        ActionError::YourSeek => "It is your own seek",
        ActionError::RatingOutOfRange => "Your rating is outside the range of the seek",
        ActionError::NoPlayer => "No such user",
        ActionError::NoChallenge => "No such challenge",
        ActionError::SelfChallenge => "You cannot challenge yourself",
        ActionError::TooManyChallenges => "You or the player have too many open challenges",
        ActionError::BotsForbidden => "This server does not allow bots",
        ActionError::NotWithBot => "Bots do not play such games",
        ActionError::TooMany => "Too many open games or seeks",
        ActionError::ArchiveFull => "The archive of the account is full",
        ActionError::ComputerBusy => "The computer is busy",
        ActionError::NotWithComputer => "The computer does not play such games",
        ActionError::TooFast => "Too many messages; slow down",
        ActionError::WrongRoom => "Players and spectators have separate chats",
        ActionError::Malformed => "Malformed request",
        ActionError::Newer | ActionError::Unknown => "The server is too old for this request",
        ActionError::Storage => "The server cannot store data at the moment",
        ActionError::Closing => "The server is shutting down",
    }
}
