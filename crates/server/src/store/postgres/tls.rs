//! TLS to the database, with rustls.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream as PostgresTlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::certificate_verifier::AnyNameVerifier;
use super::tls_mode::TlsMode;
use crate::store::BoxFuture;
use crate::tls::{provider, roots_in_file, system_roots};

/// Value of `sslrootcert` for the system's certificates.
const SYSTEM: &str = "system";

/// Makes TLS connections and verifies the certificate of the server as `sslmode` says.
#[derive(Clone)]
pub(super) struct DatabaseTls {
    mode: TlsMode,
    is_verified: bool,
    config: Arc<ClientConfig>,
}

impl DatabaseTls {
    /// `root_file` is the value of `sslrootcert`: a PEM file, or `system`. Without it `VerifyFull` trusts the system's
    /// certificates. `VerifyCa` needs a file: public authorities have signed certificates for everybody.
    pub(super) fn new(mode: TlsMode, root_file: Option<&Path>) -> Result<DatabaseTls, String> {
        let is_system = root_file.is_some_and(|file| file == SYSTEM);
        if is_system && !matches!(mode, TlsMode::Disable | TlsMode::VerifyFull) {
            return Err("sslrootcert=system needs sslmode=verify-full".to_owned());
        }
        let roots = match (mode, root_file.filter(|_| !is_system)) {
            (TlsMode::Disable, None) => None,
            (_, Some(file)) => Some(roots_in_file(file).map_err(|error| error.to_string())?),
            (TlsMode::Prefer | TlsMode::Require, None) => None,
            (TlsMode::VerifyCa, None) => return Err("sslmode=verify-ca needs sslrootcert".to_owned()),
            (TlsMode::VerifyFull, None) => Some(system_roots()),
        };
        let is_verified = roots.is_some();
        let provider = Arc::new(provider());
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
        let builder = builder.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
        let config = match (mode, roots) {
            (TlsMode::VerifyFull, Some(roots)) => builder.with_root_certificates(roots).with_no_client_auth(),
            (_, roots) => builder
                .dangerous()
                .with_custom_certificate_verifier(Arc::new(AnyNameVerifier { provider, roots }))
                .with_no_client_auth(),
        };
        Ok(DatabaseTls { mode, is_verified, config: Arc::new(config) })
    }

    /// Use of TLS.
    pub(super) fn mode(&self) -> TlsMode {
        self.mode
    }

    /// Returns true if certificates must come from a trusted authority.
    pub(super) fn is_verified(&self) -> bool {
        self.is_verified
    }
}

impl MakeTlsConnect<Socket> for DatabaseTls {
    type Stream = EncryptedSocket;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        // Sockets in the file system have no name, and no TLS.
        let name = ServerName::try_from(host.to_owned()).ok();
        Ok(Handshake { connector: TlsConnector::from(Arc::clone(&self.config)), name })
    }
}

/// A TLS handshake with one host.
pub(super) struct Handshake {
    connector: TlsConnector,
    name: Option<ServerName<'static>>,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = EncryptedSocket;
    type Error = io::Error;
    type Future = BoxFuture<io::Result<EncryptedSocket>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let name = self.name.ok_or_else(|| io::Error::other("the host has no valid name"))?;
            self.connector.connect(name, socket).await.map(EncryptedSocket)
        })
    }
}

/// An encrypted connection to the database.
pub(super) struct EncryptedSocket(TlsStream<Socket>);

impl PostgresTlsStream for EncryptedSocket {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for EncryptedSocket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for EncryptedSocket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
