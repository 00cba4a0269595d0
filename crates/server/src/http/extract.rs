//! Extractors, and the middleware for authentication and rate limits.

use std::net::IpAddr;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, Response, StatusCode};
use axum::middleware::Next;
use protocol::http::ApiErrorReason;
use protocol::{ActionError, PlayerId};
use serde::de::DeserializeOwned;

use super::cookie::identify;
use super::error::{action_error, error_response, store_failure};
use super::lichess::{CountedForToken, ErrorForm, allow_program, is_api_path, refuse_token};
use super::origin::is_same_origin;
use super::response::{CookieUpdate, is_json};
use super::{AppState, PeerAddress};
use crate::accounts::Identity;
use crate::limits::ExpensiveRequest;
use crate::store::SessionId;

/// Paths at which a POST logs in or registers.
const LOG_IN_PATHS: [&str; 2] = ["/api/session", "/api/account"];

/// The authenticated caller of an endpoint.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pub(super) identity: Identity,
    pub(super) address: IpAddr,
}

/// JSON request body.
pub(super) struct JsonBody<T>(pub(super) T);

impl Caller {
    /// The caller's account and session.
    ///
    /// # Errors
    ///
    /// Returns `NotLoggedIn` for guests.
    pub(super) fn logged_in(&self) -> Result<(PlayerId, SessionId), ApiErrorReason> {
        let identity = &self.identity;
        identity.session.map(|session| (identity.id, session)).ok_or(ApiErrorReason::NotLoggedIn)
    }
}

/// Authenticates the caller and sets the cookie on the response. Requests that change state must be
/// same-origin and are rate limited.
pub(super) async fn authenticate(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    app.node.metrics.requests.add(1);
    if let Some(refusal) = refuse_token(request.headers()) {
        return refusal;
    }
    let address = app.client_address(peer, request.headers());
    let writes = !request.method().is_safe();
    if writes && !is_same_origin(request.headers(), &app.node.config) {
        return error_response(ApiErrorReason::ForeignOrigin);
    }
    let mut cookie = match identify(&app, request.headers()).await {
        Ok(cookie) => cookie,
        Err(error) => return error_response(store_failure(&error)),
    };
    let kind = expensive_request(&request, &cookie.identity);
    if writes && !app.node.expensive_requests.allow(address, kind, app.node.time.now()) {
        return error_response(ApiErrorReason::TooOften);
    }
    request.extensions_mut().insert(Caller { identity: cookie.identity.clone(), address });
    let is_api = is_api_path(request.uri().path());
    let mut response = next.run(request).await;
    if is_api && response.status().is_client_error() && !is_json(&response) {
        // The text with which axum refuses a path that is no UTF-8.
        let words = "the path is no UTF-8".to_owned();
        response = error_response(ApiErrorReason::Malformed { words });
    }
    match response.extensions_mut().remove() {
        Some(CookieUpdate::Replace(token)) => cookie.replace_token(token),
        Some(CookieUpdate::Renew) => cookie.renew(),
        None => {}
    }
    cookie.apply(response, &app.node.config)
}

fn expensive_request(request: &Request, identity: &Identity) -> ExpensiveRequest {
    let is_log_in = request.method() == Method::POST && LOG_IN_PATHS.contains(&request.uri().path());
    match identity.session {
        _ if is_log_in => ExpensiveRequest::LogIn,
        Some(_) => ExpensiveRequest::Account(identity.id),
        None => ExpensiveRequest::Guest,
    }
}

/// Middleware: answers 429 if the token or the address exceeds its request rate.
pub(super) async fn rate_limit(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let address = app.client_address(peer, request.headers());
    let is_allowed = match allow_program(&app.node, request.headers()) {
        Some(is_allowed) => {
            request.extensions_mut().insert(CountedForToken);
            is_allowed
        }
        None => app.node.rate_limiter.allow_request(address, app.node.time.now()),
    };
    if is_allowed {
        next.run(request).await
    } else {
        let form = ErrorForm::of(request.method(), request.uri(), request.headers());
        let refusal = form.program_error(StatusCode::TOO_MANY_REQUESTS, "Too many requests; slow down");
        refusal.unwrap_or_else(|| error_response(ApiErrorReason::TooOften))
    }
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Caller, Response<Body>> {
        // Always present behind the middleware above.
        parts.extensions.get().cloned().ok_or_else(|| error_response(ApiErrorReason::NotLoggedIn))
    }
}

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &AppState) -> Result<JsonBody<T>, Response<Body>> {
        let body = Bytes::from_request(request, app).await.map_err(|rejection| {
            error_response(ApiErrorReason::Malformed { words: rejection.body_text() })
        })?;
        serde_json::from_slice(&body).map(JsonBody).map_err(|error| {
            error_response(match protocol::is_from_newer_client(&error) {
                true => action_error(ActionError::Newer),
                false => ApiErrorReason::Malformed { words: error.to_string() },
            })
        })
    }
}
