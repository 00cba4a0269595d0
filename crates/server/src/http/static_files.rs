//! Serves the embedded files: content negotiation, ETags, cache headers.

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH, LOCATION, VARY,
};
use axum::http::request::Parts;
use axum::http::{Method, Response, StatusCode};
use protocol::GameId;
use texts::ClubMessageKey;

use super::page_document::{Download, Frame};
use super::{AppState, PeerAddress, language};
use crate::assets::{AssetEntry, ContentEncoding, digest, negotiate};

/// Fallback handler: serves a file from the asset table. The path is looked up exactly as sent; nothing in it
/// is decoded, resolved or joined to a folder. Paths of pages get the document of all pages, whose program finds the page.
pub(crate) async fn serve_file(State(app): State<AppState>, request: Request) -> Response<Body> {
    // No page reads a body.
    let (request, _) = request.into_parts();
    app.node.metrics.requests.add(1);
    let (path, method) = (request.uri.path(), &request.method);
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    let document = app.assets.entry(routes::PAGE_DOCUMENT);
    if let Some(entry) = app.assets.entry(path).filter(|_| path != routes::PAGE_DOCUMENT) {
        return if is_read {
            file_response(entry, method, &request.headers)
        } else {
            method_not_allowed(method)
        };
    }
    if is_page_path(path) || path == routes::PAGE_DOCUMENT {
        return match (document, app.assets.entry(routes::HOME)) {
            (Some(_), _) | (_, Some(_)) if !is_read => method_not_allowed(method),
            (Some(entry), _) => page_response(&app, entry, &request).await,
            (None, Some(home)) => file_response(home, method, &request.headers),
            (None, None) => not_found(None, &request),
        };
    }
    match routes::redirect(path) {
        Some(address) if is_read => redirect(address, request.uri.query()),
        _ => not_found(document, &request),
    }
}

/// Returns true if the application in the browser handles this path.
fn is_page_path(path: &str) -> bool {
    let game = path.strip_prefix(routes::GAME_PREFIX);
    routes::is_page_path(path) && game.is_none_or(|id| id.parse::<GameId>().is_ok())
}

/// The document of all pages but the start page, with the frame of the page.
async fn page_response(app: &AppState, entry: &AssetEntry, request: &Parts) -> Response<Body> {
    let game = request.uri.path().strip_prefix(routes::GAME_PREFIX).and_then(|id| id.parse().ok());
    let (frame, download) = match game {
        None => (Frame::of_path(request.uri.path()), Download::Program),
        Some(game) => (game_frame(app, game, request).await, Download::of_game(&request.headers)),
    };
    let status = if matches!(frame, Frame::NotFound(_)) { StatusCode::NOT_FOUND } else { StatusCode::OK };
    document_response(status, entry, &frame, download, request)
}

/// The frame of a game's page. An address that has used up its rate gets the page without the names, since they are
/// read from the store.
async fn game_frame(app: &AppState, game: GameId, request: &Parts) -> Frame {
    let Some(&peer) = request.extensions.get::<PeerAddress>() else { return Frame::Other };
    let address = app.client_address(peer, &request.headers);
    if !app.node.rate_limiter.allow_request(address, app.node.time.now()) {
        return Frame::Other;
    }
    match app.node.store.head(game).await {
        Ok(Some(head)) => Frame::of_game(head),
        Ok(None) => Frame::NotFound(ClubMessageKey::NoGame),
        Err(error) => {
            tracing::error!(%error, "store failed");
            Frame::Other
        }
    }
}

/// The document in the visitor's language.
fn document_response(
    status: StatusCode,
    entry: &AssetEntry,
    frame: &Frame,
    download: Download,
    request: &Parts,
) -> Response<Body> {
    let document = entry.bytes(ContentEncoding::Identity).unwrap_or_default();
    let language = language::of_visitor(&request.headers);
    let text = frame.fill_in(&String::from_utf8_lossy(document), language, download);
    let etag = format!("\"{:016x}\"", digest(text.as_bytes()));
    let is_known = status == StatusCode::OK
        && header_list(&request.headers, IF_NONE_MATCH).is_some_and(|tags| etag_matches(&tags, &etag));
    let mut response = if is_known {
        Response::new(Body::empty())
    } else {
        response("text/html; charset=utf-8", Bytes::from(text), &request.method)
    };
    *response.status_mut() = if is_known { StatusCode::NOT_MODIFIED } else { status };
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept-language, cookie"));
    if status == StatusCode::OK {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.extend(HeaderValue::try_from(etag).map(|etag| (ETAG, etag)));
    } else {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// 404: a page for people, a line for programs.
fn not_found(document: Option<&AssetEntry>, request: &Parts) -> Response<Body> {
    let wants_page = matches!(request.method, Method::GET | Method::HEAD)
        && header_list(&request.headers, ACCEPT).is_some_and(|types| types.contains("text/html"));
    match document.filter(|_| wants_page) {
        Some(entry) => {
            let frame = Frame::NotFound(ClubMessageKey::NoPage);
            document_response(StatusCode::NOT_FOUND, entry, &frame, Download::Program, request)
        }
        None => text_response(StatusCode::NOT_FOUND, "There is nothing here.\n", &request.method),
    }
}

/// 308 to an address of this site. The query is kept, except before a fragment.
fn redirect(address: &str, query: Option<&str>) -> Response<Body> {
    let address = match query {
        Some(query) if !address.contains('#') => format!("{address}?{query}"),
        _ => address.to_owned(),
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.extend(HeaderValue::try_from(address).map(|address| (LOCATION, address)));
    response
}

fn method_not_allowed(method: &Method) -> Response<Body> {
    let mut response = text_response(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD.\n", method);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
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
        response(entry.content_type(), Bytes::from_static(bytes), method)
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
    let mut response = response("text/plain; charset=utf-8", Bytes::from_static(text.as_bytes()), method);
    *response.status_mut() = status;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Builds a response; `HEAD` gets the headers without the body.
fn response(content_type: &'static str, bytes: Bytes, method: &Method) -> Response<Body> {
    let length = bytes.len();
    let body = if method == Method::HEAD { Body::empty() } else { Body::from(bytes) };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
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
