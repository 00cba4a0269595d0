//! Identifies the caller by the session cookie.

use axum::body::Body;
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, Response};
use protocol::PlayerName;

use super::AppState;
use super::response::add_cookie;
use crate::accounts::Identity;
use crate::accounts::Token;
use crate::config::Config;
use crate::store::StoreError;

/// Cookie names. The `__Host-` prefix makes browsers accept the cookie from this host over https only.
const COOKIE_NAME: &str = "hanpan";
const SECURE_COOKIE_NAME: &str = "__Host-hanpan";

/// Lifetime of the cookie: one year.
const MAX_AGE_SECONDS: u32 = 31_536_000;

/// An identity with its cookie token.
pub(super) struct CookieIdentity {
    pub(super) identity: Identity,
    token: Token,
    /// True if the response must set the cookie.
    sets_cookie: bool,
}

impl CookieIdentity {
    /// Replaces the token and sets the cookie.
    pub(super) fn replace_token(&mut self, token: Token) {
        self.token = token;
        self.sets_cookie = true;
    }

    /// Sets the cookie again for another year.
    pub(super) fn renew(&mut self) {
        self.sets_cookie = true;
    }

    /// Adds the `Set-Cookie` header if needed.
    pub(super) fn apply(&self, response: Response<Body>, config: &Config) -> Response<Body> {
        if self.sets_cookie { add_cookie(response, &cookie_header(&self.token, config)) } else { response }
    }
}

/// Identifies the sender of a request. A client without a valid token gets a new one; guests are not stored.
pub(super) async fn identify(app: &AppState, headers: &HeaderMap) -> Result<CookieIdentity, StoreError> {
    let node = &app.node;
    if let Some(token) = token_from(headers, &node.config) {
        if let Some(session) = node.store.session(token.hash(), node.time.now()).await? {
            node.touch_session(session.id, session.seen).await;
            let account = session.name.as_ref().and_then(|name| PlayerName::new(name.as_str()).ok());
            let identity =
                Identity { id: session.player, account, session: Some(session.id), is_bot: session.is_bot };
            return Ok(CookieIdentity { identity, token, sets_cookie: false });
        }
        // A guest token must not open the account that the guest has created: only a session does.
        if node.store.account(token.guest_id()).await?.is_none() {
            let identity = Identity::guest(token.guest_id());
            return Ok(CookieIdentity { identity, token, sets_cookie: false });
        }
    }
    let token = Token::random().map_err(|error| StoreError::Failed(error.to_string()))?;
    let identity = Identity::guest(token.guest_id());
    Ok(CookieIdentity { identity, token, sets_cookie: true })
}

/// Reads the token from the cookie header.
fn token_from(headers: &HeaderMap, config: &Config) -> Option<Token> {
    values(headers, cookie_name(config)).find_map(|value| value.parse().ok())
}

/// Values of the cookies with a name.
pub(super) fn values<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(known, _)| *known == name).map(|(_, value)| value)
}

/// Hidden from scripts and cross-site requests; `Secure` under https.
fn cookie_header(token: &Token, config: &Config) -> String {
    let secure = if config.is_https() { "; Secure" } else { "" };
    let name = cookie_name(config);
    format!("{name}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={MAX_AGE_SECONDS}{secure}", token.expose())
}

fn cookie_name(config: &Config) -> &'static str {
    if config.is_https() { SECURE_COOKIE_NAME } else { COOKIE_NAME }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let secret = "0123456789abcdef".repeat(4);
        let check = |lines: &[&str], found: bool| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(COOKIE, line.parse().unwrap());
            }
            assert_eq!(
                token_from(&headers, &Config::default()).map(|token| token.expose()),
                found.then(|| secret.clone()),
                "{lines:?}"
            );
        };
        check(&[&format!("hanpan={secret}")], true);
        check(&["a=b", &format!("c=d; hanpan={secret};e=f")], true);
        check(&[&format!("hanpan=broken; hanpan={secret}")], true);
        check(&[&format!("hanpanx={secret}")], false);
        check(&["hanpan=../../etc/passwd"], false);
        check(&[&format!("__Host-hanpan={secret}")], false);
        check(&[], false);
    }

    #[test]
    fn cookies_have_security_attributes() {
        let token = Token::random().unwrap();
        let plain = cookie_header(&token, &Config::default());
        assert!(plain.contains("; HttpOnly; SameSite=Lax;") && !plain.contains("Secure"), "{plain}");
        let public = Config { public_url: Some("https://a.example".parse().unwrap()), ..Config::default() };
        let tls = Config { terminates_tls: true, ..Config::default() };
        for config in [public, tls] {
            let secret = cookie_header(&token, &config);
            assert!(secret.starts_with("__Host-hanpan=") && secret.ends_with("; Secure"), "{secret}");
            assert!(
                secret.contains("; Path=/;") && !secret.contains("Domain"),
                "required by the __Host- prefix"
            );
        }
    }
}
