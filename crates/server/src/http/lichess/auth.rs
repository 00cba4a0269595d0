//! Authentication by `Authorization: Bearer`, rates per token, and CORS.
//!
//! These endpoints read no cookie and set none. So every origin may call them: a page of another site has no token of its
//! visitors.

use std::net::IpAddr;

use axum::Extension;
use axum::body::Body;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, HeaderValue,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::IntoResponse;
use game::Millis;
use protocol::{PlayerId, PlayerName};

use super::error::LichessError;
use super::openapi::{is_api_path, is_for_programs};
use crate::accounts::{ApiToken, Identity, Scope};
use crate::http::response::is_json;
use crate::http::{AppState, PeerAddress};
use crate::node::Node;
use crate::store::{ApiTokenId, ApiTokenInfo};

const SCHEME: &[u8] = b"Bearer";

/// Minimum time between two writes of a token's last use.
const TOUCH_INTERVAL: Millis = Millis::minutes(1);

/// The owner of the token of a request. As `Option<TokenCaller>` the token may be missing.
#[derive(Clone, Debug)]
pub(super) struct TokenCaller {
    pub(super) token: ApiTokenInfo,
    pub(super) address: IpAddr,
}

impl TokenCaller {
    pub(super) fn player(&self) -> PlayerId {
        self.token.player
    }

    pub(super) fn token_id(&self) -> ApiTokenId {
        self.token.id
    }

    /// The identity for games and the lobby.
    pub(super) fn identity(&self) -> Identity {
        Identity {
            id: self.token.player,
            account: PlayerName::new(self.token.name.as_str()).ok(),
            session: None,
            is_bot: self.token.is_bot,
        }
    }

    /// Checks that the token has one of these scopes.
    ///
    /// # Errors
    ///
    /// Returns 403 if it has none.
    pub(super) fn require(&self, scopes: &[Scope]) -> Result<(), LichessError> {
        if scopes.iter().any(|&scope| self.token.scopes.has(scope)) {
            return Ok(());
        }
        let names: Vec<_> = scopes.iter().map(|scope| scope.name()).collect();
        Err(LichessError::new(StatusCode::FORBIDDEN, format!("Missing scope: {}", names.join(" or "))))
    }
}

impl AppState {
    /// Checks that the token of a request has not ended since the request began.
    ///
    /// # Errors
    ///
    /// Returns 401 if it has.
    pub(super) async fn check_token(&self, caller: &TokenCaller) -> Result<(), LichessError> {
        let tokens = self.node.store.api_tokens(caller.player()).await?;
        let is_valid = tokens.iter().any(|token| token.id == caller.token_id());
        if is_valid { Ok(()) } else { Err(no_token()) }
    }
}

impl Node {
    /// Notes the use of a token, unless that was done recently. A failure only makes its owner look offline.
    pub(super) async fn touch_api_token(&self, token: &mut ApiTokenInfo) {
        let now = self.time.now();
        let is_first = token.used <= token.at;
        if is_first || now.since(token.used) >= TOUCH_INTERVAL {
            // Later than the creation, even within the same millisecond.
            let used = now.max(token.at + Millis(1));
            self.store.touch_api_token(token.id, used).await.ok();
            token.used = used;
        }
    }
}

/// Middleware: finds the owner of the token. A wrong token is refused rather than taken for none.
pub(super) async fn authenticate(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let node = &app.node;
    node.metrics.requests.add(1);
    let address = app.client_address(peer, request.headers());
    let is_counted = request.extensions().get::<CountedForToken>().is_some();
    let response = match identify(node, request.headers(), address, is_counted).await {
        Ok(caller) => {
            if let Some(caller) = caller {
                request.extensions_mut().insert(caller);
            }
            with_json_error(next.run(request).await)
        }
        Err(error) => error.into_response(),
    };
    allow_every_origin(response)
}

/// Replaces the text with which axum refuses a path that is no UTF-8.
fn with_json_error(response: Response<Body>) -> Response<Body> {
    if response.status().is_client_error() && !is_json(&response) {
        return LichessError::new(response.status(), "Malformed request").into_response();
    }
    response
}

async fn identify(
    node: &Node,
    headers: &HeaderMap,
    address: IpAddr,
    is_counted: bool,
) -> Result<Option<TokenCaller>, LichessError> {
    let Some(secret) = bearer(headers) else { return Ok(None) };
    let secret: ApiToken = secret.parse().map_err(|_| no_token())?;
    let hash = secret.hash();
    let Some(mut token) = node.store.api_token(hash).await? else {
        node.api_rates.forget(hash);
        return Err(no_token());
    };
    if !is_counted && !node.api_rates.allow_valid(hash, node.time.now()) {
        return Err(LichessError::too_many());
    }
    if token.is_bot {
        node.check_bots_allowed()?;
    }
    node.touch_api_token(&mut token).await;
    Ok(Some(TokenCaller { token, address }))
}

/// Mark of a request that was counted for its token, and not for its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::http) struct CountedForToken;

/// Counts a request for its token; `None` if it has none, or none that is known to be valid. So programs at the same address do
/// not hinder each other, and unknown tokens cost their address.
pub(in crate::http) fn allow_program(node: &Node, headers: &HeaderMap) -> Option<bool> {
    let token: ApiToken = bearer(headers)?.parse().ok()?;
    node.api_rates.allow_known(token.hash(), node.time.now())
}

fn no_token() -> LichessError {
    LichessError::new(StatusCode::UNAUTHORIZED, "No such token")
}

/// The text of a bearer token, perhaps a wrong one. Other schemes are for a proxy in front of the server.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get_all(AUTHORIZATION).iter().find_map(|value| {
        let (scheme, token) = value.as_bytes().trim_ascii().split_at_checked(SCHEME.len())?;
        let is_bearer =
            scheme.eq_ignore_ascii_case(SCHEME) && token.first().is_none_or(u8::is_ascii_whitespace);
        // What is no text is a wrong token, not none.
        is_bearer.then(|| str::from_utf8(token.trim_ascii()).unwrap_or_default())
    })
}

/// Form of the errors of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::http) enum ErrorForm {
    /// Of pages and files.
    Page,
    /// Of our own endpoints.
    Own,
    /// Of this API: the request has a bearer token, or is for an endpoint of this API or for none.
    Lichess,
}

impl ErrorForm {
    pub(in crate::http) fn of(method: &Method, uri: &Uri, headers: &HeaderMap) -> ErrorForm {
        let path = uri.path();
        match bearer(headers).is_some() || is_for_programs(method, path) {
            true => ErrorForm::Lichess,
            false if is_api_path(path) => ErrorForm::Own,
            false => ErrorForm::Page,
        }
    }

    /// An error that has no reason of our own endpoints, so that they answer as this API does; `None` for pages.
    pub(in crate::http) fn json_error(self, status: StatusCode, words: &str) -> Option<Response<Body>> {
        match self {
            ErrorForm::Page => None,
            ErrorForm::Own => Some(LichessError::new(status, words).into_response()),
            ErrorForm::Lichess => self.program_error(status, words),
        }
    }

    /// An error as this API has it; `None` if our own endpoints have to answer.
    pub(in crate::http) fn program_error(self, status: StatusCode, words: &str) -> Option<Response<Body>> {
        (self == ErrorForm::Lichess)
            .then(|| allow_every_origin(LichessError::new(status, words).into_response()))
    }
}

/// The answer of our own endpoints to a bearer token; `None` without one.
pub(in crate::http) fn refuse_token(headers: &HeaderMap) -> Option<Response<Body>> {
    bearer(headers)?;
    ErrorForm::Lichess.program_error(StatusCode::NOT_FOUND, "No such endpoint for API tokens")
}

/// Middleware: answers preflight requests of browsers for this API. The answer promises nothing about cookies, so browsers
/// send none.
pub(in crate::http) async fn preflight(request: Request, next: Next) -> Response<Body> {
    let planned = request.headers().get(ACCESS_CONTROL_REQUEST_METHOD);
    let planned = planned.and_then(|method| Method::from_bytes(method.as_bytes()).ok());
    let is_preflight = request.method() == Method::OPTIONS
        && planned.is_some_and(|method| is_for_programs(&method, request.uri().path()));
    if !is_preflight {
        return next.run(request).await;
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, DELETE"));
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("authorization, content-type"));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("1728000"));
    allow_every_origin(response)
}

fn allow_every_origin(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

impl FromRequestParts<AppState> for TokenCaller {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<TokenCaller, Response<Body>> {
        parts.extensions.get().cloned().ok_or_else(|| {
            LichessError::new(StatusCode::UNAUTHORIZED, "Missing authorization header").into_response()
        })
    }
}

impl OptionalFromRequestParts<AppState> for TokenCaller {
    type Rejection = Response<Body>;

    async fn from_request_parts(
        parts: &mut Parts,
        _: &AppState,
    ) -> Result<Option<TokenCaller>, Response<Body>> {
        Ok(parts.extensions.get().cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bearer_tokens_are_read() {
        let check = |value: &str, expected: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, HeaderValue::from_bytes(value.as_bytes()).unwrap());
            assert_eq!(bearer(&headers), expected, "{value}");
        };
        check("Bearer hpt_12", Some("hpt_12"));
        check("bearer  hpt_12 ", Some("hpt_12"));
        check("Bearer", Some(""));
        check("Bearer\thpt_12", Some("hpt_12"));
        check("Bearer hpt_é", Some("hpt_é"));
        check("Bearerhpt_12", None);
        check("Basic hpt_12", None);
        check("hpt_12", None);
        assert_eq!(bearer(&HeaderMap::new()), None);
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, HeaderValue::from_bytes(b"Bearer \xff\xfe").unwrap());
        assert_eq!(bearer(&headers), Some(""), "a wrong token");
    }
}
