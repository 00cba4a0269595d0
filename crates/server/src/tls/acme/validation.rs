//! The connection by which an authority validates a host name (RFC 8737).

use std::fmt;
use std::sync::Arc;

use rcgen::{CustomExtension, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::ResolvesServerCert;
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use tokio::sync::Mutex;
use tokio::time::{Duration, Instant};

use super::AcmeError;
use super::order::request;
use crate::node::Node;
use crate::store::CertificateKey;
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

/// Settings for a handshake with the authority at a time; none if nothing was being ordered.
struct Answer {
    read_at: Instant,
    config: Option<Arc<ServerConfig>>,
}

impl ValidationAnswers {
    pub(super) fn new(key: CertificateKey) -> ValidationAnswers {
        ValidationAnswers { key, latest: Arc::default() }
    }

    /// Settings for a handshake with the authority; `None` if nothing is being ordered.
    pub(in crate::tls) async fn config(&self, node: &Node) -> Option<Arc<ServerConfig>> {
        let mut latest = self.latest.lock().await;
        if let Some(answer) = &*latest
            && answer.read_at.elapsed() < ANSWER_AGE
        {
            return answer.config.clone();
        }
        // Before the query: an answer that is stored during it may be missing.
        let read_at = Instant::now();
        let config = self.read(node).await;
        *latest = Some(Answer { read_at, config: config.clone() });
        config
    }

    async fn read(&self, node: &Node) -> Option<Arc<ServerConfig>> {
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
