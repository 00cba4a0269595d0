//! Responses of the JSON API, error mapping, and the socket endpoint.

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER, SET_COOKIE};
use axum::http::{Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;
use protocol::ActionError;
use protocol::http::{ApiErrorBody, ApiErrorReason};
use serde::Serialize;

use super::cookie::identify;
use super::origin::is_same_origin;
use super::{AppState, PeerAddress};
use crate::accounts::Token;
use crate::socket as sockets;
use crate::store::StoreError;

/// `Retry-After` of a 429: the slowest rate limit, that of logins, refills after a minute.
const RETRY_AFTER_SECONDS: &str = "60";

/// Result of an API handler.
pub(super) type ApiResult = Result<Response<Body>, ApiError>;

/// API error as an axum response.
#[derive(Debug)]
pub(super) struct ApiError(ApiErrorReason);

/// Response extension that updates the cookie. Responses may arrive out of order, so only identity endpoints
/// set it; otherwise an old token could overwrite a new one.
#[derive(Clone, Debug)]
pub(super) enum CookieUpdate {
    /// Renew the current token for another year.
    Renew,
    /// Replace the token: the browser gets another identity.
    Replace(Token),
}

/// `GET /socket`: WebSocket upgrade.
pub(super) async fn open_socket(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    app.node.metrics.requests.add(1);
    // Without this check another site could open a socket with the visitor's cookie.
    if !is_same_origin(&headers, &app.node.config) {
        return error_response(ApiErrorReason::ForeignOrigin);
    }
    match identify(&app, &headers).await {
        Ok(cookie) => {
            let address = app.client_address(peer, &headers);
            let response = sockets::upgrade(app.node.clone(), upgrade, cookie.identity.clone(), address);
            cookie.apply(response, &app.node.config)
        }
        Err(error) => error_response(store_failure(&error)),
    }
}

/// Middleware: answers 429 if the address exceeds its request rate.
pub(super) async fn rate_limit(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let address = app.client_address(peer, request.headers());
    if app.node.rate_limiter.allow_request(address, app.node.time.now()) {
        next.run(request).await
    } else {
        error_response(ApiErrorReason::TooOften)
    }
}

/// 404 for unknown paths below `/api`.
pub(super) async fn not_found() -> ApiError {
    ApiErrorReason::NotFound.into()
}

/// 405; axum adds the `Allow` header.
pub(super) async fn method_not_allowed() -> ApiError {
    ApiErrorReason::WrongMethod.into()
}

/// 200 with a JSON body, never cached.
pub(super) fn json(value: &impl Serialize) -> ApiResult {
    json_response(StatusCode::OK, value).ok_or_else(|| action_error(ActionError::Storage).into())
}

/// 204 without a body.
pub(super) fn no_content() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Marks a response to replace the cookie's token.
pub(super) fn with_new_token(mut response: Response<Body>, token: Token) -> Response<Body> {
    response.extensions_mut().insert(CookieUpdate::Replace(token));
    response
}

/// Marks a response to renew the cookie for another year.
pub(super) fn with_renewed_cookie(mut response: Response<Body>) -> Response<Body> {
    response.extensions_mut().insert(CookieUpdate::Renew);
    response
}

/// Error response with the matching status.
pub(super) fn error_response(reason: ApiErrorReason) -> Response<Body> {
    let status = match &reason {
        ApiErrorReason::Malformed { .. } | ApiErrorReason::Unfit { .. } => StatusCode::BAD_REQUEST,
        ApiErrorReason::NotFound | ApiErrorReason::Refused { refusal: ActionError::NoGame } => {
            StatusCode::NOT_FOUND
        }
        ApiErrorReason::ForeignOrigin | ApiErrorReason::Banned => StatusCode::FORBIDDEN,
        ApiErrorReason::NotLoggedIn | ApiErrorReason::WrongCredentials => StatusCode::UNAUTHORIZED,
        ApiErrorReason::NameTaken | ApiErrorReason::HasAccount => StatusCode::CONFLICT,
        ApiErrorReason::TooOften => StatusCode::TOO_MANY_REQUESTS,
        ApiErrorReason::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ApiErrorReason::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
        ApiErrorReason::Refused { refusal: ActionError::Storage | ActionError::Closing } => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        ApiErrorReason::Refused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let mut response = json_response(status, &ApiErrorBody { reason }).unwrap_or_default();
    if status == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER_SECONDS));
    }
    response
}

/// Logs a store error and returns the refusal to send.
pub(super) fn store_failure(error: &StoreError) -> ApiErrorReason {
    tracing::error!(%error, "store failed");
    ApiErrorReason::Refused { refusal: ActionError::Storage }
}

pub(super) fn action_error(refusal: ActionError) -> ApiErrorReason {
    ApiErrorReason::Refused { refusal }
}

/// Adds a `Set-Cookie` header.
pub(super) fn add_cookie(mut response: Response<Body>, cookie: &str) -> Response<Body> {
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

impl From<ApiErrorReason> for ApiError {
    fn from(reason: ApiErrorReason) -> ApiError {
        ApiError(reason)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response<Body> {
        error_response(self.0)
    }
}

fn json_response(status: StatusCode, value: &impl Serialize) -> Option<Response<Body>> {
    let mut response = Response::new(Body::from(serde_json::to_vec(value).ok()?));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Some(response)
}
