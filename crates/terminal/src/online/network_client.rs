//! The connection to a server: a thread for each, which opens the socket, passes messages both ways and reports.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

use client::online::{NetworkEffect, NetworkEvent, SocketId};
use protocol::{Json, ToClient, ToServer};
use tungstenite::client::{IntoClientRequest, client_with_config};
use tungstenite::handshake::HandshakeError;
use tungstenite::http::{HeaderValue, header};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket};

use super::http::{TIMEOUT, connect};
use super::{ServerAddress, ServerStore};

/// Carries out what the client wants of a server.
#[derive(Debug)]
pub(crate) struct NetworkClient {
    server: ServerAddress,
    store: ServerStore,
    incoming: IncomingSink,
    current: Option<(SocketId, Sender<ToServer>)>,
}

/// Where incoming news go, from whatever thread.
#[derive(Clone)]
pub(crate) struct IncomingSink(Arc<dyn Fn(NetworkEvent) + Send + Sync>);

/// How often the thread looks whether there is something to send while it listens.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// No message of a server is longer.
const MAX_MESSAGE_BYTES: usize = 1 << 20;

impl NetworkClient {
    pub(crate) fn new(server: ServerAddress, pass: ServerStore, reports: IncomingSink) -> NetworkClient {
        NetworkClient { server, store: pass, incoming: reports, current: None }
    }

    /// The server.
    pub(crate) fn server(&self) -> &ServerAddress {
        &self.server
    }

    /// Where what lasts is kept.
    pub(crate) fn store(&self) -> &ServerStore {
        &self.store
    }

    /// Does an errand; what comes of it is reported.
    ///
    /// # Errors
    /// The moves that are not confirmed cannot be kept. They are sent all the same.
    pub(crate) fn run_effect(&mut self, errand: NetworkEffect) -> io::Result<()> {
        match errand {
            NetworkEffect::Connect(call) => {
                let (sender, receiver) = channel();
                self.current = Some((call, sender));
                let (server, pass, reports) =
                    (self.server.clone(), self.store.clone(), self.incoming.clone());
                std::thread::spawn(move || {
                    reports.send(run_socket(&server, &pass, call, &receiver, &reports))
                });
            }
            NetworkEffect::Disconnect(call) => {
                // The thread sees that nobody sends any more.
                self.current.take_if(|(current, _)| *current == call);
            }
            NetworkEffect::Send(message) => {
                if let Some((_, sender)) = &self.current {
                    // A thread that has ended has reported it.
                    let _ = sender.send(message);
                }
            }
            NetworkEffect::SaveOutbox(text) => return self.store.save_outbox(&text),
            NetworkEffect::SwitchToGame(game) => self.server = self.server.with_game(game),
        }
        Ok(())
    }
}

impl IncomingSink {
    pub(crate) fn new(receive: impl Fn(NetworkEvent) + Send + Sync + 'static) -> IncomingSink {
        IncomingSink(Arc::new(receive))
    }

    fn send(&self, incoming: NetworkEvent) {
        (self.0)(incoming);
    }
}

impl std::fmt::Debug for IncomingSink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reports")
    }
}

/// Talks to the server until one of the two goes; gives the last thing to report.
fn run_socket(
    server: &ServerAddress,
    pass: &ServerStore,
    call: SocketId,
    outgoing: &Receiver<ToServer>,
    reports: &IncomingSink,
) -> NetworkEvent {
    let mut socket = match open_socket(server, pass) {
        Ok(socket) => socket,
        Err(ConnectError::Retry) => return NetworkEvent::Closed(call),
        Err(ConnectError::Denied) => return NetworkEvent::Rejected(call),
    };
    loop {
        match outgoing.try_recv() {
            Ok(message) => {
                if socket.send(Message::text(message.to_json())).is_err() {
                    return NetworkEvent::Closed(call);
                }
                continue;
            }
            Err(TryRecvError::Disconnected) => {
                let _ = socket.close(None).and_then(|()| socket.flush());
                return NetworkEvent::Closed(call);
            }
            Err(TryRecvError::Empty) => {}
        }
        match socket.read() {
            Ok(Message::Text(text)) => {
                // What cannot be read is from a server that knows more than we do.
                let message = ToClient::from_json(&text).unwrap_or(ToClient::Unknown);
                reports.send(NetworkEvent::Message(call, Box::new(message)));
            }
            Ok(Message::Close(_)) => return NetworkEvent::Closed(call),
            Ok(_) => {}
            Err(Error::Io(error)) if is_timeout(&error) => {}
            Err(_) => return NetworkEvent::Closed(call),
        }
    }
}

/// Why there is no socket.
enum ConnectError {
    /// The server is away, or has no room.
    Retry,
    /// The server does not let programs like this in.
    Denied,
}

fn open_socket(server: &ServerAddress, pass: &ServerStore) -> Result<WebSocket<TcpStream>, ConnectError> {
    let stream = connect(server).map_err(|_| ConnectError::Retry)?;
    let timed = stream.set_read_timeout(Some(TIMEOUT)).and_then(|()| stream.set_write_timeout(Some(TIMEOUT)));
    timed.map_err(|_| ConnectError::Retry)?;
    let url = format!("ws://{}/socket", server.authority());
    let mut request = url.into_client_request().map_err(|_| ConnectError::Denied)?;
    if let Some(cookie) = pass.cookie().and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        request.headers_mut().insert(header::COOKIE, cookie);
    }
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES));
    let (socket, response) = match client_with_config(request, stream, Some(config)) {
        Ok(opened) => opened,
        Err(HandshakeError::Failure(Error::Http(response))) if response.status().is_client_error() => {
            // Too many at once is no reason to stay away for good.
            let later = response.status().as_u16() == 429;
            return Err(if later { ConnectError::Retry } else { ConnectError::Denied });
        }
        Err(_) => return Err(ConnectError::Retry),
    };
    if let Some(cookie) = response.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok()) {
        // If it cannot be kept, the same program is still the same player for as long as the socket lives.
        let _ = pass.save_cookie(cookie);
    }
    socket.get_ref().set_read_timeout(Some(POLL_INTERVAL)).map_err(|_| ConnectError::Retry)?;
    Ok(socket)
}

/// Whether nothing came in time, which is no failure.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
