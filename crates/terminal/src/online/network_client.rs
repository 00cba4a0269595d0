//! The WebSocket connection: one thread per connection, which opens the socket, passes messages in both
//! directions and reports events.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

use client::online::{NetworkEffect, NetworkEvent, SocketId};
use protocol::{FromJson, ToClient, ToJson, ToServer};
use tungstenite::client::{IntoClientRequest, client_with_config};
use tungstenite::handshake::HandshakeError;
use tungstenite::http::{HeaderValue, header};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket};
use ureq::unversioned::transport::TransportAdapter;

use super::http_client::{is_timeout, stream_timeouts};
use super::{ApiClient, ServerAddress, ServerStore};

/// Runs the client's network effects.
#[derive(Debug)]
pub(crate) struct NetworkClient {
    api: ApiClient,
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
    pub(crate) fn new(api: ApiClient, sink: IncomingSink) -> NetworkClient {
        NetworkClient { api, incoming: sink, current: None }
    }

    /// The client for HTTP requests to the server.
    pub(crate) fn api(&self) -> &ApiClient {
        &self.api
    }

    /// The server's address.
    pub(crate) fn server(&self) -> &ServerAddress {
        &self.api.address
    }

    /// The stored data of the server.
    pub(crate) fn store(&self) -> &ServerStore {
        &self.api.store
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
                let (api, sink) = (self.api.clone(), self.incoming.clone());
                std::thread::spawn(move || sink.send(run_socket(&api, id, &receiver, &sink)));
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
            NetworkEffect::SaveOutbox(text) => return self.api.store.save_outbox(&text),
            // A terminal is not reloaded.
            NetworkEffect::SavePremoves(_) => {}
            NetworkEffect::SwitchToGame(game) => self.api.address = self.api.address.with_game(game),
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
    api: &ApiClient,
    id: SocketId,
    outgoing: &Receiver<ToServer>,
    sink: &IncomingSink,
) -> NetworkEvent {
    let mut socket = match open_socket(api) {
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

fn open_socket(api: &ApiClient) -> Result<WebSocket<TransportAdapter>, ConnectError> {
    const PATH: &str = "/socket";
    let uri = api.address.url(PATH).parse().map_err(|_| ConnectError::Denied)?;
    let stream = api.http.open_stream(&uri).map_err(|_| ConnectError::Retry)?;
    let mut request = api.address.socket_url(PATH).into_client_request().map_err(|_| ConnectError::Denied)?;
    if let Some(cookie) = api.store.cookie().and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        request.headers_mut().insert(header::COOKIE, cookie);
    }
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES));
    let (mut socket, response) = match client_with_config(request, stream, Some(config)) {
        Ok(opened) => opened,
        Err(HandshakeError::Failure(Error::Http(response))) if response.status().is_client_error() => {
            // 429 is temporary.
            let later = response.status().as_u16() == 429;
            return Err(if later { ConnectError::Retry } else { ConnectError::Denied });
        }
        Err(_) => return Err(ConnectError::Retry),
    };
    api.store_cookie(response.headers());
    socket.get_mut().set_timeout(stream_timeouts(POLL_INTERVAL));
    Ok(socket)
}
