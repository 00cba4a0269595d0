//! Single HTTP requests.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use protocol::http::{ApiErrorBody, ApiErrorReason, CreateGameRequest, CreateGameResponse, Me};
use protocol::{Json, ToClient};

use super::{ServerAddress, ServerStore};

/// Reason for a failed request.
#[derive(Debug)]
pub(crate) enum RequestError {
    /// The server cannot be reached, or the response is not valid.
    Unreachable(io::Error),
    /// The server rejected the request with a reason.
    Rejected(ApiErrorReason),
}

/// Timeout for connecting and for a response.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

/// Limit on the length of a response.
const MAX_RESPONSE_BYTES: u64 = 1 << 20;

/// Opens a TCP connection to the first address that accepts.
pub(super) fn connect(server: &ServerAddress) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in server.host_and_port().to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, TIMEOUT) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Checks that the server exists and, if the address names a game, the game too.
pub(crate) fn check_server(server: &ServerAddress, store: &ServerStore) -> Result<(), RequestError> {
    let path = server.game().map_or("/api/me".to_owned(), |game| format!("/api/games/{game}"));
    let response = send_request(server, store, &format!("GET {path}"), "")?;
    let is_known = match server.game() {
        Some(_) => matches!(ToClient::from_json(&response.body), Ok(ToClient::State { .. })),
        None => Me::from_json(&response.body).is_ok(),
    };
    if response.status == 200 && is_known { Ok(()) } else { Err(response.to_error()) }
}

/// Creates a game on the server.
pub(crate) fn create_game(
    server: &ServerAddress,
    store: &ServerStore,
    request: &CreateGameRequest,
) -> Result<CreateGameResponse, RequestError> {
    let response = send_request(server, store, "POST /api/games", &request.to_json())?;
    match CreateGameResponse::from_json(&response.body) {
        Ok(invited) if response.status == 200 => Ok(invited),
        _ => Err(response.to_error()),
    }
}

/// Sends a request with the stored cookie.
fn send_request(
    server: &ServerAddress,
    store: &ServerStore,
    method_and_path: &str,
    body: &str,
) -> Result<HttpResponse, RequestError> {
    let cookie = store.cookie().map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"));
    let request = format!(
        "{method_and_path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n{cookie}\r\n{body}",
        server.authority(),
        body.len(),
    );
    let response =
        round_trip(server, &request).map_err(|error| RequestError::Unreachable(normalize_timeout(error)))?;
    if let Some(cookie) = response.header("set-cookie") {
        store.save_cookie(cookie).map_err(RequestError::Unreachable)?;
    }
    Ok(response)
}

/// Read timeouts are `WouldBlock` on some systems; maps them to `TimedOut`.
fn normalize_timeout(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { error }
}

struct HttpResponse {
    status: u16,
    head: String,
    body: String,
}

impl HttpResponse {
    /// The error that the response describes.
    fn to_error(&self) -> RequestError {
        match ApiErrorBody::from_json(&self.body) {
            Ok(failure) => RequestError::Rejected(failure.reason),
            Err(_) => RequestError::Unreachable(io::ErrorKind::InvalidData.into()),
        }
    }

    fn header(&self, name: &str) -> Option<&str> {
        let pairs = self.head.lines().filter_map(|line| line.split_once(':'));
        pairs.into_iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

fn round_trip(server: &ServerAddress, request: &str) -> io::Result<HttpResponse> {
    let mut stream = connect(server)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(request.as_bytes())?;
    let mut bytes = Vec::new();
    stream.take(MAX_RESPONSE_BYTES).read_to_end(&mut bytes)?;
    parse_response(&bytes).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn parse_response(bytes: &[u8]) -> Option<HttpResponse> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    Some(HttpResponse { status, head: head.to_owned(), body: body.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_http_responses_and_rejects_garbage() {
        let response =
            parse_response(b"HTTP/1.1 429 Too Many\r\nSet-Cookie: hanpan=1; Path=/\r\n\r\n{}").unwrap();
        assert_eq!((response.status, response.body.as_str()), (429, "{}"));
        assert_eq!(response.header("set-cookie"), Some("hanpan=1; Path=/"));
        for rubbish in [&b""[..], b"SSH-2.0", b"HTTP/1.1 2", b"HTTP/1.1 200 OK\r\n", b"\xff\r\n\r\n"] {
            assert!(parse_response(rubbish).is_none(), "{rubbish:?}");
        }
    }
}
