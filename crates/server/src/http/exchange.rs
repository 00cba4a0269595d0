//! Requests and answers of the programs' interface: JSON both ways, and why not.

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER, SET_COOKIE};
use axum::http::{Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;
use protocol::Refusal;
use protocol::http::{Failure, FailureReason};
use serde::Serialize;

use super::origin::is_ours;
use super::person::identify;
use super::{App, Peer};
use crate::accounts::Token;
use crate::socket as sockets;
use crate::store::StoreError;

/// After so many seconds whatever was done too often may be done once more: the slowest of all paces is that of logging in.
const SOON: &str = "60";

/// An answer or the reason why there is none.
pub(super) type Answer = Result<Response<Body>, Failed>;

/// Why there is no answer, as the library wants it.
#[derive(Debug)]
pub(super) struct Failed(FailureReason);

/// Goes with an answer after which the browser shall keep something. Answers cross: only those that are about who one is say
/// so, or an old token would take the place of a new one.
#[derive(Clone, Debug)]
pub(super) enum Keeps {
    /// What it has, for another year.
    Same,
    /// Another token: it is somebody else from then on.
    Another(Token),
}

/// `GET /socket`: where everything goes on.
pub(super) async fn socket(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    app.node.metrics.requests.add(1);
    // Another page could otherwise speak here with the cookie of whoever looks at it.
    if !is_ours(&headers, &app.node.config) {
        return fail(FailureReason::ForeignOrigin);
    }
    match identify(&app, &headers).await {
        Ok(person) => {
            let address = app.address(peer, &headers);
            let response = sockets::open(app.node.clone(), upgrade, person.visitor.clone(), address);
            person.remember(response, &app.node.config)
        }
        Err(error) => fail(broken(&error)),
    }
}

/// Lets a request through, unless its address has asked too often.
pub(super) async fn at_a_pace(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let address = app.address(peer, request.headers());
    if app.node.gate.request(address, app.node.time.now()) {
        next.run(request).await
    } else {
        fail(FailureReason::TooOften)
    }
}

/// Anything below `/api` that there is not.
pub(super) async fn nothing() -> Failed {
    FailureReason::NotFound.into()
}

/// What there is, but not by this method. By which it is, the library adds.
pub(super) async fn wrong_method() -> Failed {
    FailureReason::WrongMethod.into()
}

/// An answer as JSON; nobody keeps it.
pub(super) fn json(value: &impl Serialize) -> Answer {
    write(StatusCode::OK, value).ok_or_else(|| refused(Refusal::Storage).into())
}

/// An answer without words.
pub(super) fn done() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// An answer after which the browser is somebody else.
pub(super) fn as_somebody_else(mut response: Response<Body>, token: Token) -> Response<Body> {
    response.extensions_mut().insert(Keeps::Another(token));
    response
}

/// An answer after which the browser keeps who it is for another year.
pub(super) fn as_before(mut response: Response<Body>) -> Response<Body> {
    response.extensions_mut().insert(Keeps::Same);
    response
}

/// Why there is no answer, with the status that fits.
pub(super) fn fail(reason: FailureReason) -> Response<Body> {
    let status = match &reason {
        FailureReason::Malformed { .. } | FailureReason::Unfit { .. } => StatusCode::BAD_REQUEST,
        FailureReason::NotFound | FailureReason::Refused { refusal: Refusal::NoGame } => {
            StatusCode::NOT_FOUND
        }
        FailureReason::ForeignOrigin | FailureReason::Banned => StatusCode::FORBIDDEN,
        FailureReason::NotLoggedIn | FailureReason::WrongCredentials => StatusCode::UNAUTHORIZED,
        FailureReason::NameTaken | FailureReason::HasAccount => StatusCode::CONFLICT,
        FailureReason::TooOften => StatusCode::TOO_MANY_REQUESTS,
        FailureReason::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        FailureReason::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
        FailureReason::Refused { refusal: Refusal::Storage | Refusal::Closing } => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        FailureReason::Refused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let mut response = write(status, &Failure { reason }).unwrap_or_default();
    if status == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(SOON));
    }
    response
}

/// The store failed; what exactly stands in the log.
pub(super) fn broken(error: &StoreError) -> FailureReason {
    tracing::error!(%error, "the store failed");
    FailureReason::Refused { refusal: Refusal::Storage }
}

pub(super) fn refused(refusal: Refusal) -> FailureReason {
    FailureReason::Refused { refusal }
}

/// Adds a cookie to an answer.
pub(super) fn with_cookie(mut response: Response<Body>, cookie: &str) -> Response<Body> {
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

impl From<FailureReason> for Failed {
    fn from(reason: FailureReason) -> Failed {
        Failed(reason)
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response<Body> {
        fail(self.0)
    }
}

fn write(status: StatusCode, value: &impl Serialize) -> Option<Response<Body>> {
    let mut response = Response::new(Body::from(serde_json::to_vec(value).ok()?));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Some(response)
}
