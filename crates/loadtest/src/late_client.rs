//! A client that answers pings when it likes, written on frames because libraries answer them at once.

use std::net::SocketAddr;
use std::time::Duration;

use protocol::{ToClient, ToServer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::{ConnectionError, Guest};

/// Delays of a client's frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Delays {
    /// Delay of every frame, as on a slow network.
    pub network: Duration,
    /// Further delay of pongs before the first move of the client.
    pub early_pongs: Duration,
    /// Further delay of pongs from then on.
    pub late_pongs: Duration,
}

/// A WebSocket connection with delayed frames.
#[derive(Debug)]
pub struct LateClient {
    incoming: mpsc::UnboundedReceiver<ToClient>,
    outgoing: mpsc::UnboundedSender<Frame>,
    network: Duration,
}

/// A frame and the time at which it leaves.
#[derive(Debug)]
struct Frame {
    at: Instant,
    opcode: u8,
    payload: Vec<u8>,
}

const TEXT: u8 = 1;
const PING: u8 = 9;
const PONG: u8 = 10;

impl LateClient {
    /// Connects to the server's WebSocket endpoint, as a proxy that tells this round trip to the client.
    ///
    /// # Errors
    /// The server cannot be reached or rejects the connection.
    pub async fn connect(
        server: SocketAddr,
        guest: &Guest,
        delays: Delays,
        proxy_round_trip: Option<Duration>,
    ) -> Result<LateClient, ConnectionError> {
        let mut stream = TcpStream::connect(server).await.map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        let told = proxy_round_trip.map(|told| ("x-client-rtt", told.as_micros().to_string()));
        let headers: String = guest
            .headers()
            .into_iter()
            .chain(told)
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let request = format!(
            "GET /socket HTTP/1.1\r\nhost: {server}\r\n{headers}upgrade: websocket\r\nconnection: upgrade\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.map_err(failed)?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.map_err(failed)?);
        }
        if !head.starts_with(b"HTTP/1.1 101 ") {
            return Err(ConnectionError(String::from_utf8_lossy(&head).into_owned()));
        }
        let (reader, writer) = stream.into_split();
        let (outgoing, queue) = mpsc::unbounded_channel();
        let (messages, incoming) = mpsc::unbounded_channel();
        tokio::spawn(write_frames(writer, queue, delays));
        tokio::spawn(read_frames(reader, messages, outgoing.clone()));
        Ok(LateClient { incoming, outgoing, network: delays.network })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn send(&self, message: &ToServer) -> Result<(), ConnectionError> {
        let payload = serde_json::to_vec(message).map_err(|error| ConnectionError(error.to_string()))?;
        let frame = Frame { at: Instant::now() + self.network, opcode: TEXT, payload };
        self.outgoing.send(frame).map_err(|_| ConnectionError("connection closed".to_owned()))
    }

    /// Receives the next message.
    ///
    /// # Errors
    /// The connection is closed.
    pub async fn recv(&mut self) -> Result<ToClient, ConnectionError> {
        self.incoming.recv().await.ok_or_else(|| ConnectionError("connection closed".to_owned()))
    }
}

/// Forwards messages, and pings to the writer.
async fn read_frames(
    mut reader: OwnedReadHalf,
    messages: mpsc::UnboundedSender<ToClient>,
    pongs: mpsc::UnboundedSender<Frame>,
) -> Option<()> {
    loop {
        let opcode = reader.read_u8().await.ok()? & 0x0f;
        let length = match reader.read_u8().await.ok()? {
            126 => u64::from(reader.read_u16().await.ok()?),
            127 => reader.read_u64().await.ok()?,
            short => u64::from(short),
        };
        let mut payload = vec![0; usize::try_from(length).ok()?];
        reader.read_exact(&mut payload).await.ok()?;
        match opcode {
            TEXT => messages.send(serde_json::from_slice(&payload).ok()?).ok()?,
            PING => pongs.send(Frame { at: Instant::now(), opcode: PONG, payload }).ok()?,
            _ => {}
        }
    }
}

/// Writes frames at their times. Pongs wait in a list of their own, so that moves can overtake them.
async fn write_frames(
    mut writer: OwnedWriteHalf,
    mut queue: mpsc::UnboundedReceiver<Frame>,
    delays: Delays,
) -> Option<()> {
    let mut waiting: Vec<Frame> = Vec::new();
    let mut pong_delay = delays.early_pongs;
    loop {
        let next = waiting.iter().map(|frame| frame.at).min();
        tokio::select! {
            frame = queue.recv() => {
                let mut frame = frame?;
                if frame.opcode == PONG {
                    frame.at += delays.network + pong_delay;
                } else if frame.payload.windows(6).any(|six| six == b"\"move\"") {
                    pong_delay = delays.late_pongs;
                }
                waiting.push(frame);
            }
            () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {
                let due = waiting.iter().position(|frame| Some(frame.at) == next)?;
                let Frame { opcode, payload, .. } = waiting.swap_remove(due);
                writer.write_all(&encode(opcode, &payload)).await.ok()?;
            }
        }
    }
}

/// A masked frame. The mask is zero, so the payload is unchanged.
fn encode(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x80 | opcode];
    match u8::try_from(payload.len()) {
        Ok(length) if length < 126 => bytes.push(0x80 | length),
        _ => {
            bytes.push(0x80 | 126);
            // The longest message has 2,048 bytes.
            bytes.extend((payload.len() as u16).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

fn failed(error: std::io::Error) -> ConnectionError {
    ConnectionError(error.to_string())
}
