//! TLS handshakes of the server.

use std::sync::Arc;

use rustls::ServerConfig;
use rustls::server::Acceptor;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::server::TlsStream;

use super::ACME_VALIDATION;
use super::acme::ValidationAnswers;
use crate::node::Node;

/// Accepts connections of clients, and those by which an authority validates the host name.
#[derive(Clone, Debug)]
pub(crate) struct TlsAcceptor {
    pub(super) config: Arc<ServerConfig>,
    pub(super) validation: Option<ValidationAnswers>,
}

impl TlsAcceptor {
    /// Shakes hands; `None` if that fails.
    pub(crate) async fn accept<IO: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: IO,
        node: &Node,
    ) -> Option<TlsStream<IO>> {
        let start = LazyConfigAcceptor::new(Acceptor::default(), stream).await.ok()?;
        let is_validation =
            start.client_hello().alpn().is_some_and(|protocols| protocols.eq([ACME_VALIDATION]));
        let config = match &self.validation {
            Some(answers) if is_validation => answers.config(node).await?,
            _ => Arc::clone(&self.config),
        };
        start.into_stream(config).await.ok()
    }
}
