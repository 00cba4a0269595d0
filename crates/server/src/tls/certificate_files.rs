//! Certificate files, read again when they change.

use std::fs;
use std::path::{Path, PathBuf};

use rustls::sign::CertifiedKey;
use sha2::{Digest, Sha256};
use tokio::sync::watch;
use tokio::time::{Duration, MissedTickBehavior, interval};

use super::certificate::{CertificateError, from_pem};
use super::resolver::CertificateResolver;
use crate::node::shutdown_started;

/// Time between two checks of the files.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// PEM files of a certificate chain and its private key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateFiles {
    /// Certificate chain, the server's certificate first.
    pub certificate: PathBuf,
    /// Private key.
    pub key: PathBuf,
    /// Time between two checks for changes.
    pub check_interval: Duration,
}

/// Contents of both files.
struct PemPair {
    chain: Vec<u8>,
    key: Vec<u8>,
}

/// Hash of both files: their times may stay the same when they are replaced.
type Fingerprint = [u8; 32];

/// Decides which contents are loaded and which failures are reported.
pub(super) struct Reload {
    current: Fingerprint,
    /// The contents that failed last, `None` for unreadable files, and how often.
    failed: Option<(Option<Fingerprint>, u32)>,
}

/// Result of one check.
enum Check {
    Unchanged,
    Replaced(CertifiedKey),
    Failed(CertificateError),
}

impl CertificateFiles {
    /// Names the files, with the usual time between two checks.
    #[must_use]
    pub fn new(certificate: PathBuf, key: PathBuf) -> CertificateFiles {
        CertificateFiles { certificate, key, check_interval: CHECK_INTERVAL }
    }

    /// Loads the files for the first time.
    pub(super) fn load(&self) -> Result<(CertifiedKey, Reload), CertificateError> {
        let pair = self.read()?;
        Ok((pair.parse()?, Reload { current: pair.fingerprint(), failed: None }))
    }

    /// Loads the files whenever they have changed, until shutdown. The old certificate is used until a new one is
    /// usable.
    pub(super) async fn watch(
        self,
        mut reload: Reload,
        resolver: &CertificateResolver,
        mut shutdown: watch::Receiver<bool>,
    ) {
        let mut checks = interval(self.check_interval);
        checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = shutdown_started(&mut shutdown) => return,
                _ = checks.tick() => {}
            }
            let files = self.clone();
            // A panic while reading is an unfinished check; the next one follows.
            let Ok(read) = tokio::task::spawn_blocking(move || files.read()).await else { continue };
            match reload.check(read) {
                Check::Unchanged => {}
                Check::Replaced(certificate) => {
                    resolver.set(certificate);
                    tracing::info!("certificate replaced");
                }
                Check::Failed(error) => {
                    tracing::error!(%error, "certificate not replaced; the old one stays in use");
                }
            }
        }
    }

    fn read(&self) -> Result<PemPair, CertificateError> {
        let read = |path: &Path| {
            fs::read(path).map_err(|error| CertificateError::File { path: path.to_owned(), error })
        };
        Ok(PemPair { chain: read(&self.certificate)?, key: read(&self.key)? })
    }
}

impl PemPair {
    fn parse(&self) -> Result<CertifiedKey, CertificateError> {
        from_pem(&self.chain, &self.key)
    }

    fn fingerprint(&self) -> Fingerprint {
        let length = (self.chain.len() as u64).to_be_bytes();
        let hash = Sha256::new().chain_update(length).chain_update(&self.chain).chain_update(&self.key);
        hash.finalize().into()
    }
}

impl Reload {
    fn check(&mut self, read: Result<PemPair, CertificateError>) -> Check {
        let fingerprint = read.as_ref().ok().map(PemPair::fingerprint);
        if fingerprint == Some(self.current) {
            self.failed = None;
            return Check::Unchanged;
        }
        match read.and_then(|pair| pair.parse()) {
            Ok(certificate) => {
                self.current = fingerprint.unwrap_or(self.current);
                self.failed = None;
                Check::Replaced(certificate)
            }
            Err(error) => {
                let times = match self.failed {
                    Some((failed, times)) if failed == fingerprint => times.saturating_add(1),
                    _ => 1,
                };
                self.failed = Some((fingerprint, times));
                // Two files are not replaced at the same moment: the first failure may be between them. Later ones
                // are known.
                if times == 2 { Check::Failed(error) } else { Check::Unchanged }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> PemPair {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        PemPair { chain: made.cert.pem().into_bytes(), key: made.signing_key.serialize_pem().into_bytes() }
    }

    fn copy(pair: &PemPair) -> Result<PemPair, CertificateError> {
        Ok(PemPair { chain: pair.chain.clone(), key: pair.key.clone() })
    }

    #[test]
    fn a_failure_that_lasts_is_reported_once() {
        let (old, new) = (pair(), pair());
        let mut reload = Reload { current: old.fingerprint(), failed: None };
        let between = || Ok(PemPair { chain: new.chain.clone(), key: old.key.clone() });
        assert!(matches!(reload.check(copy(&old)), Check::Unchanged));
        assert!(matches!(reload.check(between()), Check::Unchanged), "the key may follow");
        assert!(matches!(reload.check(copy(&new)), Check::Replaced(_)));
        assert!(matches!(reload.check(copy(&new)), Check::Unchanged));
        let missing = || Err(CertificateError::NoKey);
        assert!(matches!(reload.check(missing()), Check::Unchanged));
        assert!(matches!(reload.check(missing()), Check::Failed(_)));
        assert!(matches!(reload.check(missing()), Check::Unchanged), "reported already");
        assert!(matches!(reload.check(copy(&new)), Check::Unchanged), "the same as before");
        assert!(matches!(reload.check(missing()), Check::Unchanged));
        assert!(matches!(reload.check(missing()), Check::Failed(_)), "a new failure");
        assert!(matches!(reload.check(copy(&old)), Check::Replaced(_)));
    }
}
