//! One request over plain HTTP, for what is asked once.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use protocol::http::{Failure, FailureReason, Invitation, Invited, Me};
use protocol::{Json, ToClient};

use super::{Address, Pass};

/// Why a server did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Refused {
    /// It cannot be reached, or does not answer as such a server does.
    Unreachable(io::Error),
    /// It says why.
    Said(FailureReason),
}

/// How long a server may take to answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// No answer that is read here is longer.
const LONGEST: u64 = 1 << 20;

/// Opens a connection to a server, by whichever of its addresses answers.
pub(super) fn connect(server: &Address) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in server.socket().to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
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
pub(crate) fn look_up(server: &Address, pass: &Pass) -> Result<(), Refused> {
    let path = server.game().map_or("/api/me".to_owned(), |game| format!("/api/games/{game}"));
    let answer = ask(server, pass, &format!("GET {path}"), "")?;
    let is_known = match server.game() {
        Some(_) => matches!(ToClient::from_json(&answer.body), Ok(ToClient::State { .. })),
        None => Me::from_json(&answer.body).is_ok(),
    };
    if answer.status == 200 && is_known { Ok(()) } else { Err(answer.failure()) }
}

/// Sets up a game to which somebody is invited by its link.
pub(crate) fn invite(server: &Address, pass: &Pass, invitation: &Invitation) -> Result<Invited, Refused> {
    let answer = ask(server, pass, "POST /api/games", &invitation.to_json())?;
    match Invited::from_json(&answer.body) {
        Ok(invited) if answer.status == 200 => Ok(invited),
        _ => Err(answer.failure()),
    }
}

/// Asks for something as whoever we are there; `what` is the method and the path.
fn ask(server: &Address, pass: &Pass, what: &str, body: &str) -> Result<Answer, Refused> {
    let cookie = pass.cookie().map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"));
    let request = format!(
        "{what} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n{cookie}\r\n{body}",
        server.authority(),
        body.len(),
    );
    let answer = exchange(server, &request).map_err(|error| Refused::Unreachable(in_words(error)))?;
    if let Some(cookie) = answer.header("set-cookie") {
        pass.take_cookie(cookie).map_err(Refused::Unreachable)?;
    }
    Ok(answer)
}

/// An answer that did not come in time is called so by every system.
fn in_words(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { error }
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    /// Why it is not what was asked for.
    fn failure(&self) -> Refused {
        match Failure::from_json(&self.body) {
            Ok(failure) => Refused::Said(failure.reason),
            Err(_) => Refused::Unreachable(io::ErrorKind::InvalidData.into()),
        }
    }

    fn header(&self, name: &str) -> Option<&str> {
        let pairs = self.head.lines().filter_map(|line| line.split_once(':'));
        pairs.into_iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

fn exchange(server: &Address, request: &str) -> io::Result<Answer> {
    let mut stream = connect(server)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(request.as_bytes())?;
    let mut bytes = Vec::new();
    stream.take(LONGEST).read_to_end(&mut bytes)?;
    parse(&bytes).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn parse(bytes: &[u8]) -> Option<Answer> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    Some(Answer { status, head: head.to_owned(), body: body.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_and_rubbish_is_not() {
        let answer = parse(b"HTTP/1.1 429 Too Many\r\nSet-Cookie: hanpan=1; Path=/\r\n\r\n{}").unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (429, "{}"));
        assert_eq!(answer.header("set-cookie"), Some("hanpan=1; Path=/"));
        for rubbish in [&b""[..], b"SSH-2.0", b"HTTP/1.1 2", b"HTTP/1.1 200 OK\r\n", b"\xff\r\n\r\n"] {
            assert!(parse(rubbish).is_none(), "{rubbish:?}");
        }
    }
}
