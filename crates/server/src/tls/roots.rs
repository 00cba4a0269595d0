//! Certificates of trusted authorities.

use std::path::Path;
use std::{fs, io};

use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use super::certificate::CertificateError;

/// The certificates of a PEM file.
pub(crate) fn roots_in_file(path: &Path) -> Result<RootCertStore, CertificateError> {
    let failed = |error| CertificateError::File { path: path.to_owned(), error };
    let text = fs::read(path).map_err(failed)?;
    let certificates: Result<Vec<CertificateDer>, _> = CertificateDer::pem_slice_iter(&text).collect();
    let certificates = certificates.map_err(|error| failed(io::Error::other(error.to_string())))?;
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(certificates);
    if roots.is_empty() { Err(failed(io::Error::other("no certificate in PEM format"))) } else { Ok(roots) }
}

/// The certificates of the system; none if it has none.
pub(crate) fn system_roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_sound_certificates_is_refused_by_name() {
        let file = std::env::temp_dir().join(format!("hanpan-roots-{}.pem", std::process::id()));
        let certificate = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap().cert.pem();
        let check = |text: &str, is_accepted: bool| {
            fs::write(&file, text).unwrap();
            let error = roots_in_file(&file).err().map(|error| error.to_string());
            assert_eq!(error.is_none(), is_accepted, "{text}");
            assert!(error.is_none_or(|error| error.contains("hanpan-roots")));
        };
        check(&certificate, true);
        check("", false);
        check(&format!("{certificate}{}", &certificate[..certificate.len() / 2]), false);
        fs::remove_file(&file).unwrap();
    }
}
