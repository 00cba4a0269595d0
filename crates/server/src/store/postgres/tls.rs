//! TLS to the database, with rustls.

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::{fs, io};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream as PostgresTlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::store::BoxFuture;
use crate::tls::provider;

/// Makes TLS connections that verify the certificate and the host name of the server.
#[derive(Clone)]
pub(super) struct DatabaseTls(Arc<ClientConfig>);

impl DatabaseTls {
    /// Trusts the certificates in a PEM file, or else those of the system, which are not read if TLS is not used.
    pub(super) fn new(root_file: Option<&Path>, is_used: bool) -> Result<DatabaseTls, String> {
        let mut roots = RootCertStore::empty();
        let certificates = match root_file {
            Some(path) => {
                let text = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
                CertificateDer::pem_slice_iter(&text).collect::<Result<_, _>>().unwrap_or_default()
            }
            None if !is_used => Vec::new(),
            None => rustls_native_certs::load_native_certs().certs,
        };
        roots.add_parsable_certificates(certificates);
        if roots.is_empty() && root_file.is_some() {
            return Err("the file of sslrootcert has no certificate".to_owned());
        }
        let builder = ClientConfig::builder_with_provider(Arc::new(provider()));
        let builder = builder.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
        Ok(DatabaseTls(Arc::new(builder.with_root_certificates(roots).with_no_client_auth())))
    }
}

impl MakeTlsConnect<Socket> for DatabaseTls {
    type Stream = EncryptedSocket;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        // Sockets in the file system have no name, and no TLS.
        let name = ServerName::try_from(host.to_owned()).ok();
        Ok(Handshake { connector: TlsConnector::from(Arc::clone(&self.0)), name })
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
