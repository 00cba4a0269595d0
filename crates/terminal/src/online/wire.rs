//! The connection to a server: a thread for each, which opens the socket, passes messages both ways and reports.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

use client::online::{Call, Errand, Incoming};
use protocol::{Json, ToClient, ToServer};
use tungstenite::client::{IntoClientRequest, client_with_config};
use tungstenite::handshake::HandshakeError;
use tungstenite::http::{HeaderValue, header};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket};

use super::http::{PATIENCE, connect};
use super::{Address, Pass};

/// Carries out what the client wants of a server.
#[derive(Debug)]
pub(crate) struct Wire {
    server: Address,
    pass: Pass,
    reports: Reports,
    line: Option<(Call, Sender<ToServer>)>,
}

/// Where incoming news go, from whatever thread.
#[derive(Clone)]
pub(crate) struct Reports(Arc<dyn Fn(Incoming) + Send + Sync>);

/// How often the thread looks whether there is something to send while it listens.
const A_MOMENT: Duration = Duration::from_millis(20);

/// No message of a server is longer.
const LONGEST: usize = 1 << 20;

impl Wire {
    pub(crate) fn new(server: Address, pass: Pass, reports: Reports) -> Wire {
        Wire { server, pass, reports, line: None }
    }

    /// The server.
    pub(crate) fn server(&self) -> &Address {
        &self.server
    }

    /// Where what lasts is kept.
    pub(crate) fn pass(&self) -> &Pass {
        &self.pass
    }

    /// Does an errand; what comes of it is reported.
    ///
    /// # Errors
    /// The moves that are not confirmed cannot be kept. They are sent all the same.
    pub(crate) fn run(&mut self, errand: Errand) -> io::Result<()> {
        match errand {
            Errand::Connect(call) => {
                let (sender, receiver) = channel();
                self.line = Some((call, sender));
                let (server, pass, reports) = (self.server.clone(), self.pass.clone(), self.reports.clone());
                std::thread::spawn(move || reports.send(converse(&server, &pass, call, &receiver, &reports)));
            }
            Errand::Disconnect(call) => {
                // The thread sees that nobody sends any more.
                self.line.take_if(|(current, _)| *current == call);
            }
            Errand::Send(message) => {
                if let Some((_, sender)) = &self.line {
                    // A thread that has ended has reported it.
                    let _ = sender.send(message);
                }
            }
            Errand::Keep(text) => return self.pass.keep_outbox(&text),
            Errand::Moved(game) => self.server = self.server.with_game(game),
        }
        Ok(())
    }
}

impl Reports {
    pub(crate) fn new(receive: impl Fn(Incoming) + Send + Sync + 'static) -> Reports {
        Reports(Arc::new(receive))
    }

    fn send(&self, incoming: Incoming) {
        (self.0)(incoming);
    }
}

impl std::fmt::Debug for Reports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reports")
    }
}

/// Talks to the server until one of the two goes; gives the last thing to report.
fn converse(
    server: &Address,
    pass: &Pass,
    call: Call,
    outgoing: &Receiver<ToServer>,
    reports: &Reports,
) -> Incoming {
    let mut socket = match open(server, pass) {
        Ok(socket) => socket,
        Err(Closed::ForNow) => return Incoming::Dropped(call),
        Err(Closed::ForGood) => return Incoming::Denied(call),
    };
    loop {
        match outgoing.try_recv() {
            Ok(message) => {
                if socket.send(Message::text(message.to_json())).is_err() {
                    return Incoming::Dropped(call);
                }
                continue;
            }
            Err(TryRecvError::Disconnected) => {
                let _ = socket.close(None).and_then(|()| socket.flush());
                return Incoming::Dropped(call);
            }
            Err(TryRecvError::Empty) => {}
        }
        match socket.read() {
            Ok(Message::Text(text)) => {
                // What cannot be read is from a server that knows more than we do.
                let message = ToClient::from_json(&text).unwrap_or(ToClient::Unknown);
                reports.send(Incoming::Heard(call, Box::new(message)));
            }
            Ok(Message::Close(_)) => return Incoming::Dropped(call),
            Ok(_) => {}
            Err(Error::Io(error)) if is_quiet(&error) => {}
            Err(_) => return Incoming::Dropped(call),
        }
    }
}

/// Why there is no socket.
enum Closed {
    /// The server is away, or has no room.
    ForNow,
    /// The server does not let programs like this in.
    ForGood,
}

fn open(server: &Address, pass: &Pass) -> Result<WebSocket<TcpStream>, Closed> {
    let stream = connect(server).map_err(|_| Closed::ForNow)?;
    let timed =
        stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
    timed.map_err(|_| Closed::ForNow)?;
    let url = format!("ws://{}/socket", server.authority());
    let mut request = url.into_client_request().map_err(|_| Closed::ForGood)?;
    if let Some(cookie) = pass.cookie().and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        request.headers_mut().insert(header::COOKIE, cookie);
    }
    let config = WebSocketConfig::default().max_message_size(Some(LONGEST)).max_frame_size(Some(LONGEST));
    let (socket, response) = match client_with_config(request, stream, Some(config)) {
        Ok(opened) => opened,
        Err(HandshakeError::Failure(Error::Http(response))) if response.status().is_client_error() => {
            // Too many at once is no reason to stay away for good.
            let later = response.status().as_u16() == 429;
            return Err(if later { Closed::ForNow } else { Closed::ForGood });
        }
        Err(_) => return Err(Closed::ForNow),
    };
    if let Some(cookie) = response.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok()) {
        // If it cannot be kept, the same program is still the same player for as long as the socket lives.
        let _ = pass.take_cookie(cookie);
    }
    socket.get_ref().set_read_timeout(Some(A_MOMENT)).map_err(|_| Closed::ForNow)?;
    Ok(socket)
}

/// Whether nothing came in time, which is no failure.
fn is_quiet(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
