//! A certificate authority for tests, and servers with its certificates.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};
use server::store::{SqliteStore, Store};
use server::{Assets, CertificateFiles, Config, Listeners, Tls};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use crate::common::{FILES, TIMEOUT, TestServer};

/// Number of the next folder.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A certificate authority with a folder in which a server finds its certificate.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    root: CertificateDer<'static>,
    root_pem: String,
    folder: PathBuf,
}

/// A certificate and its key as PEM.
pub(crate) struct Issued {
    pub(crate) certificate: String,
    pub(crate) key: String,
    pub(crate) der: CertificateDer<'static>,
}

impl Authority {
    pub(crate) fn new() -> Authority {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = params.self_signed(&key).unwrap();
        let (root_pem, root) = (root.pem(), root.der().clone());
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tls-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Authority { issuer: Issuer::new(params, key), root, root_pem, folder }
    }

    /// Issues a certificate for `localhost`.
    pub(crate) fn issue(&self) -> Issued {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        Issued { certificate: certificate.pem(), key: key.serialize_pem(), der: certificate.der().clone() }
    }

    /// Writes the files of the server.
    pub(crate) fn install(&self, certificate: &str, key: &str) {
        let files = self.files();
        std::fs::write(files.certificate, certificate).unwrap();
        std::fs::write(files.key, key).unwrap();
    }

    /// A file in the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn files(&self) -> CertificateFiles {
        let check_interval = Duration::from_millis(20);
        CertificateFiles {
            check_interval,
            ..CertificateFiles::new(self.file("cert.pem"), self.file("key.pem"))
        }
    }

    /// A client that trusts this authority and offers these protocols.
    pub(crate) fn connector(&self, protocols: &[&[u8]]) -> TlsConnector {
        connector(self.root.clone(), protocols)
    }

    /// The authority's own certificate as PEM.
    pub(crate) fn root_pem(&self) -> String {
        self.root_pem.clone()
    }

    /// A server with a new certificate.
    pub(crate) async fn serve(&self, config: Config) -> TestServer {
        self.serve_with(config, None).await
    }

    /// A server on existing data.
    pub(crate) async fn serve_on(&self, store: Arc<dyn Store>) -> TestServer {
        self.serve_all(Config::default(), None, store).await
    }

    pub(crate) async fn serve_with(&self, config: Config, redirect: Option<TcpListener>) -> TestServer {
        self.serve_all(config, redirect, Arc::new(SqliteStore::in_memory().unwrap())).await
    }

    async fn serve_all(
        &self,
        config: Config,
        redirect: Option<TcpListener>,
        store: Arc<dyn Store>,
    ) -> TestServer {
        let issued = self.issue();
        self.install(&issued.certificate, &issued.key);
        let tls = Tls::from_files(self.files()).unwrap();
        let main = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let listeners = Listeners { main, tls: Some(tls), redirect };
        let mut server = TestServer::at(listeners, Assets::new(&FILES), store, config).await;
        server.connector = Some(self.connector(&[b"http/1.1"]));
        server
    }

    /// The certificate that a new client gets.
    pub(crate) async fn presented(&self, server: &TestServer) -> CertificateDer<'static> {
        presented(&self.root, server).await.unwrap()
    }
}

/// A client that trusts an authority and offers these protocols.
pub(crate) fn connector(root: CertificateDer<'static>, protocols: &[&[u8]]) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(root).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider);
    let builder = builder.with_safe_default_protocol_versions().unwrap();
    let mut config = builder.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
    TlsConnector::from(Arc::new(config))
}

/// The certificate that a new client gets; `None` if the handshake fails.
pub(crate) async fn presented(
    root: &CertificateDer<'static>,
    server: &TestServer,
) -> Option<CertificateDer<'static>> {
    // A resumed session would have the certificate of the first one.
    let connector = connector(root.clone(), &[]);
    let connecting = connector.connect(server.name.try_into().unwrap(), server.connect().await);
    let stream = timeout(TIMEOUT, connecting).await.unwrap().ok()?;
    Some(stream.get_ref().1.peer_certificates().unwrap()[0].clone())
}

impl Drop for Authority {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}
