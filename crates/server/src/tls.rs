//! TLS: the certificate in use, its sources, and the protocols offered to clients.

mod acceptor;
mod acme;
mod certificate;
mod certificate_files;
mod resolver;
mod roots;
mod validity;

use std::fmt;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::CryptoProvider;
use rustls::crypto::ring;
use rustls::server::ResolvesServerCert;

pub(crate) use self::acceptor::TlsAcceptor;
use self::acme::AcmeClient;
pub use self::acme::AcmeConfig;
pub use self::certificate::CertificateError;
pub use self::certificate_files::CertificateFiles;
use self::certificate_files::Reload;
use self::resolver::CertificateResolver;
pub(crate) use self::roots::{roots_in_file, system_roots};
use crate::node::Node;

/// ALPN names of the protocols, the preferred one first. Browsers open WebSockets over `http/1.1`.
pub(crate) const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// ALPN name of the connections by which an authority validates a host name (RFC 8737).
pub(crate) const ACME_VALIDATION: &[u8] = b"acme-tls/1";

/// A certificate with its source, ready to accept connections.
pub struct Tls {
    config: Arc<ServerConfig>,
    resolver: Arc<CertificateResolver>,
    source: Source,
}

/// Source of certificates.
enum Source {
    Files(CertificateFiles, Reload),
    Acme(AcmeClient),
}

impl Tls {
    /// Loads a certificate and its key from files, which are read again when they change.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, or does not contain what it should.
    pub fn from_files(files: CertificateFiles) -> Result<Tls, CertificateError> {
        let (certificate, reload) = files.load()?;
        let resolver = Arc::new(CertificateResolver::default());
        resolver.set(certificate);
        let config =
            server_config(Arc::clone(&resolver) as _, &[HTTP2, HTTP1]).map_err(CertificateError::Rejected)?;
        Ok(Tls { config: Arc::new(config), resolver, source: Source::Files(files, reload) })
    }

    /// Gets the certificate from an authority, and keeps it in the store. Until the first one is there, handshakes fail.
    ///
    /// # Errors
    ///
    /// Returns an error if the certificates that the authority's directory is trusted by cannot be read.
    pub fn from_acme(config: AcmeConfig) -> Result<Tls, CertificateError> {
        let client = AcmeClient::new(config)?;
        let resolver = Arc::new(CertificateResolver::default());
        let config =
            server_config(Arc::clone(&resolver) as _, &[HTTP2, HTTP1]).map_err(CertificateError::Rejected)?;
        Ok(Tls { config: Arc::new(config), resolver, source: Source::Acme(client) })
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        let validation = match &self.source {
            Source::Files(..) => None,
            Source::Acme(client) => Some(client.validation_answers()),
        };
        TlsAcceptor { config: Arc::clone(&self.config), validation }
    }

    /// Keeps the certificate current until shutdown.
    pub(crate) async fn keep_current(self, node: Arc<Node>) {
        match self.source {
            Source::Files(files, reload) => {
                files.watch(reload, &self.resolver, node.shutdown.subscribe()).await;
            }
            Source::Acme(client) => client.run(&self.resolver, &node).await,
        }
    }
}

fn server_config(
    resolver: Arc<dyn ResolvesServerCert>,
    protocols: &[&[u8]],
) -> Result<ServerConfig, rustls::Error> {
    let builder = ServerConfig::builder_with_provider(Arc::new(provider()));
    let mut config =
        builder.with_safe_default_protocol_versions()?.with_no_client_auth().with_cert_resolver(resolver);
    config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
    // Clients that come back skip the expensive part of the handshake, and the server remembers nothing.
    config.ticketer = ring::Ticketer::new()?;
    Ok(config)
}

/// The only cryptography library.
pub(crate) fn provider() -> CryptoProvider {
    ring::default_provider()
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}
