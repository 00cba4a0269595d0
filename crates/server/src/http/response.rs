//! Successful responses of the JSON API.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, SET_COOKIE};
use axum::http::{Response, StatusCode};
use protocol::ActionError;
use serde::Serialize;

use super::error::{ApiResult, action_error};
use crate::accounts::Token;

const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Response extension that updates the cookie. Responses may arrive out of order, so only identity endpoints
/// set it; otherwise an old token could overwrite a new one.
#[derive(Clone, Debug)]
pub(super) enum CookieUpdate {
    /// Renew the current token for another year.
    Renew,
    /// Replace the token: the browser gets another identity.
    Replace(Token),
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

/// Returns true if the body of a response is JSON.
pub(super) fn is_json(response: &Response<Body>) -> bool {
    response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json")
}

/// Adds a `Set-Cookie` header.
pub(super) fn add_cookie(mut response: Response<Body>, cookie: &str) -> Response<Body> {
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Response whose body is written piece by piece. A reverse proxy should pass on each piece at once: nginx does by this header.
pub(super) fn stream_response(body: impl Into<Body>, content_type: &'static str) -> Response<Body> {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_ACCEL_BUFFERING, HeaderValue::from_static("no"));
    response
}

/// JSON response that is never cached; `None` if serialization fails.
pub(super) fn json_response(status: StatusCode, value: &impl Serialize) -> Option<Response<Body>> {
    let mut response = Response::new(Body::from(serde_json::to_vec(value).ok()?));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Some(response)
}
