//! The beginning of a connection to a TLS port.

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::server::TlsStream;

use super::connection_table::ConnectionPermit;
use super::write_timeout::WriteTimeout;
use crate::node::Node;
use crate::tls::TlsAcceptor;

/// Time for a whole handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// First byte of a TLS connection: the type of a handshake record.
const TLS_HANDSHAKE: u8 = 0x16;

/// A connection to a TLS port, from its first bytes.
pub(super) enum Opening {
    /// TLS is established.
    Tls(Box<TlsStream<WriteTimeout<TcpStream>>>),
    /// The client speaks plain http.
    PlainHttp(TcpStream),
}

/// Shakes hands. `None` if the client sends something else or takes too long: nothing can be told to it.
pub(super) async fn open(
    stream: TcpStream,
    acceptor: &TlsAcceptor,
    write: Duration,
    permit: Arc<ConnectionPermit>,
    node: &Node,
) -> Option<Opening> {
    timeout(HANDSHAKE_TIMEOUT, async {
        let mut first = [0];
        stream.peek(&mut first).await.ok().filter(|&read| read == 1)?;
        match first[0] {
            TLS_HANDSHAKE => {
                let stream = WriteTimeout::new(stream, write, permit);
                acceptor.accept(stream, node).await.map(|stream| Opening::Tls(Box::new(stream)))
            }
            // A request begins with the name of its method.
            byte if byte.is_ascii_uppercase() => Some(Opening::PlainHttp(stream)),
            _ => None,
        }
    })
    .await
    .ok()
    .flatten()
}
