//! Serves the embedded files: content negotiation, ETags, cache headers.

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap,
    HeaderName, HeaderValue, IF_NONE_MATCH, VARY,
};
use axum::http::{Method, Response, StatusCode};
use protocol::GameId;

use crate::assets::AssetEntry;
use crate::assets::{ContentEncoding, negotiate};
use crate::http::AppState;

/// Fallback handler: serves a file from the asset table. The path is looked up exactly as sent; nothing in it
/// is decoded, resolved or joined to a folder. Club paths get the club's page, which routes on the client.
pub(crate) async fn serve_file(State(app): State<AppState>, request: Request) -> Response<Body> {
    app.node.metrics.requests.add(1);
    let path = request.uri().path();
    let club = is_club_path(path)
        .then(|| app.assets.entry(routes::CLUB_DOCUMENT).or(app.assets.entry(routes::HOME)))
        .flatten();
    match (club.or_else(|| app.assets.entry(path)), request.method()) {
        (None, method) => text_response(StatusCode::NOT_FOUND, "There is nothing here.\n", method),
        (Some(entry), &Method::GET | &Method::HEAD) => {
            file_response(entry, request.method(), request.headers())
        }
        (Some(_), method) => {
            let mut response = text_response(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD.\n", method);
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            response
        }
    }
}

/// Returns true if the club's single-page app handles this path.
fn is_club_path(path: &str) -> bool {
    let game = path.strip_prefix(routes::GAME_PREFIX);
    routes::is_club_path(path) && game.is_none_or(|id| id.parse::<GameId>().is_ok())
}

fn file_response(entry: &AssetEntry, method: &Method, request_headers: &HeaderMap) -> Response<Body> {
    let accepted = header_list(request_headers, ACCEPT_ENCODING);
    let encoding = negotiate(accepted.as_deref(), |encoding| entry.bytes(encoding).is_some());
    let bytes = entry.bytes(encoding).unwrap_or_default();
    let etag = entry.etag(encoding);
    let not_modified =
        header_list(request_headers, IF_NONE_MATCH).is_some_and(|tags| etag_matches(&tags, &etag));

    let mut response = if not_modified {
        Response::new(Body::empty())
    } else {
        response(entry.content_type(), bytes, method)
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(entry.cache_control()));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.extend(HeaderValue::try_from(etag).map(|etag| (ETAG, etag)));
    if not_modified {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else if encoding != ContentEncoding::Identity {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.token()));
    }
    response
}

/// Short text response, never cached: another version of the program may answer differently.
fn text_response(status: StatusCode, text: &'static str, method: &Method) -> Response<Body> {
    let mut response = response("text/plain; charset=utf-8", text.as_bytes(), method);
    *response.status_mut() = status;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Builds a response; `HEAD` gets the headers without the body.
fn response(content_type: &'static str, bytes: &'static [u8], method: &Method) -> Response<Body> {
    let body = if method == Method::HEAD { Body::empty() } else { Body::from(Bytes::from_static(bytes)) };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    response
}

/// Joins all values of a header into one list. Values that are not text are ignored.
fn header_list(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let lines: Vec<&str> = headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect();
    (!lines.is_empty()).then(|| lines.join(","))
}

/// Returns true if an `If-None-Match` list contains the ETag or `*`. Weak tags match as well, since ranges
/// are not supported.
fn etag_matches(tags: &str, etag: &str) -> bool {
    tags.split(',').map(str::trim).any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}
