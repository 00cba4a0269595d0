//! The connection by which an authority validates a host name (RFC 8737).

use std::fmt;
use std::sync::{Arc, Mutex};

use rcgen::{CustomExtension, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::ResolvesServerCert;
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use tokio::sync::OnceCell;
use tokio::time::{Duration, Instant};

use super::AcmeError;
use super::order::request;
use crate::node::Node;
use crate::store::CertificateKey;
use crate::sync::lock;
use crate::tls::certificate::CertificateError;
use crate::tls::{ACME_VALIDATION, provider, server_config};

/// Time for which a server keeps what it has read from the store, so that a flood of handshakes costs one query a second.
/// An order waits for as long before it is validated: every server has read the answer by then.
pub(super) const ANSWER_AGE: Duration = Duration::from_secs(1);

/// Answers validations with what is in the store, whichever server has ordered the certificate.
#[derive(Clone)]
pub(in crate::tls) struct ValidationAnswers {
    key: CertificateKey,
    latest: Arc<Mutex<Option<Answer>>>,
}

/// Settings for a handshake with the authority; none if nothing is being ordered.
type Config = Option<Arc<ServerConfig>>;

/// An answer that is read when it is first asked for. Handshakes that come meanwhile wait for the same query.
struct Answer {
    since: Instant,
    config: Arc<OnceCell<Config>>,
}

impl ValidationAnswers {
    pub(super) fn new(key: CertificateKey) -> ValidationAnswers {
        ValidationAnswers { key, latest: Arc::default() }
    }

    /// Settings for a handshake with the authority; `None` if nothing is being ordered.
    pub(in crate::tls) async fn config(&self, node: &Node) -> Config {
        self.latest().get_or_init(|| self.read(node)).await.clone()
    }

    /// The answer that was first asked for within [`ANSWER_AGE`], or a new one: its query begins no earlier.
    fn latest(&self) -> Arc<OnceCell<Config>> {
        let mut latest = lock(&self.latest);
        let answer = latest.take().filter(|answer| answer.since.elapsed() < ANSWER_AGE);
        let answer = answer.unwrap_or_else(|| Answer { since: Instant::now(), config: Arc::default() });
        Arc::clone(&latest.insert(answer).config)
    }

    async fn read(&self, node: &Node) -> Config {
        let stored = node.store.acme_challenge(self.key.clone(), node.time.now()).await;
        let challenge = stored.ok().flatten()?;
        let certificate = challenge_certificate(&self.key.host, &challenge.digest).ok()?;
        let resolver: Arc<dyn ResolvesServerCert> = Arc::new(SingleCertAndKey::from(certificate));
        server_config(resolver, &[ACME_VALIDATION]).ok().map(Arc::new)
    }
}

impl fmt::Debug for ValidationAnswers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ValidationAnswers").field(&self.key).finish()
    }
}

/// The certificate that answers a challenge: self-signed, with the digest in an extension.
fn challenge_certificate(host: &str, digest: &[u8]) -> Result<CertifiedKey, AcmeError> {
    let mut params = request(host)?;
    params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let key = KeyPair::generate()?;
    let certificate = params.self_signed(&key)?;
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    // Not `from_der`: it refuses certificates with critical extensions that it does not know.
    let key = provider().key_provider.load_private_key(key);
    let key = key.map_err(|error| AcmeError::Certificate(CertificateError::Rejected(error)))?;
    Ok(CertifiedKey::new(vec![certificate.der().clone()], key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenges_have_a_certificate() {
        let made = challenge_certificate("chess.example.org", &[7; 32]).unwrap();
        assert_eq!(made.cert.len(), 1);
        // The digest, in an octet string within that of the extension.
        let mut extension = vec![0x04, 0x22, 0x04, 0x20];
        extension.extend([7; 32]);
        assert!(made.cert[0].windows(extension.len()).any(|part| part == extension));
    }
}
