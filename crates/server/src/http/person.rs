//! Who sends a request, by the one cookie that there is.

use axum::body::Body;
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, Response};
use protocol::Name;

use super::App;
use super::exchange::with_cookie;
use crate::accounts::Token;
use crate::config::{Config, PublicUrl};
use crate::store::StoreError;
use crate::visitor::Visitor;

/// The cookie's name; where we are reached in secret, one that browsers take from nobody but us.
const COOKIE_NAME: &str = "hanpan";
const SECRET_COOKIE_NAME: &str = "__Host-hanpan";

/// How long a browser keeps it.
const YEAR_SECONDS: u32 = 31_536_000;

/// Somebody with their token.
pub(super) struct Person {
    pub(super) visitor: Visitor,
    /// What tells who they are.
    token: Token,
    /// Whether the browser shall keep it from now on.
    is_new: bool,
}

impl Person {
    /// From now on the browser has this token.
    pub(super) fn becomes(&mut self, token: Token) {
        self.token = token;
        self.is_new = true;
    }

    /// The browser shall keep its token for another year.
    pub(super) fn stays(&mut self) {
        self.is_new = true;
    }

    /// Lets the browser keep who it is.
    pub(super) fn remember(&self, response: Response<Body>, config: &Config) -> Response<Body> {
        if self.is_new { with_cookie(response, &cookie(&self.token, config)) } else { response }
    }
}

/// Who sends these headers. Whoever has no token gets one; nothing is stored for a guest.
pub(super) async fn identify(app: &App, headers: &HeaderMap) -> Result<Person, StoreError> {
    let node = &app.node;
    if let Some(token) = token(headers, &node.config) {
        if let Some(session) = node.store.session(token.hash(), node.time.now()).await? {
            node.note_use(session.id, session.seen).await;
            let account = session.name.as_ref().and_then(|name| Name::new(name.as_str()).ok());
            let visitor = Visitor { id: session.player, account, session: Some(session.id) };
            return Ok(Person { visitor, token, is_new: false });
        }
        // Once a guest has an account, only its sessions open it: who has logged out is somebody else.
        if node.store.account(token.guest()).await?.is_none() {
            let visitor = Visitor { id: token.guest(), account: None, session: None };
            return Ok(Person { visitor, token, is_new: false });
        }
    }
    let token = Token::random().map_err(|error| StoreError::Failed(error.to_string()))?;
    let visitor = Visitor { id: token.guest(), account: None, session: None };
    Ok(Person { visitor, token, is_new: true })
}

/// The token in the cookie.
fn token(headers: &HeaderMap, config: &Config) -> Option<Token> {
    let ours = cookie_name(config);
    let cookies = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|&(name, _)| name == ours).find_map(|(_, value)| value.parse().ok())
}

/// Not for scripts, not for other pages, and only in secret where we are reached in secret.
fn cookie(token: &Token, config: &Config) -> String {
    let secure = if is_secret(config) { "; Secure" } else { "" };
    let name = cookie_name(config);
    format!("{name}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={YEAR_SECONDS}{secure}", token.reveal())
}

fn cookie_name(config: &Config) -> &'static str {
    if is_secret(config) { SECRET_COOKIE_NAME } else { COOKIE_NAME }
}

fn is_secret(config: &Config) -> bool {
    config.public_url.as_ref().is_some_and(PublicUrl::is_https)
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
                token(&headers, &Config::default()).map(|token| token.reveal()),
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
    fn the_cookie_is_kept_from_scripts_and_other_pages() {
        let token = Token::random().unwrap();
        let plain = cookie(&token, &Config::default());
        assert!(plain.contains("; HttpOnly; SameSite=Lax;") && !plain.contains("Secure"), "{plain}");
        let config = Config { public_url: Some("https://a.example".parse().unwrap()), ..Config::default() };
        let secret = cookie(&token, &config);
        assert!(secret.starts_with("__Host-hanpan=") && secret.ends_with("; Secure"), "{secret}");
        assert!(
            secret.contains("; Path=/;") && !secret.contains("Domain"),
            "as browsers want it for that name"
        );
    }
}
