//! A certificate chain with its private key, from PEM.

use std::fmt;
use std::io;
use std::path::PathBuf;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;

use super::provider;

/// Reason why a certificate cannot be used.
#[derive(Debug)]
pub enum CertificateError {
    /// A file cannot be read.
    File {
        /// The file.
        path: PathBuf,
        /// Reason.
        error: io::Error,
    },
    /// No certificate in the PEM text.
    NoCertificate,
    /// No private key in the PEM text.
    NoKey,
    /// No certificate to trust an authority by.
    NoRoots,
    /// The key is of an unknown type, does not belong to the certificate, or the certificate is malformed.
    Rejected(rustls::Error),
}

/// Parses a certificate chain, the server's certificate first, and its private key.
pub(super) fn from_pem(chain: &[u8], key: &[u8]) -> Result<CertifiedKey, CertificateError> {
    let chain: Vec<CertificateDer<'static>> =
        CertificateDer::pem_slice_iter(chain).collect::<Result<_, _>>().unwrap_or_default();
    if chain.is_empty() {
        return Err(CertificateError::NoCertificate);
    }
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| CertificateError::NoKey)?;
    CertifiedKey::from_der(chain, key, &provider()).map_err(CertificateError::Rejected)
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::File { path, error } => write!(f, "cannot read {}: {error}", path.display()),
            CertificateError::NoCertificate => f.write_str("no certificate in PEM format"),
            CertificateError::NoKey => f.write_str("no private key in PEM format"),
            CertificateError::NoRoots => {
                f.write_str("no certificates of authorities on this system; name a file with --acme-ca")
            }
            CertificateError::Rejected(rustls::Error::InconsistentKeys(_)) => {
                f.write_str("the private key does not belong to the certificate")
            }
            CertificateError::Rejected(error) => write!(f, "unusable certificate or key: {error}"),
        }
    }
}

impl std::error::Error for CertificateError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_certificate_with_its_own_key_is_accepted() {
        let make = || rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let (one, other) = (make(), make());
        let (chain, key) = (one.cert.pem(), one.signing_key.serialize_pem());
        let check = |chain: &str, key: &str, expected: Option<&str>| {
            let error = from_pem(chain.as_bytes(), key.as_bytes()).err().map(|error| error.to_string());
            match expected {
                None => assert_eq!(error, None),
                Some(words) => {
                    assert!(error.as_ref().is_some_and(|error| error.contains(words)), "{error:?}")
                }
            }
        };
        check(&chain, &key, None);
        check(&format!("{chain}{}", other.cert.pem()), &key, None);
        check(&format!("{chain}{key}"), &format!("{chain}{key}"), None);
        check(&chain, &other.signing_key.serialize_pem(), Some("does not belong"));
        check("", &key, Some("no certificate"));
        check(&chain[..chain.len() / 2], &key, Some("no certificate"));
        check(&key, &key, Some("no certificate"));
        check(&chain, "", Some("no private key"));
        check(&chain, &chain, Some("no private key"));
        let garbage = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        check(garbage, &key, Some("unusable certificate"));
    }
}
