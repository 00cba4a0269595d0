//! Health check and metrics.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};

use super::AppState;

/// `GET /healthz`: 200 if the data is whole and something has just been written durably, otherwise 503 with the
/// reason.
pub(super) async fn health(State(app): State<AppState>) -> Response<Body> {
    let (status, text) = match app.node.check_health().await {
        Ok(()) => (StatusCode::OK, "ok\n".to_owned()),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ok: {reason}\n")),
    };
    text_response(status, "text/plain; charset=utf-8", text)
}

/// `GET /metrics`: Prometheus text format.
pub(super) async fn metrics(State(app): State<AppState>) -> Response<Body> {
    let numbers = app.node.metrics.render(app.node.gauges());
    text_response(StatusCode::OK, "text/plain; version=0.0.4; charset=utf-8", numbers)
}

fn text_response(status: StatusCode, kind: &'static str, words: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(words.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
