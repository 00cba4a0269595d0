//! Static files over HTTP.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::TestServer;
use server::Assets;

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

#[tokio::test]
async fn files_have_content_type_and_cache_control() {
    let server = TestServer::start().await;
    let forever = "public, max-age=31536000, immutable";
    for (path, kind, keep, body) in [
        ("/", "text/html; charset=utf-8", "no-cache", "<!doctype html>"),
        ("/?from=home", "text/html; charset=utf-8", "no-cache", "<!doctype html>"),
        ("/assets/hanpan-1f.js", "text/javascript; charset=utf-8", forever, "let a;"),
        ("/assets/hanpan-2e.wasm", "application/wasm", forever, "\0asm"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache", "{}"),
    ] {
        let response = server.request(&format!("GET {path}"), &[]).await;
        assert_eq!(response.status, 200, "{path}");
        assert_eq!(response.header("content-type"), Some(kind), "{path}");
        assert_eq!(response.header("cache-control"), Some(keep), "{path}");
        assert_eq!(response.header("content-encoding"), None, "{path}");
        assert_eq!(response.header("content-length"), Some(body.len().to_string().as_str()), "{path}");
        assert_eq!(response.body, body.as_bytes(), "{path}");
    }
}

#[tokio::test]
async fn page_paths_serve_the_document_of_the_pages() {
    let server = TestServer::start().await;
    for (path, is_page) in [
        ("/online", true),
        ("/online?from=home", true),
        ("/account", true),
        ("/games?player=me", true),
        ("/game/LR-K5QxbTA6fRw96ZdE7kA", true),
        ("/player/%EB%AF%BC%EC%A7%80", true),
        ("/online/x", false),
        ("/game/", false),
        ("/game/short", false),
        ("/player/", false),
        ("/player/a/b", false),
        ("/pages", false),
    ]
    .into_iter()
    .chain(routes::PAGE_PATHS.map(|path| (path, true)))
    {
        let response = server.request(&format!("GET {path}"), &[]).await;
        let body = String::from_utf8(response.body.clone()).unwrap();
        // No game has been played yet: the document is that of the pages, the status says that there is none.
        let status = if path.starts_with("/game/") || !is_page { 404 } else { 200 };
        assert_eq!((response.status, body.contains("id=\"first\"")), (status, is_page), "{path}: {body}");
    }
}

#[tokio::test]
async fn pages_show_a_frame_in_the_language_of_the_visitor() {
    let server = TestServer::start().await;
    for (path, header, expected) in [
        ("/online", "accept: text/html", "<h1>Play online</h1>"),
        ("/online", "accept-language: ko-KR,en;q=0.5", "<h1>온라인 대국</h1>"),
        ("/online", "cookie: hanpan-language=ko", "<html lang=\"ko\">"),
        ("/computer", "accept-language: ko", "<h1>상대를 고르세요</h1>"),
        ("/analysis", "accept-language: de", "<title>Analysis · Hanpan</title>"),
        ("/page.html", "accept-language: ko", "<html lang=\"ko\">"),
    ] {
        let response = server.request(&format!("GET {path}"), &[header]).await;
        let etag = response.header("etag").unwrap().to_owned();
        assert_eq!(response.header("vary"), Some("accept-language, cookie"), "{path}");
        assert_eq!(response.header("cache-control"), Some("no-cache"), "{path}");
        let body = String::from_utf8(response.body).unwrap();
        assert!(body.contains(expected), "{path} {header}: {body}");
        let again =
            server.request(&format!("GET {path}"), &[header, &format!("if-none-match: {etag}")]).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
    assert_eq!(server.request("POST /online", &[]).await.status, 405);
}

#[tokio::test]
async fn people_get_a_page_for_a_path_that_does_not_exist() {
    let server = TestServer::start().await;
    for (path, language, heading) in [
        ("/nothing", "en", "<h1>Page not found.</h1>"),
        ("/nothing", "ko", "<h1>페이지를 찾을 수 없습니다.</h1>"),
        ("/game/short", "ko", "<h1>페이지를 찾을 수 없습니다.</h1>"),
        ("/game/LR-K5QxbTA6fRw96ZdE7kA", "en", "<h1>There is no such game.</h1>"),
    ] {
        let headers = ["accept: text/html,*/*;q=0.8", &format!("accept-language: {language}")];
        let response = server.request(&format!("GET {path}"), &headers).await;
        assert_eq!((response.status, response.header("cache-control")), (404, Some("no-store")), "{path}");
        assert_eq!(response.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        let body = String::from_utf8(response.body).unwrap();
        assert!(body.contains(heading) && body.contains("href=\"/online\""), "{path}: {body}");
        assert!(!body.contains("<script"), "no program is loaded: {body}");
    }
}

#[tokio::test]
async fn trailing_slashes_and_settings_are_redirected() {
    let server = TestServer::start().await;
    for (path, address) in [
        ("/online/", "/online"),
        ("/games/?player=me", "/games?player=me"),
        ("/player/Ann/", "/player/Ann"),
        ("/settings", "/#settings"),
        ("/settings/?x=y", "/#settings"),
    ] {
        let response = server.request(&format!("GET {path}"), &[]).await;
        assert_eq!((response.status, response.header("location")), (308, Some(address)), "{path}");
    }
    for path in ["//", "//evil.example/online/", "/nothing/", "/\\evil.example/"] {
        let response = server.request(&format!("GET {path}"), &[]).await;
        assert_eq!((response.status, response.header("location")), (404, None), "{path}");
    }
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let server = TestServer::start().await;
    for line in ["GET /", "HEAD /", "GET /assets/hanpan-1f.js", "GET /nothing", "POST /", "OPTIONS *"] {
        let response = server.request(line, &[]).await;
        for (name, value) in [
            ("content-security-policy", POLICY),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(response.header(name), Some(value), "{line}");
        }
    }
}

#[tokio::test]
async fn content_encoding_is_negotiated() {
    let server = TestServer::start().await;
    for (path, accepted, encoding, body) in [
        ("/", "accept-encoding: gzip, deflate, br", Some("br"), "br html"),
        ("/", "accept-encoding: gzip, deflate", Some("gzip"), "gz html"),
        ("/", "accept-encoding: br;q=0.1\r\naccept-encoding: gzip", Some("gzip"), "gz html"),
        ("/", "accept-encoding: br;q=0, gzip;q=0", None, "<!doctype html>"),
        ("/", "accept-encoding: \u{e4}", None, "<!doctype html>"),
        ("/assets/hanpan-1f.js", "accept-encoding: gzip", None, "let a;"),
        ("/assets/hanpan-1f.js", "accept-encoding: gzip, br", Some("br"), "br js"),
        ("/assets/hanpan-2e.wasm", "accept-encoding: gzip, br", None, "\0asm"),
    ] {
        let response = server.request(&format!("GET {path}"), &[accepted]).await;
        assert_eq!(response.status, 200, "{path} {accepted}");
        assert_eq!(response.header("content-encoding"), encoding, "{path} {accepted}");
        assert_eq!(response.header("vary"), Some("accept-encoding"), "{path} {accepted}");
        assert_eq!(response.body, body.as_bytes(), "{path} {accepted}");
    }
}

#[tokio::test]
async fn etags_avoid_retransmission() {
    let server = TestServer::start().await;
    let brotli = "accept-encoding: br";
    let tag = server.request("GET /", &[brotli]).await.header("etag").unwrap().to_owned();
    let plain = server.request("GET /", &[]).await.header("etag").unwrap().to_owned();
    assert_ne!(tag, plain, "every encoding has its own ETag");
    for (condition, status) in [
        (tag.clone(), 304),
        (format!("W/{tag}"), 304),
        (format!("\"old\", {tag}"), 304),
        (format!("\"old\"\r\nif-none-match: {tag}"), 304),
        ("*".to_owned(), 304),
        (plain, 200),
        ("\"old\"".to_owned(), 200),
        (tag.trim_matches('"').to_owned(), 200),
        (String::new(), 200),
    ] {
        for method in ["GET", "HEAD"] {
            let condition = format!("if-none-match: {condition}");
            let response = server.request(&format!("{method} /"), &[brotli, &condition]).await;
            assert_eq!(response.status, status, "{method} {condition}");
            assert_eq!(response.header("etag"), Some(tag.as_str()), "{method} {condition}");
            assert_eq!(response.header("cache-control"), Some("no-cache"), "{method} {condition}");
            assert_eq!(response.header("vary"), Some("accept-encoding"), "{method} {condition}");
            assert_eq!(response.body.is_empty(), status == 304 || method == "HEAD", "{method} {condition}");
        }
    }
}

#[tokio::test]
async fn head_matches_get() {
    let server = TestServer::start().await;
    for path in ["/", "/assets/hanpan-1f.js", "/nothing"] {
        let headers = ["accept-encoding: br"];
        let get = server.request(&format!("GET {path}"), &headers).await;
        let head = server.request(&format!("HEAD {path}"), &headers).await;
        assert_eq!(head.status, get.status, "{path}");
        for name in ["content-type", "content-length", "content-encoding", "etag", "cache-control", "vary"] {
            assert_eq!(head.header(name), get.header(name), "{name} of {path}");
        }
        assert_eq!(head.body, b"", "{path}");
    }
}

#[tokio::test]
async fn only_get_and_head_are_allowed() {
    let server = TestServer::start().await;
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        let response = server.request(&format!("{method} /"), &[]).await;
        assert_eq!((response.status, response.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
}

#[tokio::test]
async fn unknown_paths_are_not_found() {
    let server = TestServer::start().await;
    for path in [
        "/nothing",
        "//",
        "/index.html",
        "/assets",
        "/assets/",
        "/assets/../",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/assets/..%5c..%5c",
        "/.",
        "/%00",
        "/assets/hanpan-1f.js.br",
        "/ASSETS/hanpan-1f.js",
        "/assets//hanpan-1f.js",
    ] {
        let response = server.request(&format!("GET {path}"), &[]).await;
        assert_eq!(response.status, 404, "{path}");
        assert_eq!(response.header("cache-control"), Some("no-store"), "{path}");
        assert_eq!(response.header("content-type"), Some("text/plain; charset=utf-8"), "{path}");
    }
}

#[tokio::test]
async fn without_assets_a_placeholder_is_served() {
    let server = TestServer::with(Assets::placeholder()).await;
    let response = server.request("GET /", &[]).await;
    assert_eq!(response.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(String::from_utf8(response.body).unwrap().contains("cargo xtask play"));
}
