//! Selects the certificate for a handshake.

use std::fmt;
use std::sync::{Arc, Mutex};

use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use super::ACME_VALIDATION;
use crate::sync::lock;

/// The certificate in use, which can be replaced while connections are open: they keep theirs.
#[derive(Default)]
pub(super) struct CertificateResolver {
    certificate: Mutex<Option<Arc<CertifiedKey>>>,
    /// Answers the validation by an authority.
    challenge: Mutex<Option<Arc<CertifiedKey>>>,
}

impl CertificateResolver {
    /// Uses a certificate for all handshakes from now on.
    pub(super) fn set(&self, certificate: CertifiedKey) {
        *lock(&self.certificate) = Some(Arc::new(certificate));
    }

    /// Answers validations with a certificate, or no longer.
    pub(super) fn set_challenge(&self, certificate: Option<CertifiedKey>) {
        *lock(&self.challenge) = certificate.map(Arc::new);
    }
}

impl ResolvesServerCert for CertificateResolver {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_validation = hello.alpn().is_some_and(|protocols| protocols.eq([ACME_VALIDATION]));
        lock(if is_validation { &self.challenge } else { &self.certificate }).clone()
    }
}

impl fmt::Debug for CertificateResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CertificateResolver")
    }
}
