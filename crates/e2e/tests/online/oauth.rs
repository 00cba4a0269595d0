//! Pages for API tokens, and OAuth with PKCE: a program on this machine waits for the browser to come back.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread::{JoinHandle, spawn};

use e2e::{Browser, Button, Css, TestResult};

use crate::online_session::{with_browsers, with_browsers_and_disconnects};

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// Status of `GET /api/account` with a token.
const ACCOUNT_STATUS: &str = "
    return fetch('/api/account', { headers: { authorization: 'Bearer ' + arguments[0] } }).then((answer) => answer.status);
";

/// Exchanges a code; returns the token, or the error.
const EXCHANGE: &str = "
    const [code, verifier, redirect] = arguments;
    const parameters = {
        grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirect, client_id: 'my-board',
    };
    return fetch('/api/token', { method: 'POST', body: new URLSearchParams(parameters) })
        .then((answer) => answer.json()).then((answer) => answer.access_token ?? answer.error);
";

#[test]
fn token_is_created_on_the_page_after_the_log_in_used_and_revoked() -> TestResult {
    with_browsers(1, |session| {
        let link = "account/oauth/token/create?scopes[]=board:play&description=cli-chess";
        let mina = session.open(0, link)?;
        mina.type_into(Css("#register-name"), "mina")?;
        mina.type_into(Css("#register-new-password"), "correct horse")?;
        mina.click_element(Css("form:has(#register-name) [type=submit]"))?;
        mina.wait_for_text("h1", "New API token")?;
        mina.wait_for_value(
            "return document.querySelector('input[name=description]').value",
            &[],
            "cli-chess",
        )?;
        mina.click_element(Button("Create token"))?;
        mina.wait_for_text("h1", "Token created")?;
        let token = mina.inner_text(".secret")?;

        let account = session.open(0, "account")?;
        account.wait_for_text(".sessions strong", "this browser")?;
        assert_eq!(account.run(ACCOUNT_STATUS, &[&token])?, 200);
        account.click_element(Css("a[href=\"/account/oauth/token\"]"))?;
        account.wait_for_text("h1", "API tokens")?;
        account.wait_for_text(".sessions strong", "cli-chess")?;
        account.click_element(Css(".sessions button"))?;
        account.wait_for_text(".none", "You have no tokens.")
    })
}

#[test]
fn program_gets_a_token_by_consent() -> TestResult {
    // The browser goes to the program, which is another site.
    with_browsers_and_disconnects(1, |session| {
        session.register(0, "mina")?;
        let (redirect, answer) = wait_for_browser();
        let mina = session.open(0, &consent_path(&redirect))?;
        mina.wait_for_text("h1", "Allow access to your account?")?;
        mina.click_element(Button("Allow"))?;
        mina.wait_for_text("h1", "back at the program")?;
        let request = answer.join().unwrap();
        let code = request.split("code=").nth(1).and_then(|rest| rest.split('&').next()).unwrap();
        assert!(request.contains("&state=af0 HTTP"), "{request}");
        assert!(!request.to_lowercase().contains("referer"), "{request}");

        let mina = session.open(0, "account")?;
        mina.wait_for_text(".sessions strong", "this browser")?;
        let exchange = |verifier: &str| mina.run(EXCHANGE, &[code, verifier, &redirect]);
        let token = exchange(VERIFIER)?;
        assert_eq!(mina.run(ACCOUNT_STATUS, &[token.as_str().unwrap()])?, 200, "{token}");
        assert_eq!(exchange(VERIFIER)?, "invalid_grant", "a code is used once");

        let (redirect, answer) = wait_for_browser();
        let mina = session.open(0, &consent_path(&redirect))?;
        mina.click_element(Button("Cancel"))?;
        mina.wait_for_text("h1", "back at the program")?;
        let request = answer.join().unwrap();
        assert!(request.contains("?error=access_denied&") && !request.contains("code="), "{request}");
        expect_no_frame(mina, session.server.address())
    })
}

fn consent_path(redirect: &str) -> String {
    format!(
        "oauth?response_type=code&client_id=my-board&redirect_uri={redirect}&code_challenge_method=S256\
         &code_challenge={CHALLENGE}&scope=board:play&state=af0"
    )
}

/// A program that answers one request of a browser; returns its address, and the request once it has come.
fn wait_for_browser() -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/callback", listener.local_addr().unwrap());
    let answer = spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let (mut request, mut buffer) = (Vec::new(), [0; 4_096]);
        while !request.windows(4).any(|end| end == b"\r\n\r\n") {
            let length = stream.read(&mut buffer).unwrap();
            assert_ne!(length, 0, "{request:?}");
            request.extend_from_slice(&buffer[..length]);
        }
        let page = "<!doctype html><link rel=icon href=data:,><h1>back at the program</h1>";
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\n\r\n", page.len());
        stream.write_all((head + page).as_bytes()).unwrap();
        String::from_utf8_lossy(&request).into_owned()
    });
    (address, answer)
}

/// The page of another site cannot frame the consent.
fn expect_no_frame(browser: &Browser, server: &str) -> TestResult {
    let address = format!("{server}{}", consent_path("http://127.0.0.1:9/"));
    let script = "
        const frame = document.createElement('iframe');
        frame.src = arguments[0];
        document.body.append(frame);
        return new Promise((seen) => { frame.onload = () => seen(frame.contentDocument === null); });
    ";
    assert_eq!(browser.run(script, &[&address])?, true);
    let log = format!("{:?}", browser.take_log("browser")?);
    assert!(log.contains("frame-ancestors"), "{log}");
    Ok(())
}
