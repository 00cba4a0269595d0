//! Requests and answers of the programs' interface: JSON both ways, and why not.

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

/// After so many seconds whatever was done too often may be done once more: the slowest of all paces is that of logging in.
const RETRY_AFTER_SECONDS: &str = "60";

/// An answer or the reason why there is none.
pub(super) type ApiResult = Result<Response<Body>, ApiError>;

/// Why there is no answer, as the library wants it.
#[derive(Debug)]
pub(super) struct ApiError(ApiErrorReason);

/// Goes with an answer after which the browser shall keep something. Answers cross: only those that are about who one is say
/// so, or an old token would take the place of a new one.
#[derive(Clone, Debug)]
pub(super) enum CookieUpdate {
    /// What it has, for another year.
    Renew,
    /// Another token: it is somebody else from then on.
    Replace(Token),
}

/// `GET /socket`: where everything goes on.
pub(super) async fn open_socket(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    app.node.metrics.requests.add(1);
    // Another page could otherwise speak here with the cookie of whoever looks at it.
    if !is_same_origin(&headers, &app.node.config) {
        return error_response(ApiErrorReason::ForeignOrigin);
    }
    match identify(&app, &headers).await {
        Ok(person) => {
            let address = app.client_address(peer, &headers);
            let response = sockets::upgrade(app.node.clone(), upgrade, person.identity.clone(), address);
            person.apply(response, &app.node.config)
        }
        Err(error) => error_response(store_failure(&error)),
    }
}

/// Lets a request through, unless its address has asked too often.
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

/// Anything below `/api` that there is not.
pub(super) async fn not_found() -> ApiError {
    ApiErrorReason::NotFound.into()
}

/// What there is, but not by this method. By which it is, the library adds.
pub(super) async fn method_not_allowed() -> ApiError {
    ApiErrorReason::WrongMethod.into()
}

/// An answer as JSON; nobody keeps it.
pub(super) fn json(value: &impl Serialize) -> ApiResult {
    json_response(StatusCode::OK, value).ok_or_else(|| action_error(ActionError::Storage).into())
}

/// An answer without words.
pub(super) fn no_content() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// An answer after which the browser is somebody else.
pub(super) fn with_new_token(mut response: Response<Body>, token: Token) -> Response<Body> {
    response.extensions_mut().insert(CookieUpdate::Replace(token));
    response
}

/// An answer after which the browser keeps who it is for another year.
pub(super) fn with_renewed_cookie(mut response: Response<Body>) -> Response<Body> {
    response.extensions_mut().insert(CookieUpdate::Renew);
    response
}

/// Why there is no answer, with the status that fits.
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

/// The store failed; what exactly stands in the log.
pub(super) fn store_failure(error: &StoreError) -> ApiErrorReason {
    tracing::error!(%error, "the store failed");
    ApiErrorReason::Refused { refusal: ActionError::Storage }
}

pub(super) fn action_error(refusal: ActionError) -> ApiErrorReason {
    ApiErrorReason::Refused { refusal }
}

/// Adds a cookie to an answer.
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
