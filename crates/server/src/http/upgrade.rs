//! WebSocket endpoint.

use axum::Extension;
use axum::body::Body;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{HeaderMap, Response};
use game::Millis;
use protocol::http::ApiErrorReason;

use super::cookie::identify;
use super::error::{error_response, store_failure};
use super::lichess::refuse_token;
use super::origin::is_same_origin;
use super::{AppState, PeerAddress};
use crate::config::Proxy;
use crate::socket::{self, LagBound, TcpEndpoints};

/// Header of a trusted proxy with the round trip to the client in microseconds.
const CLIENT_RTT: &str = "x-client-rtt";

/// `GET /socket`: WebSocket upgrade.
pub(super) async fn open_socket(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    endpoints: Option<Extension<TcpEndpoints>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    app.node.metrics.requests.add(1);
    if let Some(refusal) = refuse_token(&headers) {
        return refusal;
    }
    // Without this check another site could open a socket with the visitor's cookie.
    if !is_same_origin(&headers, &app.node.config) {
        return error_response(ApiErrorReason::ForeignOrigin);
    }
    match identify(&app, &headers).await {
        Ok(cookie) => {
            let address = app.client_address(peer, &headers);
            let bound = match (app.node.config.proxy, endpoints) {
                (Proxy::None, Some(Extension(endpoints))) => LagBound::Kernel(endpoints),
                (Proxy::None, None) => LagBound::Unknown,
                (Proxy::Trusted, _) => {
                    forwarded_round_trip(&headers).map_or(LagBound::Unknown, LagBound::Proxy)
                }
            };
            let response =
                socket::upgrade(app.node.clone(), upgrade, cookie.identity.clone(), address, bound);
            cookie.apply(response, &app.node.config)
        }
        Err(error) => error_response(store_failure(&error)),
    }
}

/// The last [`CLIENT_RTT`] header, rounded up to milliseconds. A value that is no number is as none.
fn forwarded_round_trip(headers: &HeaderMap) -> Option<Millis> {
    let last = headers.get_all(CLIENT_RTT).iter().next_back()?;
    let micros = last.to_str().ok()?.trim().parse::<u32>().ok()?;
    Some(Millis(u64::from(micros).div_ceil(1_000)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proxy_tells_the_round_trip_in_microseconds() {
        let check = |values: &[&str], expected: Option<u64>| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CLIENT_RTT, value.parse().unwrap());
            }
            assert_eq!(forwarded_round_trip(&headers), expected.map(Millis), "{values:?}");
        };
        check(&[], None);
        check(&["40000"], Some(40));
        check(&["40001"], Some(41));
        check(&["400000", "20000"], Some(20));
        for value in ["", "-", "-1", "4.5", "99999999999", "40ms"] {
            check(&[value], None);
        }
    }
}
