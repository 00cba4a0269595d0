//! A connection that speaks the protocol.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use protocol::{ToClient, ToServer};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::Guest;

/// A WebSocket to a server.
#[derive(Debug)]
pub struct WsClient {
    socket: WebSocketStream<TcpStream>,
    /// Messages so far, in both directions, and how long they were.
    traffic: Traffic,
}

/// How much went over a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traffic {
    /// Messages in both directions.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// The line is broken: the server went away, or never was there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConnectionError(pub String);

impl WsClient {
    /// Connects to the server's socket.
    ///
    /// # Errors
    /// If the server is not there, or refuses.
    pub async fn connect(server: SocketAddr, who: &Guest) -> Result<WsClient, ConnectionError> {
        let mut request = format!("ws://{server}/socket").into_client_request()?;
        for (name, value) in who.headers() {
            let value = HeaderValue::try_from(value).map_err(|error| ConnectionError(error.to_string()))?;
            request.headers_mut().insert(name, value);
        }
        let stream = TcpStream::connect(server).await.map_err(|error| ConnectionError(error.to_string()))?;
        stream.set_nodelay(true).map_err(|error| ConnectionError(error.to_string()))?;
        let (socket, _) = client_async(request, stream).await?;
        Ok(WsClient { socket, traffic: Traffic::default() })
    }

    /// Says something.
    ///
    /// # Errors
    /// If the line is broken.
    pub async fn send(&mut self, message: &ToServer) -> Result<(), ConnectionError> {
        self.send_text(serde_json::to_string(message).map_err(|error| ConnectionError(error.to_string()))?)
            .await
    }

    /// Says something that need not mean anything.
    ///
    /// # Errors
    /// If the line is broken.
    pub async fn send_text(&mut self, text: String) -> Result<(), ConnectionError> {
        self.traffic.record(text.len());
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// What is said next. Nothing is lost when this is given up before it is done.
    ///
    /// # Errors
    /// If the line is broken, or what was said is no message.
    pub async fn recv(&mut self) -> Result<ToClient, ConnectionError> {
        let text = self.recv_text().await?;
        serde_json::from_str(&text).map_err(|error| ConnectionError(format!("{error}: {text}")))
    }

    /// What is said next, whatever it means.
    ///
    /// # Errors
    /// If the line is broken.
    pub async fn recv_text(&mut self) -> Result<String, ConnectionError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.traffic.record(text.len());
                    return Ok(text.as_str().to_owned());
                }
                // Pings are answered by the library.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(other)) => return Err(ConnectionError(format!("{other:?}"))),
                Some(Err(error)) => return Err(error.into()),
                None => return Err(ConnectionError("the end".to_owned())),
            }
        }
    }

    /// How much went over it so far.
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
