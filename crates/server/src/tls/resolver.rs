//! Selects the certificate for a handshake.

use std::fmt;
use std::sync::{Arc, Mutex};

use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use crate::sync::lock;

/// The certificate in use, which can be replaced while connections are open: they keep theirs.
#[derive(Default)]
pub(super) struct CertificateResolver {
    certificate: Mutex<Option<Arc<CertifiedKey>>>,
}

impl CertificateResolver {
    /// Uses a certificate for all handshakes from now on.
    pub(super) fn set(&self, certificate: CertifiedKey) {
        *lock(&self.certificate) = Some(Arc::new(certificate));
    }
}

impl ResolvesServerCert for CertificateResolver {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        lock(&self.certificate).clone()
    }
}

impl fmt::Debug for CertificateResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CertificateResolver")
    }
}
