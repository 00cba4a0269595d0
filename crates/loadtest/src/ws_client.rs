//! A WebSocket client for the game protocol.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use protocol::{ToClient, ToServer};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::Guest;

/// A WebSocket connection to a server.
#[derive(Debug)]
pub struct WsClient {
    socket: WebSocketStream<TcpStream>,
    /// Messages sent and received so far.
    traffic: Traffic,
}

/// Message counters of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traffic {
    /// Messages in both directions.
    pub messages: u64,
    /// Their total length in bytes.
    pub bytes: u64,
}

/// The connection failed or was closed, or a message was invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConnectionError(pub String);

impl WsClient {
    /// Connects to the server's WebSocket endpoint.
    ///
    /// # Errors
    /// The server cannot be reached or rejects the connection.
    pub async fn connect(server: SocketAddr, guest: &Guest) -> Result<WsClient, ConnectionError> {
        let mut request = format!("ws://{server}/socket").into_client_request()?;
        for (name, value) in guest.headers() {
            let value = HeaderValue::try_from(value).map_err(|error| ConnectionError(error.to_string()))?;
            request.headers_mut().insert(name, value);
        }
        let stream = TcpStream::connect(server).await.map_err(|error| ConnectionError(error.to_string()))?;
        stream.set_nodelay(true).map_err(|error| ConnectionError(error.to_string()))?;
        let (socket, _) = client_async(request, stream).await?;
        Ok(WsClient { socket, traffic: Traffic::default() })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The connection is closed.
    pub async fn send(&mut self, message: &ToServer) -> Result<(), ConnectionError> {
        self.send_text(serde_json::to_string(message).map_err(|error| ConnectionError(error.to_string()))?)
            .await
    }

    /// Sends a raw text frame.
    ///
    /// # Errors
    /// The connection is closed.
    pub async fn send_text(&mut self, text: String) -> Result<(), ConnectionError> {
        self.traffic.record(text.len());
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// Receives the next message. Cancel safe.
    ///
    /// # Errors
    /// The connection is closed, or the text is not a protocol message.
    pub async fn recv(&mut self) -> Result<ToClient, ConnectionError> {
        let text = self.recv_text().await?;
        serde_json::from_str(&text).map_err(|error| ConnectionError(format!("{error}: {text}")))
    }

    /// Receives the next text frame. Cancel safe.
    ///
    /// # Errors
    /// The connection is closed.
    pub async fn recv_text(&mut self) -> Result<String, ConnectionError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.traffic.record(text.len());
                    return Ok(text.as_str().to_owned());
                }
                // The library answers pings.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(other)) => return Err(ConnectionError(format!("{other:?}"))),
                Some(Err(error)) => return Err(error.into()),
                None => return Err(ConnectionError("connection closed".to_owned())),
            }
        }
    }

    /// Messages sent and received so far.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }
}

impl Traffic {
    fn record(&mut self, bytes: usize) {
        self.messages += 1;
        self.bytes += bytes as u64;
    }
}

impl From<Error> for ConnectionError {
    fn from(error: Error) -> ConnectionError {
        ConnectionError(error.to_string())
    }
}
