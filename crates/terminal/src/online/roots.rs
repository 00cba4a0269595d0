//! Root certificates: those of the system and those of `--ca`.

use std::fmt;

use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use ureq::tls::{Certificate, RootCerts};

use super::RequestError;

/// Certificates of certificate authorities, trusted beside the system's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaCertificates(Vec<CertificateDer<'static>>);

/// Reason why a file has no usable certificates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaError {
    /// It has no certificate in PEM format.
    NoCertificate,
    /// A certificate is damaged.
    Malformed,
}

impl CaCertificates {
    /// Reads all certificates of a PEM file.
    ///
    /// # Errors
    /// There is none, or one is damaged.
    pub fn from_pem(pem: &[u8]) -> Result<CaCertificates, CaError> {
        let certificates: Vec<_> =
            CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>().map_err(|_| CaError::Malformed)?;
        if certificates.is_empty() {
            return Err(CaError::NoCertificate);
        }
        let mut store = RootCertStore::empty();
        for certificate in &certificates {
            store.add(certificate.clone()).map_err(|_| CaError::Malformed)?;
        }
        Ok(CaCertificates(certificates))
    }
}

impl fmt::Display for CaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CaError::NoCertificate => "no certificate in PEM format",
            CaError::Malformed => "a certificate is damaged",
        })
    }
}

impl std::error::Error for CaError {}

/// The system's root certificates and `ca`. Damaged ones of the system are skipped.
///
/// # Errors
/// There is none.
pub(super) fn trusted(ca: Option<&CaCertificates>) -> Result<RootCerts, RequestError> {
    let mut certificates = rustls_native_certs::load_native_certs().certs;
    certificates.extend(ca.iter().flat_map(|ca| ca.0.iter().cloned()));
    if certificates.is_empty() {
        return Err(RequestError::NoRootCertificates);
    }
    Ok(certificates.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_certificates_are_refused() {
        let check = |pem: &str, expected| assert_eq!(CaCertificates::from_pem(pem.as_bytes()), Err(expected));
        check("", CaError::NoCertificate);
        check("Hello", CaError::NoCertificate);
        check("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n", CaError::Malformed);
        check("-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n", CaError::Malformed);
        check("-----BEGIN CERTIFICATE-----\nMAMCAQE=\n", CaError::Malformed);
    }
}
