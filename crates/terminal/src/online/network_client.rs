//! The WebSocket connection: one thread per connection, which opens the socket, passes messages in both
//! directions and reports events.

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

/// Runs the client's network effects.
#[derive(Debug)]
pub(crate) struct NetworkClient {
    server: ServerAddress,
    store: ServerStore,
    incoming: IncomingSink,
    current: Option<(SocketId, Sender<ToServer>)>,
}

/// Receives network events from any thread.
#[derive(Clone)]
pub(crate) struct IncomingSink(Arc<dyn Fn(NetworkEvent) + Send + Sync>);

/// Read timeout of the socket, after which outgoing messages are sent.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Limit on the length of a message.
const MAX_MESSAGE_BYTES: usize = 1 << 20;

impl NetworkClient {
    pub(crate) fn new(server: ServerAddress, store: ServerStore, sink: IncomingSink) -> NetworkClient {
        NetworkClient { server, store, incoming: sink, current: None }
    }

    /// The server's address.
    pub(crate) fn server(&self) -> &ServerAddress {
        &self.server
    }

    /// The stored data of the server.
    pub(crate) fn store(&self) -> &ServerStore {
        &self.store
    }

    /// Runs a network effect; results arrive as events.
    ///
    /// # Errors
    /// The unconfirmed actions cannot be stored. They are sent anyway.
    pub(crate) fn run_effect(&mut self, effect: NetworkEffect) -> io::Result<()> {
        match effect {
            NetworkEffect::Connect(id) => {
                let (sender, receiver) = channel();
                self.current = Some((id, sender));
                let (server, store, sink) = (self.server.clone(), self.store.clone(), self.incoming.clone());
                std::thread::spawn(move || sink.send(run_socket(&server, &store, id, &receiver, &sink)));
            }
            NetworkEffect::Disconnect(id) => {
                // The thread sees the closed channel and closes the socket.
                self.current.take_if(|(current, _)| *current == id);
            }
            NetworkEffect::Send(message) => {
                if let Some((_, sender)) = &self.current {
                    // A thread that has ended has already reported it.
                    let _ = sender.send(message);
                }
            }
            NetworkEffect::SaveOutbox(text) => return self.store.save_outbox(&text),
            // A terminal is not reloaded.
            NetworkEffect::SavePremoves(_) => {}
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

/// Runs a connection until one side closes it; returns the last event to report.
fn run_socket(
    server: &ServerAddress,
    store: &ServerStore,
    id: SocketId,
    outgoing: &Receiver<ToServer>,
    sink: &IncomingSink,
) -> NetworkEvent {
    let mut socket = match open_socket(server, store) {
        Ok(socket) => socket,
        Err(ConnectError::Retry) => return NetworkEvent::Closed(id),
        Err(ConnectError::Denied) => return NetworkEvent::Rejected(id),
    };
    loop {
        match outgoing.try_recv() {
            Ok(message) => {
                if socket.send(Message::text(message.to_json())).is_err() {
                    return NetworkEvent::Closed(id);
                }
                continue;
            }
            Err(TryRecvError::Disconnected) => {
                let _ = socket.close(None).and_then(|()| socket.flush());
                return NetworkEvent::Closed(id);
            }
            Err(TryRecvError::Empty) => {}
        }
        match socket.read() {
            Ok(Message::Text(text)) => {
                // Unknown messages come from a newer server.
                let message = ToClient::from_json(&text).unwrap_or(ToClient::Unknown);
                sink.send(NetworkEvent::Message(id, Box::new(message)));
            }
            Ok(Message::Close(_)) => return NetworkEvent::Closed(id),
            Ok(_) => {}
            Err(Error::Io(error)) if is_timeout(&error) => {}
            Err(_) => return NetworkEvent::Closed(id),
        }
    }
}

/// Reason why the socket could not be opened.
enum ConnectError {
    /// The server is unreachable or overloaded.
    Retry,
    /// The server rejects this client.
    Denied,
}

fn open_socket(server: &ServerAddress, store: &ServerStore) -> Result<WebSocket<TcpStream>, ConnectError> {
    let stream = connect(server).map_err(|_| ConnectError::Retry)?;
    let timed = stream.set_read_timeout(Some(TIMEOUT)).and_then(|()| stream.set_write_timeout(Some(TIMEOUT)));
    timed.map_err(|_| ConnectError::Retry)?;
    let url = format!("ws://{}/socket", server.authority());
    let mut request = url.into_client_request().map_err(|_| ConnectError::Denied)?;
    if let Some(cookie) = store.cookie().and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        request.headers_mut().insert(header::COOKIE, cookie);
    }
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES));
    let (socket, response) = match client_with_config(request, stream, Some(config)) {
        Ok(opened) => opened,
        Err(HandshakeError::Failure(Error::Http(response))) if response.status().is_client_error() => {
            // 429 is temporary.
            let later = response.status().as_u16() == 429;
            return Err(if later { ConnectError::Retry } else { ConnectError::Denied });
        }
        Err(_) => return Err(ConnectError::Retry),
    };
    if let Some(cookie) = response.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok()) {
        // Without a stored cookie the identity lasts as long as this process.
        let _ = store.save_cookie(cookie);
    }
    socket.get_ref().set_read_timeout(Some(POLL_INTERVAL)).map_err(|_| ConnectError::Retry)?;
    Ok(socket)
}

/// True if a read timed out.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
