//! Reads request bodies before a request is handled, so that a client that sends slowly occupies nothing but its
//! connection.

use axum::body::{Body, to_bytes};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, HeaderValue};
use axum::http::{HeaderMap, Request, Response, StatusCode};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use protocol::http::ApiErrorReason;
use tokio::time::{Duration, timeout};

use super::error::error_response;
use super::lichess::ErrorForm;
use super::security_headers::add_security_headers;

/// Maximum size of a request body.
const MAX_BODY_BYTES: usize = 16 * 1_024;

/// The same for PGN, and for the longest list of users: 300 ids of 20 Hangul syllables.
const MAX_LONG_BODY_BYTES: usize = 64 * 1_024;

/// Paths with such bodies.
const LONG_BODY_PATHS: [&str; 2] = ["/api/import", "/api/users"];

/// Maximum time for a body to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// Returns the request with its whole body.
///
/// # Errors
///
/// Returns the response: 413, at once if the header announces too many bytes, or 408 after the timeout. The
/// connection ends with it.
pub(crate) async fn read_body(request: Request<Incoming>) -> Result<Request<Body>, Response<Body>> {
    let (head, body) = request.into_parts();
    let form = ErrorForm::of(&head.method, &head.uri, &head.headers);
    let is_long = LONG_BODY_PATHS.contains(&head.uri.path());
    let max_bytes = if is_long { MAX_LONG_BODY_BYTES } else { MAX_BODY_BYTES };
    if announces_too_much(&head.headers, max_bytes) {
        return Err(last_response(too_large(form)).await);
    }
    match timeout(BODY_TIMEOUT, to_bytes(Body::new(body), max_bytes)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, Body::from(bytes))),
        // Too many bytes, or the client has gone and reads no response.
        Ok(Err(_)) => Err(last_response(too_large(form)).await),
        Err(_) => Err(last_response(timed_out(form)).await),
    }
}

/// 429 to a request on an HTTP/2 connection that has too many others.
pub(crate) async fn too_many_streams<B>(request: &Request<B>) -> Response<Body> {
    let form = ErrorForm::of(request.method(), request.uri(), request.headers());
    let refusal = form.program_error(StatusCode::TOO_MANY_REQUESTS, "Too many requests at the same time");
    let refusal = refusal.unwrap_or_else(|| error_response(ApiErrorReason::TooOften));
    add_security_headers(refusal).await
}

/// 408.
pub(super) fn timed_out(form: ErrorForm) -> Response<Body> {
    let refusal = form.json_error(StatusCode::REQUEST_TIMEOUT, "The request took too long");
    refusal.unwrap_or_else(|| StatusCode::REQUEST_TIMEOUT.into_response())
}

fn too_large(form: ErrorForm) -> Response<Body> {
    let refusal = form.program_error(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large");
    refusal.unwrap_or_else(|| error_response(ApiErrorReason::TooLarge))
}

fn announces_too_much(headers: &HeaderMap, max_bytes: usize) -> bool {
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    length.is_some_and(|length| length > max_bytes as u64)
}

/// A response after which the connection is closed.
async fn last_response(response: Response<Body>) -> Response<Body> {
    let mut response = add_security_headers(response).await;
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}
