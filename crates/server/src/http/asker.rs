//! Whoever asks, and what they send: what handlers are given.

use std::net::IpAddr;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, Response, StatusCode};
use axum::middleware::Next;
use protocol::PlayerId;
use protocol::http::FailureReason;
use serde::de::DeserializeOwned;

use super::exchange::{Keeps, broken, fail};
use super::origin::is_ours;
use super::person::identify;
use super::{App, Peer};
use crate::store::SessionId;
use crate::visitor::Visitor;

/// Somebody who asks for something.
#[derive(Clone, Debug)]
pub(super) struct Asker {
    pub(super) visitor: Visitor,
    /// From where.
    pub(super) address: IpAddr,
}

/// The body of a request, read.
pub(super) struct Sent<T>(pub(super) T);

impl Asker {
    /// Their account and the session in which they are logged in.
    pub(super) fn logged_in(&self) -> Result<(PlayerId, SessionId), FailureReason> {
        let visitor = &self.visitor;
        visitor.session.map(|session| (visitor.id, session)).ok_or(FailureReason::NotLoggedIn)
    }
}

/// Finds out who asks before anything is done, and lets the browser keep it afterwards. What changes something is not done
/// in the name of another page, and not too often.
pub(super) async fn known(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    app.node.metrics.requests.add(1);
    let address = app.address(peer, request.headers());
    if *request.method() != Method::GET {
        if !is_ours(request.headers(), &app.node.config) {
            return fail(FailureReason::ForeignOrigin);
        }
        if !app.node.gate.favour(address, app.node.time.now()) {
            return fail(FailureReason::TooOften);
        }
    }
    let mut person = match identify(&app, request.headers()).await {
        Ok(person) => person,
        Err(error) => return fail(broken(&error)),
    };
    request.extensions_mut().insert(Asker { visitor: person.visitor.clone(), address });
    let mut response = next.run(request).await;
    match response.extensions_mut().remove() {
        Some(Keeps::Another(token)) => person.becomes(token),
        Some(Keeps::Same) => person.stays(),
        None => {}
    }
    person.remember(response, &app.node.config)
}

impl FromRequestParts<App> for Asker {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Asker, Response<Body>> {
        // Nobody comes here but through the door above.
        parts.extensions.get().cloned().ok_or_else(|| fail(FailureReason::NotLoggedIn))
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Sent<T> {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &App) -> Result<Sent<T>, Response<Body>> {
        let body = Bytes::from_request(request, app).await.map_err(|rejection| {
            fail(match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => FailureReason::TooLarge,
                _ => FailureReason::Malformed { words: rejection.body_text() },
            })
        })?;
        let read = serde_json::from_slice(&body);
        read.map(Sent).map_err(|error| fail(FailureReason::Malformed { words: error.to_string() }))
    }
}
