//! One request over plain HTTP, for what is asked once.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use protocol::http::{ApiErrorBody, ApiErrorReason, CreateGameRequest, CreateGameResponse, Me};
use protocol::{Json, ToClient};

use super::{ServerAddress, ServerStore};

/// Why a server did not do what it was asked.
#[derive(Debug)]
pub(crate) enum RequestError {
    /// It cannot be reached, or does not answer as such a server does.
    Unreachable(io::Error),
    /// It says why.
    Rejected(ApiErrorReason),
}

/// How long a server may take to answer.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

/// No answer that is read here is longer.
const MAX_RESPONSE_BYTES: u64 = 1 << 20;

/// Opens a connection to a server, by whichever of its addresses answers.
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

/// Looks whether there is a server at an address and, if one is named, the game on it.
pub(crate) fn check_server(server: &ServerAddress, pass: &ServerStore) -> Result<(), RequestError> {
    let path = server.game().map_or("/api/me".to_owned(), |game| format!("/api/games/{game}"));
    let answer = send_request(server, pass, &format!("GET {path}"), "")?;
    let is_known = match server.game() {
        Some(_) => matches!(ToClient::from_json(&answer.body), Ok(ToClient::State { .. })),
        None => Me::from_json(&answer.body).is_ok(),
    };
    if answer.status == 200 && is_known { Ok(()) } else { Err(answer.to_error()) }
}

/// Sets up a game to which somebody is invited by its link.
pub(crate) fn create_game(
    server: &ServerAddress,
    pass: &ServerStore,
    invitation: &CreateGameRequest,
) -> Result<CreateGameResponse, RequestError> {
    let answer = send_request(server, pass, "POST /api/games", &invitation.to_json())?;
    match CreateGameResponse::from_json(&answer.body) {
        Ok(invited) if answer.status == 200 => Ok(invited),
        _ => Err(answer.to_error()),
    }
}

/// Asks for something as whoever we are there; `what` is the method and the path.
fn send_request(
    server: &ServerAddress,
    pass: &ServerStore,
    what: &str,
    body: &str,
) -> Result<HttpResponse, RequestError> {
    let cookie = pass.cookie().map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"));
    let request = format!(
        "{what} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n{cookie}\r\n{body}",
        server.authority(),
        body.len(),
    );
    let answer =
        round_trip(server, &request).map_err(|error| RequestError::Unreachable(normalize_timeout(error)))?;
    if let Some(cookie) = answer.header("set-cookie") {
        pass.save_cookie(cookie).map_err(RequestError::Unreachable)?;
    }
    Ok(answer)
}

/// An answer that did not come in time is called so by every system.
fn normalize_timeout(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { error }
}

struct HttpResponse {
    status: u16,
    head: String,
    body: String,
}

impl HttpResponse {
    /// Why it is not what was asked for.
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
        let answer =
            parse_response(b"HTTP/1.1 429 Too Many\r\nSet-Cookie: hanpan=1; Path=/\r\n\r\n{}").unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (429, "{}"));
        assert_eq!(answer.header("set-cookie"), Some("hanpan=1; Path=/"));
        for rubbish in [&b""[..], b"SSH-2.0", b"HTTP/1.1 2", b"HTTP/1.1 200 OK\r\n", b"\xff\r\n\r\n"] {
            assert!(parse_response(rubbish).is_none(), "{rubbish:?}");
        }
    }
}
