//! Requests and answers of the programs' interface: JSON both ways, and why not.

use std::net::IpAddr;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue, SET_COOKIE};
use axum::http::{Response, StatusCode};
use axum::middleware::Next;
use protocol::Refusal;
use protocol::http::{Failure, FailureReason};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::origin::is_ours;
use super::person::{Person, identify};
use super::{App, Peer};
use crate::store::StoreError;
use crate::{socket as sockets, visitor::Visitor};

/// An answer or the reason why there is none.
pub(super) type Answer = Result<Response<Body>, FailureReason>;

/// A request of somebody we know.
pub(super) struct Asked {
    pub(super) person: Person,
    pub(super) address: IpAddr,
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

impl App {
    /// Somebody only wants to know something.
    pub(super) async fn asked(
        &self,
        headers: &HeaderMap,
        then: impl AsyncFnOnce(Visitor) -> Answer,
    ) -> Response<Body> {
        self.node.metrics.requests.add(1);
        let person = match identify(self, headers).await {
            Ok(person) => person,
            Err(error) => return fail(broken(&error)),
        };
        let response = then(person.visitor.clone()).await.unwrap_or_else(fail);
        person.remember(response, &self.node.config)
    }

    /// Somebody wants to change something: not in the name of another page, and not too often.
    pub(super) async fn told(
        &self,
        peer: Peer,
        headers: &HeaderMap,
        then: impl AsyncFnOnce(&mut Asked) -> Answer,
    ) -> Response<Body> {
        self.node.metrics.requests.add(1);
        if !is_ours(headers, &self.node.config) {
            return fail(FailureReason::ForeignOrigin);
        }
        let address = self.address(peer, headers);
        if !self.node.gate.favour(address, self.node.time.now()) {
            return fail(FailureReason::TooOften);
        }
        let person = match identify(self, headers).await {
            Ok(person) => person,
            Err(error) => return fail(broken(&error)),
        };
        let mut asked = Asked { person, address };
        let response = then(&mut asked).await.unwrap_or_else(fail);
        asked.person.remember(response, &self.node.config)
    }
}

/// Reads a body.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, FailureReason> {
    serde_json::from_slice(body).map_err(|error| FailureReason::Malformed { words: error.to_string() })
}

/// An answer as JSON; nobody keeps it.
pub(super) fn json(value: &impl Serialize) -> Answer {
    write(StatusCode::OK, value).ok_or(FailureReason::Refused { refusal: Refusal::Storage })
}

/// An answer without words.
pub(super) fn done() -> Answer {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Why there is no answer, with the status that fits.
pub(super) fn fail(reason: FailureReason) -> Response<Body> {
    let status = match &reason {
        FailureReason::Malformed { .. } | FailureReason::Unfit { .. } => StatusCode::BAD_REQUEST,
        FailureReason::NotFound | FailureReason::Refused { refusal: Refusal::NoGame } => {
            StatusCode::NOT_FOUND
        }
        FailureReason::ForeignOrigin => StatusCode::FORBIDDEN,
        FailureReason::NotLoggedIn | FailureReason::WrongCredentials => StatusCode::UNAUTHORIZED,
        FailureReason::NameTaken => StatusCode::CONFLICT,
        FailureReason::TooOften => StatusCode::TOO_MANY_REQUESTS,
        FailureReason::Refused { refusal: Refusal::Storage | Refusal::Closing } => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        FailureReason::Refused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
    };
    write(status, &Failure { reason }).unwrap_or_default()
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

fn write(status: StatusCode, value: &impl Serialize) -> Option<Response<Body>> {
    let mut response = Response::new(Body::from(serde_json::to_vec(value).ok()?));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Some(response)
}
