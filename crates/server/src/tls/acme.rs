//! Certificates from an authority by ACME (RFC 8555), with the challenge TLS-ALPN-01 (RFC 8737).

mod directory_client;
mod order;
mod validation;

use std::fmt;
use std::path::PathBuf;

use game::{Millis, Timestamp};
use rustls::RootCertStore;
use rustls::sign::CertifiedKey;
use tokio::time::{Duration, sleep};

use self::directory_client::DirectoryClient;
pub(super) use self::validation::ValidationAnswers;
use super::certificate::{CertificateError, from_pem};
use super::resolver::CertificateResolver;
use super::roots::{roots_in_file, system_roots};
use super::validity::Validity;
use crate::node::{Node, shutdown_started};
use crate::store::{CertificateKey, StoreError, StoredCertificate, WorkClaim};

/// Directory of Let's Encrypt.
const LETS_ENCRYPT: &str = "https://acme-v02.api.letsencrypt.org/directory";

/// Longest time between two looks at the store, where another server may have put a newer certificate.
const CHECK_INTERVAL: Duration = Duration::from_secs(3_600);

/// Age before which no certificate is renewed, unless it is valid for a shorter time altogether.
const MIN_AGE: Millis = Millis::minutes(60);

/// Wait after the first failure; it doubles with each further one. Let's Encrypt allows five failed validations an hour.
const RETRY_DELAY: Duration = Duration::from_secs(120);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(6 * 3_600);

/// Time in which an order ends: the claim to it, and the answer to its challenge, are kept for so long.
const ORDER_TIME: Millis = Millis::minutes(10);

/// Longest time for which a server that has failed keeps the others from trying.
const MAX_CLAIM: Duration = Duration::from_secs(3_600);

/// Interval of looks at the store while another server orders.
const OTHER_ORDERS_INTERVAL: Duration = Duration::from_secs(2);

/// Settings of certificates by ACME.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcmeConfig {
    /// Mail address for the authority, which may send warnings there.
    pub contact: String,
    /// Host name of the certificate.
    pub host: String,
    /// URL of the authority's directory; Let's Encrypt if there is none.
    pub directory: Option<String>,
    /// PEM file of the certificates that the directory is trusted by; those of the system if there is none.
    pub ca: Option<PathBuf>,
    /// Age at which a certificate is renewed even if it is valid for long.
    pub max_age: Millis,
}

/// A client of a certificate authority.
pub(super) struct AcmeClient {
    contact: String,
    key: CertificateKey,
    max_age: Millis,
    http: DirectoryClient,
}

/// State after a look at the stored certificate.
enum Step {
    /// The certificate is in use, with the time until it is renewed.
    Current(Duration),
    /// It is due, and another server orders the next one.
    OtherServerOrders,
}

/// Reason why there is no new certificate.
#[derive(Debug)]
enum AcmeError {
    /// The authority refused, or could not be reached.
    Acme(instant_acme::Error),
    /// The authority could not validate the host name.
    NotValidated(String),
    /// The authority does not offer the challenge TLS-ALPN-01.
    NoChallenge,
    /// A key or request could not be made.
    Request(rcgen::Error),
    /// The certificate cannot be used.
    Certificate(CertificateError),
    /// The store failed.
    Store(StoreError),
}

impl AcmeConfig {
    /// Certificates of Let's Encrypt for a host, renewed in time.
    #[must_use]
    pub fn new(contact: String, host: String) -> AcmeConfig {
        AcmeConfig { contact, host, directory: None, ca: None, max_age: Millis::days(3_650) }
    }
}

impl AcmeClient {
    /// Creates a client.
    ///
    /// # Errors
    ///
    /// Returns an error if the certificates that the directory is trusted by cannot be read.
    pub(super) fn new(config: AcmeConfig) -> Result<AcmeClient, CertificateError> {
        let http = DirectoryClient::new(trusted_roots(config.ca)?)?;
        let directory = config.directory.unwrap_or_else(|| LETS_ENCRYPT.to_owned());
        let key = CertificateKey { directory, host: config.host };
        Ok(AcmeClient { contact: config.contact, key, max_age: config.max_age, http })
    }

    /// Answers to the validations of this client's orders, on every server.
    pub(super) fn validation_answers(&self) -> ValidationAnswers {
        ValidationAnswers::new(self.key.clone())
    }

    /// Orders and renews the certificate until shutdown.
    pub(super) async fn run(&self, resolver: &CertificateResolver, node: &Node) {
        let mut shutdown = node.shutdown.subscribe();
        let (mut current, mut failures) = (CurrentCertificate::default(), 0);
        loop {
            let wait = tokio::select! {
                () = shutdown_started(&mut shutdown) => return,
                step = self.step(resolver, node, &mut current, failures) => match step {
                    Ok(Step::OtherServerOrders) => OTHER_ORDERS_INTERVAL,
                    Ok(Step::Current(remaining)) => {
                        failures = 0;
                        remaining.min(CHECK_INTERVAL)
                    }
                    Err(error) => {
                        failures += 1;
                        let wait = retry_delay(failures);
                        tracing::error!(host = self.key.host, %error, retry_s = wait.as_secs(), "certificate order failed");
                        wait
                    }
                },
            };
            tokio::select! {
                () = shutdown_started(&mut shutdown) => return,
                () = sleep(wait) => {}
            }
        }
    }

    /// Uses the stored certificate, and replaces it if it is due.
    async fn step(
        &self,
        resolver: &CertificateResolver,
        node: &Node,
        current: &mut CurrentCertificate,
        failures: u32,
    ) -> Result<Step, AcmeError> {
        current.save(&self.key, node).await?;
        if let Some(stored) = node.store.certificate(self.key.clone()).await?
            && let Ok((certificate, validity)) = parse(&stored)
        {
            let at = stored.at;
            if current.in_use.as_ref() != Some(&stored) {
                resolver.set(certificate);
                current.in_use = Some(stored);
            }
            let now = node.time.now();
            let remaining = renewal(at, validity, self.max_age, now).since(now);
            if remaining > Millis::ZERO {
                return Ok(Step::Current(Duration::from_millis(remaining.0)));
            }
        }
        if !self.claim_order(node, failures).await? {
            return Ok(Step::OtherServerOrders);
        }
        let issued = self.order(node).await?;
        let (certificate, validity) = parse(&issued).map_err(AcmeError::Certificate)?;
        // Used even if it cannot be stored.
        resolver.set(certificate);
        tracing::info!(host = self.key.host, "certificate issued");
        let at = issued.at;
        *current = CurrentCertificate { in_use: Some(issued.clone()), unsaved: Some(issued) };
        current.save(&self.key, node).await?;
        let now = node.time.now();
        let remaining = renewal(at, validity, self.max_age, now).since(now);
        Ok(Step::Current(Duration::from_millis(remaining.0)))
    }
}

impl AcmeClient {
    /// Claims the order, so that of several servers one orders at a time. The claim lasts until this server has tried once
    /// more: together they must not exceed the limits of the authority.
    async fn claim_order(&self, node: &Node, failures: u32) -> Result<bool, AcmeError> {
        let CertificateKey { directory, host } = &self.key;
        let work = vec![format!("acme {directory} {host}")];
        let at = node.time.now();
        let wait = u64::try_from(retry_delay(failures + 1).min(MAX_CLAIM).as_millis()).unwrap_or(u64::MAX);
        let claim = WorkClaim { node: node.membership.id, work, at, until: at + ORDER_TIME + Millis(wait) };
        Ok(!node.store.claim_work(claim).await?.is_empty())
    }
}

/// The certificate in use.
#[derive(Default, Debug)]
struct CurrentCertificate {
    in_use: Option<StoredCertificate>,
    /// Issued but not stored yet. Ordering again instead would soon exceed the limits of the authority.
    unsaved: Option<StoredCertificate>,
}

impl CurrentCertificate {
    /// Stores the certificate if that has not been done.
    async fn save(&mut self, key: &CertificateKey, node: &Node) -> Result<(), AcmeError> {
        if let Some(unsaved) = &self.unsaved {
            node.store.save_certificate(key.clone(), unsaved.clone()).await?;
            self.unsaved = None;
        }
        Ok(())
    }
}

/// Time at which a certificate that was issued at `at` is renewed. If its period is over too soon, a clock is wrong;
/// then orders must not follow each other without a pause. If `at` is to come, the clock was wrong then, and only the
/// period counts.
fn renewal(at: Timestamp, validity: Validity, max_age: Millis, now: Timestamp) -> Timestamp {
    if at > now {
        return validity.renewal();
    }
    let earliest = at + max_age.min(MIN_AGE).min(validity.renewal().since(validity.from));
    validity.renewal().min(at + max_age).max(earliest)
}

/// Wait after a number of failures in a row.
fn retry_delay(failures: u32) -> Duration {
    RETRY_DELAY.saturating_mul(1 << failures.saturating_sub(1).min(16)).min(MAX_RETRY_DELAY)
}

fn parse(stored: &StoredCertificate) -> Result<(CertifiedKey, Validity), CertificateError> {
    let certificate = from_pem(stored.chain.as_bytes(), stored.key.expose().as_bytes())?;
    let validity = certificate.cert.first().and_then(|first| Validity::of(first));
    Ok((certificate, validity.ok_or(CertificateError::NoCertificate)?))
}

/// The certificates in a file, or else those of the system.
fn trusted_roots(file: Option<PathBuf>) -> Result<RootCertStore, CertificateError> {
    let roots = match file {
        Some(path) => roots_in_file(&path)?,
        None => system_roots(),
    };
    if roots.is_empty() { Err(CertificateError::NoRoots) } else { Ok(roots) }
}

impl fmt::Display for AcmeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AcmeError::Acme(error) => error.fmt(f),
            AcmeError::NotValidated(why) => write!(f, "the authority could not reach this server: {why}"),
            AcmeError::NoChallenge => f.write_str("the authority does not offer the challenge tls-alpn-01"),
            AcmeError::Request(error) => write!(f, "cannot make a certificate request: {error}"),
            AcmeError::Certificate(error) => error.fmt(f),
            AcmeError::Store(error) => error.fmt(f),
        }
    }
}

impl From<instant_acme::Error> for AcmeError {
    fn from(error: instant_acme::Error) -> AcmeError {
        AcmeError::Acme(error)
    }
}

impl From<rcgen::Error> for AcmeError {
    fn from(error: rcgen::Error) -> AcmeError {
        AcmeError::Request(error)
    }
}

impl From<StoreError> for AcmeError {
    fn from(error: StoreError) -> AcmeError {
        AcmeError::Store(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_renewed_in_time_whatever_the_clock_said_when_it_was_issued() {
        let day = |number: u32| Timestamp(Millis::days(number).0);
        let validity = Validity { from: day(100), until: day(190) };
        let check = |at, now, expected| {
            assert_eq!(renewal(at, validity, Millis::days(3_650), now), expected, "{at:?} {now:?}");
        };
        check(day(100), day(101), day(160));
        check(day(200), day(101), day(160)); // issued by a clock that was ahead
        check(day(200), day(200), day(200) + MIN_AGE); // the clock is still ahead
        check(day(1), day(101), day(160)); // issued by a clock that was behind
    }

    #[test]
    fn a_certificate_that_is_valid_for_minutes_is_renewed_before_it_ends() {
        let minute = |number: u32| Timestamp(Millis::days(100).0) + Millis::minutes(number);
        let validity = Validity { from: minute(0), until: minute(15) };
        let max_age = Millis::days(3_650);
        assert_eq!(renewal(minute(1), validity, max_age, minute(2)), minute(11));
        // A clock that is ahead orders no more often.
        assert_eq!(renewal(minute(100), validity, max_age, minute(101)), minute(110));
    }

    #[test]
    fn failures_are_retried_less_and_less_often() {
        let minutes: Vec<_> = (1..=10).map(|failures| retry_delay(failures).as_secs() / 60).collect();
        assert_eq!(minutes, [2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
        assert_eq!(retry_delay(u32::MAX), MAX_RETRY_DELAY);
    }
}
