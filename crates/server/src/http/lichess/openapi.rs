//! Description of the API for programs: `GET /api/openapi.json`.

mod schemas;

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use serde_json::{Map, Value, json as value};

use super::error::{LichessResult, json};
use crate::accounts::Scope;
use crate::http::AppState;
use crate::http::games::base_url;

/// An endpoint.
pub(super) struct Endpoint {
    method: &'static str,
    path: &'static str,
    /// Scopes of which the token needs one; empty if any token will do, `None` without a token.
    scopes: Option<&'static [&'static str]>,
    /// Content type of a success, unless the client asks for another.
    content: &'static str,
    summary: &'static str,
}

const JSON: &str = "application/json";
const NDJSON: &str = "application/x-ndjson";
const PGN: &str = "application/x-chess-pgn";
/// Pages for the owner of an account, in a browser.
const HTML: &str = "text/html";

const PLAY: &[&str] = &["challenge:write", "board:play", "bot:play"];

macro_rules! endpoints {
    ($($method:ident $path:literal $scopes:expr, $content:ident, $summary:literal;)*) => {
        /// All endpoints.
        pub(super) const ENDPOINTS: &[Endpoint] = &[$(Endpoint {
            method: stringify!($method),
            path: $path,
            scopes: $scopes,
            content: $content,
            summary: $summary,
        }),*];
    };
}

endpoints! {
    get "/account/oauth/token" None, HTML, "Page with the tokens of an account";
    get "/account/oauth/token/create" None, HTML, "Page for a new token, filled in by scopes[] and description";
    get "/oauth" None, HTML, "Page that asks for access, with PKCE";
    post "/api/token/test" None, JSON, "Owners and scopes of tokens";
    post "/api/token" None, JSON, "Exchange an authorization code for a token";
    delete "/api/token" Some(&[]), JSON, "End the token of the request";
    get "/api/account" Some(&[]), JSON, "The owner of the token";
    get "/api/account/email" Some(&["email:read"]), JSON, "Always null: the server stores no addresses";
    get "/api/account/preferences" Some(&["preference:read"]), JSON, "Always empty: browsers keep preferences";
    get "/api/account/playing" Some(&[]), JSON, "Current games";
    get "/api/user/{name}" None, JSON, "A user by name or id";
    get "/api/user/{name}/rating-history" None, JSON, "Ratings of a user by day";
    post "/api/users" None, JSON, "Users by id, at most 300";
    get "/api/users/status" None, JSON, "Presence of users, at most 100";
    post "/api/bot/account/upgrade" Some(&["bot:play"]), JSON, "Make an account without games that of a bot";
    get "/api/bot/online" None, NDJSON, "Bots that are connected";
    get "/api/stream/event" Some(&["challenge:read", "board:play", "bot:play"]), NDJSON, "Games and challenges, as they come";
    get "/api/stream/game/{id}" None, NDJSON, "Moves of a game, for spectators";
    get "/api/tv/feed" None, NDJSON, "The featured game";
    get "/api/tv/{channel}/feed" None, NDJSON, "The same: there is one channel";
    get "/game/export/{id}" None, PGN, "A game as PGN or JSON";
    post "/api/games/export/_ids" None, PGN, "Games by id, at most 300";
    get "/api/games/export/imports" Some(&[]), PGN, "Games that the token's owner has imported";
    get "/api/games/user/{name}" None, PGN, "Games of a user";
    post "/api/import" Some(&[]), JSON, "Keep a game from PGN";
    get "/api/challenge" Some(&["challenge:read"]), JSON, "Open challenges";
    post "/api/challenge/ai" Some(PLAY), JSON, "Play the computer";
    post "/api/challenge/open" Some(PLAY), JSON, "An invitation by link for two players";
    post "/api/challenge/{id}" Some(PLAY), JSON, "Challenge a user; here the id is a name";
    get "/api/challenge/{id}/show" Some(&["challenge:read", "challenge:write", "board:play", "bot:play"]), JSON, "A challenge";
    post "/api/challenge/{id}/accept" Some(PLAY), JSON, "Accept a challenge or an invitation";
    post "/api/challenge/{id}/decline" Some(PLAY), JSON, "Decline a challenge, with a reason";
    post "/api/challenge/{id}/cancel" Some(PLAY), JSON, "Cancel a challenge, or abort its game";
    post "/api/board/seek" Some(&["board:play"]), NDJSON, "Seek an opponent";
    delete "/api/board/seek" Some(&["board:play"]), JSON, "Withdraw all seeks of programs";
    get "/api/{api}/game/stream/{id}" Some(&["board:play", "bot:play"]), NDJSON, "A game, then every change";
    post "/api/{api}/game/{id}/move/{uci}" Some(&["board:play", "bot:play"]), JSON, "Play a move";
    get "/api/{api}/game/{id}/{action}" Some(&["board:play", "bot:play"]), JSON, "chat: recent messages";
    post "/api/{api}/game/{id}/{action}" Some(&["board:play", "bot:play"]), JSON, "abort, resign, claim-victory, claim-draw, chat";
    post "/api/{api}/game/{id}/{action}/" Some(&["board:play", "bot:play"]), JSON, "The same";
    post "/api/{api}/game/{id}/{offer}/{answer}" Some(&["board:play", "bot:play"]), JSON, "draw or takeback, yes or no";
    get "/api/openapi.json" None, JSON, "This description";
}

/// Paths that endpoints of our own have as well, with other methods.
const SHARED_PATHS: &[&str] = &["/api/account"];

/// Paths below `/api` of endpoints of our own.
const OWN_PATHS: &[&str] = &[
    "/api/games",
    "/api/games/{id}",
    "/api/games/{id}/pgn",
    "/api/live",
    "/api/archive",
    "/api/archive/pgn",
    "/api/me",
    "/api/me/games",
    "/api/me/export",
    "/api/account",
    "/api/account/explorer",
    "/api/account/password",
    "/api/explorer",
    "/api/session",
    "/api/sessions",
    "/api/sessions/{id}",
    "/api/tokens",
    "/api/tokens/{id}",
    "/api/players/{name}",
    "/api/players/{name}/ratings",
];

/// Returns true if a path is below `/api`.
pub(in crate::http) fn is_api_path(path: &str) -> bool {
    path.strip_prefix("/api").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns true if a request is for this API, perhaps with a wrong method, or for a path below `/api` that is unknown.
pub(super) fn is_for_programs(method: &Method, path: &str) -> bool {
    has_endpoint(method, path) || is_api_path(path) && !OWN_PATHS.iter().any(|own| matches_path(own, path))
}

fn has_endpoint(method: &Method, path: &str) -> bool {
    ENDPOINTS.iter().any(|endpoint| {
        let is_own = SHARED_PATHS.contains(&endpoint.path);
        matches_path(endpoint.path, path)
            && endpoint.content != HTML
            && (!is_own || method.as_str().eq_ignore_ascii_case(endpoint.method))
    })
}

fn matches_path(pattern: &str, path: &str) -> bool {
    let (mut pattern, mut path) = (pattern.split('/'), path.split('/'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some(expected), Some(part)) if expected == part => {}
            (Some(expected), Some(part)) if expected.starts_with('{') && !part.is_empty() => {}
            _ => return false,
        }
    }
}

/// `GET /api/openapi.json`: this API.
pub(super) async fn describe(State(app): State<AppState>, headers: HeaderMap) -> LichessResult {
    json(&document(&base_url(&app, &headers)))
}

fn document(server: &str) -> Value {
    let mut paths = Map::new();
    for endpoint in ENDPOINTS {
        let item = paths.entry(endpoint.path).or_insert_with(|| value!({}));
        item[endpoint.method] = operation(endpoint);
    }
    value!({
        "openapi": "3.1.0",
        "info": {
            "title": "Hanpan",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The part of the Lichess API that this server has. {api} is board or bot.",
        },
        "servers": [{ "url": server }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "oauth": { "type": "oauth2", "flows": { "authorizationCode": authorization_code_flow(server) } },
            },
            "schemas": schemas::components(),
        },
    })
}

/// The way to a token by consent.
fn authorization_code_flow(server: &str) -> Value {
    let scopes: Map<String, Value> =
        Scope::ALL.into_iter().map(|scope| (scope.name().to_owned(), value!(""))).collect();
    value!({
        "authorizationUrl": format!("{server}/oauth"),
        "tokenUrl": format!("{server}/api/token"),
        "scopes": scopes,
    })
}

fn operation(endpoint: &Endpoint) -> Value {
    let names = endpoint.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameters: Vec<Value> = names
        .map(|name| value!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    let error = value!({
        "description": "The reason",
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
    });
    let security = match endpoint.scopes {
        None if endpoint.content == HTML => value!([]),
        None => value!([{}, { "token": [] }, { "oauth": [] }]),
        Some(scopes) => value!([{ "token": scopes }, { "oauth": scopes }]),
    };
    let success = if endpoint.path == "/api/challenge/ai" { "201" } else { "200" };
    let content = schemas::contents(endpoint);
    let success_response = value!({ "description": "Success", "content": content });
    let responses = if endpoint.content == HTML {
        let to_log_in = value!({ "description": "To the page for logging in" });
        let page = value!({ "description": "The reason", "content": content });
        value!({ "200": success_response, "303": to_log_in, "4XX": page })
    } else {
        value!({ success: success_response, "4XX": error, "503": error })
    };
    value!({
        "summary": endpoint.summary,
        "parameters": parameters,
        "security": security,
        "responses": responses,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Methods and paths in the sources of the routers. Forms of pages are no endpoints for programs.
    fn routes() -> BTreeSet<(String, String)> {
        let api = routes_in(include_str!("../lichess.rs"), &["get", "post", "delete"]);
        let pages = routes_in(include_str!("../oauth.rs"), &["get"]);
        assert_eq!((pages.len(), api.is_empty()), (3, false));
        api.into_iter().chain(pages).collect()
    }

    fn routes_in(source: &str, methods: &[&str]) -> BTreeSet<(String, String)> {
        let (mut routes, mut prefix) = (BTreeSet::new(), "");
        for line in source.lines() {
            if line.starts_with("fn play_routes") {
                prefix = "/api/{api}";
            }
            let Some((path, handlers)) =
                line.trim().strip_prefix(".route(\"").and_then(|rest| rest.split_once("\", "))
            else {
                continue;
            };
            for &method in methods {
                if handlers.contains(&format!("{method}(")) {
                    routes.insert((method.to_owned(), format!("{prefix}{path}")));
                }
            }
        }
        routes
    }

    #[test]
    fn every_route_is_described_and_documented() {
        let described = |endpoint: &Endpoint| (endpoint.method.to_owned(), endpoint.path.to_owned());
        assert_eq!(ENDPOINTS.iter().map(described).collect::<BTreeSet<_>>(), routes());
        let page = include_str!("../../../../../docs/api.md");
        for Endpoint { method, path, .. } in ENDPOINTS {
            let row = format!("| `{} {path}` |", method.to_uppercase());
            assert!(page.contains(&row), "docs/api.md has no row {row}");
        }
    }

    #[test]
    fn own_paths_are_those_of_the_router() {
        let routes = routes_in(include_str!("../../http.rs"), &["get", "post", "delete"]);
        let paths = routes.iter().map(|(_, path)| path.as_str()).filter(|path| is_api_path(path));
        assert_eq!(OWN_PATHS.iter().copied().collect::<BTreeSet<_>>(), paths.collect());
    }

    #[test]
    fn requests_for_this_api_are_known_by_their_path() {
        let check = |method: Method, path: &str, expected| {
            assert_eq!(is_for_programs(&method, path), expected, "{method} {path}");
        };
        check(Method::POST, "/api/token/test", true);
        check(Method::PUT, "/api/token/test", true);
        check(Method::POST, "/api/board/game/x/claim-victory/", true);
        check(Method::GET, "/game/export/x", true);
        check(Method::GET, "/api/account", true);
        check(Method::POST, "/api/account", false);
        for unknown in ["/api", "/api/", "/api/user/", "/api/me/", "/api/puzzle/daily"] {
            check(Method::GET, unknown, true);
        }
        for own in [
            "/oauth",
            "/account/oauth/token",
            "/api/me",
            "/api/games/x",
            "/api/games/x/pgn",
            "/api/session",
            "/",
            "/apis",
        ] {
            check(Method::GET, own, false);
        }
    }

    #[test]
    fn the_description_has_every_operation() {
        let document = document("https://chess.example.org");
        assert_eq!(document["servers"][0]["url"], "https://chess.example.org");
        for Endpoint { method, path, .. } in ENDPOINTS {
            assert!(document["paths"][path][method]["summary"].is_string(), "{method} {path}");
        }
    }
}
