//! Requests to the HTTP API of a server.

use std::path::PathBuf;

use protocol::http::{ApiErrorBody, CreateGameRequest, CreateGameResponse, Credentials, Me};
use protocol::{FromJson, PlayerKind, ToClient, ToJson};
use ureq::http::{HeaderMap, Method, Request, header};

use super::http_client::{HttpClient, HttpResponse};
use super::{RequestError, ServerAddress, ServerStore};
use crate::ServerOptions;

/// Beginnings of the cookie with the identity, without and with TLS.
const COOKIE_NAMES: [&str; 2] = ["hanpan=", "__Host-hanpan="];

/// Client of one server: its address, its stored data, and the HTTP client.
#[derive(Clone, Debug)]
pub(crate) struct ApiClient {
    pub(crate) address: ServerAddress,
    pub(crate) store: ServerStore,
    pub(super) http: HttpClient,
}

impl ApiClient {
    /// Checks that the server and the game that its address names exist. Follows a redirect from `http` to `https` on
    /// the same host, and no other.
    ///
    /// # Errors
    /// The server cannot be reached, is not trusted, is no Hanpan server, or has no such game.
    pub(crate) fn open(server: &ServerOptions, folder: Option<PathBuf>) -> Result<ApiClient, RequestError> {
        let connect = |address: &ServerAddress| {
            let client = ApiClient {
                address: address.clone(),
                store: ServerStore::new(folder.clone(), address),
                http: HttpClient::new(address, server.ca.as_ref())?,
            };
            client.check()?;
            server.account.as_ref().map_or(Ok(()), |credentials| client.log_in(credentials))?;
            Ok(client)
        };
        match connect(&server.address) {
            Err(RequestError::Redirected(target)) if target.is_https_of(&server.address) => connect(&target),
            outcome => outcome,
        }
    }

    fn check(&self) -> Result<(), RequestError> {
        let path = self.address.game().map_or("/api/me".to_owned(), |game| format!("/api/games/{game}"));
        let response = self.send(Method::GET, &path, String::new())?;
        let is_known = match self.address.game() {
            Some(_) => matches!(ToClient::from_json(&response.body), Ok(ToClient::State { .. })),
            None => Me::from_json(&response.body).is_ok(),
        };
        if response.status == 200 && is_known { Ok(()) } else { Err(self.error(&path, &response)) }
    }

    /// True if the stored session is that of the account.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub(crate) fn is_logged_in(&self, account: &str) -> Result<bool, RequestError> {
        let me = Me::from_json(&self.send(Method::GET, "/api/me", String::new())?.body);
        Ok(me.is_ok_and(|me| {
            let name = me.you.name.as_ref().map(|name| name.as_str().to_lowercase());
            me.you.standing == PlayerKind::Account && name == Some(account.to_lowercase())
        }))
    }

    /// Logs in, unless the stored session is that of the account.
    fn log_in(&self, credentials: &Credentials) -> Result<(), RequestError> {
        if self.is_logged_in(&credentials.name)? {
            return Ok(());
        }
        const PATH: &str = "/api/session";
        let response = self.send(Method::POST, PATH, credentials.to_json())?;
        match Me::from_json(&response.body) {
            Ok(_) if response.status == 200 => Ok(()),
            _ => Err(self.error(PATH, &response)),
        }
    }

    /// Creates a game on the server.
    pub(crate) fn create_game(
        &self,
        request: &CreateGameRequest,
    ) -> Result<CreateGameResponse, RequestError> {
        const PATH: &str = "/api/games";
        let response = self.send(Method::POST, PATH, request.to_json())?;
        match CreateGameResponse::from_json(&response.body) {
            Ok(created) if response.status == 200 => Ok(created),
            _ => Err(self.error(PATH, &response)),
        }
    }

    /// Sends a request with the stored cookie, and stores that of the response.
    fn send(&self, method: Method, path: &str, body: String) -> Result<HttpResponse, RequestError> {
        let mut request = Request::builder().method(method).uri(self.address.url(path));
        if let Some(cookie) = self.store.cookie() {
            request = request.header(header::COOKIE, cookie);
        }
        let request = request.body(body).map_err(ureq::Error::from)?;
        let response = self.http.send(request)?;
        self.store_cookie(&response.headers);
        Ok(response)
    }

    /// Stores the identity that the server sends.
    pub(super) fn store_cookie(&self, headers: &HeaderMap) {
        // Beside it a reverse proxy may set cookies of its own.
        let is_identity = |cookie: &&str| COOKIE_NAMES.iter().any(|name| cookie.starts_with(name));
        let mut cookies = headers.get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
        if let Some(cookie) = cookies.find(is_identity) {
            // A cookie that cannot be written lasts as long as this process.
            let _ = self.store.save_cookie(cookie);
        }
    }

    /// The error that a response describes.
    fn error(&self, path: &str, response: &HttpResponse) -> RequestError {
        if (300..400).contains(&response.status) {
            let target = response.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
            let target = target.and_then(|url| url.strip_suffix(path)?.parse::<ServerAddress>().ok());
            return target.map_or(RequestError::NotHanpan, |target| {
                let target = self.address.game().map_or(target.clone(), |game| target.with_game(game));
                RequestError::Redirected(Box::new(target))
            });
        }
        match ApiErrorBody::from_json(&response.body) {
            Ok(failure) => RequestError::Rejected(failure.reason),
            Err(_) => RequestError::NotHanpan,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    const ME: &str = include_str!("../../../../testdata/protocol/http-me.json");

    /// Opens a server that sends `answer` to every request.
    fn open(answer: String) -> Result<ApiClient, RequestError> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _request = stream.read(&mut [0; 4096]).unwrap();
            // The client closes before the end of an answer that is too long.
            let _ = stream.write_all(answer.as_bytes());
        });
        let options = ServerOptions {
            address: format!("http://{address}").parse().unwrap(),
            ca: None,
            name: None,
            account: None,
            side: protocol::ColorPreference::Random,
            render_qr: |_| None,
        };
        let outcome = ApiClient::open(&options, None);
        server.join().unwrap();
        outcome
    }

    #[test]
    fn chunked_responses_are_read() {
        let (first, rest) = ME.split_at(20);
        let chunks = format!("{:x}\r\n{first}\r\n{:x}\r\n{rest}\r\n0\r\n\r\n", first.len(), rest.len());
        let client = open(format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{chunks}"));
        assert!(client.is_ok(), "{client:?}");
    }

    #[test]
    fn responses_that_are_too_long_or_end_early_are_refused() {
        let long = format!("HTTP/1.1 200 OK\r\n\r\n{ME}{}", " ".repeat(2 << 20));
        let short = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{ME}", ME.len() + 1);
        let endless = format!("HTTP/1.1 200 OK\r\nx: {}", "x".repeat(1 << 20));
        for answer in [long, short, endless] {
            let begin: String = answer.chars().take(60).collect();
            assert_eq!(open(answer).err(), Some(RequestError::NotHanpan), "{begin}");
        }
    }

    #[test]
    fn identity_is_kept_among_cookies_of_a_proxy() {
        let head = "HTTP/1.1 200 OK\r\nset-cookie: route=7\r\nSet-Cookie: hanpan=1; Path=/";
        let client = open(format!("{head}\r\ncontent-length: {}\r\n\r\n{ME}", ME.len())).unwrap();
        assert_eq!(client.store.cookie().as_deref(), Some("hanpan=1"));
    }

    #[test]
    fn redirect_to_another_path_is_not_a_move() {
        let redirect = |location: &str| {
            open(format!("HTTP/1.1 302 Found\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n")).err()
        };
        let moved = |address: &str| Some(RequestError::Redirected(Box::new(address.parse().unwrap())));
        assert_eq!(redirect("http://other:7171/api/me"), moved("http://other:7171"));
        assert_eq!(redirect("/login"), Some(RequestError::NotHanpan));
        assert_eq!(redirect("https://other/login?next=/api/me"), Some(RequestError::NotHanpan));
        assert_eq!(redirect("ftp://other/api/me"), Some(RequestError::NotHanpan));
    }
}
