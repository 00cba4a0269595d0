//! WebSocket endpoint.

use axum::Extension;
use axum::body::Body;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{HeaderMap, Response};
use protocol::http::ApiErrorReason;

use super::cookie::identify;
use super::error::{error_response, store_failure};
use super::origin::is_same_origin;
use super::{AppState, PeerAddress};
use crate::socket;

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
            let response = socket::upgrade(app.node.clone(), upgrade, cookie.identity.clone(), address);
            cookie.apply(response, &app.node.config)
        }
        Err(error) => error_response(store_failure(&error)),
    }
}
