//! Health check and metrics.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};

use tokio::time::{Duration, timeout};

use super::AppState;

/// A store that needs longer for an empty write is unhealthy.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// `GET /healthz`: 200 while the store accepts writes, otherwise 503.
pub(super) async fn health(State(app): State<AppState>) -> Response<Body> {
    let shutdown = *app.node.shutdown.borrow();
    let writes = timeout(STORE_TIMEOUT, app.node.store.ready()).await.is_ok_and(|ready| ready.is_ok());
    if writes && !shutdown {
        text_response(StatusCode::OK, "text/plain; charset=utf-8", "ok\n")
    } else {
        text_response(StatusCode::SERVICE_UNAVAILABLE, "text/plain; charset=utf-8", "not ok\n")
    }
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
