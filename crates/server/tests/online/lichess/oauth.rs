//! Pages for API tokens, and OAuth with PKCE.

use serde_json::{Value, json};
use server::Assets;

use super::ApiServer;
use super::program::Program;
use crate::accounts::{cookie, credentials, send};
use crate::common::{HttpResponse, TestServer};

pub(super) const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub(super) const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
pub(super) const REDIRECT: &str = "http://127.0.0.1:8123/callback";

const TOKENS: &str = "/account/oauth/token";
const CREATE: &str = "/account/oauth/token/create";

/// A query of `/oauth` with other or further parameters; an empty value leaves one out.
pub(super) fn query(changes: &[(&str, &str)]) -> String {
    let mut parameters = vec![
        ("response_type", "code"),
        ("client_id", "my-board"),
        ("redirect_uri", REDIRECT),
        ("code_challenge_method", "S256"),
        ("code_challenge", CHALLENGE),
        ("scope", "board:play challenge:read puzzle:read"),
        ("state", "af0&x=\"1\""),
    ];
    for &(name, value) in changes {
        parameters.retain(|(known, _)| *known != name);
        if !value.is_empty() {
            parameters.push((name, value));
        }
    }
    form(&parameters)
}

pub(super) fn form(parameters: &[(&str, &str)]) -> String {
    let encode_byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    let encode = |text: &str| -> String { text.bytes().map(encode_byte).collect() };
    let pairs = parameters.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value)));
    pairs.collect::<Vec<_>>().join("&")
}

pub(super) async fn register(api: &ApiServer, name: &str) -> String {
    cookie(&api.server.send("POST /api/account", &[], &credentials(name, "correct horse")).await)
}

fn html(response: &HttpResponse) -> String {
    assert_eq!(response.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(response.header("cache-control"), Some("no-store"));
    assert_eq!(response.header("x-frame-options"), Some("DENY"));
    assert_eq!(response.header("referrer-policy"), Some("same-origin"));
    let policy = response.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"), "{policy}");
    assert!(!policy.contains("script-src"), "{policy}");
    String::from_utf8(response.body.clone()).unwrap()
}

/// Hidden fields of the first form of a page, decoded.
pub(super) fn hidden_fields(page: &str) -> Vec<(String, String)> {
    let form = page.split("<form").nth(1).unwrap().split("</form>").next().unwrap();
    let fields = form.split("<input type=\"hidden\" name=\"").skip(1);
    let decode = |text: &str| {
        text.replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&#39;", "'")
            .replace("&amp;", "&")
    };
    fields
        .map(|field| {
            let (name, rest) = field.split_once("\" value=\"").unwrap();
            (name.to_owned(), decode(rest.split('"').next().unwrap()))
        })
        .collect()
}

pub(super) fn with<'a>(fields: &'a [(String, String)], more: &[(&'a str, &'a str)]) -> String {
    let mut all: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    all.extend_from_slice(more);
    form(&all)
}

async fn consent_fields(api: &ApiServer, cookie: &str, query: &str) -> Vec<(String, String)> {
    let page = send(&api.server, &format!("GET /oauth?{query}"), cookie, "").await;
    assert_eq!(page.status, 200);
    hidden_fields(&html(&page))
}

/// Allows a request; returns the code.
pub(super) async fn allowed_code(api: &ApiServer, cookie: &str, query: &str) -> String {
    let fields = consent_fields(api, cookie, query).await;
    let answer = send(&api.server, "POST /oauth", cookie, &with(&fields, &[("decision", "allow")])).await;
    assert_eq!(answer.status, 303, "{answer:?}");
    let location = answer.header("location").unwrap();
    location.split("code=").nth(1).unwrap().split('&').next().unwrap().to_owned()
}

/// Body of an exchange with other parameters; an empty value leaves one out.
pub(super) fn exchange(code: &str, changes: &[(&str, &str)]) -> String {
    let mut parameters = vec![
        ("grant_type", "authorization_code"),
        ("code", code),
        ("code_verifier", VERIFIER),
        ("redirect_uri", REDIRECT),
        ("client_id", "my-board"),
    ];
    for &(name, value) in changes {
        parameters.retain(|(known, _)| *known != name);
        if !value.is_empty() {
            parameters.push((name, value));
        }
    }
    form(&parameters)
}

async fn post_token(api: &ApiServer, body: &str) -> (u16, Value) {
    let response = api.server.send("POST /api/token", &[], body).await;
    assert_eq!(response.header("cache-control"), Some("no-store"), "{response:?}");
    assert_eq!(response.header("set-cookie"), None);
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
    (response.status, serde_json::from_slice(&response.body).unwrap())
}

#[tokio::test]
async fn a_program_gets_a_token_by_consent_and_ends_it() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let page = send(&api.server, &format!("GET /oauth?{}", query(&[])), &ann, "").await;
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.ends_with("form-action 'self' https: http:"), "{policy}");
    let text = html(&page);
    assert!(text.contains("<strong>my-board</strong>") && text.contains("<strong>Ann</strong>"), "{text}");
    assert!(text.contains("<li>See your challenges</li><li>Play your games</li></ul>"), "{text}");
    assert!(text.contains("<strong>http://127.0.0.1:8123</strong>"), "{text}");

    let body = with(&hidden_fields(&text), &[("decision", "allow")]);
    let answer = send(&api.server, "POST /oauth", &ann, &body).await;
    let location = answer.header("location").unwrap();
    let (start, code) = location.split_once("code=").unwrap();
    let (code, state) = code.split_once('&').unwrap();
    assert_eq!((answer.status, start), (303, "http://127.0.0.1:8123/callback?"));
    assert_eq!((code.len(), state), (64, "state=af0%26x%3D%221%22"));

    let (status, body) = post_token(&api, &exchange(code, &[])).await;
    assert_eq!(
        (status, &body["token_type"], &body["scope"]),
        (200, &json!("Bearer"), &json!("challenge:read board:play"))
    );
    let program = Program { token: body["access_token"].as_str().unwrap().to_owned() };
    assert_eq!(program.get(&api, "/api/account").await.0, 200);
    let list = html(&send(&api.server, &format!("GET {TOKENS}"), &ann, "").await);
    assert!(list.contains("<strong>my-board (http://127.0.0.1:8123)</strong>"), "{list}");

    let (status, error) = post_token(&api, &exchange(code, &[])).await;
    let consumed = "authorization code invalid, expired or consumed";
    assert_eq!((status, error), (400, json!({ "error": "invalid_grant", "error_description": consumed })));
    assert_eq!(program.get(&api, "/api/account").await.0, 200, "the token of the first time goes on");
    assert_eq!(program.send(&api, "DELETE /api/token", "").await.status, 200);
    assert_eq!(program.get(&api, "/api/account").await.0, 401);
}

#[tokio::test]
async fn parameters_of_the_exchange_may_be_json() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let code = allowed_code(&api, &ann, &query(&[("scope", "")])).await;
    let body = json!({
        "grant_type": "authorization_code", "code": code, "code_verifier": VERIFIER,
        "redirect_uri": REDIRECT, "client_id": "my-board",
    });
    let (status, body) = post_token(&api, &body.to_string()).await;
    assert_eq!((status, &body["scope"]), (200, &json!("")));
}

#[tokio::test]
async fn a_refusal_goes_back_to_the_program() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let fields = consent_fields(&api, &ann, &query(&[("redirect_uri", "https://app.example/cb?k=v")])).await;
    let answer = send(&api.server, "POST /oauth", &ann, &with(&fields, &[("decision", "deny")])).await;
    let expected = "https://app.example/cb?k=v&error=access_denied\
        &error_description=user%20cancelled%20authorization&state=af0%26x%3D%221%22";
    assert_eq!((answer.status, answer.header("location")), (303, Some(expected)));
}

#[tokio::test]
async fn faulty_requests_are_shown_and_never_redirected() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let check = async |query: &str, expected: &str| {
        for cookie in [&ann, "hanpan=x"] {
            let page = send(&api.server, &format!("GET /oauth?{query}"), cookie, "").await;
            assert_eq!((page.status, page.header("location")), (400, None), "{query}");
            let text = html(&page);
            assert!(text.contains(&format!("<code>{expected}</code>")), "{query}: {text}");
            assert!(!text.contains("<script"), "{query}: {text}");
        }
        let posted = send(&api.server, "POST /oauth", &ann, query).await;
        assert_eq!((posted.status, posted.header("location")), (400, None), "{query}");
    };
    check("", "client_id required (choose any)").await;
    check(&query(&[("client_id", "<script>\n")]), "client_id invalid").await;
    check(&query(&[("redirect_uri", "")]), "redirect_uri required").await;
    let scheme = "redirect_uri scheme not allowed \
        (https, http to localhost, or a reversed domain name like com.example.app)";
    check(&query(&[("redirect_uri", "javascript:alert(1)")]), scheme).await;
    check(&query(&[("redirect_uri", "data:text/html,x")]), scheme).await;
    check(
        &query(&[("redirect_uri", "http://app.example/")]),
        "redirect_uri must be https, or http to localhost",
    )
    .await;
    check(&query(&[("redirect_uri", "https://a.example/#x")]), "redirect_uri must have no fragment").await;
    check(
        &query(&[("redirect_uri", "https://a.example@evil.example/")]),
        "redirect_uri must have no user name",
    )
    .await;
    check(&query(&[("redirect_uri", "https://a.example\\@evil.example/")]), "redirect_uri invalid").await;
    check(&query(&[("redirect_uri", "https://a.example/\r\nset-cookie: a=b")]), "redirect_uri invalid").await;
    check(
        &query(&[("redirect_uri", &format!("https://a.example/{}", "x".repeat(2_000)))]),
        "redirect_uri too long",
    )
    .await;
    check(&query(&[("state", &"x".repeat(2_000))]), "state invalid").await;
    check(&query(&[("response_type", "token")]), "supports only response_type &#39;code&#39;").await;
    check(
        &query(&[("code_challenge_method", "plain")]),
        "supports only code_challenge_method &#39;S256&#39;",
    )
    .await;
    check(&query(&[("code_challenge_method", "")]), "code_challenge_method required").await;
    check(&query(&[("code_challenge", VERIFIER.get(..42).unwrap())]), "code_challenge invalid").await;
    check(&query(&[("scope", "<b>admin</b>")]), "invalid scope: &lt;b&gt;admin&lt;/b&gt;").await;
    check(&format!("{}&client_id=other", query(&[])), "client_id occurs more than once").await;
}

#[tokio::test]
async fn texts_of_strangers_are_escaped_and_open_no_header() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let attack = "\"><script>alert(1)</script><a href='javascript:x'>";
    let state = "x\r\nset-cookie: a=b\r\n\r\n<script>";
    let page = send(
        &api.server,
        &format!("GET /oauth?{}", query(&[("client_id", attack), ("state", state)])),
        &ann,
        "",
    )
    .await;
    let text = html(&page);
    assert!(!text.contains("<script") && !text.contains("<a href='"), "{text}");
    let answer =
        send(&api.server, "POST /oauth", &ann, &with(&hidden_fields(&text), &[("decision", "allow")])).await;
    assert_eq!((answer.status, answer.header("set-cookie")), (303, None));
    assert!(
        answer
            .header("location")
            .unwrap()
            .ends_with("state=x%0D%0Aset-cookie%3A%20a%3Db%0D%0A%0D%0A%3Cscript%3E")
    );
    let prefilled = form(&[("description", attack), ("scopes[]", attack), ("scopes[]", "bot:play")]);
    let text = html(&send(&api.server, &format!("GET {CREATE}?{prefilled}"), &ann, "").await);
    assert!(!text.contains("<script") && text.contains("value=\"bot:play\" checked"), "{text}");
    let body = with(&hidden_fields(&text), &[("description", attack), ("scopes[]", "bot:play")]);
    let created = html(&send(&api.server, &format!("POST {CREATE}"), &ann, &body).await);
    let list = html(&send(&api.server, &format!("GET {TOKENS}"), &ann, "").await);
    for text in [created, list] {
        assert!(!text.contains("<script") && text.contains("&lt;script&gt;"), "{text}");
    }
}

#[tokio::test]
async fn guests_log_in_first_and_come_back() {
    let api = ApiServer::start().await;
    let check = async |path: &str, expected: &str| {
        let answer = api.server.request(&format!("GET {path}"), &[]).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some(expected)), "{path}");
    };
    check(TOKENS, "/account?next=%2Faccount%2Foauth%2Ftoken").await;
    let filled_in = "/account?next=%2Faccount%2Foauth%2Ftoken%2Fcreate%3Fscopes%5B%5D%3Dboard%3Aplay";
    check(&format!("{CREATE}?scopes[]=board:play"), filled_in).await;
    let answer = api.server.request(&format!("GET /oauth?{}", query(&[])), &[]).await;
    let location = answer.header("location").unwrap();
    assert!(
        location.starts_with("/account?next=%2Foauth%3Fresponse_type%3Dcode%26client_id%3Dmy-board%26"),
        "{location}"
    );
    for path in [TOKENS, CREATE, "/oauth"] {
        let posted = api.server.send(&format!("POST {path}"), &[], &query(&[("decision", "allow")])).await;
        assert_eq!((posted.status, posted.header("location")), (403, None), "{path}");
    }
}

#[tokio::test]
async fn forms_of_other_sites_and_sessions_are_refused() {
    let api = ApiServer::start().await;
    let (ann, bob) = (register(&api, "Ann").await, register(&api, "Bob").await);
    let page = html(&send(&api.server, &format!("GET {CREATE}"), &ann, "").await);
    let (fields, more) = (hidden_fields(&page), [("description", "x"), ("scopes[]", "bot:play")]);
    let post = async |path: &str, headers: &[&str], body: &str| {
        api.server.send(&format!("POST {path}"), headers, body).await.status
    };
    let ann_header = format!("cookie: {ann}");
    for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
        let origin = format!("origin: {origin}");
        assert_eq!(post(CREATE, &[&ann_header, &origin], &with(&fields, &more)).await, 403, "{origin}");
    }
    assert_eq!(post(CREATE, &[&ann_header], &form(&more)).await, 403, "no token of the form");
    for wrong in ["", "0", &"0".repeat(32)] {
        let body = form(&[more[0], more[1], ("form_token", wrong)]);
        assert_eq!(post(CREATE, &[&ann_header], &body).await, 403, "{wrong}");
    }
    assert_eq!(
        post(CREATE, &[&format!("cookie: {bob}")], &with(&fields, &more)).await,
        403,
        "of another session"
    );
    let revoke = with(&fields, &[("id", "AAAAAAAAAAAAAAAAAAAAAA")]);
    assert_eq!(post(TOKENS, &[&format!("cookie: {bob}")], &revoke).await, 403);
    assert_eq!(post(TOKENS, &[&ann_header], &form(&[("id", "AAAAAAAAAAAAAAAAAAAAAA")])).await, 403);

    let consent = consent_fields(&api, &ann, &query(&[])).await;
    let allowed = with(&consent, &[("decision", "allow")]);
    assert_eq!(post("/oauth", &[&format!("cookie: {bob}")], &allowed).await, 403);
    for (name, value) in [
        ("redirect_uri", "https://evil.example/"),
        ("scope", "bot:play"),
        ("client_id", "other"),
        ("state", "s"),
        ("code_challenge", VERIFIER),
    ] {
        let mut changed = consent.clone();
        changed.iter_mut().filter(|(field, _)| field == name).for_each(|(_, old)| *old = value.to_owned());
        assert_eq!(
            post("/oauth", &[&ann_header], &with(&changed, &[("decision", "allow")])).await,
            403,
            "{name}"
        );
    }
    let other_form: Vec<_> =
        consent.iter().filter(|(name, _)| name != "form_token").chain(&fields).cloned().collect();
    assert_eq!(
        post("/oauth", &[&ann_header], &with(&other_form, &[("decision", "allow")])).await,
        403,
        "the token of another form"
    );
    assert_eq!(post("/oauth", &[&ann_header, "origin: http://localhost"], &allowed).await, 303);
    let tokens = send(&api.server, "GET /api/tokens", &ann, "").await;
    assert_eq!(tokens.body, b"[]", "nothing was created");
}

#[tokio::test]
async fn a_code_is_bound_to_its_request_and_used_up_by_a_wrong_one() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let other = "other-".repeat(8);
    for (name, value, error, description) in [
        ("grant_type", "", "invalid_request", "grant_type required"),
        ("grant_type", "password", "unsupported_grant_type", "supports only grant_type 'authorization_code'"),
        ("code", "", "invalid_request", "code required"),
        ("code", "short", "invalid_grant", "authorization code invalid, expired or consumed"),
        ("code_verifier", "", "invalid_request", "code_verifier required"),
        ("code_verifier", "short", "invalid_request", "code_verifier invalid"),
        ("redirect_uri", "", "invalid_request", "redirect_uri required"),
        ("redirect_uri", "javascript:x", "invalid_request", "redirect_uri invalid"),
        ("client_id", "\0", "invalid_request", "client_id invalid"),
    ] {
        let found = post_token(&api, &exchange(&"0".repeat(64), &[(name, value)])).await;
        assert_eq!(
            found,
            (400, json!({ "error": error, "error_description": description })),
            "{name} {value}"
        );
    }
    for (name, value, description) in [
        ("code_verifier", other.as_str(), "hash of code_verifier does not match code_challenge"),
        (
            "redirect_uri",
            "http://127.0.0.1:8124/callback",
            "authorization code was issued for a different redirect_uri",
        ),
        ("client_id", "other", "authorization code was issued for a different client_id"),
    ] {
        let code = allowed_code(&api, &ann, &query(&[])).await;
        let found = post_token(&api, &exchange(&code, &[(name, value)])).await;
        assert_eq!(found, (400, json!({ "error": "invalid_grant", "error_description": description })));
        assert_eq!(
            post_token(&api, &exchange(&code, &[])).await.1["error"],
            "invalid_grant",
            "{name}: used up"
        );
    }
}

#[tokio::test]
async fn of_parallel_exchanges_of_a_code_one_succeeds() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let body = exchange(&allowed_code(&api, &ann, &query(&[])).await, &[]);
    let tries = (0..12).map(|_| post_token(&api, &body));
    let answers = futures_util::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|(status, body)| *status == 200 || body["error"] == "invalid_grant"));
    let tokens = send(&api.server, "GET /api/tokens", &ann, "").await;
    assert_eq!(serde_json::from_slice::<Vec<Value>>(&tokens.body).unwrap().len(), 1);
}

#[tokio::test]
async fn a_code_of_one_node_is_exchanged_at_another_and_ends_with_the_password() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let first = allowed_code(&api, &ann, &query(&[])).await;
    let second = allowed_code(&api, &ann, &query(&[])).await;
    // Another process on the same data, as after a crash.
    let api = api.restarted(server::Config::default()).await;
    assert_eq!(post_token(&api, &exchange(&first, &[])).await.0, 200);
    let body = r#"{"current":"correct horse","new":"battery staple"}"#;
    let changed = send(&api.server, "POST /api/account/password", &ann, body).await;
    assert!(changed.status < 300, "{changed:?}");
    assert_eq!(post_token(&api, &exchange(&second, &[])).await.1["error"], "invalid_grant");
}

#[tokio::test]
async fn an_account_has_few_codes_at_a_time() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let fields = consent_fields(&api, &ann, &query(&[])).await;
    let mut answers = Vec::new();
    for _ in 0..21 {
        let answer = send(&api.server, "POST /oauth", &ann, &with(&fields, &[("decision", "allow")])).await;
        answers.push(answer.status);
    }
    assert_eq!((answers[19], answers[20]), (303, 429), "{answers:?}");
}

#[tokio::test]
async fn tokens_are_created_shown_once_listed_and_revoked_on_pages() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let list = async || html(&send(&api.server, &format!("GET {TOKENS}"), &ann, "").await);
    assert!(list().await.contains("You have no tokens."));
    let link = format!("{CREATE}?scopes[]=challenge:write&scopes[]=board:play&description=cli-chess");
    let page = send(&api.server, &format!("GET {link}"), &ann, "").await;
    assert!(page.header("content-security-policy").unwrap().ends_with("form-action 'self'"));
    let text = html(&page);
    assert!(text.contains("name=\"description\" value=\"cli-chess\""), "{text}");
    assert_eq!(text.matches(" checked>").count(), 2, "{text}");
    let fields = hidden_fields(&text);
    let scopes = [("scopes[]", "challenge:write"), ("scopes[]", "board:play"), ("scopes[]", "team:lead")];
    let post = async |description: &str| {
        let more = [scopes[0], scopes[1], scopes[2], ("description", description)];
        send(&api.server, &format!("POST {CREATE}"), &ann, &with(&fields, &more)).await
    };
    for bad in ["", "  \n", &"x".repeat(121)] {
        let refused = post(bad).await;
        assert_eq!(refused.status, 400, "{bad}");
        assert!(html(&refused).contains("role=\"alert\""), "{bad}");
    }
    let created = html(&post("cli-chess 한판").await);
    let token = created.split("class=\"secret\">").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let program = Program { token };
    assert_eq!(program.get(&api, "/api/account").await.0, 200);
    assert_eq!(program.get(&api, TOKENS).await.0, 404, "a token opens no page");
    let text = list().await;
    assert!(
        text.contains("<strong>cli-chess 한판</strong>") && text.contains("challenge:write, board:play"),
        "{text}"
    );
    assert!(!text.contains(&program.token), "shown once");
    let revoked = send(&api.server, &format!("POST {TOKENS}"), &ann, &with(&hidden_fields(&text), &[])).await;
    assert_eq!((revoked.status, revoked.header("location")), (303, Some(TOKENS)));
    assert_eq!(program.get(&api, "/api/account").await.0, 401);
    assert!(list().await.contains("You have no tokens."));
    let korean = api
        .server
        .request(&format!("GET {TOKENS}"), &[&format!("cookie: {ann}"), "accept-language: ko"])
        .await;
    assert!(html(&korean).contains("<h1>API 토큰</h1>"));
}

#[tokio::test]
async fn a_full_account_is_told_on_the_page() {
    let api = ApiServer::start().await;
    let ann = register(&api, "Ann").await;
    let me: Value = serde_json::from_slice(&send(&api.server, "GET /api/me", &ann, "").await.body).unwrap();
    let player: protocol::PlayerId = me["you"]["id"].as_str().unwrap().parse().unwrap();
    for _ in 0..50 {
        api.token(player.bits(), server::accounts::Scopes::default()).await;
    }
    let fields = hidden_fields(&html(&send(&api.server, &format!("GET {CREATE}"), &ann, "").await));
    let refused =
        send(&api.server, &format!("POST {CREATE}"), &ann, &with(&fields, &[("description", "x")])).await;
    assert_eq!(refused.status, 400);
    assert!(html(&refused).contains("You have too many tokens."));
}

/// A program without page files has pages all the same.
#[tokio::test]
async fn pages_need_no_page_files() {
    let server = TestServer::with(Assets::new(&[])).await;
    let made = server.send("POST /api/account", &[], &credentials("Ann", "correct horse")).await;
    let text = html(&send(&server, &format!("GET {TOKENS}"), &cookie(&made), "").await);
    assert!(text.contains("<h1>API tokens</h1>") && text.starts_with("<!DOCTYPE html>"), "{text}");
}
